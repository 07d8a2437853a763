#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// What an NTFF does not say about the device it was taken on, as AWS's profiler counts it.
struct DeviceConstants {
  std::string generation;        ///< "v2" (Trainium1, Inferentia2), "v3" (Trainium2), ...
  std::string device;            ///< catalogue id: "trainium2"
  double pe_clock_hz = 0.0;      ///< TensorE
  double engine_clock_hz = 0.0;  ///< the cycles that wait times are counted in
  int pe_rows = 0;
  int pe_columns = 0;
  double hbm_bytes_per_second = 0.0;  ///< share of one physical core
};

/// The constants for an instance type such as "trn2.3xlarge", from the "core" and
/// "profiler_view" of its chip in resources/devices; nothing where the chip has no
/// "profiler_view": its figures are neither published nor measured. Thread-safe.
std::optional<DeviceConstants> device_constants(std::string_view instance_type);

}  // namespace nscope::importers
