#include "app/gui/docks/operators/operators_dock.h"

#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/section_widths.h"
#include "app/gui/panels/sort_header.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <array>

namespace nscope::gui {
namespace {

constexpr int kOperatorsDockTypingPauseMs = 150;
/// The filter expands the tree only if it shows at most this number of nodes.
constexpr std::size_t kMostToOpen = 500;

}  // namespace

OperatorsDock::OperatorsDock(RunView& run, QWidget* parent)
    : OperatorTreeDock(tr("Summarising operators"), run, parent),
      filter_(new QLineEdit),
      caption_label_(new ElidedLabel("caption")),
      view_(new QTreeView),
      model_(new OperatorTreeModel(this)) {
  filter_->setPlaceholderText(tr("Filter by name"));
  filter_->setAccessibleName(tr("Filter operators by name"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(280);
  caption_label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  filter_timer_.setSingleShot(true);
  filter_timer_.setInterval(kOperatorsDockTypingPauseMs);
  connect(filter_, &QLineEdit::textChanged, &filter_timer_, qOverload<>(&QTimer::start));
  connect(&filter_timer_, &QTimer::timeout, this, &OperatorsDock::apply_filter);
  set_up_view();
  auto* line = new QHBoxLayout;
  line->setSpacing(12);
  line->addWidget(filter_, 1);
  line->addWidget(caption_label_, 2);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 6, 8, 0);
  layout->setSpacing(4);
  layout->addLayout(line);
  layout->addWidget(view_, 1);
  set_content(content);
}

void OperatorsDock::set_up_view() {
  view_->setHeader(new SortHeader(view_));
  view_->setModel(model_);
  view_->setAccessibleName(tr("Operators by layer, operator and instruction"));
  view_->setUniformRowHeights(true);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setExpandsOnDoubleClick(false);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setItemDelegateForColumn(OperatorTreeModel::kShare, new ShareDelegate(view_));
  view_->installEventFilter(this);
  view_->header()->setStretchLastSection(false);
  view_->header()->setSortIndicatorClearable(true);
  constexpr std::array<int, OperatorTreeModel::kColumns> kWidths{290, 100, 80, 95, 165,
                                                                 95,  115, 95, 75, 105};
  view_->header()->ensurePolished();
  set_section_widths(*view_->header(), kWidths);
  view_->header()->setSortIndicator(-1, Qt::DescendingOrder);
  view_->setSortingEnabled(true);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { highlight(model_->node(now)); });
  connect(view_, &QTreeView::doubleClicked, this,
          [this](const QModelIndex& index) { zoom_to_longest(model_->node(index)); });
}

void OperatorsDock::show_tree() {
  model_->set_tree(tree_trace(), tree());
  const bool one = model_->rowCount() == 1;
  if (one) view_->expand(model_->index(0, 0));
  view_->setRootIsDecorated(tree() && tree()->levels.size() > 1);
  show_caption();
}

void OperatorsDock::apply_filter() {
  filter_timer_.stop();
  model_->set_filter(filter_->text().trimmed());
  if (!filter_->text().trimmed().isEmpty() && model_->visible_nodes() <= kMostToOpen) {
    view_->expandAll();
  }
  show_caption();
}

void OperatorsDock::show_caption() {
  QString text = caption();
  if (tree() && !filter_->text().trimmed().isEmpty()) {
    const auto found = static_cast<std::int64_t>(model_->visible_nodes());
    const QString matches = found == 0   ? tr("no matches")
                            : found == 1 ? tr("1 row")
                                         : tr("%1 rows").arg(count_text(found));
    text = matches + QStringLiteral(" · ") + text;
  }
  caption_label_->set_text(text);
}

bool OperatorsDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched != view_ || event->type() != QEvent::KeyPress) {
    return OperatorTreeDock::eventFilter(watched, event);
  }
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) {
    copy_rows();
    return true;
  }
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: zoom_to_longest(model_->node(view_->currentIndex())); return true;
    case Qt::Key_Escape:
      view_->setCurrentIndex({});
      view_->clearSelection();
      return true;
    default: return false;
  }
}

void OperatorsDock::copy_rows() const {
  std::vector<Table::Column> columns;
  for (int column = 0; column < OperatorTreeModel::kColumns; ++column) {
    columns.push_back({.id = model_->column_id(column)});
  }
  Table rows(columns);
  for (const QModelIndex& index : view_->selectionModel()->selectedRows()) {
    std::vector<Cell> cells;
    for (int column = 0; column < OperatorTreeModel::kColumns; ++column) {
      const QModelIndex at = index.siblingAtColumn(column);
      const QVariant number = at.data(TableModel::kSortRole);
      cells.push_back(number.isValid() ? Cell(number.toDouble())
                                       : Cell(to_string(at.data().toString())));
    }
    rows.add_row(std::move(cells));
  }
  QApplication::clipboard()->setText(to_qstring(rows.to_csv()));
}

QByteArray OperatorsDock::save_state() const {
  return view_->header()->saveState();
}

void OperatorsDock::restore_state(const QByteArray& state) {
  view_->header()->restoreState(state);
}

}  // namespace nscope::gui

#include "moc_operators_dock.cpp"
