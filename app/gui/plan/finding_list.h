#pragma once

#include "app/gui/plan/finding_card.h"

#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace nscope::gui {

class SectionTitle;

/// What guards found, errors first: they decide what counts at all. GUI thread.
class FindingList : public QWidget {
  Q_OBJECT

 public:
  /// `title` stands above the list; its caption counts the errors.
  explicit FindingList(SectionTitle& title, QWidget* parent = nullptr);

  /// In place of those before. Takes the cards.
  void set_cards(std::vector<FindingCard*> cards);
  int count() const { return count_; }

 private:
  SectionTitle& title_;
  QVBoxLayout* layout_;
  int count_ = 0;
};

}  // namespace nscope::gui
