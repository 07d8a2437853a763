#include "importers/nsight_sqlite/export_import.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <array>

#include <fmt/format.h>

// Properties of the run: GPUs, versions, clock.
namespace nscope::importers::nsight {
namespace {

constexpr std::int64_t kMostGpus = 64;

/// Columns of TARGET_INFO_GPU and the names of Kineto's list deviceProperties.
constexpr auto kGpuFacts = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"smCount", "numSms"},
     {"totalMemory", "totalGlobalMem"},
     {"computeMajor", "computeMajor"},
     {"computeMinor", "computeMinor"},
     {"memoryBandwidth", "memoryBandwidth"},
     {"clockRate", "clockRate"},
     {"l2CacheSize", "l2CacheSize"},
     {"threadsPerWarp", "warpSize"},
     {"maxThreadsPerBlock", "maxThreadsPerBlock"},
     {"maxRegistersPerBlock", "regsPerBlock"},
     {"maxShmemPerBlock", "sharedMemPerBlock"},
     {"maxShmemPerSm", "sharedMemPerMultiprocessor"},
     {"name", "name"},
     {"busLocation", "busLocation"},
     {"uuid", "uuid"},
     {"chipName", "chipName"}});

}  // namespace

Result<> ExportImport::read_gpu_facts() {
  std::array<std::string_view, kGpuFacts.size() + 1> columns{"id"};
  for (std::size_t i = 0; i < kGpuFacts.size(); ++i) columns[i + 1] = kGpuFacts[i].first;
  return each_row("TARGET_INFO_GPU", columns, phrase("Reading names"), [&](const TableRows& row) {
    const std::int64_t gpu = row.integer(0, row.number() - 1);
    if (row.number() > kMostGpus) {
      return count(
          "gpu_left_out", Severity::kWarning,
          tr("the facts of GPU {} were skipped: a run can have at most {} GPUs", gpu, kMostGpus));
    }
    for (std::size_t i = 0; i < kGpuFacts.size(); ++i) {
      const std::string name = fmt::format("deviceProperties.{}.{}", gpu, kGpuFacts[i].second);
      if (const auto value = row.integer(i + 1)) {
        out_.property(name, *value);
      } else if (!row.text(i + 1).empty()) {
        out_.property(name, printable(row.text(i + 1)));
      }
    }
  });
}

Result<> ExportImport::read_run_facts() {
  const Phrase phase = phrase("Reading names");
  static constexpr auto kNamed = std::to_array<std::string_view>({"name", "value"});
  auto read = each_row("META_DATA_EXPORT", kNamed, phase, [&](const TableRows& row) {
    const std::string_view name = row.text(0);
    const std::string value = printable(row.text(1));
    if (value.empty()) return;
    if (name == "EXPORT_PRODUCT_VERSION") {
      out_.property(std::string(property::kProfilerVersion), value);
    } else if (name == "EXPORT_SCHEMA_VERSION") {
      out_.property("export_schema_version", value);
    }
  });
  if (!read) return read;
  // Other rows contain the environment of the recorded process, in which there can be passwords.
  read = each_row("TARGET_INFO_SYSTEM_ENV", kNamed, phase, [&](const TableRows& row) {
    const std::string value = printable(row.text(1));
    if (value.empty()) return;
    if (row.text(0) == "CudaDriverVersion") {
      out_.property("cuda_driver_version", value);
    } else if (row.text(0) == "NvDriverVersion" || row.text(0) == "GpuDriverVersion") {
      out_.property(std::string(property::kDriverVersion), value);
    }
  });
  if (!read) return read;
  static constexpr auto kClock = std::to_array<std::string_view>({"utcEpochNs"});
  read = each_row("TARGET_INFO_SESSION_START_TIME", kClock, phase, [&](const TableRows& row) {
    const auto origin = row.integer(0);
    if (row.number() > 1 || !origin || *origin <= 0) return;
    out_.property(std::string(property::kClock), std::string("unix"));
    out_.property(std::string(property::kClockOrigin), *origin);
  });
  if (!read) return read;
  return read_gpu_facts();
}

}  // namespace nscope::importers::nsight
