#include "profiler/base/files/sqlite.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

namespace nscope {
namespace {

/// Neuronscope writes no longer values; a sparse file can claim a gigabyte at no cost.
constexpr int kLongestValue = 64 << 20;
constexpr int kWaitForWriterMs = 10'000;

/// Opening a file in WAL mode would create files next to it, even for reading.
Result<> check_needs_no_other_file(const std::string& path) {
  constexpr std::size_t kReadVersionAt = 19;
  constexpr char kWriteAheadLog = 2;
  std::array<char, kReadVersionAt + 1> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  if (head[kReadVersionAt] != kWriteAheadLog) return {};
  return fail(
      ErrorCode::kBadInput,
      tr("the database is in WAL mode; run \"PRAGMA journal_mode=DELETE\" on it in sqlite3"), path);
}

Result<> check_ordinary_tables(SQLite::Database& database, const std::string& path) {
  SQLite::Statement others(database,
                           "SELECT type, name FROM pragma_table_list "
                           "WHERE schema='main' AND type<>'table'");
  if (others.executeStep()) {
    return fail(ErrorCode::kBadInput,
                tr("not a Neuronscope file: '{}' is of type '{}', not a table",
                   others.getColumn(1).getString(), others.getColumn(0).getString()),
                path);
  }
  SQLite::Statement generated(database,
                              "SELECT t.name, x.name FROM pragma_table_list t "
                              "JOIN pragma_table_xinfo(t.name) x "
                              "WHERE t.schema='main' AND x.hidden<>0");
  if (generated.executeStep()) {
    return fail(ErrorCode::kBadInput,
                tr("not a Neuronscope file: '{}.{}' is a generated column",
                   generated.getColumn(0).getString(), generated.getColumn(1).getString()),
                path);
  }
  return {};
}

std::string journal_of(const std::string& path) {
  return path + "-journal";
}

/// Whether SQLite must roll the database back before it can be read. Only SQLite knows whether
/// the journal belongs to a program that is still writing.
bool has_hot_journal(const std::string& path) {
  try {
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    database.setBusyTimeout(kWaitForWriterMs);
    database.execAndGet("PRAGMA schema_version");
  } catch (const SQLite::Exception& failure) {
    return failure.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK;
  }
  return false;
}

/// Whether the journal ends with the name of a super-journal, which a rollback may delete.
/// Neuronscope never changes several databases at once. Format: sqlite.org/fileformat2.html and
/// readSuperJournal() in SQLite's pager.c.
bool names_other_journals(const std::string& path) {
  constexpr std::string_view kMagic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  std::ifstream journal(journal_of(path), std::ios::binary);
  std::array<char, 8> end{};
  journal.seekg(-8, std::ios::end);
  journal.read(end.data(), end.size());
  return std::string_view(end.data(), end.size()) == kMagic;
}

}  // namespace

Result<Text> recover_database(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(journal_of(path), error);
  if (error || size == 0) return Text();
  if (!has_hot_journal(path)) return Text();
  if (names_other_journals(path)) {
    return fail(ErrorCode::kBadInput,
                tr("the journal of an unfinished change also refers to other databases; open the "
                   "database with sqlite3 to undo the change"),
                path);
  }
  const auto undone = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.setBusyTimeout(kWaitForWriterMs);
    limit_values(database);
    database.execAndGet("PRAGMA schema_version");
    return {};
  });
  if (!undone) {
    return fail(ErrorCode::kIo,
                tr("cannot undo the unfinished change of a program that was killed: {}; the file "
                   "and its folder must be writable",
                   undone.error().message),
                path);
  }
  return tr("{}: the unfinished change of a program that was killed was undone.", path);
}

bool is_database(std::string_view head, int application_id) {
  using namespace std::string_view_literals;
  constexpr std::size_t kApplicationIdAt = 68;
  constexpr std::size_t kHeader = 100;
  if (head.size() < kHeader || !head.starts_with("SQLite format 3\0"sv)) return false;
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    id = id << 8 | static_cast<unsigned char>(head[kApplicationIdAt + i]);
  }
  return id == static_cast<std::uint32_t>(application_id);
}

void limit_values(SQLite::Database& database) {
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, kLongestValue);
}

Result<SQLite::Database> open_database_read_only(const std::string& path, int application_id) {
  if (::access(path.c_str(), R_OK) != 0) {
    return fail(ErrorCode::kNotFound, tr("cannot open the file: {}", std::strerror(errno)), path);
  }
  if (auto ok = check_needs_no_other_file(path); !ok) return fail(ok.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<SQLite::Database> {
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    database.setBusyTimeout(kWaitForWriterMs);
    limit_values(database);
    if (database.execAndGet("PRAGMA application_id").getInt() != application_id) {
      return fail(ErrorCode::kBadInput, tr("not a Neuronscope file, but another SQLite database"),
                  path);
    }
    if (auto ok = check_ordinary_tables(database, path); !ok) return fail(ok.error());
    return database;
  });
}

}  // namespace nscope
