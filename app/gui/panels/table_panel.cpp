#include "app/gui/panels/table_panel.h"

#include "app/gui/panels/sort_header.h"
#include "app/gui/text/short_name.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace nscope::gui {
namespace {

/// Minimum width of a column of bars in pixels.
constexpr int kShareWidth = 170;
/// Width in pixels to which columns of text shrink so that the numbers after them stay visible.
constexpr int kLeastTextWidth = 220;
/// The same in a table that would have to be scrolled sideways otherwise.
constexpr int kNarrowestTextWidth = 84;

/// Cuts long names so that similar ones differ in what is visible.
class NameDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// Must be called when the rows change.
  void forget() { names_.clear(); }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  NameCut cut_of(const QModelIndex& index, const QString& name) const;

  mutable std::map<int, NameSet> names_;  ///< by column, for columns with a text that is cut
};

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  // The padding of cells in the style sheet, and the margins of texts. With less, the style would
  // cut the shortened name again, at the end in which names differ.
  constexpr int kTextMargins = 30;
  constexpr qsizetype kLeastLetters = 12;
  if (option->text.size() < kLeastLetters) return;
  int room = option->rect.width() - kTextMargins;
  if (option->features & QStyleOptionViewItem::HasDecoration) {
    room -= option->decorationSize.width() + 6;
  }
  if (option->fontMetrics.horizontalAdvance(option->text) <= room) return;
  option->text = elided_name(option->fontMetrics, option->text, cut_of(index, option->text), room);
}

NameCut NameDelegate::cut_of(const QModelIndex& index, const QString& name) const {
  constexpr int kMostNames = 2'000;
  const auto [known, is_new] = names_.try_emplace(index.column());
  NameSet& names = known->second;
  if (is_new) {
    const int rows = std::min(index.model()->rowCount(), kMostNames);
    for (int row = 0; row < rows; ++row) {
      names.insert(index.siblingAtRow(row).data().toString());
    }
  }
  names.insert(name);
  return names.cut(name);
}

}  // namespace

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
      shares_(new ShareDelegate(view_)),
      message_(new QLabel) {
  sorter_->setSourceModel(model_);
  auto* const names = new NameDelegate(view_);
  view_->setItemDelegate(names);
  connect(model_, &QAbstractItemModel::modelReset, names, [names] { names->forget(); });
  view_->setHorizontalHeader(new SortHeader(view_));
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
  view_->viewport()->installEventFilter(this);
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
  connect(view_, &QTableView::doubleClicked, this, &TablePanel::activate);
  connect(sorter_, &QAbstractItemModel::layoutChanged, this, [this] {
    if (!loading_) emit order_changed();
  });
  set_message(empty_text_);
}

void TablePanel::set_message(const QString& text) {
  message_->setText(text);
  message_->show();
  view_->hide();
}

void TablePanel::set_table(std::shared_ptr<const Table> table) {
  const auto same = [](const Table::Column& a, const Table::Column& b) { return a.id == b.id; };
  const bool like_before = std::ranges::equal(table->columns(), model_->table().columns(), same);
  const QHeaderView& header = *view_->horizontalHeader();
  // Analyses return rows in a meaningful order, so a new table starts unsorted.
  const int section = like_before ? header.sortIndicatorSection() : -1;
  const Qt::SortOrder order = header.sortIndicatorOrder();
  loading_ = true;
  view_->setSortingEnabled(false);
  model_->set_table(std::move(table));
  sorter_->sort(section, order);
  view_->horizontalHeader()->setSortIndicator(section, section < 0 ? Qt::DescendingOrder : order);
  view_->setSortingEnabled(true);
  loading_ = false;
  show_rows();
  if (model_->rowCount() == 0) return;
  if (!like_before) view_->horizontalScrollBar()->setValue(0);
  size_columns();
}

void TablePanel::show_rows() {
  if (model_->rowCount() == 0) return set_message(empty_text_);
  if (sorter_->rowCount() == 0) return set_message(tr("No row contains this text."));
  message_->hide();
  view_->show();
}

void TablePanel::set_filter(const QString& text) {
  sorter_->setFilterKeyColumn(-1);
  sorter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  sorter_->setFilterFixedString(text);
  show_rows();
}

void TablePanel::sort_by(std::string_view column_id, Qt::SortOrder order) {
  const auto column = find_column(model_->table(), column_id);
  if (column) view_->sortByColumn(static_cast<int>(*column), order);
}

std::vector<std::size_t> TablePanel::row_order() const {
  std::vector<std::size_t> rows;
  rows.reserve(static_cast<std::size_t>(sorter_->rowCount()));
  for (int row = 0; row < sorter_->rowCount(); ++row) {
    rows.push_back(static_cast<std::size_t>(sorter_->mapToSource(sorter_->index(row, 0)).row()));
  }
  return rows;
}

void TablePanel::select_row(std::size_t row) {
  const QModelIndex index = sorter_->mapFromSource(model_->index(static_cast<int>(row), 0));
  view_->setCurrentIndex(index);
  view_->scrollTo(index);
}

void TablePanel::activate(const QModelIndex& index) {
  if (index.isValid()) {
    emit row_activated(static_cast<std::size_t>(sorter_->mapToSource(index).row()));
  }
}

void TablePanel::size_columns() {
  constexpr int kRowsToMeasure = 60;
  constexpr int kMostWidth = 520;
  const QFontMetrics metrics(mono_font(11));
  const QFontMetrics heading(ui_font(11));
  const auto& columns = model_->table().columns();
  const int rows = std::min(model_->rowCount(), kRowsToMeasure);
  natural_widths_.assign(columns.size(), kShareWidth);
  heading_widths_.assign(columns.size(), kShareWidth);
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    const auto& column = columns[static_cast<std::size_t>(c)];
    if (is_share(column)) {
      view_->setItemDelegateForColumn(c, shares_);
      continue;
    }
    view_->horizontalHeader()->setSectionResizeMode(c, QHeaderView::Interactive);
    view_->setItemDelegateForColumn(c, nullptr);
    int width = heading.horizontalAdvance(
                    model_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()) +
                40;
    heading_widths_[static_cast<std::size_t>(c)] = std::max(width, kNarrowestTextWidth);
    for (int r = 0; r < rows; ++r) {
      const QString text = model_->index(r, c).data().toString();
      const bool marked = !model_->index(r, c).data(Qt::DecorationRole).isNull();
      width = std::max(width, metrics.horizontalAdvance(text) + (marked ? 56 : 36));
    }
    natural_widths_[static_cast<std::size_t>(c)] = std::min(width, kMostWidth);
  }
  fitted_widths_.assign(columns.size(), 0);
  const bool last_is_text = !columns.empty() && model_->rowCount() > 0 &&
                            is_text(model_->table().at(0, columns.size() - 1));
  view_->horizontalHeader()->setStretchLastSection(last_is_text);
  fit_columns();
}

int TablePanel::full_width() const {
  const QMargins margins = layout()->contentsMargins();
  return std::accumulate(
      natural_widths_.begin(), natural_widths_.end(),
      margins.left() + margins.right() + view_->verticalScrollBar()->sizeHint().width());
}

/// Shrinks wide columns of text if the table is narrower than its columns, in a narrow dock down to
/// the words of their headings if the table then fits. Gives columns of bars the remaining width,
/// but at least kShareWidth. Columns that the user resized stay.
void TablePanel::fit_columns() {
  const auto& columns = model_->table().columns();
  QHeaderView& header = *view_->horizontalHeader();
  if (natural_widths_.size() != columns.size() || model_->rowCount() == 0) return;
  const auto spare = [&](std::size_t c) {
    return is_text(model_->table().at(0, c)) ? std::max(0, natural_widths_[c] - kLeastTextWidth)
                                             : 0;
  };
  const auto last_spare = [&](std::size_t c) {
    if (!is_text(model_->table().at(0, c))) return 0;
    return std::max(0, std::min(natural_widths_[c], kLeastTextWidth) - heading_widths_[c]);
  };
  int missing = -view_->viewport()->width();
  int shrinkable = 0;
  int last_shrinkable = 0;
  std::size_t last_shown = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (header.isSectionHidden(static_cast<int>(c))) continue;
    missing += natural_widths_[c];
    shrinkable += spare(c);
    last_shrinkable += last_spare(c);
    last_shown = c;
  }
  // The last column of text takes what remains, so that its size is never the user's.
  const auto is_last = [&](std::size_t c) {
    return c == last_shown && header.stretchLastSection();
  };
  const double part = shrinkable > 0 ? std::clamp(1.0 * missing / shrinkable, 0.0, 1.0) : 0;
  const int still_missing = missing - shrinkable;
  const bool fits = still_missing > 0 && still_missing <= last_shrinkable;
  const double last_part = fits ? 1.0 * still_missing / last_shrinkable : 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const int section = static_cast<int>(c);
    if (is_share(columns[c]) || header.isSectionHidden(section)) continue;
    if (fitted_widths_[c] != 0 && !is_last(c) && header.sectionSize(section) != fitted_widths_[c]) {
      continue;
    }
    fitted_widths_[c] = natural_widths_[c] - static_cast<int>(std::ceil(part * spare(c))) -
                        static_cast<int>(std::ceil(last_part * last_spare(c)));
    header.resizeSection(section, fitted_widths_[c]);
  }
  int taken = 0;
  int shares = 0;
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    const bool share = is_share(columns[static_cast<std::size_t>(c)]);
    shares += share ? 1 : 0;
    taken += share ? 0 : header.sectionSize(c);
  }
  if (shares == 0) return;
  const bool room = view_->viewport()->width() - taken >= shares * kShareWidth;
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    if (!is_share(columns[static_cast<std::size_t>(c)])) continue;
    header.setSectionResizeMode(c, room ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!room) header.resizeSection(c, kShareWidth);
  }
}

std::optional<std::size_t> TablePanel::current_row() const {
  const QModelIndex current = sorter_->mapToSource(view_->currentIndex());
  if (!current.isValid()) return std::nullopt;
  return static_cast<std::size_t>(current.row());
}

QString TablePanel::current_text(std::string_view column_id) const {
  const QModelIndex current = sorter_->mapToSource(view_->currentIndex());
  const auto column = find_column(model_->table(), column_id);
  if (!current.isValid() || !column) return {};
  return model_->index(current.row(), static_cast<int>(*column)).data().toString();
}

void TablePanel::hide_column(std::string_view column_id) {
  const auto column = find_column(model_->table(), column_id);
  if (!column) return;
  view_->setColumnHidden(static_cast<int>(*column), true);
  fit_columns();
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event) {
  // Watch the viewport, because its width is still the old one when the view itself is resized.
  if (watched == view_->viewport() && event->type() == QEvent::Resize) fit_columns();
  if (watched != view_ || event->type() != QEvent::KeyPress) {
    return QWidget::eventFilter(watched, event);
  }
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) {
    copy_selection();
    return true;
  }
  if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
    activate(view_->currentIndex());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

std::vector<std::size_t> TablePanel::selected_rows() const {
  std::vector<std::size_t> rows;
  for (const QModelIndex& index : view_->selectionModel()->selectedRows()) {
    rows.push_back(static_cast<std::size_t>(sorter_->mapToSource(index).row()));
  }
  return rows;
}

void TablePanel::copy_selection() const {
  const std::vector<std::size_t> rows = selected_rows();
  QApplication::clipboard()->setText(to_qstring(rows_of(model_->table(), rows).to_csv()));
}

Table rows_of(const Table& table, std::span<const std::size_t> rows) {
  Table some(table.columns());
  for (const std::size_t row : rows) some.add_row(table.row(row));
  for (const Text& note : table.notes()) some.add_note(note);
  return some;
}

}  // namespace nscope::gui

#include "moc_table_panel.cpp"
