#include "profiler/analysis/memory/memory_counters.h"

#include "profiler/trace/track_path.h"

#include <algorithm>
#include <map>

namespace nscope::analysis {
namespace {

/// Adds the byte counters of one group. If one of them is "Total", it is the use of the memory; if
/// the name of the group ends with "by use", the counters add up to it. Otherwise each counter is
/// a memory of its own.
void add_bytes(const Trace& trace, std::vector<const Track*> counters,
               std::vector<CounterMemory>& to) {
  const Track& first = *counters.front();
  const std::string_view group =
      first.parent.valid() ? trace.text(trace.track(first.parent).name) : std::string_view();
  const auto total = std::find_if(counters.begin(), counters.end(), [&](const Track* track) {
    return is_total_use(trace.text(track->name));
  });
  if (total != counters.end() || group.ends_with("by use")) {
    CounterMemory memory{.core = first.core,
                         .name = track_path(trace, trace.track(first.parent)),
                         .unit = "B",
                         .total = counters};
    if (total != counters.end()) {
      memory.total = {*total};
      counters.erase(total);
    }
    memory.uses = std::move(counters);
    to.push_back(std::move(memory));
    return;
  }
  for (const Track* track : counters) {
    to.push_back(
        {.core = track->core, .name = track_path(trace, *track), .unit = "B", .total = {track}});
  }
}

}  // namespace

bool is_total_use(std::string_view name) {
  return name == "Total" || name == "total";
}

std::vector<CounterMemory> counter_memories(const Trace& trace, const Scope& scope) {
  std::vector<CounterMemory> memories;
  std::map<int, std::size_t> psum;                     // by core
  std::map<TrackId, std::vector<const Track*>> bytes;  // by parent
  for (const Track& track : trace.tracks()) {
    if (track.counters.size() == 0 || !scope.holds(track)) continue;
    const std::string_view name = trace.text(track.name);
    const std::string_view unit = trace.text(track.unit);
    if (track.core >= 0 && name.starts_with("PSUM bank")) {
      const auto [at, added] = psum.try_emplace(track.core, memories.size());
      if (added) memories.push_back({.core = track.core, .name = "PSUM", .unit = "banks"});
      memories[at->second].total.push_back(&track);
      memories[at->second].uses.push_back(&track);
    } else if (unit == "share" && (name == "SBUF" || name == "KV cache")) {
      memories.push_back({.core = track.core,
                          .name = track.core >= 0 ? std::string(name) : track_path(trace, track),
                          .unit = "share",
                          .total = {&track}});
    } else if (unit == "B") {
      bytes[track.parent].push_back(&track);
    }
  }
  for (auto& [parent, counters] : bytes) add_bytes(trace, std::move(counters), memories);
  return memories;
}

}  // namespace nscope::analysis
