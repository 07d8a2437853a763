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

/// A slider with marks at break-even points. GUI thread.
class MarkedSlider : public QSlider {
  Q_OBJECT

 public:
  explicit MarkedSlider(QWidget* parent = nullptr);
  /// Sets the positions of the marks, in values of the slider.
  void set_marks(std::vector<int> marks);
  const std::vector<int>& marks() const { return marks_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<int> marks_;
};

/// The position of a slider, from 0 to 1.
struct SliderPlace {
  cost::BreakEven::Quantity quantity;
  double place = 0.0;
};
/// The values of the quantities at these slider positions. Any thread.
std::vector<cost::WhatIf> values_at(const cost::RoiResult& plan,
                                    const std::vector<SliderPlace>& places);

/// One slider per quantity that can change the decision. Moving it evaluates the study with that
/// value. Marks show where the net present value is zero at the current positions of the other
/// sliders. GUI thread.
class WhatIfPanel : public QFrame {
  Q_OBJECT

 public:
  explicit WhatIfPanel(QWidget* parent = nullptr);

  /// Sets the plan that the document states, which is the origin of the sliders, and the plan at
  /// their current positions. Both are the same if no slider was moved.
  void set_plans(std::shared_ptr<const cost::RoiResult> stated,
                 std::shared_ptr<const cost::RoiResult> shown);
  /// The positions of the sliders that the user moved.
  std::vector<SliderPlace> moved() const;
  /// Moves all sliders back to the plan. Emits changed() only if one was moved.
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
