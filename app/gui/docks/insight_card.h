#pragma once

#include "profiler/analysis/insights/insight.h"
#include "profiler/trace/trace.h"

#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// Shows one insight: the finding, the action, the estimated gain, the numbers, and links to the
/// evidence in the timeline and to the analysis with more detail. GUI thread.
class InsightCard : public QWidget {
  Q_OBJECT

 public:
  /// `rank` starts at 1. Does not keep references to `trace` or `insight`.
  InsightCard(const Trace& trace, const analysis::Insight& insight, int rank,
              QWidget* parent = nullptr);

  /// Null if the evidence has neither a range nor an event.
  QPushButton* evidence_button() const { return evidence_; }
  /// Null if no analysis has more detail.
  QPushButton* analysis_button() const { return analysis_; }

 signals:
  void evidence_chosen();
  void analysis_chosen(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  analysis::InsightSeverity severity_;
  QPushButton* link(const QString& text, const QString& tip);

  QPushButton* evidence_ = nullptr;
  QPushButton* analysis_ = nullptr;
};

/// The localised name of a severity, for example "high".
QString severity_text(analysis::InsightSeverity severity);
/// The name and the formatted value of a number, for example "small DMA share 41.0 %".
QString insight_number_text(const analysis::InsightNumber& number);

}  // namespace nscope::gui
