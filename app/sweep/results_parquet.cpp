#include "app/sweep/results_parquet.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_text.h"
#include "profiler/duckdb/duckdb.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace nscope::sweep {
namespace {

constexpr std::int64_t kExactInteger = std::int64_t{1} << 53;

/// The type that holds all values of a column exactly.
DuckType type_of(const Results& results, std::size_t column) {
  bool reals = false;
  bool large = false;
  bool numbers = false;
  for (const ResultRow& row : results.rows) {
    const Value& value = row.values[column];
    if (std::holds_alternative<std::string>(value)) return DuckType::kText;
    if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
      numbers = true;
      large = large || *integer > kExactInteger || *integer < -kExactInteger;
    }
    reals = reals || std::holds_alternative<double>(value);
  }
  if (reals) return large ? DuckType::kText : DuckType::kReal;
  if (numbers) return DuckType::kInteger;
  return results.columns[column].kind == Column::Kind::kText ? DuckType::kText : DuckType::kReal;
}

/// Writes one value in the type of its column. NULL is left out.
void put(DuckChunkWriter& chunk, std::size_t column, std::size_t row, DuckType type,
         const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) {
    return chunk.put(column, row, std::string_view(*text));
  }
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
    if (type == DuckType::kInteger) return chunk.put(column, row, *integer);
    if (type == DuckType::kReal) return chunk.put(column, row, static_cast<double>(*integer));
    return chunk.put(column, row, std::string_view(fmt::format("{}", *integer)));
  }
  if (const auto* const real = std::get_if<double>(&value)) {
    if (type == DuckType::kReal) return chunk.put(column, row, *real);
    return chunk.put(column, row, std::string_view(fmt::format("{}", *real)));
  }
}

std::string column_facts(const Results& results) {
  Json list = Json::array();
  for (const Column& column : results.columns) {
    list.push_back({{"name", column.name},
                    {"kind", to_string(column.kind)},
                    {"unit", column.unit},
                    {"provenance", column.provenance},
                    {"pointer", column.pointer}});
  }
  return compact_text(list);
}

}  // namespace

Result<> save_parquet(const Results& results, const std::string& path, TaskControl& control) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::absolute(path, error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
  std::vector<DuckColumn> columns{{"id", DuckType::kInteger},
                                  {"outcome", DuckType::kText},
                                  {"reason", DuckType::kText}};
  for (std::size_t i = 0; i < results.columns.size(); ++i) {
    columns.push_back({results.columns[i].name.c_str(), type_of(results, i)});
  }
  control.begin(phrase("Writing Parquet files"), results.rows.size());
  const DuckSource source = [&, next = std::size_t{0}](DuckChunkWriter& chunk) mutable {
    std::size_t count = 0;
    if (control.cancelled()) return count;
    for (; count < chunk.capacity() && next < results.rows.size(); ++count, ++next) {
      const ResultRow& row = results.rows[next];
      chunk.put(0, count, row.id);
      chunk.put(1, count, to_string(row.outcome));
      chunk.put(2, count, std::string_view(row.reason));
      for (std::size_t i = 0; i < row.values.size(); ++i) {
        put(chunk, i + 3, count, columns[i + 3].type, row.values[i]);
      }
    }
    control.advance_to(next);
    return count;
  };
  AtomicFile file(target.string());
  if (!std::filesystem::exists(file.temporary_path(), error)) {
    return write_file(path, {});  // states why no file can be created there
  }
  // With one thread, the order of the rows, and therefore the file, is always the same.
  auto db = DuckDb::open({.folder = target.parent_path().string(), .threads = 1});
  if (!db) return fail(db.error());
  if (auto ok = db->add_source("nscope_points", columns, source); !ok) return ok;
  auto written =
      db->run(fmt::format("COPY (SELECT * FROM nscope_points()) TO {} (FORMAT PARQUET, COMPRESSION "
                          "ZSTD, USE_TMP_FILE false, KV_METADATA {{'nscope.title': {}, "
                          "'nscope.columns': {}}})",
                          sql_literal(file.temporary_path()), sql_literal(results.title),
                          sql_literal(column_facts(results))),
              control);
  if (control.cancelled()) return cancelled();
  if (!written) return fail(ErrorCode::kIo, written.error().message, path);
  return file.commit();
}

}  // namespace nscope::sweep
