#pragma once

#include "app/gui/compare/compared_sides.h"
#include "app/gui/compare/run_strip.h"

#include <QSplitter>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The timelines of the compared runs below each other, all on the same stretch of
/// time: moving one moves the others, an event selected in one selects its counterparts,
/// a range marked in one is marked in the others. GUI thread.
class TimelineStack : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineStack(QWidget* parent = nullptr);

  /// Puts a run below the others and shows all of everything.
  RunStrip& add(const QString& label, std::shared_ptr<const Trace> trace);
  void remove(std::size_t index);
  std::size_t size() const { return strips_.size(); }
  RunStrip& strip(std::size_t index) { return *strips_[index]; }
  /// size() for a strip that was removed.
  std::size_t index_of(const RunStrip* strip) const;

  /// What belongs together. Empty comparisons: not known (yet).
  void set_comparisons(std::size_t base, std::vector<SideComparison> comparisons);
  void set_alignment(TimeAlignment alignment);
  TimeAlignment alignment() const { return alignment_; }
  /// Empty where the runs can be aligned so; else why not.
  QString obstacle(TimeAlignment alignment) const;

  void show_all();
  /// ns since the begin of the base run.
  void show_time(const TimeView& shared);
  const TimeView& time() const { return time_; }
  /// A stretch of one run's own axis, ns, with some time around it.
  void show_stretch(std::size_t run, double start_ns, double length_ns);
  /// Zooms to an event, its counterparts below it: runs are moved against each other
  /// for that until show_all() or set_alignment(). `also` is the event of another run
  /// to show, where the alignment does not name one.
  void zoom_to(std::size_t run, SliceId event, std::size_t other = 0, SliceId also = {});
  void select(std::size_t run, SliceId event);
  /// Hatches tell classes of events apart as well as colours, in all runs.
  void set_patterns(bool on);
  /// Dims all other events; empty shows all.
  void highlight(const QString& name);

 signals:
  /// The time under the cursor, ns on the shared axis; nullopt outside.
  void cursor_moved(std::optional<double> shared_ns);

 private:
  void connect_strip(RunStrip* strip);
  /// The run that gives the others their axis: the base, or the first with events.
  const RunStrip* reference() const;
  void make_clocks();
  void follow_view(RunStrip* leader);
  void follow_selection(RunStrip* leader, SliceId event);
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
  bool following_ = false;  ///< what timelines say now, this stack has caused
};

}  // namespace nscope::gui
