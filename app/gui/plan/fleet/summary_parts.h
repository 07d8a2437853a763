#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/plan/charts/card_grid.h"
#include "profiler/base/text.h"

#include <QFrame>
#include <QLabel>
#include <QStringList>
#include <initializer_list>
#include <vector>

namespace nscope::gui {

// Widgets that the results of serving and training plans share.

/// Key figures side by side. Their notes may wrap.
CardGrid* figure_row(std::initializer_list<KeyFigure*> figures);

/// Turns `frame` into a card with the rows below each other. Labels wrap and their text can be
/// selected.
void lay_out_summary(QFrame& frame, std::initializer_list<QWidget*> rows);

/// The assumptions of a plan, one per line. GUI thread.
class AssumptionsCard : public QWidget {
  Q_OBJECT

 public:
  explicit AssumptionsCard(QWidget* parent = nullptr);

  /// If both are empty, there is no plan yet and the card says so.
  void set_lines(const std::vector<Text>& assumptions, const QStringList& more);
  QString text() const { return text_->text(); }

 private:
  QLabel* text_;
};

}  // namespace nscope::gui
