#include "app/gui/panels/table_panel.h"

#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  QStyleOptionViewItem background = option;
  initStyleOption(&background, index);
  background.text.clear();
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);

  const QVariant value = index.data(TableModel::kSortRole);
  const Tokens& t = current_tokens();
  painter->save();
  painter->setFont(mono_font(11));
  painter->setPen(t.muted);
  painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter,
                    index.data(Qt::DisplayRole).toString());
  if (value.isValid()) {
    const double share = std::clamp(value.toDouble(), 0.0, 1.0);
    const int space = std::max(0, option.rect.width() - 90);
    const QRectF bar(option.rect.left() + 8, option.rect.center().y() - 4,
                     std::max(2.0, space * share), 9);
    const bool selected = option.state & QStyle::State_Selected;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(selected ? t.accent : t.bar);
    painter->drawRoundedRect(bar, 1.5, 1.5);
  }
  painter->restore();
}

TablePanel::TablePanel(QString empty_text, QWidget* parent)
    : QWidget(parent),
      empty_text_(std::move(empty_text)),
      model_(new TableModel(this)),
      sorter_(new TableSorter(this)),
      view_(new QTableView),
      message_(new QLabel) {
  sorter_->setSourceModel(model_);
  view_->setModel(sorter_);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(24);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  view_->setTabKeyNavigation(false);
  view_->installEventFilter(this);
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  message_->setObjectName(QStringLiteral("muted"));
  message_->setAlignment(Qt::AlignCenter);
  message_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 8, 0);
  layout->addWidget(view_);
  layout->addWidget(message_);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &TablePanel::row_chosen);
  set_message(empty_text_);
}

void TablePanel::set_message(const QString& text) {
  message_->setText(text);
  message_->show();
  view_->hide();
}

void TablePanel::set_table(Table table) {
  view_->setSortingEnabled(false);
  model_->set_table(std::move(table));
  // Analyses come in the order that matters; a click on a heading changes it.
  sorter_->sort(-1);
  view_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  view_->setSortingEnabled(true);
  if (model_->rowCount() == 0) return set_message(empty_text_);
  message_->hide();
  view_->show();
  size_columns();
}

void TablePanel::size_columns() {
  constexpr int kRowsToMeasure = 60;
  const QFontMetrics metrics(mono_font(11));
  const QFontMetrics heading(ui_font(11));
  const auto& columns = model_->table().columns();
  const int rows = std::min(model_->rowCount(), kRowsToMeasure);
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    const auto& column = columns[static_cast<std::size_t>(c)];
    if (is_share(column)) {
      view_->setItemDelegateForColumn(c, new ShareDelegate(view_));
      view_->horizontalHeader()->setSectionResizeMode(c, QHeaderView::Stretch);
      continue;
    }
    view_->horizontalHeader()->setSectionResizeMode(c, QHeaderView::Interactive);
    view_->setItemDelegateForColumn(c, nullptr);
    int width = heading.horizontalAdvance(
                    model_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()) +
                40;
    for (int r = 0; r < rows; ++r) {
      const QString text = model_->index(r, c).data().toString();
      width = std::max(width, metrics.horizontalAdvance(text) + 36);
    }
    view_->setColumnWidth(c, std::min(width, 520));
  }
  const bool last_is_text =
      !columns.empty() && model_->rowCount() > 0 &&
      std::holds_alternative<std::string>(model_->table().at(0, columns.size() - 1));
  view_->horizontalHeader()->setStretchLastSection(last_is_text);
}

QString TablePanel::current_text(std::string_view column_id) const {
  const QModelIndex current = sorter_->mapToSource(view_->currentIndex());
  const auto& columns = model_->table().columns();
  const auto it = std::find_if(columns.begin(), columns.end(),
                               [&](const auto& column) { return column.id == column_id; });
  if (!current.isValid() || it == columns.end()) return {};
  return model_->index(current.row(), static_cast<int>(it - columns.begin())).data().toString();
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
    copy_selection();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void TablePanel::copy_selection() const {
  Table selected(model_->table().columns());
  for (const QModelIndex& index : view_->selectionModel()->selectedRows()) {
    const auto row = static_cast<std::size_t>(sorter_->mapToSource(index).row());
    selected.add_row(model_->table().row(row));
  }
  QApplication::clipboard()->setText(to_qstring(selected.to_csv()));
}

}  // namespace nscope::gui
