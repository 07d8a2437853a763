#include "profiler/export/csv.h"

#include "profiler/base/atomic_file.h"
#include "profiler/base/csv.h"
#include "profiler/export/export_tables.h"
#include "profiler/sql/sql_session.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kBufferBytes = 1u << 20;

void append(const SqlValue& value, std::string& out) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    fmt::format_to(std::back_inserter(out), "{}", *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    fmt::format_to(std::back_inserter(out), "{}", *real);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    text->empty() ? void(out += "\"\"") : append_csv_field(*text, out);
  }
}

}  // namespace

Result<> export_csv(const std::shared_ptr<const Trace>& trace, std::string_view table,
                    const std::string& path, TaskControl& control) {
  const auto source = find_export_table(table);
  if (!source) return fail(source.error());
  auto session = open_export_session(trace, *source);
  if (!session) return fail(session.error());

  AtomicFile file(path);
  std::ofstream out(file.temporary_path(), std::ios::binary);
  const auto not_written = [&] {
    return fail(ErrorCode::kIo, std::string("cannot be written: ") + std::strerror(errno), path);
  };
  if (!out) return not_written();
  std::string buffer;
  std::uint64_t rows = 0;
  const auto flush = [&] {
    out.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    buffer.clear();
  };
  SqlReader reader;
  reader.begin = [&](std::span<const std::string> columns) {
    for (const std::string& column : columns) {
      if (&column != columns.data()) buffer += ',';
      append_csv_field(column, buffer);
    }
    buffer += '\n';
  };
  reader.row = [&](std::span<const SqlValue> row) -> Result<> {
    for (const SqlValue& value : row) {
      if (&value != row.data()) buffer += ',';
      append(value, buffer);
    }
    buffer += '\n';
    ++rows;
    if (buffer.size() < kBufferBytes) return {};
    flush();
    control.advance_to(rows);
    if (!out) return not_written();
    return {};
  };
  control.begin("Writing rows", source->rows(*trace));
  const auto done = session->run(source->select(), {}, kNoSqlLimits, reader, control);
  if (!done) return fail(done.error());
  flush();
  out.close();
  if (!out) return not_written();
  return file.commit();
}

}  // namespace nscope
