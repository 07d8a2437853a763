#pragma once

#include "costmodel/checks/guards.h"
#include "profiler/base/severity.h"

#include <QString>
#include <QWidget>

namespace nscope::gui {

/// What a card says. Plain data.
struct FindingText {
  Severity severity = Severity::kInfo;
  QString title{};
  QString message{};
  friend bool operator==(const FindingText&, const FindingText&) = default;
};
/// The guard and the item as the title.
FindingText text_of(const cost::Finding& finding);

/// What a guard found: a bar in the colour of its severity, the guard, the item,
/// and the arithmetic. GUI thread.
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
