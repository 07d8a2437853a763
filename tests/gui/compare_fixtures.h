#pragma once

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::gui {

/// One instruction of a compared run, ns.
struct CompareStep {
  Engine engine = Engine::kTensor;
  const char* name = "";
  int begin = 0;
  int end = 0;
};

struct CompareRun {
  int begin = 0;  ///< of the execution, ns
  int end = 0;
  std::vector<CompareStep> steps;
  int ticks_per_ns = 1;
  std::string_view provenance = "measured";
};

inline std::shared_ptr<const Trace> make_compared(const CompareRun& run) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto at = [&](int ns) { return TraceTime(std::int64_t{ns} * run.ticks_per_ns); };
  out.time_base(
      {.ticks_per_ns = run.ticks_per_ns, .window_begin = at(run.begin), .window_end = at(run.end)});
  out.property(std::string(property::kInstanceType), std::string("trn2.3xlarge"));
  out.property(std::string(property::kProvenance), std::string(run.provenance));
  out.slice(tracks.executions(), out.intern("Execution"), at(run.begin), at(run.end - run.begin));
  for (const CompareStep& step : run.steps) {
    out.slice(tracks.engine(0, step.engine, std::string_view(step.name) == "MATMUL"),
              out.intern(step.name), at(step.begin), at(step.end - step.begin));
  }
  out.finish();
  return builder.finish();
}

/// 1,000 ns: three MATMULs of 100 ns from 100, 300 and 500, COPYs of 100 ns from 200 and
/// 400, one OLD of 200 ns from 700.
inline CompareRun base_run() {
  return {.begin = 0,
          .end = 1000,
          .steps = {{Engine::kTensor, "MATMUL", 100, 200},
                    {Engine::kVector, "COPY", 200, 300},
                    {Engine::kTensor, "MATMUL", 300, 400},
                    {Engine::kVector, "COPY", 400, 500},
                    {Engine::kTensor, "MATMUL", 500, 600},
                    {Engine::kVector, "OLD", 700, 900}}};
}

/// The same from 2,000 on another clock and without OLD: 600 ns, MATMULs of 80 ns.
inline CompareRun new_run() {
  return {.begin = 2000,
          .end = 2600,
          .steps = {{Engine::kTensor, "MATMUL", 2100, 2180},
                    {Engine::kVector, "COPY", 2180, 2280},
                    {Engine::kTensor, "MATMUL", 2280, 2360},
                    {Engine::kVector, "COPY", 2360, 2460},
                    {Engine::kTensor, "MATMUL", 2460, 2540}},
          .ticks_per_ns = 1000};
}

/// The nth event of that name, in the order of tracks and time.
inline SliceId event_named(const Trace& trace, std::string_view name, std::size_t nth = 0) {
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (trace.text(track.slices.name[row]) == name && nth-- == 0) {
        return Trace::slice_id(track, row);
      }
    }
  }
  return {};
}

}  // namespace nscope::gui
