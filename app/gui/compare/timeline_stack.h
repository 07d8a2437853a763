#pragma once

#include "app/gui/compare/compared_sides.h"
#include "app/gui/compare/run_strip.h"

#include <QSplitter>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The timelines of the compared runs below each other, all showing the same interval. Panning or
/// zooming one timeline moves the others. Selecting an event selects its counterparts, and
/// selecting a range selects it in all timelines. GUI thread.
class TimelineStack : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineStack(QWidget* parent = nullptr);

  /// Adds a run below the others and shows all runs completely.
  RunStrip& add(const QString& label, std::shared_ptr<const Trace> trace);
  void remove(std::size_t index);
  std::size_t size() const { return strips_.size(); }
  RunStrip& strip(std::size_t index) { return *strips_[index]; }
  /// Returns size() for a strip that was removed.
  std::size_t index_of(const RunStrip* strip) const;

  /// Sets which events match. `comparisons` is empty until they are computed.
  void set_comparisons(std::size_t base, std::vector<SideComparison> comparisons);
  void set_alignment(TimeAlignment alignment);
  TimeAlignment alignment() const { return alignment_; }
  /// The reason why the runs cannot be aligned this way; empty if they can.
  QString obstacle(TimeAlignment alignment) const;

  void show_all();
  /// Shows an interval of the shared axis, in ns since the start of the baseline run.
  void show_time(const TimeView& shared);
  const TimeView& time() const { return time_; }
  /// Shows an interval of one run's own axis, in ns, with a margin on both sides.
  void show_stretch(std::size_t run, double start_ns, double length_ns);
  /// Zooms to an event and shows its counterparts below it. This shifts the runs relative to each
  /// other until show_all() or set_alignment() is called. `also` is the event of run `other` to
  /// show, which takes precedence over its counterpart.
  void zoom_to(std::size_t run, SliceId event, std::size_t other = 0, SliceId also = {});
  void select(std::size_t run, SliceId event);
  /// Switches the hatching of events on or off in all runs.
  void set_patterns(bool on);
  /// Dims the events with other names. An empty name removes the highlight.
  void highlight(const QString& name);

 signals:
  /// The time under the cursor, in ns on the shared axis; nullopt outside of the timelines.
  void cursor_moved(std::optional<double> shared_ns);

 private:
  void connect_strip(RunStrip* strip);
  /// The run that defines the shared axis: the baseline, or the first run with events.
  const RunStrip* reference() const;
  void make_clocks();
  void follow_view(RunStrip* leader);
  void follow_selection(RunStrip* leader, SliceId event);
  double tick_of(std::size_t run, SliceId event) const;
  bool bring_into_view(std::size_t run, SliceId event, double begin);
  void follow_range(RunStrip* leader, const std::optional<TimeView>& range);
  void show_events(const std::vector<SliceId>& events);
  TimeView everything();

  QSplitter* rows_;
  std::vector<RunStrip*> strips_;
  std::vector<RunClock> clocks_;
  std::size_t base_ = 0;
  std::vector<SideComparison> comparisons_;
  TimeAlignment alignment_ = TimeAlignment::kStart;
  TimeView time_;
  bool patterns_ = false;
  bool following_ = false;  ///< this stack causes the signals of the timelines
};

}  // namespace nscope::gui
