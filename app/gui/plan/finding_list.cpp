#include "app/gui/plan/finding_list.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/section.h"

#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

FindingList::FindingList(SectionTitle& title, QWidget* parent)
    : QWidget(parent), title_(title), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(8);
}

void FindingList::set_cards(std::vector<FindingCard*> cards) {
  clear_layout(*layout_);
  std::stable_sort(cards.begin(), cards.end(), [](const FindingCard* a, const FindingCard* b) {
    return a->severity() > b->severity();
  });
  for (FindingCard* const card : cards) layout_->addWidget(card);
  layout_->addStretch(1);
  const auto errors = std::count_if(cards.begin(), cards.end(), [](const FindingCard* card) {
    return card->severity() == cost::Severity::kError;
  });
  count_ = static_cast<int>(cards.size());
  title_.set_caption(count_ == 0 ? tr("nothing found")
                                 : tr("%n error(s)", nullptr, static_cast<int>(errors)));
}

}  // namespace nscope::gui
