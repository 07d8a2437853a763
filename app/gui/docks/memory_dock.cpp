#include "app/gui/docks/memory_dock.h"

#include "app/gui/analysis/analysis_chart.h"
#include "app/gui/analysis/row_target.h"
#include "app/gui/docks/evidence.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/memory/tensors.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/trace/vocabulary.h"

#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <set>

namespace nscope::gui {
namespace {

constexpr std::size_t kChartPoints = 4000;
constexpr int kNoCore = -1;

QString place_text(int core) {
  return core == kNoCore ? MemoryDock::tr("Host and other") : MemoryDock::tr("Core %1").arg(core);
}

/// The name of a line: the use, prefixed with the name of the memory if the chart shows several
/// memories.
QString line_name(const analysis::MemorySeries& memory, std::size_t use, bool alone) {
  const QString name = to_qstring(memory.uses[use]);
  return alone || memory.uses[use] == memory.memory
             ? name
             : to_qstring(memory.memory) + QStringLiteral(": ") + name;
}

}  // namespace

MemoryDock::MemoryDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Computing memory usage"), this)),
      split_(new QSplitter(Qt::Horizontal)),
      choice_(new QWidget),
      places_(new ChoiceBox),
      bytes_(new TimeChart),
      chip_(new TimeChart),
      no_series_(named_label("muted")),
      tabs_(new QTabWidget),
      peaks_(new TablePanel(QString())),
      tensors_(new TablePanel(QString())),
      map_(new OnchipMapPanel),
      missing_(named_label("caption")) {
  places_->setAccessibleName(tr("Memory location"));
  auto* label = named_label("muted", tr("Location"));
  label->setBuddy(places_);
  auto* line = new QHBoxLayout(choice_);
  line->setContentsMargins(8, 6, 8, 0);
  line->addWidget(label);
  line->addWidget(places_);
  line->addStretch(1);
  no_series_->setAlignment(Qt::AlignCenter);
  no_series_->setWordWrap(true);
  no_series_->setMargin(16);
  auto* left = new QWidget;
  auto* charts = new QVBoxLayout(left);
  charts->setContentsMargins(0, 0, 0, 0);
  charts->setSpacing(0);
  charts->addWidget(choice_);
  charts->addWidget(bytes_, 3);
  charts->addWidget(chip_, 2);
  charts->addWidget(no_series_, 1);
  peaks_->view().setAccessibleName(tr("Memory peaks and their contents"));
  tensors_->view().setAccessibleName(tr("Tensors"));
  tabs_->setAccessibleName(tr("Memory"));
  tabs_->addTab(peaks_, tr("Peaks"));
  tabs_->addTab(tensors_, tr("Tensors"));
  tabs_->addTab(map_, tr("On-chip map"));
  missing_->setWordWrap(true);
  missing_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  missing_->setContentsMargins(8, 0, 8, 4);
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(tabs_, 1);
  column->addWidget(missing_);
  split_->addWidget(left);
  split_->addWidget(right);
  split_->setStretchFactor(0, 1);
  split_->setStretchFactor(1, 1);
  split_->setChildrenCollapsible(false);
  stack_ = new MessageStack(split_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  connect(places_, &QComboBox::currentIndexChanged, this, &MemoryDock::show_place);
  connect(peaks_, &TablePanel::row_activated, this,
          [this](std::size_t row) { show_row(this->run(), peaks_->model().table(), row); });
  peaks_->model().set_row_hint(row_hint);
  connect(tabs_, &QTabWidget::currentChanged, this, &MemoryDock::show_missing);
  connect(map_, &OnchipMapPanel::activated, this,
          [this](SliceId event) { this->run().reveal(event); });
  connect(&this->run(), &RunView::event_changed, map_, &OnchipMapPanel::set_current_event);
  for (TimeChart* chart : {bytes_, chip_}) {
    connect(chart, &TimeChart::time_clicked, this,
            [this](double ns) { show_moment(this->run(), ns); });
  }
}

Result<MemoryDock::Outcome> MemoryDock::compute(const Trace& trace,
                                                const analysis::SummaryOptions& options,
                                                TaskControl& control) {
  auto series = analysis::memory_series(trace, options, kChartPoints, control);
  if (!series) return fail(series.error());
  auto peaks = analysis::run_analysis(analysis::kMemoryAnalysis, trace, options, control);
  if (!peaks) return fail(peaks.error());
  return Outcome{*std::move(series), *std::move(peaks), analysis::tensor_table(trace)};
}

void MemoryDock::enter(const QString& tab) {
  for (int i = 0; i < tabs_->count(); ++i) {
    if (tabs_->tabText(i).compare(tab, Qt::CaseInsensitive) == 0) tabs_->setCurrentIndex(i);
  }
}

void MemoryDock::refresh() {
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    map_->set_run(nullptr, {});
    return stack_->show_message(
        tr("Open a run to see the usage of HBM, SBUF, PSUM and host memory."));
  }
  if (is_other_run() || series_.empty()) stack_->show_message(tr("Computing memory usage…"));
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  map_->set_run(trace, options);
  job_->start([trace, options](TaskControl& control) { return compute(*trace, options, control); },
              [this, trace](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

void MemoryDock::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != run().trace()) return;
  series_.clear();
  if (!outcome) return show_failure(*stack_, outcome.error());
  if (outcome->series.empty() && outcome->peaks.row_count() == 0 &&
      outcome->tensors.row_count() == 0 && !trace->strings().find(key::kOperands).valid()) {
    return stack_->show_message(tr(
        "This run has no memory data. NTFF captures contain SBUF and PSUM usage, simulations and "
        "system profiles contain HBM usage, neuron-monitor reports HBM and host memory, and "
        "logs of the Neuron Runtime contain HBM usage when an allocation failed. A NEFF in the "
        "same "
        "folder as its capture provides the tensor names."));
  }
  say_what_is_missing(*outcome);
  series_ = std::move(outcome->series);
  const auto first_note = [](const Table& table) {
    return table.notes().empty() ? QString() : to_qstring(table.notes().front());
  };
  peaks_->set_empty_text(first_note(outcome->peaks));
  tensors_->set_empty_text(first_note(outcome->tensors));
  peaks_->set_table(std::move(outcome->peaks));
  tensors_->set_table(std::move(outcome->tensors));
  list_places();
  stack_->show_content();
}

void MemoryDock::list_places() {
  std::set<int> cores;
  for (const auto& memory : series_) cores.insert(memory.core);
  const QVariant before = places_->currentData();
  {
    const QSignalBlocker block(places_);
    places_->clear();
    for (const int core : cores) places_->addItem(place_text(core), core);
    const int again = before.isValid() ? places_->findData(before) : -1;
    // Select the first core by default. The host precedes it in the list but is less relevant to
    // a kernel.
    const bool cores_too = cores.size() > 1 && *cores.begin() == kNoCore;
    places_->setCurrentIndex(again >= 0 ? again : cores.empty() ? -1 : cores_too ? 1 : 0);
  }
  choice_->setVisible(cores.size() > 1);
  show_place();
}

TimeLines MemoryDock::lines_of(bool bytes, int core) const {
  const Trace& trace = *run().trace();
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  const auto window = analysis::window_of(trace, options);
  TimeLines lines{.unit = {.id = "use", .unit = bytes ? "B" : "share"},
                  .begin_ns = static_cast<double>(window.begin.value()) / per_ns,
                  .end_ns = static_cast<double>(window.end.value()) / per_ns};
  std::vector<const analysis::MemorySeries*> of;
  for (const auto& memory : series_) {
    if (memory.core == core && (memory.unit == "B") == bytes) of.push_back(&memory);
  }
  // Each memory has its own sample times, but all lines of a chart share theirs.
  std::set<std::int64_t> times;
  for (const auto* memory : of)
    times.insert(memory->series.times.begin(), memory->series.times.end());
  for (const std::int64_t time : times) lines.times.push_back(static_cast<double>(time) / per_ns);
  for (const auto* memory : of) {
    lines.stacked = lines.stacked || memory->uses.size() > 1;
    if (memory->series.reduced) {
      lines.note = tr("each point is the maximum of its interval");
    }
    for (std::size_t use = 0; use < memory->uses.size(); ++use) {
      const QString name = line_name(*memory, use, of.size() == 1);
      TimeLines::Line line{name, plot_color(name, lines.lines.size()), {}};
      std::size_t at = 0;
      double value = std::numeric_limits<double>::quiet_NaN();
      for (const std::int64_t time : times) {
        for (; at < memory->series.times.size() && memory->series.times[at] <= time; ++at) {
          value = memory->series.values[use][at];
        }
        line.values.push_back(value);
      }
      lines.lines.push_back(std::move(line));
    }
  }
  lines.stacked = lines.stacked && of.size() == 1;
  return lines;
}

void MemoryDock::show_place() {
  const bool any = places_->currentIndex() >= 0 && run().trace() && !series_.empty();
  no_series_->setVisible(!any);
  bytes_->setVisible(false);
  chip_->setVisible(false);
  if (!any) return;
  const int core = places_->currentData().toInt();
  for (const bool bytes : {true, false}) {
    TimeLines lines = lines_of(bytes, core);
    TimeChart* chart = bytes ? bytes_ : chip_;
    chart->setVisible(!lines.lines.empty());
    if (lines.lines.empty()) continue;
    lines.title = bytes ? tr("Bytes used") : tr("Share of capacity used");
    chart->set_lines(std::move(lines));
  }
}

void MemoryDock::say_what_is_missing(const Outcome& outcome) {
  const auto has = [&](auto of) {
    return std::any_of(outcome.series.begin(), outcome.series.end(), of);
  };
  QStringList texts;
  if (!has([](const auto& memory) { return memory.unit == "B"; })) {
    const Table& peaks = outcome.peaks;
    const auto memory = find_column(peaks, "memory");
    bool stated = false;
    for (std::size_t row = 0; memory && row < peaks.row_count(); ++row) {
      stated = stated || nscope::to_string(peaks.at(row, *memory), nscope::Language()) == "HBM";
    }
    texts << (stated ? tr("HBM usage is known for the whole run but not over time; see Peaks.")
                     : tr("This run has no HBM usage. neuron-monitor, system profiles and "
                          "simulations provide it."));
  }
  if (!has([](const auto& memory) { return memory.memory == "SBUF" || memory.memory == "PSUM"; })) {
    texts << tr(
        "This run has no SBUF or PSUM usage over time. NTFF captures and Neuron Explorer exports "
        "provide it.");
  }
  for (const Text& note : outcome.peaks.notes()) texts << to_qstring(note);
  no_series_->setText(texts.join(QLatin1Char('\n')));
  missing_->setText(texts.join(QLatin1Char(' ')));
  // If the plot is empty, no_series_ shows the text in place of the plot.
  has_missing_ = !texts.isEmpty() && !outcome.series.empty();
  show_missing();
}

void MemoryDock::show_missing() {
  // The on-chip map has its own notes.
  missing_->setVisible(has_missing_ && tabs_->currentWidget() != map_);
}

}  // namespace nscope::gui

#include "moc_memory_dock.cpp"
