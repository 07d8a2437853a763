#pragma once

#include "app/gui/panels/section.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/tables/table.h"

#include <QWidget>
#include <array>

namespace nscope::gui {

/// Shows key figures and engine activity of the analysed range. The tooltip of each figure gives
/// its definition and source. GUI thread.
class SummaryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SummaryPanel(QWidget* parent = nullptr);

  /// `scope` describes the analysed range and the provenance, for example "whole run · measured".
  void set_summary(const analysis::Summary& summary, const QString& scope);
  /// Shows the busiest tracks in place of engines, for runs without NeuronCores. Call after
  /// set_summary(). `activity` is a table of the analysis "activity".
  void set_activity(const Table& activity);
  /// Sets the metrics of a simulation. Those of a decoder replace MFU and DMA.
  void set_predictions(std::vector<Metric> predictions);
  void clear();

  QString figure(std::size_t card) const { return cards_[card]->value(); }
  const ShareBar& bar(std::size_t index) const { return *engines_[index]; }

 private:
  void show_metric_card(KeyFigure& card, const analysis::Summary& summary, const char* name);
  void show_utilisation(const analysis::Summary& summary);
  bool serves_tokens() const;  ///< whether the predictions are of a decoder
  void name_figures();

  SectionTitle* title_;
  std::array<KeyFigure*, 4> cards_{};
  QLabel* bars_title_;
  std::array<ShareBar*, 5> engines_{};
  std::vector<Metric> predictions_;
};

/// The tooltip of a metric as HTML: name, definition, formula, provenance, error band and note.
QString metric_detail(const Metric& metric);
/// The value of a metric with its unit.
QString metric_text(const Metric& metric);

}  // namespace nscope::gui
