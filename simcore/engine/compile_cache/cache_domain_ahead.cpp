#include "simcore/engine/compile_cache/cache_domain.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {

/// Adds the entries of an earlier run. Entries of another compiler or with other flags are left
/// out because they are never found.
void CacheDomain::put_earlier_entries() {
  if (plan_.earlier_matches) {
    for (Entry& entry : entries_) entry.state = State::kDone;
  }
  const auto locked = std::min(static_cast<std::size_t>(scenario_.stale_locks), entries_.size());
  for (std::size_t index = 0; index < locked; ++index) {
    Entry& entry = entries_[index];
    if (entry.state != State::kAbsent) continue;
    entry.state = State::kLocked;
    entry.stale = true;
  }
}

/// Simulates a trial run that only collects graphs, followed by their compilation by `workers`
/// parallel workers. Returns the end of the last compilation.
Picoseconds CacheDomain::compile_ahead(Picoseconds begin) {
  Picoseconds now = begin;
  const CompileTrace::Instances where{members_[0].first, copies_};
  std::vector<std::uint32_t> programs;
  for (const Member& member : members_) {
    if (programs.empty() || programs.back() != member.program) programs.push_back(member.program);
  }
  const std::vector<std::uint32_t> graphs = seen_by_trial(plan_, programs, scenario_.trial_steps);
  for (const std::uint32_t graph : graphs) {
    const Picoseconds end = after(now, parameters_.extraction);
    if (trace_ != nullptr) trace_->ahead_event(where, 0, graph, "extracted", now, end);
    now = end;
  }
  EventQueue<int> idle;
  for (int worker = 0; worker < plan_.workers; ++worker) idle.schedule(now, worker);
  Picoseconds last = now;
  for (const std::uint32_t graph : graphs) {
    const auto [free, sequence, worker] = idle.take();
    const Picoseconds end = ahead_entry(graph, worker, free);
    idle.schedule(end, worker);
    last = std::max(last, end);
  }
  return last;
}

/// Compiles one graph on one worker. Returns the time at which the worker is free again.
Picoseconds CacheDomain::ahead_entry(std::uint32_t graph, int worker, Picoseconds now) {
  Entry& entry = entries_[graph];
  const CompileTrace::Instances where{members_[0].first, copies_};
  const auto show = [&](std::string_view state, Picoseconds end, std::string_view error = {}) {
    if (trace_ != nullptr) trace_->ahead_event(where, worker, graph, state, now, end, error);
    now = end;
  };
  counts_.lookups += copies_;
  if (entry.state == State::kDone) {
    counts_.hits += copies_;
    show("hit", after(now, store_seconds(graph, 1)));
    return now;
  }
  if (entry.state == State::kFailed && !scenario_.retry_failed) {
    counts_.cached_failures += copies_;
    show("cached_failure", now, "an earlier compilation of this graph failed");
    return now;
  }
  if (entry.stale && scenario_.clear_locks && now >= after(origin_, *scenario_.clear_locks)) {
    entry.stale = false;
    entry.state = State::kAbsent;
  }
  if (entry.stale) {
    // `--command compile` skips locked entries; the run later finds the same lock.
    counts_.waited += copies_;
    show("locked", now, "the lock belongs to a process that has ended");
    return now;
  }
  for (int tries = scenario_.retries; tries >= 0; --tries) {
    const Attempt planned = attempt(entry, graph);
    const double seconds = planned.seconds * plan_.worker_factor;
    counts_.compilations += copies_;
    counts_.compile_seconds += seconds * copies_;
    const Picoseconds end = after(now, seconds);
    if (planned.succeeds) {
      counts_.compiled += copies_;
      counts_.neff_bytes += plan_.graphs[graph].neff_bytes * copies_;
      entry.state = State::kDone;
      show("miss", end);
      return after(now, store_seconds(graph, 1));
    }
    counts_.failures += copies_;
    show("failure", end, "the compiler failed");
  }
  counts_.failed += copies_;
  entry.state = State::kFailed;
  return now;
}

}  // namespace nscope::sim
