#include "app/gui/docks/regions/regions_dock.h"

#include "app/gui/docks/evidence.h"
#include "app/gui/panels/section_widths.h"
#include "app/gui/panels/sort_header.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/regions/region_cut.h"
#include "profiler/analysis/regions/regions.h"

#include <QDataStream>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nscope::gui {
namespace {

/// Maximum number of regions in the list.
constexpr double kMostListedRegions = 2000;

}  // namespace

RegionsDock::RegionsDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent),
      job_(new Job(tr("Summarising regions"), this)),
      method_(new ChoiceBox),
      baseline_(new ChoiceBox),
      filter_(new QLineEdit),
      all_(new QPushButton(tr("Check All"))),
      none_(new QPushButton(tr("Uncheck All"))),
      show_band_(new QPushButton(tr("Show in Timeline"))),
      notes_(new ElidedLabel("caption")),
      list_(new QTreeView),
      model_(new RegionListModel(this)),
      sorter_(new TableSorter(this)),
      figures_(new TablePanel(tr("No region is checked. Check regions in the list to compare "
                                 "them."))),
      split_(new QSplitter(Qt::Horizontal)) {
  build_controls();
  build_list();
  build_layout();
}

void RegionsDock::build_controls() {
  const std::array<QString, analysis::kRegionMethods.size()> methods{
      tr("Automatic"),   tr("Layers"),      tr("Kernels"),
      tr("Collectives"), tr("Annotations"), tr("Executions")};
  for (std::size_t i = 0; i < methods.size(); ++i) {
    method_->addItem(methods[i], to_qstring(analysis::kRegionMethods[i]));
  }
  method_->setAccessibleName(tr("Regions"));
  method_->setToolTip(
      tr("Divides the run into layers, kernels, collectives and the intervals "
         "between them, annotations, or executions."));
  baseline_->addItem(tr("First region"));
  baseline_->addItem(tr("Median"));
  baseline_->setAccessibleName(tr("Compare with"));
  baseline_->setToolTip(
      tr("Shows differences from the first checked region, or from the median of the checked "
         "regions."));
  filter_->setPlaceholderText(tr("Filter by name"));
  filter_->setAccessibleName(tr("Filter regions by name"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(220);
  all_->setToolTip(tr("Checks all regions that the filter shows."));
  none_->setToolTip(tr("Unchecks all regions."));
  show_band_->setObjectName(QStringLiteral("segment"));
  show_band_->setCheckable(true);
  show_band_->setChecked(true);
  show_band_->setToolTip(tr("Shows the regions of the selected core as a band in the timeline."));
  notes_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  connect(method_, &QComboBox::currentIndexChanged, this, [this] { mark_stale(); });
  connect(baseline_, &QComboBox::currentIndexChanged, this, &RegionsDock::show_figures);
  connect(filter_, &QLineEdit::textChanged, this,
          [this](const QString& text) { sorter_->setFilterFixedString(text.trimmed()); });
  connect(all_, &QPushButton::clicked, this, [this] {
    std::vector<std::size_t> rows;
    for (int i = 0; i < sorter_->rowCount(); ++i) {
      if (const auto row = row_of(sorter_->index(i, 0))) rows.push_back(*row);
    }
    model_->check_only(rows);
  });
  connect(none_, &QPushButton::clicked, this, [this] { model_->check_only({}); });
  connect(show_band_, &QPushButton::toggled, this, &RegionsDock::show_band);
}

void RegionsDock::build_list() {
  sorter_->setSourceModel(model_);
  sorter_->setFilterKeyColumn(RegionListModel::kRegion);
  sorter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  list_->setHeader(new SortHeader(list_));
  list_->setModel(sorter_);
  list_->setAccessibleName(tr("Regions of the run"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setAllColumnsShowFocus(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->installEventFilter(this);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSortIndicatorClearable(true);
  list_->header()->setSortIndicator(-1, Qt::AscendingOrder);
  list_->setSortingEnabled(true);
  constexpr std::array<int, RegionListModel::kColumns> kWidths{170, 72, 48, 112, 88, 96};
  set_section_widths(*list_->header(), kWidths);
  connect(model_, &RegionListModel::checked_changed, this, &RegionsDock::show_figures);
  connect(list_, &QTreeView::doubleClicked, this, &RegionsDock::select_region);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &RegionsDock::show_band);
  figures_->view().setAccessibleName(tr("Figures of the checked regions"));
  figures_->model().set_cell_looks(
      [this](const Table&, std::size_t row,
             std::size_t column) -> std::optional<TableModel::CellLook> {
        return comparison_ ? comparison_->look(row, column) : std::nullopt;
      });
}

void RegionsDock::build_layout() {
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 6, 8, 0);
  line->setSpacing(8);
  line->addWidget(new QLabel(tr("Regions")));
  line->addWidget(method_);
  line->addWidget(new QLabel(tr("Compare with")));
  line->addWidget(baseline_);
  line->addWidget(show_band_);
  line->addWidget(notes_, 1);
  auto* choice = new QHBoxLayout;
  choice->setContentsMargins(8, 0, 8, 0);
  choice->setSpacing(8);
  choice->addWidget(filter_, 1);
  choice->addWidget(all_);
  choice->addWidget(none_);
  choice->addStretch(2);
  split_->addWidget(list_);
  split_->addWidget(figures_);
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  split_->setSizes({600, 640});
  stack_ = new MessageStack(split_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addLayout(line);
  layout->addLayout(choice);
  layout->addWidget(stack_, 1);
}

void RegionsDock::refresh() {
  compute();
}

void RegionsDock::compute() {
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    receive(nullptr, Table());
    return stack_->show_message(
        tr("Open a capture, a session or a simulation to compare its layers, kernels or "
           "collectives."));
  }
  if (model_->rowCount() == 0 || is_other_run()) stack_->show_message(tr("Summarising regions…"));
  analysis::AnalysisRequest request = analysis::request_for(analysis::kRegionsAnalysis);
  const auto chosen = static_cast<std::size_t>(std::max(0, method_->currentIndex()));
  // Both values are permitted.
  (void)request.parameters.set("by", analysis::kRegionMethods[chosen]);
  (void)request.parameters.set("rows", kMostListedRegions);
  job_->start(
      [trace, request](TaskControl& control) {
        return analysis::kRegionsAnalysis.run(*trace, request, control);
      },
      [this, trace](Result<Table> table) {
        if (trace == run().trace()) receive(trace, std::move(table));
      });
}

void RegionsDock::receive(const std::shared_ptr<const Trace>& trace, Result<Table> table) {
  const auto shown =
      table ? std::make_shared<const Table>(*table) : std::make_shared<const Table>();
  QStringList notes;
  for (const Text& note : shown->notes()) notes << to_qstring(note);
  notes_->set_text(notes.join(QLatin1Char(' ')));
  model_->set_table(shown);
  show_band();
  if (!trace) return;
  if (!table) return show_failure(*stack_, table.error());
  if (shown->row_count() == 0) return stack_->show_message(notes.join(QLatin1Char('\n')));
  stack_->show_content();
}

void RegionsDock::show_figures() {
  const std::vector<std::size_t> rows = model_->checked();
  const auto baseline =
      baseline_->currentIndex() == 1 ? RegionBaseline::kMedian : RegionBaseline::kFirst;
  if (rows.empty()) {
    comparison_ = nullptr;
    return figures_->set_table(Table());
  }
  comparison_ =
      std::make_shared<const RegionComparison>(compare_regions(model_->table(), rows, baseline));
  figures_->set_table(comparison_->table);
  // Long names and texts must not move the values out of view. Tool tips show them completely.
  constexpr int kWidest = 200;
  QHeaderView& header = *figures_->view().horizontalHeader();
  header.setStretchLastSection(false);
  for (int c = 0; c < header.count(); ++c) {
    header.resizeSection(c, std::min(header.sectionSize(c), kWidest));
  }
  // The rows have different units, so that sorting them by a region has no meaning.
  figures_->view().setSortingEnabled(false);
}

std::optional<std::size_t> RegionsDock::row_of(const QModelIndex& index) const {
  const QModelIndex source = sorter_->mapToSource(index);
  return source.isValid() ? std::optional(static_cast<std::size_t>(source.row())) : std::nullopt;
}

TimeView RegionsDock::time_of(std::size_t row) const {
  const Table& table = model_->table();
  const auto per_ns = static_cast<double>(run().trace()->time_base().ticks_per_ns);
  const auto ticks = [&](std::string_view column) {
    return std::round(number_of(table.at(row, *find_column(table, column))).value_or(0.0) * per_ns);
  };
  const double begin = ticks("start_ns");
  return {begin, begin + ticks("duration_ns")};
}

/// Regions of several cores overlap in time, so that the band shows those of one core.
void RegionsDock::show_band() {
  if (!run().trace() || !show_band_->isChecked() || model_->rowCount() == 0) {
    return run().set_regions(nullptr);
  }
  const Table& table = model_->table();
  const auto core = *find_column(table, "core");
  const std::size_t current = row_of(list_->currentIndex()).value_or(0);
  const Cell& place = table.at(current, core);
  auto band = std::make_shared<NamedRegions>();
  const QString name = cell_text(table.columns()[core], place);
  band->title = number_of(place) ? tr("Regions of core %1").arg(name) : name;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    if (table.at(row, core) != place) continue;
    const auto region = *find_column(table, "region");
    band->regions.push_back(
        {time_of(row), cell_text(table.columns()[region], table.at(row, region))});
  }
  run().set_regions(std::move(band));
}

void RegionsDock::select_region(const QModelIndex& index) {
  const auto row = row_of(index);
  if (!row || !run().trace()) return;
  const TimeView time = time_of(*row);
  show_evidence(run(), TraceTime(std::llround(time.begin)), TraceTime(std::llround(time.end)), {});
}

void RegionsDock::toggle_selected() {
  const auto current = row_of(list_->currentIndex());
  if (!current) return;
  const std::vector<std::size_t> before = model_->checked();
  const bool checked = std::find(before.begin(), before.end(), *current) != before.end();
  for (const QModelIndex& index : list_->selectionModel()->selectedRows()) {
    if (const auto row = row_of(index)) model_->set_checked(*row, !checked);
  }
}

bool RegionsDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched != list_ || event->type() != QEvent::KeyPress) {
    return DockView::eventFilter(watched, event);
  }
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: select_region(list_->currentIndex()); return true;
    case Qt::Key_Space: toggle_selected(); return true;
    default: return false;
  }
}

QByteArray RegionsDock::save_state() const {
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  out << split_->saveState() << method_->currentData().toString() << baseline_->currentIndex();
  return state;
}

void RegionsDock::restore_state(const QByteArray& state) {
  QDataStream in(state);
  QByteArray split;
  QString method;
  int baseline = 0;
  in >> split >> method >> baseline;
  const int index = method_->findData(method);
  if (in.status() != QDataStream::Ok || index < 0 || baseline < 0 || baseline > 1) return;
  split_->restoreState(split);
  method_->setCurrentIndex(index);
  baseline_->setCurrentIndex(baseline);
}

}  // namespace nscope::gui

#include "moc_regions_dock.cpp"
