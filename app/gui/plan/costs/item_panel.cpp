#include "app/gui/plan/costs/item_panel.h"

#include "app/gui/panels/choice_box.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

ItemPanel::ItemPanel(const QString& name, const std::array<QString, 4>& figures, QWidget* parent)
    : QWidget(parent), items_(new ChoiceBox), known_(new QWidget), note_(named_label("muted")) {
  items_->setAccessibleName(name);
  items_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(items_, &QComboBox::activated, this, &ItemPanel::show_chosen);
  auto* row = new QHBoxLayout;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    figures_[i] = new KeyFigure(figures[i]);
    figures_[i]->let_note_wrap();
    row->addWidget(figures_[i], 1);
  }
  auto* inner = new QVBoxLayout(known_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(12);
  inner->addLayout(row);
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(items_, 0, Qt::AlignLeft);
  layout->addWidget(known_, 1);
  layout->addWidget(note_);
}

void ItemPanel::lay_out(QWidget* content) {
  static_cast<QVBoxLayout*>(known_->layout())->addWidget(content, 1);
}

void ItemPanel::set_items(const QStringList& labels) {
  const QString before = items_->currentText();
  items_->clear();
  items_->addItems(labels);
  items_->setCurrentIndex(std::max(0, items_->findText(before)));
  items_->setVisible(items_->count() > 1);
  show_chosen();
}

void ItemPanel::show_chosen() {
  show_item(static_cast<std::size_t>(std::max(0, items_->currentIndex())));
}

void ItemPanel::show_content(bool known, const QString& note) {
  known_->setVisible(known);
  note_->setText(note);
}

}  // namespace nscope::gui

#include "moc_item_panel.cpp"
