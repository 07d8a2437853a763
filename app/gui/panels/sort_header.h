#pragma once

#include <QHeaderView>
#include <QStyleOptionHeader>

namespace nscope::gui {

/// A header whose sort arrow points up for ascending order, as elsewhere; Qt's points down. The
/// columns can be clicked.
class SortHeader : public QHeaderView {
 public:
  explicit SortHeader(QWidget* parent = nullptr) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
  }

 protected:
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (option->sortIndicator == QStyleOptionHeader::SortDown) {
      option->sortIndicator = QStyleOptionHeader::SortUp;
    } else if (option->sortIndicator == QStyleOptionHeader::SortUp) {
      option->sortIndicator = QStyleOptionHeader::SortDown;
    }
  }
};

}  // namespace nscope::gui
