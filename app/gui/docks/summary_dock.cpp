#include "app/gui/docks/summary_dock.h"

#include "app/gui/docks/scrolled.h"
#include "app/gui/text/provenance_text.h"
#include "app/gui/text/text.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <optional>
#include <utility>

namespace nscope::gui {
namespace {

/// Whether the figures of the whole run are those of the executions, which are shorter than the
/// time axis, because the work or a recording of the host around them is on the same axis.
bool describes_execution(const Trace& trace, const analysis::Summary& summary) {
  constexpr double kLonger = 1.02;
  const Metric* const total = summary.find("total_time");
  return total != nullptr && trace.to_seconds(trace.end() - trace.begin()) > kLonger * total->value;
}

}  // namespace

SummaryDock::SummaryDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Computing the summary"), this)),
      panel_(new SummaryPanel) {
  put_scrolled(panel_, this);
}

void SummaryDock::refresh() {
  const auto& trace = run().trace();
  if (shown_ != trace) {
    shown_ = trace;
    panel_->clear();
  }
  if (!trace) return job_->cancel();
  const auto metrics = trace->metrics();
  const bool simulated = trace->property_text(property::kProvenance) == "simulated";
  panel_->set_predictions(simulated ? std::vector<Metric>(metrics.begin(), metrics.end())
                                    : std::vector<Metric>());
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  QString selection;
  if (const auto& range = run().range()) {
    const double ns = range->time.span() / static_cast<double>(trace->time_base().ticks_per_ns);
    selection = tr("selection of %1").arg(number_text(format_duration_ns(ns)));
  }
  const QString provenance = provenance_text(*trace);
  struct Outcome {
    analysis::Summary summary;
    std::optional<Table> activity{};
  };
  job_->start(
      [trace, options](TaskControl& control) {
        Outcome outcome{.summary = analysis::summarize(*trace, options)};
        // A simulated server has its own metrics but no engines, so it needs the activity too.
        const bool engines = outcome.summary.find("tensor_engine_active_time_percent") != nullptr;
        if (!outcome.summary.of_neuroncores() || (!engines && trace->slice_count() > 0)) {
          auto activity =
              analysis::run_analysis(analysis::kActivityAnalysis, *trace, options, control);
          if (activity) outcome.activity = std::move(*activity);
        }
        return outcome;
      },
      [this, trace, selection, provenance](const Outcome& outcome) {
        QString scope = selection;
        if (scope.isEmpty()) {
          scope = describes_execution(*trace, outcome.summary) ? tr("execution on the device")
                                                               : tr("whole run");
        }
        if (!provenance.isEmpty()) scope += QStringLiteral(" · ") + provenance;
        panel_->set_summary(outcome.summary, scope);
        if (outcome.activity) panel_->set_activity(*outcome.activity);
      });
}

}  // namespace nscope::gui

#include "moc_summary_dock.cpp"
