#include "app/gui/plan/charts/heat_table.h"

#include "app/gui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <numeric>

namespace nscope::gui {
namespace {

constexpr int kCellWidth = 140;
constexpr int kCellHeight = 45;
/// Space between the box of a cell and its cell, between the box and its texts, and between these.
constexpr double kBoxMargin = 3.5;
constexpr int kTextMargin = 12;
constexpr int kBetweenTexts = 8;

/// Draws a cell as a coloured box with its value and error band.
class HeatDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

void HeatDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  const Tokens& t = current_tokens();
  const QRectF box = QRectF(option.rect).adjusted(kBoxMargin, kBoxMargin, -kBoxMargin, -kBoxMargin);
  const QVariant heat = index.data(kHeatRole);
  const bool impossible = index.data(kDisqualifiedRole).toBool();
  const bool faint = impossible || index.data(kReferenceRole).toBool();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  QColor fill = t.raised;
  if (heat.isValid()) {
    // From a light tint to the full colour, which is that of the best cell.
    const QVariant color = index.data(kHeatColorRole);
    fill = mixed(t.panel, color.isValid() ? color.value<QColor>() : t.accent,
                 faint ? 0.06 : 0.12 + 0.7 * heat.toDouble());
  }
  const QColor best = contrast(fill, t.text) >= contrast(fill, t.on_accent) ? t.text : t.on_accent;
  const QColor ink = faint || !heat.isValid() ? t.muted : best;
  fill = readable_fill(fill, ink);
  painter->setPen(Qt::NoPen);
  painter->setBrush(fill);
  painter->drawRoundedRect(box, 5, 5);
  if (index.data(kBestRole).toBool()) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(t.accent, 1.5));
    painter->drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), 7, 7);
  }
  if (option.state & QStyle::State_HasFocus) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(t.text, 1.0, Qt::DotLine));
    painter->drawRoundedRect(box, 5, 5);
  }
  const QString text = index.data(Qt::DisplayRole).toString();
  if (!heat.isValid()) {
    painter->setPen(ink);
    painter->setFont(ui_font(11));
    painter->drawText(box, Qt::AlignCenter, text);
  } else {
    QFont font = mono_font(13, QFont::DemiBold);
    font.setStrikeOut(impossible);
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(box.adjusted(kTextMargin, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    const int used = QFontMetrics(font).horizontalAdvance(text) + 2 * kTextMargin + kBetweenTexts;
    const QString beside = index.data(kBandRole).toString();
    // A faint cell has words beside its figure, others have a band.
    painter->setFont(faint ? ui_font(11) : mono_font(11));
    if (!faint || used + painter->fontMetrics().horizontalAdvance(beside) <= box.width()) {
      painter->drawText(box.adjusted(4, 0, -kTextMargin, 0), Qt::AlignRight | Qt::AlignVCenter,
                        beside);
    }
  }
  painter->restore();
}

}  // namespace

HeatTable::HeatTable(QAbstractItemModel* model, const QString& name, QWidget* parent)
    : QTableView(parent) {
  setModel(model);
  setItemDelegate(new HeatDelegate(this));
  setObjectName(QStringLiteral("heat"));
  setAccessibleName(name);
  setShowGrid(false);
  setTabKeyNavigation(false);
  setSelectionMode(QAbstractItemView::NoSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  horizontalHeader()->setDefaultAlignment(Qt::AlignCenter);
  horizontalHeader()->setDefaultSectionSize(kCellWidth);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  verticalHeader()->setDefaultSectionSize(kCellHeight);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setFont(mono_font(12));
  connect(model, &QAbstractItemModel::modelReset, this, &HeatTable::fit);
}

void HeatTable::fit_rows(int row_height, int most_rows) {
  verticalHeader()->setDefaultSectionSize(row_height);
  most_rows_ = most_rows;
  fit();
}

void HeatTable::hide_rows(const std::vector<int>& rows) {
  for (int row = 0; row < model()->rowCount(); ++row) {
    setRowHidden(row, std::find(rows.begin(), rows.end(), row) != rows.end());
  }
  fit();
}

void HeatTable::fit() {
  constexpr int kNarrowest = 120;
  constexpr int kWidest = 360;
  const QFontMetrics metrics(verticalHeader()->font());
  int rows = 0;
  int width = kNarrowest;
  for (int row = 0; row < model()->rowCount(); ++row) {
    if (isRowHidden(row)) continue;
    ++rows;
    const QString title = model()->headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
    width = std::max(width, metrics.horizontalAdvance(title) + 24);
  }
  verticalHeader()->setFixedWidth(std::min(width, kWidest));
  least_widths_ = needed_widths();
  fit_columns();
  if (most_rows_ == 0) return;
  const int shown = std::min(rows, most_rows_);
  setVerticalScrollBarPolicy(rows > shown ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  // For the headings, and for a scroll bar if the window is narrow.
  constexpr int kAround = 44;
  setFixedHeight(shown * verticalHeader()->defaultSectionSize() + kAround);
}

/// The widths at which no text of a cell or heading is cut. Faint cells have room for their figure
/// only; the remark beside it is not shown if the column is narrow.
std::vector<int> HeatTable::needed_widths() const {
  const QFontMetrics heading(horizontalHeader()->font());
  const QFontMetrics word(ui_font(11));
  const QFontMetrics figure(mono_font(13, QFont::DemiBold));
  const QFontMetrics band(mono_font(11));
  std::vector<int> widths;
  for (int column = 0; column < model()->columnCount(); ++column) {
    int width = 0;
    const QString title = model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    width = std::max(width, heading.horizontalAdvance(title) + kTextMargin);
    for (int row = 0; row < model()->rowCount(); ++row) {
      if (isRowHidden(row)) continue;
      const QModelIndex cell = model()->index(row, column);
      const QString text = cell.data().toString();
      if (!cell.data(kHeatRole).isValid()) {
        width = std::max(width, word.horizontalAdvance(text) + kBetweenTexts);
        continue;
      }
      const bool faint =
          cell.data(kReferenceRole).toBool() || cell.data(kDisqualifiedRole).toBool();
      const QString beside = faint ? QString() : cell.data(kBandRole).toString();
      const int both = beside.isEmpty() ? 0 : kBetweenTexts + band.horizontalAdvance(beside);
      width = std::max(width, figure.horizontalAdvance(text) + both + 2 * kTextMargin);
    }
    widths.push_back(width + static_cast<int>(2 * kBoxMargin));
  }
  return widths;
}

/// All columns have the same width. If that of the widest text is too much for the window, each has
/// the width of its own texts, and an equal part of what remains.
void HeatTable::fit_columns() {
  const int columns = model()->columnCount();
  if (columns == 0 || std::ssize(least_widths_) != columns) return;
  const int usual = horizontalHeader()->defaultSectionSize();
  const int room = viewport()->width();
  const int widest = *std::max_element(least_widths_.begin(), least_widths_.end());
  const int all = std::accumulate(least_widths_.begin(), least_widths_.end(), 0);
  const bool equal = widest * columns <= room;
  const int more = std::max(0, (room - all) / columns);
  for (int column = 0; column < columns; ++column) {
    const int width = equal ? std::clamp(room / columns, widest, std::max(widest, usual))
                            : least_widths_[static_cast<std::size_t>(column)] + more;
    if (columnWidth(column) != width) setColumnWidth(column, width);
  }
}

void HeatTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fit_columns();
}

}  // namespace nscope::gui

#include "moc_heat_table.cpp"
