#pragma once

#include "costmodel/guards.h"

#include <QWidget>

namespace nscope::gui {

/// What a guard found: a bar in the colour of its severity, the guard, the item,
/// and the arithmetic. GUI thread.
class FindingCard : public QWidget {
  Q_OBJECT

 public:
  explicit FindingCard(const cost::Finding& finding, QWidget* parent = nullptr);
  FindingCard(cost::Severity severity, const QString& title, const QString& message,
              QWidget* parent = nullptr);

  cost::Severity severity() const { return severity_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  cost::Severity severity_;
};

}  // namespace nscope::gui
