#include "app/cli/studies/measurements.h"

#include "profiler/base/files/byte_source.h"

#include <iterator>

namespace nscope::cli {
namespace {

template <class Row, class Parse>
Result<std::vector<Row>> read_tables(const std::vector<std::string>& paths, const Parse& parse) {
  std::vector<Row> all;
  for (const std::string& path : paths) {
    const auto file = ByteSource::open(path);
    if (!file) return fail(file.error());
    auto rows = parse(file->text(), file->name());
    if (!rows) return fail(rows.error());
    all.insert(all.end(), std::make_move_iterator(rows->begin()),
               std::make_move_iterator(rows->end()));
  }
  return all;
}

}  // namespace

Result<std::vector<sim::ValidationRow>> read_measurements(const std::vector<std::string>& paths) {
  return read_tables<sim::ValidationRow>(paths, sim::parse_validation_table);
}

Result<std::vector<sim::GpuRow>> read_gpu_measurements(const std::vector<std::string>& paths) {
  return read_tables<sim::GpuRow>(paths, sim::parse_gpu_table);
}

}  // namespace nscope::cli
