#include "app/gui/compare/timeline_stack.h"

#include "app/gui/panels/scroll_column.h"
#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

/// Runs start at the same pixel if their starts differ by less than this share of the view.
constexpr double kSameBegin = 0.02;
/// A timeline shows at least this many ticks, the time resolution of a capture.
constexpr double kFewestTicks = 20.0;

double ns_of(TraceTime ticks, const Trace& trace) {
  return static_cast<double>(ticks.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

/// "MATMUL · 1.20 µs · +0.10 µs (+9.1 %)". The change is relative to `base_ns`.
QString event_text(const Trace& trace, SliceId event, std::optional<double> base_ns) {
  const Trace::SliceRef ref = trace.slice(event);
  const double ns = ns_of(ref.end() - ref.begin(), trace);
  QString text = QStringLiteral("%1 · %2").arg(to_qstring(trace.text(ref.name())),
                                               number_text(format_duration_ns(ns)));
  if (base_ns) {
    text += QStringLiteral(" · ") + signed_duration(ns - *base_ns);
    if (*base_ns > 0.0) {
      text += QStringLiteral(" (%1)").arg(signed_percent((ns - *base_ns) / *base_ns));
    }
  }
  return text;
}

}  // namespace

TimelineStack::TimelineStack(QWidget* parent)
    : QWidget(parent), rows_(new QSplitter(Qt::Vertical)) {
  rows_->setChildrenCollapsible(false);
  rows_->setHandleWidth(1);
  QScrollArea* const scroll = scroll_column(rows_);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

RunStrip& TimelineStack::add(const QString& label, std::shared_ptr<const Trace> trace) {
  auto* strip = new RunStrip(label, std::move(trace));
  rows_->addWidget(strip);
  // Without this, the first run keeps the height that it had alone.
  rows_->setSizes(QList<int>(rows_->count(), rows_->height()));
  strips_.push_back(strip);
  comparisons_.clear();
  strip->timeline().set_patterns(patterns_);
  if (strip->has_timeline()) connect_strip(strip);
  set_alignment(TimeAlignment::kStart);
  return *strip;
}

void TimelineStack::remove(std::size_t index) {
  RunStrip* strip = strips_[index];
  strips_.erase(strips_.begin() + static_cast<std::ptrdiff_t>(index));
  strip->hide();
  strip->deleteLater();
  comparisons_.clear();
  base_ = 0;
  set_alignment(TimeAlignment::kStart);
}

void TimelineStack::set_patterns(bool on) {
  patterns_ = on;
  for (RunStrip* strip : strips_) strip->timeline().set_patterns(on);
}

void TimelineStack::connect_strip(RunStrip* strip) {
  TimelineWidget* timeline = &strip->timeline();
  connect(timeline, &TimelineWidget::view_changed, this, [this, strip] { follow_view(strip); });
  connect(timeline, &TimelineWidget::slice_selected, this,
          [this, strip](SliceId event) { follow_selection(strip, event); });
  connect(timeline, &TimelineWidget::range_selected, this,
          [this, strip](const auto& range) { follow_range(strip, range); });
  connect(timeline, &TimelineWidget::cursor_moved, this, [this, strip](std::optional<double> tick) {
    const std::size_t index = index_of(strip);
    if (index == strips_.size()) return;
    emit cursor_moved(tick ? std::optional(clocks_[index].shared_ns(*tick)) : std::nullopt);
  });
}

std::size_t TimelineStack::index_of(const RunStrip* strip) const {
  return static_cast<std::size_t>(std::find(strips_.begin(), strips_.end(), strip) -
                                  strips_.begin());
}

const RunStrip* TimelineStack::reference() const {
  if (base_ < strips_.size() && strips_[base_]->has_timeline()) return strips_[base_];
  const auto first = std::find_if(strips_.begin(), strips_.end(),
                                  [](const RunStrip* strip) { return strip->has_timeline(); });
  return first == strips_.end() ? nullptr : *first;
}

void TimelineStack::set_comparisons(std::size_t base, std::vector<SideComparison> comparisons) {
  const bool same_base = base == base_;
  base_ = base;
  comparisons_ = std::move(comparisons);
  const bool possible = obstacle(alignment_).isEmpty();
  if (!possible) alignment_ = TimeAlignment::kStart;
  make_clocks();
  // The visible interval is kept if the axis does not change.
  const bool same_axis = possible && (same_base || alignment_ == TimeAlignment::kStart);
  if (same_axis && time_.span() > 0.0) {
    show_time(time_);
  } else {
    show_all();
  }
}

void TimelineStack::make_clocks() {
  const RunStrip* base = reference();
  clocks_.assign(strips_.size(), RunClock());
  if (base == nullptr) return;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!strips_[i]->has_timeline()) continue;
    const bool known = alignment_ == TimeAlignment::kWork && i < comparisons_.size();
    clocks_[i] = make_clock(*strips_[i]->trace(), *base->trace(), alignment_,
                            known ? comparisons_[i].work : nullptr);
  }
}

QString TimelineStack::obstacle(TimeAlignment alignment) const {
  const RunStrip* base = reference();
  if (base == nullptr || alignment == TimeAlignment::kStart) return {};
  const Trace& first = *base->trace();
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!strips_[i]->has_timeline() || strips_[i] == base) continue;
    const QString name = strips_[i]->header().label().text();
    if (alignment == TimeAlignment::kWork) {
      if (i < comparisons_.size() && comparisons_[i].work) continue;
      return comparisons_.empty()
                 ? tr("The runs have not been compared yet.")
                 : tr("No event of %1 matches an event of the baseline run.").arg(name);
    }
    const Trace& other = *strips_[i]->trace();
    const bool meet = ns_of(other.begin(), other) < ns_of(first.end(), first) &&
                      ns_of(first.begin(), first) < ns_of(other.end(), other);
    if (!meet) return tr("The clock times of %1 and the baseline run do not overlap.").arg(name);
  }
  return {};
}

void TimelineStack::set_alignment(TimeAlignment alignment) {
  alignment_ = obstacle(alignment).isEmpty() ? alignment : TimeAlignment::kStart;
  make_clocks();
  show_all();
}

TimeView TimelineStack::everything() {
  std::optional<TimeView> all;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!strips_[i]->has_timeline()) continue;
    const TimeView own = strips_[i]->timeline().limits();
    const TimeView shared{clocks_[i].shared_ns(own.begin), clocks_[i].shared_ns(own.end)};
    if (!all) all = shared;
    all = TimeView{std::min(all->begin, shared.begin), std::max(all->end, shared.end)};
  }
  return all.value_or(TimeView());
}

void TimelineStack::show_all() {
  for (RunClock& clock : clocks_) clock.set_shift(0.0);
  show_time(everything());
}

void TimelineStack::show_time(const TimeView& shared) {
  const QScopedValueRollback guard(following_, true);
  time_ = shared;
  double least = 0.0;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!strips_[i]->has_timeline()) continue;
    const double begin = clocks_[i].shared_ns(strips_[i]->timeline().limits().begin);
    if (begin > time_.begin && begin - time_.begin < kSameBegin * shared.span()) {
      time_.begin = begin;
    }
    least = std::max(least, kFewestTicks / clocks_[i].ticks_per_ns());
  }
  time_.end = std::max(time_.end, time_.begin + least);
  for (std::size_t i = 0; i < strips_.size(); ++i) strips_[i]->show_shared(clocks_[i], time_);
}

void TimelineStack::show_stretch(std::size_t run, double start_ns, double length_ns) {
  const RunClock& clock = clocks_[run];
  const double per_ns = clock.ticks_per_ns();
  show_time(with_margin(
      {clock.shared_ns(start_ns * per_ns), clock.shared_ns((start_ns + length_ns) * per_ns)}, 0.2));
}

void TimelineStack::follow_view(RunStrip* leader) {
  const std::size_t index = index_of(leader);
  if (following_ || index == strips_.size()) return;
  // If a timeline shows its whole run, all runs are shown completely, because others may be
  // longer.
  const TimeView limits = leader->timeline().limits();
  const bool whole = leader->timeline().view().span() > limits.span() * (1.0 - 1e-9);
  show_time(whole ? everything() : leader->shared(clocks_[index]));
}

void TimelineStack::select(std::size_t run, SliceId event) {
  if (strips_[run]->has_timeline()) strips_[run]->timeline().select(event);
}

void TimelineStack::follow_selection(RunStrip* leader, SliceId event) {
  const std::size_t from = index_of(leader);
  if (following_ || from == strips_.size()) return;
  const QScopedValueRollback guard(following_, true);
  std::vector<SliceId> events(strips_.size());
  bool moved = false;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (i == from) events[i] = event;
    if (i == from || !strips_[i]->has_timeline()) continue;
    if (!comparisons_.empty()) events[i] = counterpart(comparisons_, base_, from, event, i);
    TimelineWidget& timeline = strips_[i]->timeline();
    timeline.select(events[i]);
    if (!events[i].valid()) continue;
    timeline.show_track(timeline.trace()->slice(events[i]).track->id);
    moved = bring_into_view(i, events[i], clocks_[from].shared_ns(tick_of(from, event))) || moved;
  }
  show_events(events);
  if (moved) show_time(time_);
}

double TimelineStack::tick_of(std::size_t run, SliceId event) const {
  return static_cast<double>(strips_[run]->trace()->slice(event).begin().value());
}

/// Shifts a run if the event would be outside the visible time, so that it starts at `begin` of the
/// shared axis, below the event that the user selected. show_all() ends the shift.
bool TimelineStack::bring_into_view(std::size_t run, SliceId event, double begin) {
  RunClock& clock = clocks_[run];
  const double tick = tick_of(run, event);
  const double now = clock.shared_ns(tick);
  if (now >= time_.begin && now < time_.end) return false;
  clock.set_shift(0.0);
  clock.set_shift((tick - clock.tick(begin)) / clock.ticks_per_ns());
  return true;
}

void TimelineStack::show_events(const std::vector<SliceId>& events) {
  const bool any = std::any_of(events.begin(), events.end(), [](SliceId e) { return e.valid(); });
  std::optional<double> base_ns;
  if (base_ < events.size() && events[base_].valid()) {
    const Trace& trace = *strips_[base_]->trace();
    const Trace::SliceRef ref = trace.slice(events[base_]);
    base_ns = ns_of(ref.end() - ref.begin(), trace);
  }
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    RunHeader& header = strips_[i]->header();
    if (!any || !strips_[i]->has_timeline()) {
      header.set_event({});
    } else if (!events[i].valid()) {
      header.set_event(comparisons_.empty() ? QString() : tr("no counterpart"));
    } else {
      header.set_event(
          event_text(*strips_[i]->trace(), events[i], i == base_ ? std::nullopt : base_ns));
    }
  }
}

void TimelineStack::follow_range(RunStrip* leader, const std::optional<TimeView>& range) {
  const std::size_t from = index_of(leader);
  if (following_ || from == strips_.size()) return;
  const QScopedValueRollback guard(following_, true);
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (i == from || !strips_[i]->has_timeline()) continue;
    if (!range) {
      strips_[i]->timeline().set_range(std::nullopt);
      continue;
    }
    const auto place = [&](double tick) { return clocks_[i].tick(clocks_[from].shared_ns(tick)); };
    const TimeView limits = strips_[i]->timeline().limits();
    const TimeView same{std::max(place(range->begin), limits.begin),
                        std::min(place(range->end), limits.end)};
    strips_[i]->timeline().set_range(same.span() > 0.0 ? std::optional(same) : std::nullopt);
  }
}

void TimelineStack::zoom_to(std::size_t run, SliceId event, std::size_t other, SliceId also) {
  if (!event.valid() || !strips_[run]->has_timeline()) return;
  for (RunClock& clock : clocks_) clock.set_shift(0.0);
  std::vector<SliceId> events(strips_.size());
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (i == run) events[i] = event;
    if (i == run || !strips_[i]->has_timeline()) continue;
    if (!comparisons_.empty()) events[i] = counterpart(comparisons_, base_, run, event, i);
    if (i == other && also.valid()) events[i] = also;
  }
  const auto begin_of = [&](std::size_t i) {
    return static_cast<double>(strips_[i]->trace()->slice(events[i]).begin().value());
  };
  const double begin = clocks_[run].shared_ns(begin_of(run));
  double longest = 0.0;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (!events[i].valid()) continue;
    const Trace& trace = *strips_[i]->trace();
    const Trace::SliceRef ref = trace.slice(events[i]);
    longest = std::max(longest, ns_of(ref.end() - ref.begin(), trace));
    // The event must start at the same place as that of `run`.
    const double wanted = clocks_[i].tick(begin);
    clocks_[i].set_shift((begin_of(i) - wanted) / clocks_[i].ticks_per_ns());
  }
  {
    const QScopedValueRollback guard(following_, true);
    for (std::size_t i = 0; i < strips_.size(); ++i) {
      if (!strips_[i]->has_timeline()) continue;
      TimelineWidget& timeline = strips_[i]->timeline();
      timeline.select(events[i]);
      if (events[i].valid()) timeline.show_track(timeline.trace()->slice(events[i]).track->id);
    }
  }
  show_events(events);
  show_time(with_margin({begin, begin + std::max(longest, 1e-3)}, 1.0));
}

void TimelineStack::highlight(const QString& name) {
  for (RunStrip* strip : strips_) {
    if (strip->has_timeline()) {
      strip->timeline().set_highlight(strip->trace()->strings().find(to_string(name)));
    }
  }
}

}  // namespace nscope::gui

#include "moc_timeline_stack.cpp"
