#include "profiler/base/sqlite.h"

#include <unistd.h>

namespace nscope {

Result<SQLite::Database> open_database_read_only(const std::string& path, int application_id) {
  if (::access(path.c_str(), R_OK) != 0) {
    return fail(ErrorCode::kNotFound, "no such file, or not readable", path);
  }
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<SQLite::Database> {
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    if (database.execAndGet("PRAGMA application_id").getInt() != application_id) {
      return fail(ErrorCode::kBadInput, "is an SQLite database, but not one of ours", path);
    }
    return database;
  });
}

}  // namespace nscope
