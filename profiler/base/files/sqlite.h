#pragma once

#include "profiler/base/result.h"

#include <string>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope {

/// Runs `work`, which uses SQLiteCpp, and turns its exceptions into errors:
/// `code` says which kind, `where` names the database file.
template <class Work>
auto sqlite_guard(ErrorCode code, const std::string& where, Work&& work)
    -> decltype(std::forward<Work>(work)()) {
  try {
    return std::forward<Work>(work)();
  } catch (const SQLite::Exception& error) {
    return fail(code, error.what(), where);
  }
}

/// Refuses texts and blobs of more than 64 MiB from here on, written and read alike.
void limit_values(SQLite::Database& database);

/// Opens a database file read-only, with limit_values(), and checks that it is SQLite
/// with the given application id, that reading makes no files beside it, and that it
/// holds nothing but rows: a view or a computed column runs what its author wrote, and
/// need not end. Waits ten seconds for a writer at most. Errors: kNotFound, kBadInput.
Result<SQLite::Database> open_database_read_only(const std::string& path, int application_id);

}  // namespace nscope
