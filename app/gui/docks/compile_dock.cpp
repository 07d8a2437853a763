#include "app/gui/docks/compile_dock.h"

#include "app/gui/analysis/row_target.h"
#include "app/gui/docks/evidence.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/compilation/compile_cache.h"
#include "profiler/analysis/compilation/compile_event_table.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr std::size_t kMostEvents = 20'000;

/// The cell of a state in the table "compile-cache"; nullptr if no event has the state.
const Cell* cell_of(const Table& states, std::string_view state, std::string_view column) {
  const auto names = find_column(states, "state");
  const auto wanted = find_column(states, column);
  for (std::size_t row = 0; names && wanted && row < states.row_count(); ++row) {
    if (nscope::to_string(states.at(row, *names), nscope::Language()) == state)
      return &states.at(row, *wanted);
  }
  return nullptr;
}

/// The number of events with a state and their total time, for example "12 · 3.4 s".
QString count_and_time(const Table& states, std::string_view state) {
  const Cell* events = cell_of(states, state, "events");
  if (events == nullptr) return QStringLiteral("0");
  QString text = count_text(std::get<std::int64_t>(*events));
  if (const auto time = number_of(*cell_of(states, state, "time_ns"))) {
    text += QStringLiteral(" · ") + number_text(format_duration_ns(*time));
  }
  return text;
}

}  // namespace

CompileDock::CompileDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Reading compile events"), this)),
      figures_{new KeyFigure(tr("Hit rate")), new KeyFigure(tr("Misses and compile time")),
               new KeyFigure(tr("Failed compilations")),
               new KeyFigure(tr("Waits for another process"))},
      tabs_(new QTabWidget),
      reasons_(add_table(tr("Reasons"), tr("Reasons for compilations"))),
      failures_(add_table(tr("Failures"), tr("Failed compilations by error"))),
      events_(add_table(tr("Events"), tr("Compile cache events"))),
      states_(add_table(tr("By state"), tr("Compile cache events by state"))),
      notes_(named_label("caption")) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 8, 12, 0);
  row->setSpacing(8);
  for (KeyFigure* figure : figures_) {
    figure->setMaximumWidth(300);
    row->addWidget(figure, 1);
  }
  row->addStretch(1);
  tabs_->setAccessibleName(tr("Compile cache"));
  notes_->setWordWrap(true);
  notes_->setContentsMargins(12, 0, 12, 4);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addLayout(row);
  column->addWidget(tabs_, 1);
  column->addWidget(notes_);
  stack_ = new MessageStack(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
}

TablePanel* CompileDock::add_table(const QString& title, const QString& accessible) {
  auto* panel = new TablePanel(QString());
  panel->view().setAccessibleName(accessible);
  panel->model().set_row_hint(row_hint);
  connect(panel, &TablePanel::row_activated, this,
          [this, panel](std::size_t row) { show_row(run(), panel->model().table(), row); });
  tabs_->addTab(panel, title);
  return panel;
}

Result<CompileDock::Outcome> CompileDock::compute(const Trace& trace,
                                                  const analysis::SummaryOptions& options,
                                                  TaskControl& control) {
  auto states = analysis::run_analysis(analysis::kCompileCacheAnalysis, trace, options, control);
  if (!states) return fail(states.error());
  auto reasons = analysis::run_analysis(analysis::kRecompilesAnalysis, trace, options, control);
  if (!reasons) return fail(reasons.error());
  auto failures =
      analysis::run_analysis(analysis::kCompileFailuresAnalysis, trace, options, control);
  if (!failures) return fail(failures.error());
  auto events = analysis::compile_event_table(trace, options, kMostEvents, control);
  if (!events) return fail(events.error());
  return Outcome{*std::move(states), *std::move(reasons), *std::move(failures), *std::move(events)};
}

void CompileDock::refresh() {
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    return stack_->show_message(
        tr("Open a run with compile events to see cache hits, misses and compile times."));
  }
  if (is_other_run() || events_->model().rowCount() == 0)
    stack_->show_message(tr("Reading compile events…"));
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  job_->start([trace, options](TaskControl& control) { return compute(*trace, options, control); },
              [this, trace](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

bool CompileDock::only_failures(const Outcome& outcome) {
  return outcome.failures.row_count() > 0 && cell_of(outcome.states, "hit", "events") == nullptr &&
         cell_of(outcome.states, "miss", "events") == nullptr;
}

void CompileDock::show_figures(const Table& states) {
  const Cell* hits = cell_of(states, "hit", "lookup_share");
  bool lookups = false;
  const auto share = find_column(states, "lookup_share");
  for (std::size_t row = 0; share && row < states.row_count(); ++row) {
    lookups = lookups || number_of(states.at(row, *share)).has_value();
  }
  const auto rate = hits == nullptr ? std::optional(0.0) : number_of(*hits);
  figures_[kHitRate]->set_value(
      lookups && rate ? number_text(format_percent(*rate)) : tr("no look-ups"),
      tr("Hits divided by look-ups. Look-ups are hits, misses, failures, cached failures, waits "
         "for another process, and look-ups without a recorded end."));
  figures_[kMisses]->set_value(
      count_and_time(states, "miss"),
      tr("The number of look-ups that found no compiled graph, and the time to compile the "
         "graphs."));
  figures_[kFailures]->set_value(count_and_time(states, "failure"),
                                 tr("The number of failed compilations and the time they took."));
  figures_[kLocks]->set_value(
      count_and_time(states, "locked"),
      tr("The number of look-ups that waited while another process compiled the same graph, and "
         "the time they waited."));
}

void CompileDock::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != run().trace()) return;
  if (!outcome) return show_failure(*stack_, outcome.error());
  if (outcome->events.row_count() == 0) {
    return stack_->show_message(
        run().range()
            ? tr("No compile event starts in the selected range.")
            : tr("This run has no compile events. Open a compile cache folder, the log of "
                 "a process that compiles, or a simulated fleet with a compile cache "
                 "(nscope simulate with a compile document)."));
  }
  show_figures(outcome->states);
  QStringList notes;
  for (const Table* table : {&outcome->states, &outcome->reasons, &outcome->events}) {
    for (const Text& note : table->notes()) notes << to_qstring(note);
  }
  notes_->setText(notes.join(QStringLiteral(" · ")));
  if (shown_.lock() != trace) {
    shown_ = trace;
    tabs_->setCurrentWidget(only_failures(*outcome) ? failures_ : reasons_);
  }
  reasons_->set_empty_text(tr("No graphs were compiled."));
  reasons_->set_table(std::move(outcome->reasons));
  failures_->set_empty_text(tr("No compilation failed."));
  failures_->set_table(std::move(outcome->failures));
  events_->set_table(std::move(outcome->events));
  states_->set_table(std::move(outcome->states));
  stack_->show_content();
}

}  // namespace nscope::gui

#include "moc_compile_dock.cpp"
