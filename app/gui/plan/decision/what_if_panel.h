#pragma once

#include "app/gui/panels/section.h"
#include "costmodel/migration/what_if.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <memory>
#include <vector>

namespace nscope::gui {

/// A slider with marks where something turns. GUI thread.
class MarkedSlider : public QSlider {
  Q_OBJECT

 public:
  explicit MarkedSlider(QWidget* parent = nullptr);
  /// In the slider's own values.
  void set_marks(std::vector<int> marks);
  const std::vector<int>& marks() const { return marks_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<int> marks_;
};

/// Where a slider stands, from 0 to 1.
struct SliderPlace {
  cost::BreakEven::Quantity quantity;
  double place = 0.0;
};
/// The values that the places stand for in this plan. Any thread.
std::vector<cost::WhatIf> values_at(const cost::RoiResult& plan,
                                    const std::vector<SliderPlace>& places);

/// One slider per quantity that can turn the decision: moving it asks for the study with
/// that value. Marks show where the present value is zero, all sliders as they stand. GUI
/// thread.
class WhatIfPanel : public QFrame {
  Q_OBJECT

 public:
  explicit WhatIfPanel(QWidget* parent = nullptr);

  /// The plan as the document states it, from which sliders move, and the one with the
  /// sliders as they stand (the same without any).
  void set_plans(std::shared_ptr<const cost::RoiResult> stated,
                 std::shared_ptr<const cost::RoiResult> shown);
  /// The sliders that were moved away from the plan.
  std::vector<SliderPlace> moved() const;
  /// All back to the plan; changed() only where one was moved.
  void reset();

  MarkedSlider& slider(cost::BreakEven::Quantity quantity);
  QString value_text(cost::BreakEven::Quantity quantity) const;
  QString turn_text(cost::BreakEven::Quantity quantity) const;
  QPushButton& reset_button() { return *reset_; }

 signals:
  void changed();

 private:
  struct Row {
    cost::BreakEven::Quantity quantity;
    MarkedSlider* slider;
    QLabel* value;
    QLabel* turn;
    bool moved = false;
  };
  Row& row_of(cost::BreakEven::Quantity quantity);
  const Row& row_of(cost::BreakEven::Quantity quantity) const;
  void show_value(Row& row);
  void show_turn(Row& row);
  void show_state();

  std::shared_ptr<const cost::RoiResult> stated_;
  std::shared_ptr<const cost::RoiResult> shown_;
  std::vector<Row> rows_;
  SectionTitle* title_;
  QPushButton* reset_;
};

}  // namespace nscope::gui
