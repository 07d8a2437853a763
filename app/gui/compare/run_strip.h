#pragma once

#include "app/gui/compare/run_clock.h"
#include "app/gui/compare/run_header.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QLabel>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// One compared run: its header and its timeline, inset so that what it shows stands
/// below the same time of the other runs although a timeline ends with its run. GUI
/// thread.
class RunStrip : public QWidget {
  Q_OBJECT

 public:
  /// A null trace (a summary document) has no timeline; words say so.
  RunStrip(const QString& label, std::shared_ptr<const Trace> trace, QWidget* parent = nullptr);

  RunHeader& header() { return *header_; }
  TimelineWidget& timeline() { return panel_->timeline(); }
  bool has_timeline() const { return trace_ != nullptr; }
  const std::shared_ptr<const Trace>& trace() const { return trace_; }

  /// Shows a stretch of shared time.
  void show_shared(const RunClock& clock, const TimeView& shared);
  /// The shared time over the whole width of the strip.
  TimeView shared(const RunClock& clock);
  /// Why there is nothing to see; empty where there is.
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
