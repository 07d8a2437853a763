#include "app/gui/sweep/sweep_page.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/marked_field.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/sort_header.h"
#include "app/gui/sweep/point_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kFilterDelayMs = 250;
constexpr std::size_t kMostReasonLines = 2;
constexpr std::size_t kMostReasonsInTip = 30;

QString reason_line(const sweep::ReasonGroup& group) {
  const QString text = group.outcome == sweep::Outcome::kRejected
                           ? SweepPage::tr("%1 rejected, for example point %2: %3")
                           : SweepPage::tr("%1 failed, for example point %2: %3");
  return text.arg(count_text(group.points), count_text(group.first), to_qstring(group.reason));
}

}  // namespace

SweepPage::SweepPage(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Reading the results"), this)),
      title_(named_label("pageTitle")),
      counts_(named_label("muted")),
      reasons_(named_label("muted")),
      color_(new ChoiceBox),
      axes_menu_(new QMenu(this)),
      scatter_(new ScatterChart(selection_)),
      parallel_(new ParallelChart(selection_)),
      front_state_(named_label("caption")),
      filter_(new QLineEdit),
      listed_(new ChoiceBox),
      clear_(new QPushButton(tr("Show All Points"))),
      filter_state_(named_label("badText")),
      model_(new PointModel(selection_, this)),
      table_(new QTableView),
      details_(named_label("muted")),
      open_(new QPushButton(tr("Open Point"))),
      copy_(new QPushButton(tr("Copy Command"))) {
  setObjectName(QStringLiteral("page"));
  pages_ = new QStackedLayout(this);
  pages_->addWidget(build_empty());
  pages_->addWidget(build_results());
  filter_delay_.setSingleShot(true);
  filter_delay_.setInterval(kFilterDelayMs);
  connect(&filter_delay_, &QTimer::timeout, this, &SweepPage::apply_filter);
  connect(filter_, &QLineEdit::textChanged, &filter_delay_, qOverload<>(&QTimer::start));
  connect(filter_, &QLineEdit::returnPressed, this, &SweepPage::apply_filter);
  connect(&selection_, &PointSelection::rows_changed, this, &SweepPage::show_state);
  connect(&selection_, &PointSelection::selected_changed, this, &SweepPage::show_selected);
  connect(scatter_, &ScatterChart::front_changed, this, [this] {
    model_->set_front(scatter_->front());
    show_state();
  });
  connect(scatter_, &ScatterChart::activated, this, &SweepPage::open_point);
  connect(parallel_, &ParallelChart::activated, this, &SweepPage::open_point);
  connect(clear_, &QPushButton::clicked, this, [this] {
    listed_->setCurrentIndex(0);
    filter_->clear();
    apply_filter();
    selection_.clear_brushes();
  });
  connect(listed_, &QComboBox::currentIndexChanged, this, [this](int index) {
    model_->set_listed(static_cast<PointModel::Listed>(index));
    show_reason_column();
    show_selected();
    show_state();
  });
  connect(open_, &QPushButton::clicked, this, [this] {
    if (const auto row = selection_.selected()) open_point(*row);
  });
  connect(copy_, &QPushButton::clicked, this, [this] {
    QApplication::clipboard()->setText(command());
    copy_->setText(tr("Copied"));
    QTimer::singleShot(2'000, copy_, [this] { copy_->setText(tr("Copy Command")); });
  });
  show_selected();
}

QWidget* SweepPage::build_empty() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(40, 40, 40, 40);
  layout->addStretch(1);
  auto* heading = named_label("pageTitle", tr("Compare many variants of a workload, cost scenario "
                                              "or plan"));
  heading->setAlignment(Qt::AlignCenter);
  heading->setWordWrap(true);
  auto* text = named_label(
      "muted", tr("A sweep evaluates a document with many values of its members. Write a file that "
                  "states the document and the values, and run it in a terminal:"));
  auto* command = named_label("muted", QStringLiteral("nscope sweep SWEEP.json -o results.db"));
  command->setFont(mono_font(12));
  command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* rest = named_label("muted", tr("Then open the results here. F1 explains the file."));
  for (QLabel* label : {text, command, rest}) {
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
  }
  auto* open = new QPushButton(tr("Open Results…"));
  open->setObjectName(QStringLiteral("primary"));
  connect(open, &QPushButton::clicked, this, &SweepPage::open_requested);
  for (QWidget* each : {static_cast<QWidget*>(heading), static_cast<QWidget*>(text),
                        static_cast<QWidget*>(command), static_cast<QWidget*>(rest)}) {
    layout->addWidget(each);
    layout->addSpacing(8);
  }
  layout->addWidget(open, 0, Qt::AlignCenter);
  layout->addStretch(2);
  return page;
}

QWidget* SweepPage::build_results() {
  auto* page = new QWidget;
  auto* charts = new QSplitter(Qt::Horizontal);
  charts->addWidget(scatter_);
  charts->addWidget(parallel_);
  charts->setChildrenCollapsible(false);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(charts);
  parts->addWidget(build_table());
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  parts->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(16, 12, 16, 10);
  layout->setSpacing(8);
  layout->addWidget(build_head());
  layout->addWidget(build_fields());
  layout->addWidget(parts, 1);
  return page;
}

QWidget* SweepPage::build_head() {
  auto* head = new QWidget;
  auto* layout = new QVBoxLayout(head);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(3);
  for (QLabel* label : {title_, counts_, reasons_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  layout->addWidget(title_);
  layout->addWidget(counts_);
  layout->addWidget(reasons_);
  return head;
}

QWidget* SweepPage::build_table() {
  filter_->setPlaceholderText(tr("Filter, for example: batch>=16 tpot_p50<0.02 trn1"));
  filter_->setAccessibleName(tr("Filter of the points"));
  filter_->setClearButtonEnabled(true);
  filter_->setToolTip(tr("All words must be met. NAME<VALUE compares a column; the signs are < <= > "
                         ">= = !=. Other words must occur in a text of the point."));
  listed_->addItems({tr("All outcomes"), tr("Evaluated"), tr("Rejected"), tr("Failed"),
                     tr("Pareto front")});
  listed_->setAccessibleName(tr("Points in the table"));
  clear_->setToolTip(tr("Removes the filter and the ranges on the axes."));
  table_->setAccessibleName(tr("Points of the sweep"));
  table_->setHorizontalHeader(new SortHeader(table_));
  table_->setModel(model_);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  table_->setSortingEnabled(true);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid()) {
              selection_.select(model_->rows()[static_cast<std::size_t>(current.row())]);
            }
          });
  connect(table_, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    open_point(model_->rows()[static_cast<std::size_t>(index.row())]);
  });
  for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
    auto* const enter = new QShortcut(QKeySequence(key), table_);
    enter->setContext(Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, [this] {
      if (const auto row = selection_.selected()) open_point(*row);
    });
  }
  connect(model_, &QAbstractItemModel::modelReset, this, &SweepPage::show_selected);
  filter_state_->hide();
  details_->setTextFormat(Qt::PlainText);
  details_->setWordWrap(true);
  details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* top = new QHBoxLayout;
  top->addWidget(filter_, 1);
  top->addWidget(listed_);
  top->addWidget(clear_);
  top->addWidget(front_state_);
  auto* bottom = new QHBoxLayout;
  bottom->addWidget(details_, 1);
  bottom->addWidget(open_);
  bottom->addWidget(copy_);
  auto* part = new QWidget;
  auto* layout = new QVBoxLayout(part);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(6);
  layout->addLayout(top);
  layout->addWidget(filter_state_);
  layout->addWidget(table_, 1);
  layout->addLayout(bottom);
  return part;
}

void SweepPage::load(const QString& path) {
  job_->set_title(tr("Opening %1").arg(QFileInfo(path).fileName()));
  job_->start(
      [file = to_string(path)](TaskControl& control) { return sweep::load_points(file, control); },
      [this, path](Result<sweep::PointTable> points) {
        if (!points) {
          if (points.error().code == ErrorCode::kCancelled) return;
          return emit failed(tr("Cannot open %1").arg(QFileInfo(path).fileName()), points.error());
        }
        show_points(std::make_shared<const sweep::PointTable>(std::move(*points)), path);
        emit loaded();
      });
}

void SweepPage::show_points(std::shared_ptr<const sweep::PointTable> points, const QString& path) {
  path_ = path;
  filling_ = true;
  filter_delay_.stop();
  filter_->clear();
  filter_state_->hide();
  mark_field(filter_, false);
  listed_->setCurrentIndex(0);
  table_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  selection_.set_points(std::move(points));
  filling_ = false;
  pages_->setCurrentIndex(1);
  show_counts();
  fill_fields();
  size_columns();
  show_selected();
}

QString SweepPage::title() const {
  return QFileInfo(path_).fileName();
}

void SweepPage::show_counts() {
  const sweep::PointTable& points = selection_.points();
  const std::string& stated = points.head.title;
  title_->setText(stated.empty() ? title() : to_qstring(stated));
  QString counts = tr("%1 of %2 points: %3 evaluated, %4 rejected, %5 failed.")
                       .arg(count_text(points.size()), count_text(points.head.points),
                            count_text(points.count(sweep::Outcome::kDone)),
                            count_text(points.count(sweep::Outcome::kRejected)),
                            count_text(points.count(sweep::Outcome::kFailed)));
  if (points.head.excluded > 0) {
    counts += QLatin1Char(' ') + tr("Constraints exclude %1 combinations.")
                                     .arg(count_text(points.head.excluded));
  }
  if (!points.head.shard.is_whole()) {
    counts += QLatin1Char(' ') +
              tr("This is shard %1; merge all shards to see the whole sweep.")
                  .arg(to_qstring(points.head.shard.text()));
  }
  if (points.not_finite > 0) {
    counts += QLatin1Char(' ') +
              tr("%1 values are infinite and are not shown.").arg(count_text(points.not_finite));
  }
  counts_->setText(counts);
  QStringList lines;
  QStringList all;
  for (std::size_t i = 0; i < points.groups.size() && i < kMostReasonsInTip; ++i) {
    all << reason_line(points.groups[i]);
    if (i < kMostReasonLines) lines << all.back();
  }
  if (points.groups.size() > kMostReasonLines) {
    lines << tr("%1 other reasons: select Rejected or Failed above the table.")
                 .arg(count_text(points.groups.size() - kMostReasonLines));
  }
  reasons_->setText(lines.join(QLatin1Char('\n')));
  reasons_->setToolTip(all.join(QLatin1Char('\n')));
  reasons_->setVisible(!lines.isEmpty());
}

void SweepPage::apply_filter() {
  filter_delay_.stop();
  if (filling_) return;
  auto parsed = PointFilter::parse(to_string(filter_->text()), selection_.points());
  mark_field(filter_, !parsed);
  filter_state_->setText(parsed ? QString() : to_qstring(parsed.error()));
  filter_state_->setVisible(!parsed);
  if (parsed) selection_.set_filter(std::move(*parsed));
}

void SweepPage::size_columns() {
  constexpr int kRowsToMeasure = 60;
  const QFontMetrics heading(ui_font(11));
  const QFontMetrics numbers(mono_font(11));
  for (int c = 0; c < model_->columnCount(); ++c) {
    int width = heading.horizontalAdvance(
                    model_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()) +
                40;
    for (int r = 0; r < std::min(model_->rowCount(), kRowsToMeasure); ++r) {
      width = std::max(width,
                       numbers.horizontalAdvance(model_->index(r, c).data().toString()) + 36);
    }
    table_->setColumnWidth(c, std::min(width, c == PointModel::kReason ? 240 : 320));
  }
  show_reason_column();
}

/// Hides the reasons if no listed point has one.
void SweepPage::show_reason_column() {
  const auto listed = static_cast<PointModel::Listed>(listed_->currentIndex());
  const bool without = listed == PointModel::Listed::kEvaluated || listed == PointModel::Listed::kFront;
  table_->setColumnHidden(PointModel::kReason, without || selection_.points().groups.empty());
}

/// Shows the selected point in the table and below it.
void SweepPage::show_selected() {
  const auto row = selection_.selected();
  const bool any = row.has_value();
  const sweep::PointTable& points = selection_.points();
  open_->setEnabled(any);
  copy_->setEnabled(any);
  open_->setToolTip(tr("Opens the document of the selected point, where it can be changed."));
  copy_->setToolTip(any ? command() : tr("Copies the command that evaluates the point again."));
  if (!any) {
    details_->setText(tr("Select a point to see its values. Double-click it, or press Enter, to open "
                         "it."));
    table_->selectionModel()->clear();
    return;
  }
  QStringList parts{tr("Point %1").arg(count_text(points.ids[*row]))};
  const auto& columns = points.head.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const QString value = point_figure(points, i, *row);
    if (is_main_column(points.head, i) && !value.isEmpty()) {
      parts << QStringLiteral("%1 = %2").arg(column_title(columns[i]), value);
    }
  }
  if (points.outcomes[*row] != sweep::Outcome::kDone) {
    parts << QStringLiteral("%1: %2").arg(outcome_title(points.outcomes[*row]),
                                          to_qstring(points.reasons.text(*row)));
  }
  details_->setText(parts.join(QStringLiteral(" · ")));
  const int place = model_->place_of(*row);
  if (place < 0) return table_->selectionModel()->clear();
  if (table_->currentIndex().row() == place) return;
  const QModelIndex index = model_->index(place, 0);
  table_->setCurrentIndex(index);
  table_->scrollTo(index);
}

void SweepPage::show_state() {
  const std::size_t listed = model_->rows().size();
  QStringList parts{listed == 1 ? tr("1 point listed")
                                : tr("%1 points listed").arg(count_text(listed))};
  if (!scatter_->front().empty()) {
    parts << tr("%1 on the Pareto front").arg(count_text(scatter_->front().size()));
  }
  if (scatter_->not_drawn() > 0) {
    parts << tr("%1 without a value on an axis").arg(count_text(scatter_->not_drawn()));
  }
  if (parallel_->drawn() < selection_.evaluated().size()) {
    parts << tr("%1 of %2 lines drawn")
                 .arg(count_text(parallel_->drawn()), count_text(selection_.evaluated().size()));
  }
  front_state_->setText(parts.join(QStringLiteral(", ")));
}

QString SweepPage::command() const {
  const auto row = selection_.selected();
  if (!row) return {};
  const sweep::PointTable& points = selection_.points();
  return to_qstring(sweep::command_of_point(points.head.identity,
                                            to_string(QFileInfo(path_).absoluteFilePath()),
                                            points.ids[*row]));
}

void SweepPage::open_point(std::uint32_t row) {
  selection_.select(row);
  const sweep::PointTable& points = selection_.points();
  std::vector<sweep::Value> members;
  for (std::size_t i = 0; i < points.columns.size(); ++i) {
    if (points.head.columns[i].kind != sweep::Column::Kind::kMember) continue;
    members.push_back(points.value(i, row));
  }
  const auto document = sweep::document_of_point(points.head.identity, points.ids[row], members);
  if (!document) {
    return emit failed(tr("Cannot open point %1").arg(count_text(points.ids[row])),
                       document.error());
  }
  emit document_requested(*document, tr("%1, point %2")
                                         .arg(QFileInfo(path_).completeBaseName())
                                         .arg(points.ids[row]));
}

}  // namespace nscope::gui

#include "moc_sweep_page.cpp"
