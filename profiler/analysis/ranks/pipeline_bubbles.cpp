#include "profiler/analysis/ranks/pipeline_bubbles.h"

#include "profiler/analysis/metrics/time_window.h"
#include "profiler/analysis/ranks/pipeline_stages.h"

#include <algorithm>
#include <string>

namespace nscope::analysis {
namespace {

/// Times of a stage in ticks. They add up to the length of the pipeline; all except `busy` are
/// bubbles.
struct StageTimes {
  std::int64_t busy = 0;
  std::int64_t warm_up = 0;
  std::int64_t between = 0;
  std::int64_t drain = 0;

  std::int64_t bubble() const { return warm_up + between + drain; }
};

class PipelineBubblesWriter {
 public:
  PipelineBubblesWriter(const Trace& trace, const PipelineStages& all, Table& table)
      : all_(all),
        ticks_per_ns_(static_cast<double>(trace.time_base().ticks_per_ns)),
        table_(table) {
    begin_ = all.stages.front().begin();
    end_ = all.stages.front().end();
    for (const PipelineStage& stage : all.stages) {
      begin_ = std::min(begin_, stage.begin());
      end_ = std::max(end_, stage.end());
    }
  }

  void write() {
    StageTimes sum;
    std::int64_t passes = 0;
    for (const PipelineStage& stage : all_.stages) {
      const StageTimes times = times_of(stage);
      sum.busy += times.busy;
      sum.warm_up += times.warm_up;
      sum.between += times.between;
      sum.drain += times.drain;
      passes += stage.passes;
      write_row(stage.name, stage.passes, times, ideal_of(stage));
    }
    write_row(tr("(all)"), passes, sum, ideal_of(all_.stages.front()));
  }

 private:
  StageTimes times_of(const PipelineStage& stage) const {
    StageTimes times{.busy = stage.busy.length(),
                     .warm_up = stage.begin() - begin_,
                     .drain = end_ - stage.end()};
    times.between = stage.end() - stage.begin() - times.busy;
    return times;
  }

  Cell ideal_of(const PipelineStage& stage) const {
    if (stage.microbatches == 0) return Missing{tr("microbatches not stated")};
    // Every chunk has a forward and a backward pass for each microbatch.
    const std::int64_t chunks = stage.passes / (2 * stage.microbatches);
    if (chunks == 0 || stage.passes != 2 * stage.microbatches * chunks) {
      return Missing{tr("passes missing")};
    }
    return ideal_bubble_share(all_.total, stage.microbatches, chunks);
  }

  void write_row(Text name, std::int64_t passes, const StageTimes& times, Cell ideal) {
    const auto whole = static_cast<double>(times.busy + times.bubble());
    table_.add_row({std::move(name), passes, ns(times.busy), ns(times.warm_up), ns(times.between),
                    ns(times.drain), ns(times.bubble()),
                    static_cast<double>(times.bubble()) / whole, std::move(ideal), ns(begin_),
                    ns(end_ - begin_)});
  }

  Cell ns(std::int64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns_; }

  const PipelineStages& all_;
  double ticks_per_ns_;
  Table& table_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

void add_notes(const PipelineStages& all, Table& table) {
  const auto shown = static_cast<std::int64_t>(all.stages.size());
  if (all.stages.empty()) {
    table.add_note(
        tr("The run contains no passes of microbatches. This analysis needs a simulated training "
           "step, or the merged captures of several stages."));
    return;
  }
  if (!all.labelled) {
    table.add_note(
        tr("It is assumed that each merged run is a stage of one pipeline, and that its executions "
           "are the passes."));
  }
  if (shown < all.total) {
    table.add_note(tr_plural(all.total, "The run contains {} of {} stage.",
                             "The run contains {} of {} stages.", shown, all.total));
  }
}

Result<Table> bubble_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto all = pipeline_stages(trace, window_of(trace, request.scope), control);
  if (!all) return cancelled();
  const auto time = [](const char* id, Phrase title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  Table table({{.id = "stage", .title = tr("Stage")},
               {.id = "passes", .title = tr("Passes")},
               time("busy_ns", phrase("Busy")),
               time("warm_up_ns", phrase("Warm-up")),
               time("between_ns", phrase("Between passes")),
               time("drain_ns", phrase("Drain")),
               time("bubble_ns", phrase("Bubble")),
               {.id = "bubble_share", .title = tr("Bubble share"), .decimals = 4},
               {.id = "ideal_share", .title = tr("Ideal bubble share"), .decimals = 4},
               time("start_ns", phrase("Pipeline start")),
               time("duration_ns", phrase("Pipeline duration"))});
  if (!all->stages.empty()) PipelineBubblesWriter(trace, *all, table).write();
  add_notes(*all, table);
  return table;
}

}  // namespace

double ideal_bubble_share(std::int64_t stages, std::int64_t microbatches, std::int64_t chunks) {
  const auto idle = static_cast<double>(stages - 1);
  return idle / (static_cast<double>(chunks) * static_cast<double>(microbatches) + idle);
}

constinit const Analysis kPipelineBubblesAnalysis{
    .id = "pipeline-bubbles",
    .group = phrase("Training"),
    .title = phrase("Pipeline bubbles by stage"),
    .shows =
        phrase("Busy time and bubbles of each stage (warm-up, between passes, drain), compared "
               "with the ideal"),
    .definition = phrase(
        "duration_ns = busy_ns + bubble_ns, from the first pass of any stage to the end of the "
        "last. bubble_ns = warm_up_ns (before the first pass of the stage) + between_ns (between "
        "its passes) + drain_ns (after its last pass). Passes that cross an edge of a selected "
        "range count with the part inside. bubble_share = bubble_ns / duration_ns. "
        "(all) is the sum over the stages. ideal_share = (p - 1) / (v m + p - 1) for p equal "
        "stages, m microbatches and v chunks per stage; v = 1 for GPipe (arXiv:1811.06965) and "
        "1F1B, v > 1 for interleaved schedules (arXiv:2104.04473, section 2.2). Unequal stages and "
        "sends increase the share."),
    .run = bubble_table,
    .plot = {Plot::Kind::kBars, "stage", "bubble_share", ""}};

}  // namespace nscope::analysis
