#include "app/gui/analysis/analysis_list.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/analysis/definition/analysis.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace nscope::gui {
namespace {

enum Role { kId = Qt::UserRole, kTitle, kWords };

/// The groups in the order of their first analysis in the registry.
std::vector<Phrase> groups() {
  std::vector<Phrase> names;
  for (const auto* analysis : analysis::registry()) {
    if (std::ranges::find(names, analysis->group) == names.end()) {
      names.push_back(analysis->group);
    }
  }
  return names;
}

bool is_heading(const QListWidgetItem& item) {
  return item.data(kId).toString().isEmpty();
}

}  // namespace

AnalysisList::AnalysisList(QWidget* parent)
    : QWidget(parent), filter_(new QLineEdit), entries_(new QListWidget) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  filter_->setPlaceholderText(tr("Find an analysis"));
  filter_->setAccessibleName(tr("Find an analysis"));
  filter_->setClearButtonEnabled(true);
  filter_->installEventFilter(this);
  entries_->setObjectName(QStringLiteral("analysisList"));
  entries_->setAccessibleName(tr("Analyses"));
  entries_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  entries_->setTextElideMode(Qt::ElideRight);
  entries_->setUniformItemSizes(false);
  entries_->installEventFilter(this);
  entries_->setProperty("finds_by_letters", true);  // see TimelineKeys
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 4, 4);
  layout->setSpacing(6);
  layout->addWidget(filter_);
  layout->addWidget(entries_);
  for (const Phrase group : groups()) {
    add_heading(to_qstring(group));
    for (const auto* analysis : analysis::registry()) {
      if (analysis->group != group) continue;
      const QString shows = to_qstring(analysis->shows);
      add_entry(to_qstring(analysis->id), to_qstring(analysis->title),
                to_qstring(analysis->title) + QLatin1Char('\n') + shows,
                to_qstring(group) + QLatin1Char(' ') + shows);
    }
  }
  connect(filter_, &QLineEdit::textChanged, this, &AnalysisList::apply_filter);
  connect(entries_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* current) {
    if (current != nullptr) emit chosen_changed(chosen());
  });
}

void AnalysisList::add_heading(const QString& title) {
  auto* heading = new QListWidgetItem(title);
  heading->setFlags(Qt::NoItemFlags);
  heading->setFont(ui_font(11, QFont::DemiBold));
  heading->setSizeHint(QSize(0, entries_->count() == 0 ? 18 : 25));
  heading->setTextAlignment(Qt::AlignLeft | Qt::AlignBottom);
  entries_->addItem(heading);
}

void AnalysisList::add_entry(const QString& id, const QString& title, const QString& tip,
                             const QString& words) {
  auto* entry = new QListWidgetItem(title);
  entry->setData(kId, id);
  entry->setData(kTitle, title);
  entry->setData(kWords, QStringLiteral("%1 %2 %3").arg(id, title, words));
  entry->setToolTip(tip);
  entry->setSizeHint(QSize(0, 20));
  entries_->addItem(entry);
}

void AnalysisList::set_title(const QString& id, const QString& title) {
  QListWidgetItem* entry = item(id);
  if (entry == nullptr) return;
  entry->setText(title);
  entry->setData(kTitle, title);
}

QListWidgetItem* AnalysisList::item(const QString& id) const {
  for (int row = 0; row < entries_->count(); ++row) {
    if (entries_->item(row)->data(kId).toString() == id) return entries_->item(row);
  }
  return nullptr;
}

int AnalysisList::full_width() const {
  constexpr int kPadding = 2 * 6;  // neuronscope.qss
  const int around =
      2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, entries_) + 1);
  constexpr int kRounding = 2;
  int widest = 0;
  for (int row = 0; row < entries_->count(); ++row) {
    const QListWidgetItem& entry = *entries_->item(row);
    const QFontMetrics metrics(is_heading(entry) ? entry.font() : entries_->font());
    widest = std::max(widest, metrics.horizontalAdvance(entry.text()));
  }
  const QMargins margins = layout()->contentsMargins();
  return widest + kPadding + around + kRounding + 2 * entries_->frameWidth() + margins.left() +
         margins.right() + entries_->verticalScrollBar()->sizeHint().width();
}

QString AnalysisList::chosen() const {
  const QListWidgetItem* current = entries_->currentItem();
  return current == nullptr ? QString() : current->data(kId).toString();
}

void AnalysisList::choose(const QString& id) {
  if (QListWidgetItem* entry = item(id); entry != nullptr && !id.isEmpty()) {
    entries_->setCurrentItem(entry);
  }
}

void AnalysisList::set_count(const QString& id, int count) {
  if (QListWidgetItem* entry = item(id)) {
    const QString title = entry->data(kTitle).toString();
    entry->setText(count < 0 ? title : QStringLiteral("%1 · %2").arg(title).arg(count));
  }
}

/// Shows the entries whose id, title, group or description contain every word of the text.
void AnalysisList::apply_filter(const QString& text) {
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  QListWidgetItem* heading = nullptr;
  for (int row = 0; row < entries_->count(); ++row) {
    QListWidgetItem* entry = entries_->item(row);
    if (is_heading(*entry)) {
      heading = entry;
      heading->setHidden(true);
      continue;
    }
    const QString searched = entry->data(kWords).toString();
    const bool found = std::ranges::all_of(
        words, [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
    entry->setHidden(!found);
    if (found) heading->setHidden(false);
  }
}

void AnalysisList::choose_first() {
  for (int row = 0; row < entries_->count(); ++row) {
    QListWidgetItem* entry = entries_->item(row);
    if (is_heading(*entry) || entry->isHidden()) continue;
    return entries_->setCurrentItem(entry);
  }
}

/// Handles keys in the filter field that move to the list.
bool AnalysisList::filter_key(int key) {
  switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (entries_->currentItem() == nullptr || entries_->currentItem()->isHidden()) {
        choose_first();
      }
      entries_->setFocus();
      return true;
    case Qt::Key_Down:
      choose_first();
      entries_->setFocus();
      return true;
    case Qt::Key_Escape: filter_->clear(); return true;
    default: return false;
  }
}

bool AnalysisList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (watched == filter_) return filter_key(key->key());
  // Letters typed in the list go to the filter field.
  const QString text = key->text();
  const bool plain = (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
  if (watched == entries_ && plain && !text.isEmpty() && text.front().isLetterOrNumber()) {
    filter_->setFocus();
    filter_->setText(text);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_analysis_list.cpp"
