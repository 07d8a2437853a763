#include "app/gui/plan/charts/card_grid.h"

#include <QEvent>
#include <QGridLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

bool is_hidden_card(const QWidget& card) {
  return card.isHidden() && card.testAttribute(Qt::WA_WState_ExplicitShowHide);
}

}  // namespace

CardGrid::CardGrid(int columns, int width, QWidget* parent)
    : QWidget(parent), most_columns_(columns), card_width_(width), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(12);
}

void CardGrid::add(QWidget* card, bool spans) {
  cards_.push_back({card, spans});
  // Add the card to the layout now, so that the Tab order follows the order of the cards.
  grid_->addWidget(card, static_cast<int>(cards_.size()), 0);
  card->installEventFilter(this);
  shown_columns_ = 0;
  arrange();
}

QSize CardGrid::minimumSizeHint() const {
  // The minimum of the grid layout would keep the current number of columns when the window
  // shrinks.
  return {std::min(card_width_, QWidget::minimumSizeHint().width()),
          QWidget::minimumSizeHint().height()};
}

void CardGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

bool CardGrid::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
    shown_columns_ = 0;
    arrange();
  }
  return QWidget::eventFilter(watched, event);
}

int CardGrid::balanced(int fitting) const {
  int shown = 0;
  for (const Card& card : cards_) {
    if (is_hidden_card(*card.widget)) continue;
    if (card.spans) return fitting;
    ++shown;
  }
  if (shown <= fitting) return fitting;
  const int rows = (shown + fitting - 1) / fitting;
  return (shown + rows - 1) / rows;
}

void CardGrid::arrange() {
  const int fitting = (width() + grid_->spacing()) / (card_width_ + grid_->spacing());
  const int columns = balanced(std::clamp(fitting, 1, most_columns_));
  if (columns == shown_columns_) return;
  shown_columns_ = columns;
  int row = 0;
  int column = 0;
  for (const Card& card : cards_) {
    if (is_hidden_card(*card.widget)) continue;
    if (card.spans && column > 0) {
      ++row;
      column = 0;
    }
    grid_->addWidget(card.widget, row, column, 1, card.spans ? columns : 1);
    column += card.spans ? columns : 1;
    if (column >= columns) {
      ++row;
      column = 0;
    }
  }
  for (int i = 0; i < most_columns_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int part = columns == most_columns_ && at < parts_.size() ? parts_[at] : 1;
    grid_->setColumnStretch(i, i < columns ? part : 0);
  }
}

}  // namespace nscope::gui
