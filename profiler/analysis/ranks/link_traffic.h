#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The traffic in one direction of a NeuronLink, a switch port or a network interface, computed
/// from its counter of bytes per second.
struct LinkTraffic {
  /// For a switch, or an end that the counter's name does not state.
  static constexpr int kNoChip = -1;

  TrackId track{};
  std::string name{};  ///< "chip 0 to chip 3"
  int from = kNoChip;  ///< chip
  int to = kNoChip;    ///< chip
  double bytes = 0.0;  ///< integral over the window
  double peak = 0.0;   ///< B/s
  double mean = 0.0;   ///< mean over the window, B/s
};

/// The traffic of all counters of bytes per second outside NeuronCores, most bytes first. A sample
/// is valid until the next one, the last sample until the end of the window, which is the selected
/// range or the whole run. Errors: kCancelled.
Result<std::vector<LinkTraffic>> link_traffic(const Trace& trace, const SummaryOptions& options,
                                              TaskControl& control);

/// The chips in the name of a link: "chip 0 to chip 3", "chip 2 to switch".
struct LinkEnds {
  int from = LinkTraffic::kNoChip;
  int to = LinkTraffic::kNoChip;
  friend bool operator==(const LinkEnds&, const LinkEnds&) = default;
};
LinkEnds link_ends(std::string_view name);

}  // namespace nscope::analysis
