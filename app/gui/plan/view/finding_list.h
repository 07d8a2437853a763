#pragma once

#include "app/gui/plan/view/finding_card.h"

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

  /// In place of those before; the same ones stay as they are.
  void set_findings(std::vector<FindingText> findings);
  int count() const { return static_cast<int>(findings_.size()); }

 private:
  SectionTitle& title_;
  QVBoxLayout* layout_;
  std::vector<FindingText> findings_;  ///< that are shown
};

}  // namespace nscope::gui
