#include "app/gui/forms/work_list.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kWorkListRowHeight = 38;
constexpr int kWorkListMostRows = 5;

}  // namespace

WorkList::WorkList(QWidget* parent)
    : QWidget(parent),
      list_(new QListWidget),
      add_(new QPushButton(tr("Add"))),
      copy_(new QPushButton(tr("Duplicate"))),
      remove_(new QPushButton(tr("Remove"))),
      origin_label_(named_label("muted", tr("Throughput"))),
      origin_(new ChoiceBox) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(named_label("subTitle", tr("Work")));
  list_->setObjectName(QStringLiteral("analysisList"));
  list_->setAccessibleName(tr("Work items"));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTabKeyNavigation(false);
  layout->addWidget(list_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(10);
  for (QPushButton* button : {add_, copy_, remove_}) {
    button->setObjectName(QStringLiteral("link"));
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  layout->addLayout(buttons);
  auto* row = new QHBoxLayout;
  origin_label_->setFixedWidth(112);
  origin_label_->setWordWrap(true);
  row->addWidget(origin_label_);
  origin_->setAccessibleName(tr("Throughput"));
  origin_->addItem(tr("stated"));
  origin_->addItem(tr("simulated"));
  origin_->addItem(tr("served within limits"));
  origin_->addItem(tr("from a measured run…"));
  origin_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  row->addWidget(origin_, 1);
  layout->addLayout(row);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int index) {
    if (index >= 0) emit item_chosen(index);
  });
  connect(add_, &QPushButton::clicked, this, &WorkList::add_requested);
  connect(copy_, &QPushButton::clicked, this, &WorkList::copy_requested);
  connect(remove_, &QPushButton::clicked, this, &WorkList::remove_requested);
  connect(origin_, &QComboBox::activated, this,
          [this](int index) { emit origin_requested(static_cast<app::Origin>(index)); });
}

void WorkList::set_document(const Json& document, int chosen) {
  const QSignalBlocker quiet(list_);
  const auto count = static_cast<int>(app::work_count(document));
  names_.clear();
  for (int i = 0; i < count; ++i) {
    names_.push_back(to_qstring(app::work_label(document["work"][static_cast<std::size_t>(i)])));
  }
  // Reuse the rows, so that the list keeps its focus and scroll position.
  while (list_->count() > count) delete list_->takeItem(list_->count() - 1);
  while (list_->count() < count) {
    auto* item = new QListWidgetItem;
    item->setSizeHint({0, kWorkListRowHeight});
    list_->addItem(item);
  }
  list_->setFixedHeight(std::clamp(count, 1, kWorkListMostRows) * kWorkListRowHeight + 4);
  list_->setCurrentRow(std::clamp(chosen, count > 0 ? 0 : -1, count - 1));
  list_->setVisible(count > 0);
  for (QWidget* widget : {static_cast<QWidget*>(copy_), static_cast<QWidget*>(remove_),
                          static_cast<QWidget*>(origin_), static_cast<QWidget*>(origin_label_)}) {
    widget->setVisible(count > 0);
  }
  if (list_->currentRow() >= 0) {
    const Json& item = document["work"][static_cast<std::size_t>(list_->currentRow())];
    origin_->setCurrentIndex(static_cast<int>(app::origin_of(item)));
  }
  show_notes();
}

void WorkList::set_notes(const std::vector<QString>& notes) {
  notes_ = notes;
  show_notes();
}

void WorkList::show_notes() {
  for (int i = 0; i < list_->count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const QString note = notes_.size() == names_.size() ? notes_[at] : QString();
    list_->item(i)->setText(note.isEmpty() ? names_[at] : names_[at] + QLatin1Char('\n') + note);
    list_->item(i)->setToolTip(list_->item(i)->text());
  }
}

}  // namespace nscope::gui

#include "moc_work_list.cpp"
