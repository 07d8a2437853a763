#include "simcore/engine/compile_cache/compile_trace.h"

#include "profiler/trace/build/compile_slice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr Picoseconds kPicosecondsPerNanosecond = 1000;
constexpr double kNanosecondsPerSecond = 1e9;
constexpr std::string_view kTimeSource = "simulation";

}  // namespace

CompileTrace::CompileTrace(TraceSink& sink, const CompilePlan& plan, std::vector<int> shown,
                           std::map<int, double> starts, bool own_caches)
    : out_(sink),
      plan_(plan),
      shown_(std::move(shown)),
      starts_(std::move(starts)),
      own_caches_(own_caches) {}

template <class Use>
void CompileTrace::each_shown(const Instances& who, Use use) const {
  auto it = std::lower_bound(shown_.begin(), shown_.end(), who.first);
  for (; it != shown_.end() && *it < who.first + who.count; ++it) use(*it);
}

TraceTime CompileTrace::time(int instance, Picoseconds time) const {
  const auto start = starts_.find(instance);
  const double offset = start == starts_.end() ? 0 : start->second;
  return TraceTime(time / kPicosecondsPerNanosecond + std::llround(offset * kNanosecondsPerSecond));
}

TrackId CompileTrace::row(const std::string& name, bool steps) {
  const auto [it, added] = rows_.try_emplace(name);
  if (added) {
    it->second = out_.track({.name = name,
                             .kind = steps ? TrackKind::kHost : TrackKind::kCompile,
                             .slice_kind = steps ? SliceKind::kHost : SliceKind::kCompile});
  }
  return it->second;
}

void CompileTrace::write(TrackId track, std::uint32_t graph, std::string_view state,
                         TraceTime begin, TraceTime end, std::string_view error) {
  const CompileKey key = plan_.key(graph);
  last_ = std::max(last_, end);
  const std::string module = key.module();
  const std::string graph_hash = key.graph_text();
  const std::string flags_hash = key.flags_text();
  CompileSlice slice{.name = module,
                     .state = state,
                     .graph_hash = graph_hash,
                     .flags_hash = flags_hash,
                     .compiler_version = key.compiler_version,
                     .flags = plan_.flags,
                     .source = plan_.graphs[graph].name,
                     .time_source = kTimeSource,
                     .error = error};
  if (state == "hit" || state == "miss") {
    slice.neff_bytes = static_cast<std::int64_t>(std::llround(plan_.graphs[graph].neff_bytes));
  }
  write_compile_slice(out_, track, slice, begin, end - begin);
}

void CompileTrace::event(const Instances& who, std::uint32_t graph, std::string_view state,
                         Picoseconds begin, Picoseconds end, std::string_view error) {
  each_shown(who, [&](int instance) {
    write(row(fmt::format("Instance {}", instance), false), graph, state, time(instance, begin),
          time(instance, end), error);
  });
}

void CompileTrace::ahead_event(const Instances& who, int worker, std::uint32_t graph,
                               std::string_view state, Picoseconds begin, Picoseconds end,
                               std::string_view error) {
  const std::string_view role = state == "extracted" ? "trial run" : "compile worker";
  const std::string number = state == "extracted" ? "" : fmt::format(" {}", worker + 1);
  if (!own_caches_) {
    write(row(fmt::format("Ahead of time, {}{}", role, number), false), graph, state,
          time(-1, begin), time(-1, end), error);
    return;
  }
  each_shown(who, [&](int instance) {
    write(row(fmt::format("Instance {}, {}{}", instance, role, number), false), graph, state,
          time(instance, begin), time(instance, end), error);
  });
}

void CompileTrace::steps(const Instances& who, int count, Picoseconds begin, Picoseconds end) {
  each_shown(who, [&](int instance) {
    const TraceTime from = time(instance, begin);
    const TraceTime to = time(instance, end);
    last_ = std::max(last_, to);
    const TrackId track = row(fmt::format("Instance {}, steps", instance), true);
    const SliceId slice = out_.slice(track, out_.intern("steps"), from, to - from);
    out_.arg(slice, out_.intern("steps"), std::int64_t{count});
  });
}

void CompileTrace::ready(const Instances& who, Picoseconds at) {
  if (starts_.empty()) {
    ready_[time(-1, at).value()] += who.count;
    return;
  }
  for (int instance = who.first; instance < who.first + who.count; ++instance) {
    ++ready_[time(instance, at).value()];
  }
}

bool CompileTrace::finish() {
  if (!ready_.empty()) {
    const TrackId track =
        out_.track({.name = "First steps reached", .kind = TrackKind::kCounter, .unit = "count"});
    std::int64_t count = 0;
    for (const auto& [at, instances] : ready_) {
      count += instances;
      out_.counter(track, TraceTime(at), static_cast<double>(count));
      last_ = std::max(last_, TraceTime(at));
    }
  }
  out_.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = last_});
  return out_.finish();
}

}  // namespace nscope::sim
