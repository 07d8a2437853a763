#include "app/gui/compare/run_clock.h"

#include "profiler/analysis/metrics/scope.h"

#include <algorithm>

namespace nscope::gui {
namespace {

constexpr double kMostStretch = 20.0;

}  // namespace

double RunClock::shared_ns(double tick) const {
  const double own = tick / ticks_per_ns_ - shift_ns_;
  return (work_ ? work_->base_at(own) : own) - origin_ns_;
}

double RunClock::tick(double shared_ns) const {
  const double base = shared_ns + origin_ns_;
  return ((work_ ? work_->new_at(base) : base) + shift_ns_) * ticks_per_ns_;
}

double start_ns(const Trace& trace) {
  const analysis::Scope scope(trace, {});
  return static_cast<double>(scope.executions().front().begin.value()) /
         static_cast<double>(trace.time_base().ticks_per_ns);
}

RunClock make_clock(const Trace& trace, const Trace& base, TimeAlignment alignment,
                    std::shared_ptr<const analysis::AlignedTime> work) {
  const auto ticks = static_cast<double>(trace.time_base().ticks_per_ns);
  if (alignment == TimeAlignment::kStart) return {ticks, start_ns(trace)};
  if (alignment == TimeAlignment::kClock) work.reset();
  return {ticks, start_ns(base), std::move(work)};
}

std::optional<Placement> place_view(const RunClock& clock, const TimeView& shared,
                                    const TimeView& limits) {
  TimeView wanted{clock.tick(shared.begin), clock.tick(shared.end)};
  const double even = shared.span() * clock.ticks_per_ns();
  const double span = std::clamp(wanted.span(), even / kMostStretch, even * kMostStretch);
  if (span != wanted.span()) {
    const double center = (wanted.begin + wanted.end) / 2.0;
    wanted = {center - span / 2.0, center + span / 2.0};
  }
  const TimeView seen{std::max(wanted.begin, limits.begin), std::min(wanted.end, limits.end)};
  if (seen.span() <= 0.0) return std::nullopt;
  return Placement{.view = seen,
                   .left = (seen.begin - wanted.begin) / span,
                   .right = (wanted.end - seen.end) / span};
}

TimeView shared_view(const RunClock& clock, const Placement& placed) {
  const double span = placed.view.span() / (1.0 - placed.left - placed.right);
  return {clock.shared_ns(placed.view.begin - placed.left * span),
          clock.shared_ns(placed.view.end + placed.right * span)};
}

}  // namespace nscope::gui
