#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/analysis/comparison/aligned_time.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <utility>

namespace nscope::gui {

/// How the timelines of compared runs are aligned.
enum class TimeAlignment {
  kStart,  ///< by time since the first execution of each run
  kClock,  ///< by time on the clocks of the captures
  kWork    ///< matching operators are below each other
};

/// Converts the ticks of one run to the axis that all compared runs share, which is ns since the
/// start of the baseline run. A plain value.
class RunClock {
 public:
  RunClock() = default;
  /// `origin_ns` on the run's own axis is 0 on the shared axis. With `work`, the time of the run
  /// is first converted to that of the baseline, and `origin_ns` is on the axis of the baseline.
  RunClock(double ticks_per_ns, double origin_ns,
           std::shared_ptr<const analysis::AlignedTime> work = {})
      : ticks_per_ns_(ticks_per_ns), origin_ns_(origin_ns), work_(std::move(work)) {}

  double shared_ns(double tick) const;
  double tick(double shared_ns) const;
  double ticks_per_ns() const { return ticks_per_ns_; }

  /// Shifts the run on the shared axis, so that two events can be shown below each other.
  void set_shift(double ns) { shift_ns_ = ns; }

 private:
  double ticks_per_ns_ = 1.0;
  double origin_ns_ = 0.0;
  double shift_ns_ = 0.0;
  std::shared_ptr<const analysis::AlignedTime> work_;
};

/// Start of the first execution, or of the run if it has no executions; ns on its own axis.
double start_ns(const Trace& trace);

/// The clock of a run. `work` aligns the run with the baseline; null for the baseline itself.
RunClock make_clock(const Trace& trace, const Trace& base, TimeAlignment alignment,
                    std::shared_ptr<const analysis::AlignedTime> work);

/// The part of a run that a timeline shows for an interval of the shared axis, and the shares of
/// its width that stay blank because the run does not cover them.
struct Placement {
  TimeView view;  ///< ticks
  double left = 0.0;
  double right = 0.0;
};

/// Nullopt if the run does not overlap the interval. The time of the run is stretched or
/// compressed by a factor of at most 20.
std::optional<Placement> place_view(const RunClock& clock, const TimeView& shared,
                                    const TimeView& limits);
/// The inverse of place_view(): the interval of the shared axis that the whole width shows.
TimeView shared_view(const RunClock& clock, const Placement& placed);

}  // namespace nscope::gui
