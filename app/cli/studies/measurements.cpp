#include "app/cli/studies/measurements.h"

#include "profiler/base/files/byte_source.h"

namespace nscope::cli {

Result<std::vector<sim::ValidationRow>> read_measurements(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  return sim::parse_validation_table(file->text(), file->name());
}

Result<std::vector<sim::GpuRow>> read_gpu_measurements(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  return sim::parse_gpu_table(file->text(), file->name());
}

}  // namespace nscope::cli
