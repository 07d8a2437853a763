#pragma once

#include "app/gui/compare/run_clock.h"
#include "app/gui/compare/run_header.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QLabel>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// One compared run: its header and its timeline. A timeline ends with its run, so it is inset to
/// keep equal times of all runs below each other. GUI thread.
class RunStrip : public QWidget {
  Q_OBJECT

 public:
  /// If `trace` is null (a summary document), a message replaces the timeline.
  RunStrip(const QString& label, std::shared_ptr<const Trace> trace, QWidget* parent = nullptr);

  RunHeader& header() { return *header_; }
  TimelineWidget& timeline() { return panel_->timeline(); }
  bool has_timeline() const { return trace_ != nullptr; }
  const std::shared_ptr<const Trace>& trace() const { return trace_; }

  /// Shows an interval of the shared axis.
  void show_shared(const RunClock& clock, const TimeView& shared);
  /// The interval of the shared axis that the whole width of the strip shows.
  TimeView shared(const RunClock& clock);
  /// The reason why no timeline is shown; empty if one is shown.
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect area() const;
  void arrange();

  std::shared_ptr<const Trace> trace_;
  RunHeader* header_;
  TimelinePanel* panel_;
  QLabel* message_;
  double left_ = 0.0;  ///< blank shares of the content's width
  double right_ = 0.0;
};

}  // namespace nscope::gui
