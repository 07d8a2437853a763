#include "app/gui/docks/traffic/traffic_dock.h"

#include "app/gui/analysis/analysis_chart.h"
#include "app/gui/analysis/row_target.h"
#include "app/gui/docks/evidence.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/analysis/ranks/collectives.h"
#include "profiler/analysis/ranks/stragglers.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/catalog/catalog.h"

#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace nscope::gui {
namespace {

using analysis::LinkTraffic;

constexpr std::size_t kTrafficDockChartPoints = 4000;
constexpr std::size_t kMostLines =
    12;  ///< maximum number of links in the chart; those with most bytes

std::vector<int> busy_chips(const Trace& trace, const std::vector<LinkTraffic>& links,
                            int cores_per_chip) {
  std::set<int> chips;
  for (const Track& track : trace.tracks()) {
    if (track.core >= 0 && cores_per_chip > 0) chips.insert(track.core / cores_per_chip);
  }
  for (const LinkTraffic& link : links) {
    if (link.bytes > 0.0 && link.from >= 0) chips.insert(link.from);
    if (link.bytes > 0.0 && link.to >= 0) chips.insert(link.to);
  }
  return {chips.begin(), chips.end()};
}

int chips_of(const std::vector<LinkTraffic>& links) {
  int chips = 0;
  for (const LinkTraffic& link : links) chips = std::max({chips, link.from + 1, link.to + 1});
  return chips;
}

}  // namespace

TrafficDock::TrafficDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Matching collectives"), this)),
      tabs_(new QTabWidget),
      collectives_(new TablePanel(QString())),
      stragglers_(new TablePanel(QString())),
      topology_(new TopologyView),
      matrix_model_(new ChipMatrixModel(this)),
      matrix_(new QTableView),
      chips_note_(named_label("caption")),
      bandwidth_(new TimeChart) {
  collectives_->view().setAccessibleName(tr("Collectives by operation and size"));
  stragglers_->view().setAccessibleName(tr("Collectives delayed by a late rank"));
  for (TablePanel* panel : {collectives_, stragglers_}) {
    panel->model().set_row_hint(row_hint);
    connect(panel, &TablePanel::row_activated, this,
            [this, panel](std::size_t row) { show_row(this->run(), panel->model().table(), row); });
  }
  bandwidth_stack_ = new MessageStack(bandwidth_);
  tabs_->setAccessibleName(tr("Traffic"));
  tabs_->addTab(collectives_, tr("Collectives"));
  tabs_->addTab(stragglers_, tr("Late ranks"));
  tabs_->addTab(make_chips_page(), tr("Chips"));
  tabs_->addTab(bandwidth_stack_, tr("Bandwidth over time"));
  stack_ = new MessageStack(tabs_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  connect(bandwidth_, &TimeChart::time_clicked, this,
          [this](double ns) { show_moment(this->run(), ns); });
}

QWidget* TrafficDock::make_chips_page() {
  matrix_->setObjectName(QStringLiteral("heat"));
  matrix_->setModel(matrix_model_);
  matrix_->setItemDelegate(new ChipMatrixDelegate(matrix_));
  matrix_->setAccessibleName(tr("Bytes sent between chips: rows send, columns receive"));
  matrix_->setShowGrid(false);
  matrix_->setSelectionMode(QAbstractItemView::SingleSelection);
  matrix_->setTabKeyNavigation(false);
  matrix_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  matrix_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  matrix_->verticalHeader()->setDefaultSectionSize(24);
  matrix_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  matrix_->horizontalHeader()->setMinimumSectionSize(76);
  matrix_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  matrix_->setCornerButtonEnabled(false);
  const auto show_link = [this](const QModelIndex& index) {
    run().show_track(matrix_model_->track(index));
  };
  connect(matrix_, &QTableView::clicked, this, show_link);
  connect(matrix_, &QTableView::activated, this, show_link);
  connect(topology_, &TopologyView::track_chosen, &run(), &RunView::show_track);
  chips_note_->setWordWrap(true);
  chips_note_->setContentsMargins(8, 0, 8, 4);
  matrix_stack_ = new MessageStack(matrix_);
  auto* split = new QSplitter(Qt::Horizontal);
  split->addWidget(topology_);
  split->addWidget(matrix_stack_);
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  split->setChildrenCollapsible(false);
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(split, 1);
  layout->addWidget(chips_note_);
  return page;
}

std::optional<TrafficDock::Machine> TrafficDock::machine_of(const Trace& trace) {
  const std::string id = trace.property_text(property::kInstanceType);
  if (id.empty()) return std::nullopt;
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return std::nullopt;
  const auto instance = catalog->instance(id);
  if (!instance) return std::nullopt;
  const int chips = (*instance)->chips;
  const catalog::Device& device = catalog->device_of(**instance);
  return Machine{.instance = to_qstring(id),
                 .layout = topology_layout((*instance)->topology, chips),
                 .chips = chips,
                 .cores_per_chip = device.cores};
}

Result<TrafficDock::Outcome> TrafficDock::compute(const Trace& trace,
                                                  const analysis::SummaryOptions& options,
                                                  TaskControl& control) {
  auto collectives =
      analysis::run_analysis(analysis::kCollectivesAnalysis, trace, options, control);
  if (!collectives) return fail(collectives.error());
  auto stragglers = analysis::run_analysis(analysis::kStragglersAnalysis, trace, options, control);
  if (!stragglers) return fail(stragglers.error());
  auto links = analysis::link_traffic(trace, options, control);
  if (!links) return fail(links.error());
  std::vector<const Track*> tracks;
  for (std::size_t i = 0; i < std::min(kMostLines, links->size()); ++i) {
    tracks.push_back(&trace.track((*links)[i].track));
  }
  auto series = analysis::counter_series(tracks, analysis::window_of(trace, options),
                                         kTrafficDockChartPoints, control);
  if (!series) return fail(series.error());
  return Outcome{*std::move(collectives), *std::move(stragglers), *std::move(links),
                 *std::move(series), machine_of(trace)};
}

void TrafficDock::refresh() {
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    return stack_->show_message(
        tr("Open a run of several ranks or chips to see its collectives and links."));
  }
  if (is_other_run() || collectives_->model().rowCount() == 0)
    stack_->show_message(tr("Matching collectives…"));
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  job_->start([trace, options](TaskControl& control) { return compute(*trace, options, control); },
              [this, trace](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

void TrafficDock::fill(TablePanel& panel, Table table) {
  QStringList notes;
  for (const Text& note : table.notes()) notes << to_qstring(note);
  panel.set_empty_text(notes.join(QLatin1Char('\n')));
  panel.setToolTip(table.row_count() > 0 ? notes.join(QLatin1Char('\n')) : QString());
  panel.set_table(std::move(table));
}

void TrafficDock::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != run().trace()) return;
  if (!outcome) return show_failure(*stack_, outcome.error());
  const bool one_chip = !outcome->machine || outcome->machine->chips < 2;
  if (outcome->collectives.row_count() == 0 && outcome->links.empty() && one_chip) {
    return stack_->show_message(
        run().range()
            ? tr("No collective is complete within the selected range, and the run has no link "
                 "counters. Bandwidths are of complete collectives: select a larger range.")
            : tr("This run has no collectives and no link counters. Open a system profile, merged "
                 "captures of several ranks, an nccom-test report, a PyTorch trace or a simulation "
                 "of several chips."));
  }
  show_chips(*trace, *outcome);
  show_bandwidth(*trace, *outcome);
  fill(*collectives_, std::move(outcome->collectives));
  fill(*stragglers_, std::move(outcome->stragglers));
  stack_->show_content();
}

void TrafficDock::show_chips(const Trace& trace, const Outcome& outcome) {
  const int counted = chips_of(outcome.links);
  const bool known = outcome.machine && outcome.machine->chips >= counted;
  TopologyLayout layout;
  if (known) {
    layout = outcome.machine->layout;
  } else {
    std::vector<std::pair<int, int>> pairs;
    for (const LinkTraffic& link : outcome.links) pairs.emplace_back(link.from, link.to);
    layout = topology_layout(counted, pairs);
  }
  topology_->set_topology(
      std::move(layout), outcome.links,
      busy_chips(trace, outcome.links, known ? outcome.machine->cores_per_chip : 0));
  matrix_model_->set_links(outcome.links);
  if (matrix_model_->rowCount() == 0) {
    matrix_stack_->show_message(tr(
        "This run has no counters for links between chips, so the traffic of each link is "
        "unknown. Simulations of a collective or of tensor parallelism on several chips have link "
        "counters."));
  } else {
    matrix_stack_->show_content();
  }
  QStringList notes;
  notes << (known
                ? tr("Topology: %1, from the instance catalogue.").arg(outcome.machine->instance)
                : tr("The topology of this run is unknown. Only chips and links with counters are "
                     "shown."));
  if (matrix_model_->rowCount() > 0) {
    notes << tr("Rows send, columns receive. Click a cell or a link to show its counter.");
    if (known && counted > 0 &&
        static_cast<int>(outcome.links.size()) <
            2 * static_cast<int>(topology_->layout_of_chips().edges.size())) {
      notes << tr("Dashed links have no counter in either direction.");
    }
  }
  chips_note_->setText(notes.join(QLatin1Char(' ')));
}

void TrafficDock::show_bandwidth(const Trace& trace, Outcome& outcome) {
  if (outcome.series.times.empty()) {
    return bandwidth_stack_->show_message(tr(
        "This run has no NeuronLink or EFA bandwidth counters. Simulations of several chips have "
        "these counters; captures of one core do not."));
  }
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  const auto window = analysis::window_of(trace, options);
  TimeLines lines{.title = tr("Link bandwidth"),
                  .unit = {.id = "rate", .unit = "B/s"},
                  .begin_ns = static_cast<double>(window.begin.value()) / per_ns,
                  .end_ns = static_cast<double>(window.end.value()) / per_ns};
  for (const std::int64_t time : outcome.series.times) {
    lines.times.push_back(static_cast<double>(time) / per_ns);
  }
  for (std::size_t i = 0; i < outcome.series.values.size(); ++i) {
    const QString name = to_qstring(outcome.links[i].name);
    lines.lines.push_back({name, plot_color(name, i), std::move(outcome.series.values[i])});
  }
  if (outcome.links.size() > lines.lines.size()) {
    lines.note = tr("%n more link(s) with fewer bytes", nullptr,
                    static_cast<int>(outcome.links.size() - lines.lines.size()));
  }
  bandwidth_->set_lines(std::move(lines));
  bandwidth_stack_->show_content();
}

QByteArray TrafficDock::save_state() const {
  return QByteArray::number(tabs_->currentIndex());
}

void TrafficDock::restore_state(const QByteArray& state) {
  const int index = state.toInt();
  if (index >= 0 && index < tabs_->count()) tabs_->setCurrentIndex(index);
}

}  // namespace nscope::gui

#include "moc_traffic_dock.cpp"
