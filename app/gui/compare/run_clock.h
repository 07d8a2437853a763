#pragma once

#include "app/gui/timeline/model/time_view.h"
#include "profiler/analysis/comparison/aligned_time.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <utility>

namespace nscope::gui {

/// What compared timelines have in common where they show the same time.
enum class TimeAlignment {
  kStart,  ///< as much time since the first execution of each run
  kClock,  ///< the same time on the axes of the captures
  kWork    ///< the same work: operators that belong together stand below each other
};

/// Places the ticks of one run on the axis that all compared runs share: ns since the
/// begin of the base run. A plain value.
class RunClock {
 public:
  RunClock() = default;
  /// `origin_ns` of the run's own axis is 0 on the shared one. With `work` the run's
  /// time is first read as that of the base run, to whose axis the origin then belongs.
  RunClock(double ticks_per_ns, double origin_ns,
           std::shared_ptr<const analysis::AlignedTime> work = {})
      : ticks_per_ns_(ticks_per_ns), origin_ns_(origin_ns), work_(std::move(work)) {}

  double shared_ns(double tick) const;
  double tick(double shared_ns) const;
  double ticks_per_ns() const { return ticks_per_ns_; }

  /// Moves the run on the shared axis, so that two events can stand below each other.
  void set_shift(double ns) { shift_ns_ = ns; }

 private:
  double ticks_per_ns_ = 1.0;
  double origin_ns_ = 0.0;
  double shift_ns_ = 0.0;
  std::shared_ptr<const analysis::AlignedTime> work_;
};

/// Begin of the first execution (of the run where it lists none), ns on its own axis.
double start_ns(const Trace& trace);

/// The clock of a run. `work` leads from the base run to it; null for the base itself.
RunClock make_clock(const Trace& trace, const Trace& base, TimeAlignment alignment,
                    std::shared_ptr<const analysis::AlignedTime> work);

/// What a timeline shows of a stretch of shared time, and which shares of its width
/// stay blank, because a timeline shows nothing outside its run.
struct Placement {
  TimeView view;  ///< ticks
  double left = 0.0;
  double right = 0.0;
};

/// nullopt where the run has nothing at that time. Where the same work takes next to no
/// time in this run, or very much, it is shown at most 20 times stretched or pressed.
std::optional<Placement> place_view(const RunClock& clock, const TimeView& shared,
                                    const TimeView& limits);
/// The inverse: the shared time over the whole width of which a timeline shows `placed`.
TimeView shared_view(const RunClock& clock, const Placement& placed);

}  // namespace nscope::gui
