#pragma once

#include "profiler/analysis/insights/insight.h"
#include "profiler/trace/trace.h"

#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// One insight: what holds the run up, what to change, what that could gain, the numbers,
/// and the way to the evidence. GUI thread.
class InsightCard : public QWidget {
  Q_OBJECT

 public:
  /// `rank` from 1. Copies what it needs; the trace is only read here.
  InsightCard(const Trace& trace, const analysis::Insight& insight, int rank,
              QWidget* parent = nullptr);

  /// Null where the insight has no place in the run.
  QPushButton* evidence_button() const { return evidence_; }

 signals:
  void evidence_chosen();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  analysis::InsightSeverity severity_;
  QPushButton* evidence_ = nullptr;
};

/// "high", "medium", ...
QString severity_text(analysis::InsightSeverity severity);
/// "small packets share 41.0 %".
QString insight_number_text(const analysis::InsightNumber& number);

}  // namespace nscope::gui
