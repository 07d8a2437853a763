#include "app/gui/shell/palette/command_palette.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kWidth = 680;
constexpr int kCommandPaletteRowHeight = 28;
constexpr int kMostVisible = 13;
constexpr int kTop = 56;

/// Draws the text with its matched letters in the accent colour, the detail, and the note at the
/// right.
class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {0, kCommandPaletteRowHeight};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const Tokens& t = current_tokens();
    const bool possible = index.flags() & Qt::ItemIsEnabled;
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, t.selection);
    QRect room = option.rect.adjusted(12, 0, -12, 0);
    painter->setFont(ui_font(11));
    painter->setPen(t.muted);
    const QString note = index.data(PaletteModel::kNote).toString();
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, note);
    room.setRight(room.right() - painter->fontMetrics().horizontalAdvance(note) - 16);
    const int used = paint_text(*painter, room, index, possible ? t.text : t.muted, t.accent);
    room.setLeft(room.left() + used + 12);
    const QString detail = index.data(PaletteModel::kDetail).toString();
    if (room.width() < 60 || detail.isEmpty()) return;
    painter->setFont(ui_font(11));
    painter->setPen(possible ? t.muted : t.warn);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(detail, Qt::ElideRight, room.width()));
  }

 private:
  /// Returns the width of the painted text.
  static int paint_text(QPainter& painter, const QRect& room, const QModelIndex& index,
                        const QColor& plain, const QColor& matched) {
    const QString whole = index.data().toString();
    const auto positions = index.data(PaletteModel::kMatched).value<QList<int>>();
    painter.setFont(ui_font(12));
    const QString text =
        painter.fontMetrics().elidedText(whole, Qt::ElideMiddle, std::max(0, room.width()));
    if (text != whole) {
      painter.setPen(plain);
      painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
      return painter.fontMetrics().horizontalAdvance(text);
    }
    int x = room.left();
    for (qsizetype begin = 0; begin < text.size();) {
      const bool found = std::ranges::binary_search(positions, static_cast<int>(begin));
      qsizetype end = begin + 1;
      while (end < text.size() &&
             std::ranges::binary_search(positions, static_cast<int>(end)) == found) {
        ++end;
      }
      const QString part = text.mid(begin, end - begin);
      painter.setFont(ui_font(12, found ? QFont::DemiBold : QFont::Normal));
      painter.setPen(found ? matched : plain);
      painter.drawText(QRect(x, room.top(), room.right() - x + 1, room.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, part);
      x += painter.fontMetrics().horizontalAdvance(part);
      begin = end;
    }
    return x - room.left();
  }
};

}  // namespace

CommandPalette::CommandPalette(Source source, QWidget* window)
    : QFrame(window),
      source_(std::move(source)),
      model_(new PaletteModel(this)),
      field_(new QLineEdit),
      list_(new QListView),
      empty_(named_label("muted")) {
  setObjectName(QStringLiteral("palette"));
  setAccessibleName(tr("Command palette"));
  field_->setObjectName(QStringLiteral("paletteField"));
  field_->setPlaceholderText(
      tr("Search actions, tracks, metrics, analyses, queries, workloads and files"));
  field_->setAccessibleName(tr("Command palette"));
  field_->setAccessibleDescription(
      tr("Type to search. Up and Down select, Enter runs, Esc closes."));
  field_->installEventFilter(this);
  list_->setObjectName(QStringLiteral("paletteList"));
  list_->setAccessibleName(tr("Matches"));
  list_->setModel(model_);
  list_->setItemDelegate(new EntryDelegate(list_));
  list_->setUniformItemSizes(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  empty_->setText(tr("No matches. Try fewer letters."));
  empty_->setContentsMargins(12, 8, 12, 8);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->setSpacing(6);
  layout->addWidget(field_);
  layout->addWidget(list_);
  layout->addWidget(empty_);
  connect(field_, &QLineEdit::textChanged, this, &CommandPalette::search);
  connect(list_, &QListView::clicked, this, &CommandPalette::choose);
  window->installEventFilter(this);
  hide();
}

void CommandPalette::open(const QString& query) {
  if (!isVisible()) focus_before_ = QApplication::focusWidget();
  {
    const QSignalBlocker quiet(field_);
    field_->setText(query);
  }
  model_->set_entries(source_());
  search(query);
  show();
  raise();
  field_->setFocus(Qt::OtherFocusReason);
  field_->end(false);
}

void CommandPalette::toggle() {
  if (isVisible()) {
    leave();
  } else {
    open();
  }
}

void CommandPalette::search(const QString& query) {
  model_->set_query(query);
  const int rows = model_->rowCount();
  list_->setVisible(rows > 0);
  empty_->setVisible(rows == 0);
  if (rows > 0) list_->setCurrentIndex(model_->index(0));
  place();
}

void CommandPalette::place() {
  const int rows = std::min(model_->rowCount(), kMostVisible);
  list_->setFixedHeight(rows * kCommandPaletteRowHeight + 2);
  const QSize room = parentWidget()->size();
  const int width = std::min(kWidth, room.width() - 32);
  layout()->activate();
  setGeometry((room.width() - width) / 2, kTop, width, sizeHint().height());
}

void CommandPalette::move(int rows) {
  const int count = model_->rowCount();
  if (count == 0) return;
  const int row = std::clamp(list_->currentIndex().row() + rows, 0, count - 1);
  // Entries that are not available can be selected, too, because they show the reason.
  list_->selectionModel()->setCurrentIndex(model_->index(row), QItemSelectionModel::ClearAndSelect);
  list_->scrollTo(model_->index(row));
}

bool CommandPalette::key(int key) {
  switch (key) {
    case Qt::Key_Down: move(1); return true;
    case Qt::Key_Up: move(-1); return true;
    case Qt::Key_PageDown: move(kMostVisible); return true;
    case Qt::Key_PageUp: move(-kMostVisible); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(list_->currentIndex()); return true;
    case Qt::Key_Escape: leave(); return true;
    // No other widget of the palette takes the focus.
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true;
    default: return false;
  }
}

void CommandPalette::choose(const QModelIndex& index) {
  if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled)) return;
  const PaletteEntry entry = model_->entry(index.row());
  leave();
  emit chosen(entry);
}

void CommandPalette::leave() {
  const QPointer<QWidget> before = std::exchange(focus_before_, nullptr);
  hide();
  if (before && before->isVisible()) before->setFocus();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched == field_) {
    if (event->type() == QEvent::KeyPress && key(static_cast<QKeyEvent*>(event)->key())) {
      return true;
    }
    // A click elsewhere closes the palette, but switching to another window does not.
    const bool left = event->type() == QEvent::FocusOut;
    if (left && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
      hide();
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_command_palette.cpp"
