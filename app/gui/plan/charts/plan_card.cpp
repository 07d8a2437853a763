#include "app/gui/plan/charts/plan_card.h"

#include "app/gui/panels/section.h"

#include <QVBoxLayout>

namespace nscope::gui {

QFrame* plan_card(QWidget* title, QWidget* content) {
  auto* frame = new QFrame;
  frame->setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->addWidget(title);
  layout->addWidget(content, 1);
  return frame;
}

QWidget* page_of(std::initializer_list<QWidget*> parts) {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  for (QWidget* const part : parts) layout->addWidget(part, 1);
  return page;
}

OptionalPart::OptionalPart(QWidget* content, const QString& offer, const QString& button,
                           QWidget* parent)
    : QStackedWidget(parent), button_(new QPushButton(button)) {
  constexpr int kWidest = 640;
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(16, 24, 16, 16);
  layout->setSpacing(12);
  auto* text = named_label("muted", offer);
  text->setWordWrap(true);
  text->setMaximumWidth(kWidest);
  layout->addWidget(text);
  layout->addWidget(button_, 0, Qt::AlignLeft);
  layout->addStretch(1);
  addWidget(content);
  addWidget(page);
  connect(button_, &QPushButton::clicked, this, &OptionalPart::add_requested);
}

}  // namespace nscope::gui

#include "moc_plan_card.cpp"
