#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {

/// One report of neuron-monitor with one runtime; `extra` is put into its top-level object.
inline std::string monitor_report(double utilization, double period = 1.0,
                                  std::string_view extra = {}) {
  return fmt::format(
      R"({{"neuron_runtime_data":[{{"pid":1337,"neuron_runtime_tag":"train","error":"","report":{{)"
      R"("neuroncore_counters":{{"period":{1},"neuroncores_in_use":{{"0":{{)"
      R"("neuroncore_utilization":{0},"effective_flops":2.5e12}}}},"error":""}}}}}}],)"
      R"("system_data":{{"memory_info":{{"period":{1},"memory_total_bytes":100,)"
      R"("memory_used_bytes":40,"swap_total_bytes":0,"swap_used_bytes":0,"error":""}}}}{2}}})",
      utilization, period, extra);
}

}  // namespace nscope::importers
