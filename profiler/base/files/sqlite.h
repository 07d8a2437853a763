#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope {

/// Runs `work`, which uses SQLiteCpp, and turns its exceptions into errors with `code`.
/// `where` is the database file.
template <class Work>
auto sqlite_guard(ErrorCode code, const std::string& where, Work&& work)
    -> decltype(std::forward<Work>(work)()) {
  try {
    return std::forward<Work>(work)();
  } catch (const SQLite::Exception& error) {
    return fail(code, Text::verbatim(error.what()), where);
  }
}

/// Whether the first 100 bytes of a file are those of a database with this application id. Pure.
bool is_database(std::string_view head, int application_id);

/// Rejects strings and blobs of more than 64 MiB when they are read or written.
void limit_values(SQLite::Database& database);

/// Opens a database file read-only, with limit_values(). Checks that it is SQLite with the
/// given application id, that reading creates no files next to it, and that it has ordinary
/// tables only: a view or a generated column runs an expression of the file's author, which
/// may never end. Waits for a writer for up to ten seconds. Errors: kNotFound, kBadInput.
Result<SQLite::Database> open_database_read_only(const std::string& path, int application_id);

/// Undoes the unfinished change of a program that was killed while it wrote to the database, as
/// SQLite does from the journal beside it, so that the database has its earlier content; a new
/// one is empty (0 bytes). For databases that are changed in place. Returns a sentence about what
/// was undone; empty if there was nothing to do, also if the file does not exist. Errors: kIo if
/// the file or its folder cannot be written; kBadInput if the journal is not ours.
Result<Text> recover_database(const std::string& path);

}  // namespace nscope
