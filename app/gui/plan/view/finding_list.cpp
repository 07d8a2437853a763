#include "app/gui/plan/view/finding_list.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/section.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {

FindingList::FindingList(SectionTitle& title, QWidget* parent)
    : QWidget(parent), title_(title), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(8);
}

void FindingList::set_findings(std::vector<FindingText> findings) {
  std::stable_sort(
      findings.begin(), findings.end(),
      [](const FindingText& a, const FindingText& b) { return a.severity > b.severity; });
  const auto errors = std::count_if(findings.begin(), findings.end(), [](const FindingText& found) {
    return found.severity == Severity::kError;
  });
  title_.set_caption(findings.empty() ? tr("no findings")
                                      : tr("%n error(s)", nullptr, static_cast<int>(errors)));
  // Making the cards is the slowest part of the update after a keystroke.
  if (findings == findings_) return;
  findings_ = std::move(findings);
  clear_layout(*layout_);
  for (const FindingText& found : findings_) layout_->addWidget(new FindingCard(found));
  layout_->addStretch(1);
}

}  // namespace nscope::gui

#include "moc_finding_list.cpp"
