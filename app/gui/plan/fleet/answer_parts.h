#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/plan/charts/card_grid.h"

#include <QFrame>
#include <QLabel>
#include <QStringList>
#include <initializer_list>
#include <string>
#include <vector>

namespace nscope::gui {

// What the answers of capacity plans have in common, of fleets and of training.

/// Key figures beside each other, whose notes may wrap.
CardGrid* figure_row(std::initializer_list<KeyFigure*> figures);

/// Makes a card of `frame` with rows below each other; texts wrap and can be copied.
void lay_out_answer(QFrame& frame, std::initializer_list<QWidget*> rows);

/// What a plan assumes, a line each. GUI thread.
class AssumptionsCard : public QWidget {
  Q_OBJECT

 public:
  explicit AssumptionsCard(QWidget* parent = nullptr);

  /// Both empty: there is no plan yet.
  void set_lines(const std::vector<std::string>& assumptions, const QStringList& more);
  QString text() const { return text_->text(); }

 private:
  QLabel* text_;
};

}  // namespace nscope::gui
