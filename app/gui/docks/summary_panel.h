#pragma once

#include "app/gui/panels/section.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/tables/table.h"

#include <QWidget>
#include <array>

namespace nscope::gui {

/// Key figures and engine activity of the run or of the selected range. Every
/// figure says on hover what it is and where it comes from. GUI thread.
class SummaryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SummaryPanel(QWidget* parent = nullptr);

  /// `scope` in words: "whole run · measured", "selection 2.1 µs".
  void set_summary(const analysis::Summary& summary, const QString& scope);
  /// For runs without NeuronCores, after set_summary(): what their tracks are busy
  /// with, a table of analysis "activity".
  void set_activity(const Table& activity);
  /// Figures a simulation predicts: shown instead of MFU and DMA where given.
  void set_predictions(std::vector<Metric> predictions);
  void clear();

  QString figure(std::size_t card) const { return cards_[card]->value(); }
  const ShareBar& bar(std::size_t index) const { return *engines_[index]; }

 private:
  void show_metric_card(KeyFigure& card, const analysis::Summary& summary, const char* name);
  void show_utilisation(const analysis::Summary& summary);
  bool serves_tokens() const;  ///< the predictions are of a decoder
  void name_figures();

  SectionTitle* title_;
  std::array<KeyFigure*, 4> cards_{};
  QLabel* bars_title_;
  std::array<ShareBar*, 5> engines_{};
  std::vector<Metric> predictions_;
};

/// "definition; formula; provenance; band": the tool tip of a metric.
QString metric_detail(const Metric& metric);
/// A metric's value in its unit.
QString metric_text(const Metric& metric);

}  // namespace nscope::gui
