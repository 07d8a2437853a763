#pragma once

#include "costmodel/checks/guards.h"
#include "profiler/base/severity.h"

#include <QString>
#include <QWidget>

namespace nscope::gui {

/// The text of a FindingCard. Plain data.
struct FindingText {
  Severity severity = Severity::kInfo;
  QString title{};
  QString message{};
  friend bool operator==(const FindingText&, const FindingText&) = default;
};
/// The title names the check and the work item.
FindingText text_of(const cost::Finding& finding);

/// A card with one finding of a check: a bar in the colour of the severity, the title, and the
/// message with its arithmetic. GUI thread.
class FindingCard : public QWidget {
  Q_OBJECT

 public:
  explicit FindingCard(const FindingText& text, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Severity severity_;
};

}  // namespace nscope::gui
