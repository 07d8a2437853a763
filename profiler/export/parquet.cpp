#include "profiler/export/parquet.h"

#include "profiler/base/files/temporary_entry.h"
#include "profiler/duckdb/duckdb.h"
#include "profiler/export/parquet_tables.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;

/// Renames the complete folder to the target. An earlier export gets the temporary name, in one
/// step if the file system can exchange names, and is removed.
Result<> commit(TemporaryEntry& temporary, const fs::path& target) {
  const char* const from = temporary.path().c_str();
  std::error_code error;
  if (!fs::exists(target, error)) {
    fs::rename(from, target, error);
    if (!error) temporary.keep();
  } else if (::renameat2(AT_FDCWD, from, AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
    const TemporaryEntry old(target.string(), TemporaryEntry::Kind::kFolder);
    fs::rename(target, old.path(), error);  // replaces the empty folder
    if (!error) fs::rename(from, target, error);
    if (!error) {
      temporary.keep();
    } else if (std::error_code ignored; !fs::exists(target, ignored)) {
      fs::rename(old.path(), target, ignored);
    }
  }
  if (!error) return {};
  return fail(ErrorCode::kIo, tr("cannot write the folder: {}", error.message()), target.string());
}

std::string file_of(const ParquetTable& table) {
  return fmt::format("{}.parquet", table.name);
}

/// True if the folder contains only files of an export.
bool has_only(const std::vector<ParquetTable>& tables, const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path name = it->path().filename();
    const bool ours = std::any_of(tables.begin(), tables.end(), [&](const ParquetTable& table) {
      return name == file_of(table);
    });
    if (!ours) return false;
  }
  return !error;
}

/// Checks that the target is absent, an empty folder or an earlier export.
Result<> check_target(const fs::path& target, const std::vector<ParquetTable>& tables,
                      const std::string& shown) {
  std::error_code error;
  const auto status = fs::symlink_status(target, error);
  if (!fs::exists(status)) return {};
  if (fs::is_directory(status) && has_only(tables, target)) return {};
  return fail(ErrorCode::kInvalidArgument,
              tr("already exists and is not a Parquet export; choose another name or remove it"),
              shown);
}

Result<> flush_to_disk(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  if (flushed) return {};
  return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(reason)),
              file.string());
}

Result<> write_table(DuckDb& db, const ParquetTable& table, const fs::path& folder,
                     TaskControl& control) {
  const std::string function = fmt::format("nscope_{}", table.name);
  const fs::path file = folder / file_of(table);
  control.begin(phrase("Writing Parquet files"), table.steps);
  if (auto ok = db.add_source(function.c_str(), table.columns, table.source); !ok) return ok;
  auto written = db.run(fmt::format("COPY (SELECT * FROM {}()) TO {} (FORMAT PARQUET, "
                                    "COMPRESSION ZSTD)",
                                    function, sql_literal(file.string())),
                        control);
  if (control.cancelled()) return cancelled();
  if (!written) return fail(ErrorCode::kIo, written.error().message, file.string());
  return flush_to_disk(file);
}

}  // namespace

Result<> export_parquet(const Trace& trace, const std::string& folder, TaskControl& control) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::absolute(folder, error), error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), folder);
  if (!target.has_filename()) target = target.parent_path();
  const std::vector<ParquetTable> tables = make_parquet_tables(trace, control);
  if (auto ok = check_target(target, tables, folder); !ok) return ok;
  TemporaryEntry temporary(target.string(), TemporaryEntry::Kind::kFolder);
  if (!fs::is_directory(temporary.path(), error)) {
    return fail(ErrorCode::kIo, tr("cannot create the folder: {}", std::strerror(errno)),
                target.string());
  }
  // With one thread the order of the rows, and therefore the files, are always the same.
  auto db = DuckDb::open({.folder = temporary.path(), .threads = 1});
  if (!db) return fail(db.error());
  for (const ParquetTable& table : tables) {
    if (auto ok = write_table(*db, table, temporary.path(), control); !ok) return ok;
  }
  if (auto damage = trace.storage_error()) return fail(std::move(*damage));
  return commit(temporary, target);
}

}  // namespace nscope
