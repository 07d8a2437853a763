#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/charts/curve_chart.h"
#include "costmodel/economics/compared_costs.h"
#include "costmodel/economics/cost_matrix.h"

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QWidget>
#include <string>
#include <vector>

class QGridLayout;

namespace nscope::gui {

/// Compares the cost of two configurations. Sliders set speed, utilisation, discount and load; a
/// sentence, a table and a chart show the break-even points. Updates while a slider moves. GUI
/// thread.
class BreakEvenPanel : public QWidget {
  Q_OBJECT

 public:
  explicit BreakEvenPanel(QWidget* parent = nullptr);

  /// Returns false if the matrix has fewer than two priced cells. Keeps the chosen sides and the
  /// sliders.
  bool set_matrix(const cost::CostMatrix& matrix);

  enum Turned { kSpeed, kBaseBusy, kOtherBusy, kDiscount, kLoad, kTurnedCount };
  QSlider& slider(Turned which) { return *sliders_[which]; }
  QComboBox& base() { return *base_; }
  QComboBox& other() { return *other_; }
  /// The x axis of the chart: speed, utilisation, discount or load.
  QComboBox& lever() { return *lever_; }
  CurveChart& chart() { return *chart_; }
  QString sentence() const { return sentence_->text(); }
  KeyFigure& figure(int which) { return *figures_[which]; }
  /// The break-even of each input.
  const Table& break_evens() const { return table_->model().table(); }
  /// The curve that is drawn.
  const Table& curve_table() const { return curve_table_; }

 signals:
  void changed();

 private:
  struct Side {
    std::string name;  ///< "inf2.48xlarge · On-demand"; identifies the side in the next matrix
    std::size_t row = 0;
    std::size_t option = 0;
    cost::ComparedSide figures;
  };
  enum class Axis { kSpeed, kUtilisation, kDiscount, kLoad };

  void add_slider(QGridLayout& grid, Turned which, const QString& title, int low, int high,
                  int value);
  void choose_sides(const cost::CostMatrix& matrix);
  void choose_first_sides(const cost::CostMatrix& matrix);
  cost::ComparedSides sides() const;
  double load() const;
  const Side& base_side() const;
  const Side& other_side() const;
  void recompute();
  void show_values(const cost::ComparedSides& sides);
  void show_figures(const cost::ComparedSides& sides);
  void show_break_evens(const cost::ComparedSides& sides);
  void show_chart(const cost::ComparedSides& sides);
  static QString load_note(const cost::LoadCurve& loads);
  QString sentence_for(const cost::ComparedSides& sides) const;

  std::vector<Side> candidates_;
  QComboBox* base_;
  QComboBox* other_;
  QComboBox* lever_;
  QSlider* sliders_[kTurnedCount];
  QLabel* values_[kTurnedCount];
  KeyFigure* figures_[3];
  QLabel* sentence_;
  CurveChart* chart_;
  TablePanel* table_;
  Table curve_table_;
};

}  // namespace nscope::gui
