#pragma once

#include "app/gui/plan/view/finding_card.h"

#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace nscope::gui {

class SectionTitle;

/// The findings of the checks. Errors come first because they invalidate results. GUI thread.
class FindingList : public QWidget {
  Q_OBJECT

 public:
  /// `title` is the heading above the list; its caption shows the number of errors.
  explicit FindingList(SectionTitle& title, QWidget* parent = nullptr);

  /// Replaces the findings. Does nothing if they are unchanged, except for the caption.
  void set_findings(std::vector<FindingText> findings);
  int count() const { return static_cast<int>(findings_.size()); }

 private:
  SectionTitle& title_;
  QVBoxLayout* layout_;
  std::vector<FindingText> findings_;  ///< the findings that are shown
};

}  // namespace nscope::gui
