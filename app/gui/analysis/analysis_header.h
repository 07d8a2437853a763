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

/// The views of a result on the page of an analysis.
enum class ResultView { kTable, kPlot, kBoth };

/// The header of the page of an analysis: title, short description, optional definition, analysed
/// range, core, choice of table or plot, and export. GUI thread.
class AnalysisHeader : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisHeader(QWidget* parent = nullptr);

  /// `title` and `shows` are those of the analysis, or others in the words of the run.
  void set_analysis(const analysis::Analysis& analysis, const QString& title,
                    const QString& shows);
  /// Sets the text for the analysed range, for example "selection of 2.1 µs".
  void set_scope(const QString& scope);
  /// Sets the NeuronCores to choose from. The choice is hidden if there are fewer than two.
  void set_cores(const std::vector<int>& cores);
  /// The selected core; nullopt: all cores.
  std::optional<int> core() const;
  void set_view(ResultView view);
  void set_exportable(bool exportable);
  /// Inserts a widget with the status of running work before the analysed range.
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
