#pragma once

#include "app/gui/analysis/analysis_panel.h"
#include "app/gui/background/job.h"
#include "app/gui/panels/event_panel.h"
#include "app/gui/panels/summary_panel.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QSplitter>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The workspace over one run: timeline, summary, event, analyses. GUI thread.
class InspectPage : public QWidget {
  Q_OBJECT

 public:
  explicit InspectPage(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  const std::shared_ptr<const Trace>& trace() const { return trace_; }

  TimelineWidget& timeline() { return panel_->timeline(); }
  EventPanel& event_panel() { return *event_; }
  SummaryPanel& summary_panel() { return *summary_; }
  AnalysisPanel& analyses() { return *analyses_; }
  std::vector<Job*> jobs();

  /// Left text of the status bar.
  const QString& status() const { return status_; }

  QByteArray save_layout() const;
  void restore_layout(const QByteArray& state);

 signals:
  void status_changed(const QString& text);
  void diagnostics_counted(int count);
  void failed(const QString& what, const Error& error);

 private:
  void connect_analyses();
  void summarize();
  void update_status(std::optional<double> cursor);

  std::shared_ptr<const Trace> trace_;
  QString status_;
  Job* summary_job_;
  QTimer range_timer_;  ///< waits for the end of a drag
  QSplitter* columns_;
  QSplitter* rows_;
  TimelinePanel* panel_;
  AnalysisPanel* analyses_;
  SummaryPanel* summary_;
  EventPanel* event_;
};

}  // namespace nscope::gui
