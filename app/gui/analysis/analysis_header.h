#pragma once

#include "app/gui/analysis/table_export.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/elided_label.h"
#include "profiler/analysis/definition/analysis.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// What the page of an analysis shows of its result.
enum class ResultView { kTable, kPlot, kBoth };

/// The first lines of the page of an analysis: title, what it shows, its
/// definition on demand, the part of the run, table or plot, export. GUI thread.
class AnalysisHeader : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisHeader(QWidget* parent = nullptr);

  void set_analysis(const analysis::Analysis& analysis);
  /// Of which part of the run the result is: "selection of 2.1 µs".
  void set_scope(const QString& scope);
  /// NeuronCores to choose from; fewer than two hide the choice.
  void set_cores(const std::vector<int>& cores);
  /// The chosen core; empty: all.
  std::optional<int> core() const;
  void set_view(ResultView view);
  void set_exportable(bool exportable);
  /// Puts what tells about running work before the scope.
  void add_status(QWidget* status) { line_->insertWidget(2, status); }

  QPushButton& definition_button() { return *definition_button_; }
  QString definition() const { return definition_->text(); }
  QComboBox& core_box() { return *cores_; }
  QPushButton& view_button(ResultView view);

 signals:
  void core_changed();
  void view_changed(ResultView view);
  void export_requested(ExportFormat format);

 private:
  QWidget* make_view_switch();
  void make_export_menu();

  QHBoxLayout* line_;
  QLabel* title_;
  ElidedLabel* shows_;
  QLabel* scope_;
  ChoiceBox* cores_;
  QPushButton* definition_button_;
  QWidget* view_switch_;
  QButtonGroup* views_;
  QPushButton* export_;
  QLabel* definition_;
};

}  // namespace nscope::gui
