#include "profiler/export/csv.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/export/export_tables.h"
#include "profiler/sql/csv_row.h"
#include "profiler/sql/sql_session.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

namespace nscope {
namespace {

constexpr std::size_t kBufferBytes = 1u << 20;

}  // namespace

Result<> export_csv(const std::shared_ptr<const Trace>& trace, std::string_view table,
                    const std::string& path, TaskControl& control) {
  const auto source = find_export_table(table);
  if (!source) return fail(source.error());
  auto session = open_export_session(trace);
  if (!session) return fail(session.error());

  AtomicFile file(path);
  std::ofstream out(file.temporary_path(), std::ios::binary);
  const auto not_written = [&] {
    return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path);
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
    const std::vector<SqlValue> names(columns.begin(), columns.end());
    append_csv_row(names, buffer);
  };
  reader.row = [&](std::span<const SqlValue> row) -> Result<> {
    append_csv_row(row, buffer);
    ++rows;
    if (buffer.size() < kBufferBytes) return {};
    flush();
    control.advance_to(rows);
    if (!out) return not_written();
    return {};
  };
  control.begin(phrase("Writing rows"), source->rows(*trace));
  const auto done = session->run(source->select(), {}, kNoSqlLimits, reader, control);
  if (!done) return fail(done.error());
  flush();
  out.close();
  if (!out) return not_written();
  return file.commit();
}

}  // namespace nscope
