#pragma once

#include "app/gui/background/job.h"
#include "app/gui/sweep/parallel_chart.h"
#include "app/gui/sweep/point_model.h"
#include "app/gui/sweep/point_selection.h"
#include "app/gui/sweep/scatter_chart.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>

class QComboBox;
class QMenu;
class QStackedLayout;

namespace nscope::gui {

/// The results of a sweep: a scatter chart with the Pareto front, parallel coordinates and a table,
/// which share the selected point, the brushed ranges and the filter. A point can be opened as a
/// document. Files are read in the background. GUI thread.
class SweepPage : public QWidget {
  Q_OBJECT

 public:
  explicit SweepPage(QWidget* parent = nullptr);

  void load(const QString& path);
  /// The name of the file that is shown; empty before the first.
  QString title() const;

  Job& job() { return *job_; }
  PointSelection& selection() { return selection_; }
  ScatterChart& scatter() { return *scatter_; }
  ParallelChart& parallel() { return *parallel_; }
  PointModel& model() { return *model_; }
  QTableView& table() { return *table_; }
  QLineEdit& filter() { return *filter_; }
  QComboBox& x_box() { return *x_.column; }
  QComboBox& y_box() { return *y_.column; }
  QComboBox& color_box() { return *color_; }
  QComboBox& listed_box() { return *listed_; }
  QPushButton& open_button() { return *open_; }
  QPushButton& copy_button() { return *copy_; }
  QString counts() const { return counts_->text(); }
  QString reasons() const { return reasons_->text(); }
  QString filter_problem() const { return filter_state_->text(); }
  QString details() const { return details_->text(); }
  /// The command that evaluates the selected point again; empty if none is selected.
  QString command() const;

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void loaded();
  /// The user opens a point, whose document is not saved in a file.
  void document_requested(const nscope::Json& document, const QString& name);
  /// The user asks for a file.
  void open_requested();

 private:
  /// The fields of one axis of the scatter chart.
  struct AxisFields {
    QComboBox* column = nullptr;
    QPushButton* logarithmic = nullptr;
    QComboBox* goal = nullptr;
  };

  QWidget* build_empty();
  QWidget* build_results();
  QWidget* build_head();
  QWidget* build_fields();
  QWidget* build_table();
  AxisFields make_axis(const QString& name);
  void show_points(std::shared_ptr<const sweep::PointTable> points, const QString& path);
  void show_counts();
  void fill_fields();
  void choose_axis(const AxisFields& axis, std::size_t column);
  void apply_axes();
  void apply_filter();
  void fill_axes_menu();
  std::vector<std::size_t> usual_axes() const;
  void size_columns();
  void show_reason_column();
  void show_selected();
  void show_state();
  void open_point(std::uint32_t row);

  PointSelection selection_;
  QString path_;
  Job* job_;
  QStackedLayout* pages_;
  QLabel* title_;
  QLabel* counts_;
  QLabel* reasons_;
  AxisFields x_;
  AxisFields y_;
  QComboBox* color_;
  QMenu* axes_menu_;
  ScatterChart* scatter_;
  ParallelChart* parallel_;
  QLabel* front_state_;
  QLineEdit* filter_;
  QTimer filter_delay_;
  QComboBox* listed_;
  QPushButton* clear_;
  QLabel* filter_state_;
  PointModel* model_;
  QTableView* table_;
  QLabel* details_;
  QPushButton* open_;
  QPushButton* copy_;
  bool filling_ = false;
};

}  // namespace nscope::gui
