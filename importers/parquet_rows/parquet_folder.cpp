#include "importers/parquet_rows/parquet_folder.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".parquet";
constexpr std::size_t kMaxFiles = 4096;

// A row needs at least some bits in the file, because times and ids differ from row to row. The
// limit rejects a footer that states 10^12 rows without data.
constexpr std::int64_t kMaxRowsPerByte = 16;
constexpr std::int64_t kFreeRows = 100'000;
// Real tables are compressed by a factor of 10 to 50.
constexpr std::int64_t kMaxUnpackedPerByte = 500;
constexpr std::int64_t kFreeUnpacked = std::int64_t{16} << 20;

struct FileName {
  std::string table;
  int part = -1;
};

/// Table and part of a file name: DmaPacket and 12 for "DmaPacket_12.parquet". nullopt for other
/// files.
std::optional<FileName> parse_name(const std::string& name) {
  if (!name.ends_with(kExtension) || name.size() == kExtension.size()) return std::nullopt;
  FileName result{name.substr(0, name.size() - kExtension.size()), -1};
  const std::size_t line = result.table.rfind('_');
  if (line == std::string::npos || line == 0) return result;
  int part = 0;
  const char* const end = result.table.data() + result.table.size();
  const auto [rest, error] = std::from_chars(result.table.data() + line + 1, end, part);
  if (error == std::errc() && rest == end && part >= 0) {
    result.part = part;
    result.table.resize(line);
  }
  return result;
}

bool begins_as_parquet(const fs::path& file) {
  char magic[4] = {};
  std::ifstream in(file, std::ios::binary);
  return in.read(magic, sizeof(magic)) && std::string_view(magic, sizeof(magic)) == "PAR1";
}

struct FoundFiles {
  std::map<std::string, std::map<int, fs::path>> tables;  ///< by table and part
  bool complete = true;  ///< false: the folder has more files than the limit
};

/// The Parquet files of a folder.
FoundFiles find_files(const fs::path& folder) {
  FoundFiles found;
  std::error_code error;
  std::size_t count = 0;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++count > kMaxFiles) {
      found.complete = false;
      break;
    }
    const auto name = parse_name(it->path().filename().string());
    std::error_code ignored;
    if (name && it->is_regular_file(ignored)) {
      found.tables[name->table].emplace(name->part, it->path());
    }
  }
  return found;
}

/// The whole number in the only row of a query; 0 for NULL.
Result<std::int64_t> query_number(const DuckDb& db, const std::string& sql, TaskControl& control) {
  auto rows = db.query(sql, control);
  if (!rows) return fail(rows.error());
  const auto more = rows->next_chunk();
  if (!more) return fail(more.error());
  const DuckValue value = *more ? rows->value(0, 0) : DuckValue();
  const auto* const number = std::get_if<std::int64_t>(&value);
  return number == nullptr ? 0 : *number;
}

}  // namespace

std::string read_parquet(const fs::path& file) {
  // DuckDB prefers a file of exactly this name, even if the name is also a pattern.
  return fmt::format("read_parquet({}, hive_partitioning = false)", sql_literal(file.string()));
}

fs::path folder_of(const std::string& file) {
  const fs::path parent = fs::path(file).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

bool ParquetFile::has_column(std::string_view name) const {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const ParquetColumn& column) { return column.name == name; });
}

std::int64_t ParquetTableFiles::rows() const {
  std::int64_t sum = 0;
  for (const ParquetFile& file : files) sum += file.rows;
  return sum;
}

std::vector<std::string> parquet_table_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [table, files] : find_files(folder).tables) {
    if (begins_as_parquet(files.begin()->second)) names.push_back(table);
  }
  return names;
}

Result<ParquetFolder> ParquetFolder::open(const fs::path& folder, TaskControl& control) {
  std::error_code error;
  const fs::path path = fs::canonical(folder, error);
  if (error) {
    return fail(ErrorCode::kIo, tr("cannot open the folder: {}", error.message()), folder.string());
  }
  const FoundFiles found = find_files(path);
  if (!found.complete) {  // the tables found would depend on the order of the directory
    return fail(ErrorCode::kBadInput,
                tr("not a folder of Parquet tables: it contains more than {} files", kMaxFiles),
                folder.string());
  }
  auto db = DuckDb::open({.folder = path.string()});
  if (!db) return fail(db.error());
  ParquetFolder result(path, folder.string(), std::move(*db));
  for (const auto& [table, parts] : found.tables) {
    ParquetTableFiles& files = result.tables_.emplace_back(ParquetTableFiles{table, {}});
    for (const auto& [part, file] : parts) {
      files.files.push_back({file, (folder / file.filename()).string(), 0, {}});
      if (auto ok = result.read_footer(files.files.back(), control); !ok) return fail(ok.error());
      if (auto ok = result.read_columns(files.files.back(), control); !ok) return fail(ok.error());
    }
  }
  return result;
}

Result<> ParquetFolder::read_footer(ParquetFile& file, TaskControl& control) const {
  const auto failed = [&](const Error& error) {
    return fail(error.code, error.message, file.shown);
  };
  const std::string name = sql_literal(file.path.string());
  const auto rows = query_number(
      db_, fmt::format("SELECT num_rows FROM parquet_file_metadata({})", name), control);
  if (!rows) return failed(rows.error());
  file.rows = *rows;
  const auto unpacked = query_number(
      db_,
      fmt::format("SELECT sum(total_uncompressed_size)::BIGINT FROM parquet_metadata({})", name),
      control);
  if (!unpacked) return failed(unpacked.error());
  std::error_code error;
  const auto size = static_cast<std::int64_t>(fs::file_size(file.path, error));
  if (error) {
    return fail(ErrorCode::kIo, tr("cannot read the size of the file: {}", error.message()),
                file.shown);
  }
  if (file.rows < 0 || (file.rows - kFreeRows) / kMaxRowsPerByte > size) {
    return fail(ErrorCode::kBadInput,
                tr("damaged file: the footer states {} rows, which is too many for {} bytes",
                   file.rows, size),
                file.shown);
  }
  if (*unpacked < 0 || (*unpacked - kFreeUnpacked) / kMaxUnpackedPerByte > size) {
    return fail(ErrorCode::kBadInput,
                tr("damaged file: its {} bytes would unpack to {} bytes, which is above the limit",
                   size, *unpacked),
                file.shown);
  }
  return {};
}

Result<> ParquetFolder::read_columns(ParquetFile& file, TaskControl& control) const {
  const auto failed = [&](const Error& error) {
    return fail(error.code, error.message, file.shown);
  };
  auto columns =
      db_.query(fmt::format("DESCRIBE SELECT * FROM {}", read_parquet(file.path)), control);
  if (!columns) return failed(columns.error());
  auto more = columns->next_chunk();
  for (; more && *more; more = columns->next_chunk()) {
    for (std::size_t row = 0; row < columns->size(); ++row) {
      const DuckValue name = columns->value(0, row);
      const DuckValue type = columns->value(1, row);
      if (!std::holds_alternative<std::string_view>(name)) continue;
      file.columns.push_back({std::string(std::get<std::string_view>(name)),
                              std::string(std::get<std::string_view>(type))});
    }
  }
  return more ? Result<>() : failed(more.error());
}

Result<std::vector<ParquetValue>> ParquetFolder::first_row(const ParquetFile& file,
                                                           std::string_view list,
                                                           TaskControl& control) const {
  auto rows = db_.query(fmt::format("SELECT {} FROM {}", list, read_parquet(file.path)), control);
  if (!rows) return fail(rows.error().code, rows.error().message, file.shown);
  const auto more = rows->next_chunk();
  if (!more) return fail(more.error().code, more.error().message, file.shown);
  std::vector<ParquetValue> values(rows->column_count());
  for (std::size_t i = 0; *more && i < values.size(); ++i) {
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
            values[i] = std::string(value);
          } else {
            values[i] = value;
          }
        },
        rows->value(i, 0));
  }
  return values;
}

const ParquetTableFiles* ParquetFolder::find(std::string_view table) const {
  const auto it = std::find_if(tables_.begin(), tables_.end(),
                               [&](const ParquetTableFiles& files) { return files.name == table; });
  return it == tables_.end() ? nullptr : &*it;
}

std::int64_t ParquetFolder::rows() const {
  std::int64_t sum = 0;
  for (const ParquetTableFiles& table : tables_) sum += table.rows();
  return sum;
}

}  // namespace nscope::importers
