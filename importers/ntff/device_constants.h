#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Constants of the captured device that an NTFF does not contain, as AWS's profiler uses them.
struct DeviceConstants {
  std::string generation;        ///< "v2" (Trainium1, Inferentia2), "v3" (Trainium2), ...
  std::string device;            ///< catalogue id: "trainium2"
  double pe_clock_hz = 0.0;      ///< TensorE
  double engine_clock_hz = 0.0;  ///< unit of wait times
  int pe_rows = 0;
  int pe_columns = 0;
  double hbm_bytes_per_second = 0.0;  ///< of one physical core
};

/// The constants for an instance type such as "trn2.3xlarge", from "core" and "profiler_view" of
/// its chip in resources/devices. nullopt if the chip has no "profiler_view" because the
/// constants are neither published nor measured. Thread-safe.
std::optional<DeviceConstants> device_constants(std::string_view instance_type);

}  // namespace nscope::importers
