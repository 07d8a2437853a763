#include "profiler/base/sqlite.h"

#include <fmt/format.h>
#include <unistd.h>

namespace nscope {
namespace {

Result<> check_holds_only_rows(SQLite::Database& database, const std::string& path) {
  SQLite::Statement others(database,
                           "SELECT type, name FROM pragma_table_list "
                           "WHERE schema='main' AND type<>'table'");
  if (others.executeStep()) {
    return fail(ErrorCode::kBadInput,
                fmt::format("is not a file of ours: '{}' is a {}, not a table",
                            others.getColumn(1).getString(), others.getColumn(0).getString()),
                path);
  }
  SQLite::Statement computed(database,
                             "SELECT t.name, x.name FROM pragma_table_list t "
                             "JOIN pragma_table_xinfo(t.name) x "
                             "WHERE t.schema='main' AND x.hidden<>0");
  if (computed.executeStep()) {
    return fail(ErrorCode::kBadInput,
                fmt::format("is not a file of ours: column '{}' of '{}' is computed",
                            computed.getColumn(1).getString(), computed.getColumn(0).getString()),
                path);
  }
  return {};
}

}  // namespace

Result<SQLite::Database> open_database_read_only(const std::string& path, int application_id) {
  if (::access(path.c_str(), R_OK) != 0) {
    return fail(ErrorCode::kNotFound, "no such file, or not readable", path);
  }
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<SQLite::Database> {
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    if (database.execAndGet("PRAGMA application_id").getInt() != application_id) {
      return fail(ErrorCode::kBadInput, "is an SQLite database, but not one of ours", path);
    }
    if (auto ok = check_holds_only_rows(database, path); !ok) return fail(ok.error());
    return database;
  });
}

}  // namespace nscope
