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
    : QWidget(parent), content_(content), offer_(new QWidget), button_(new QPushButton(button)) {
  constexpr int kWidest = 640;
  auto* page = new QVBoxLayout(offer_);
  page->setContentsMargins(16, 24, 16, 16);
  page->setSpacing(12);
  auto* text = named_label("muted", offer);
  text->setWordWrap(true);
  text->setMaximumWidth(kWidest);
  page->addWidget(text);
  page->addWidget(button_, 0, Qt::AlignLeft);
  page->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(content_);
  layout->addWidget(offer_);
  show_part(offer_);
  connect(button_, &QPushButton::clicked, this, &OptionalPart::add_requested);
}

/// Hides the other part, so that it does not make the column longer.
void OptionalPart::show_part(QWidget* part) {
  (part == content_ ? offer_ : content_)->hide();
  part->show();
}

}  // namespace nscope::gui

#include "moc_plan_card.cpp"
