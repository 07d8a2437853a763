#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/session/session_file.h"
#include "tests/bench/make_trace.h"

#include <vector>

namespace nscope::bench {
namespace {

constexpr std::array<Engine, kEngines> kEngineKinds = {
    Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd, Engine::kDma, Engine::kCc};

/// The tracks of a run and its names, as a writer of traces knows them.
struct Declared {
  std::vector<StringId> names;
  std::vector<TrackId> engines;   // by core * kEngines + engine
  std::vector<TrackId> counters;  // by core * kCounterNames.size() + counter
};

Declared declare(TraceWriter& out, int cores) {
  Declared declared;
  for (const std::string& name : run_names()) declared.names.push_back(out.intern(name));
  for (int core = 0; core < cores; ++core) {
    const TrackId parent = out.track(
        {.name = "NeuronCore " + std::to_string(core), .kind = TrackKind::kCore, .core = core});
    for (std::size_t i = 0; i < kEngineNames.size(); ++i) {
      declared.engines.push_back(out.track({.name = kEngineNames[i],
                                            .kind = TrackKind::kEngine,
                                            .parent = parent,
                                            .engine = kEngineKinds[i],
                                            .slice_kind = SliceKind::kInstruction,
                                            .layout = TrackLayout::kNested,
                                            .core = core}));
    }
    for (const std::string_view name : kCounterNames) {
      declared.counters.push_back(
          out.track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .core = core}));
    }
  }
  return declared;
}

}  // namespace

Result<RunCounts> write_session(const RunSpec& spec, const std::string& path) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const Declared declared = declare(out, spec.cores);
  const StringId pc_key = out.intern("pc");
  const StringId bytes_key = out.intern("bytes");
  const StringId layer_key = out.intern("layer");
  const StringId flow_kind = out.intern("dep");
  std::vector<SliceId> producer(static_cast<std::size_t>(spec.cores));
  SyntheticRun run(spec);
  RunGroup group;
  while (run.next(group)) {
    const auto core = static_cast<std::size_t>(group.core);
    const TrackId track =
        declared.engines[core * kEngines + static_cast<std::size_t>(group.engine)];
    const SliceId operation = out.slice(track, declared.names[group.name], TraceTime(group.start),
                                        TraceTime(group.duration));
    out.arg(operation, layer_key, std::int64_t{group.layer});
    std::int64_t pc = group.first_pc;
    for (const RunInstruction& instruction : group.instructions) {
      const SliceId slice =
          out.slice(track, declared.names[instruction.name], TraceTime(instruction.start),
                    TraceTime(instruction.duration));
      out.arg(slice, pc_key, pc++);
      out.arg(slice, bytes_key, instruction.bytes());
    }
    if (group.flow_in != 0) out.flow(producer[core], operation, flow_kind);
    if (group.flow_out != 0) producer[core] = operation;
    for (std::size_t i = 0; group.sampled && i < kCounterNames.size(); ++i) {
      out.counter(declared.counters[core * kCounterNames.size() + i], TraceTime(group.start),
                  static_cast<double>(group.counters[i]));
    }
  }
  out.finish();
  TaskControl control;
  if (auto saved = session_file::save(*builder.finish(), path, control); !saved) {
    return fail(saved.error());
  }
  return run.counts();
}

}  // namespace nscope::bench
