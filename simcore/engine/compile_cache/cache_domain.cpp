#include "simcore/engine/compile_cache/cache_domain.h"

#include "simcore/engine/compile_cache/seeded_draw.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

/// The range of 64-bit picoseconds is 106 days.
constexpr double kLongestSeconds = 8e6;
constexpr std::uint64_t kMostEvents = 50'000'000;
constexpr std::uint64_t kMostHits = 100'000'000;  // of all groups; hits are cheaper than events

double in_seconds(Picoseconds time) {
  return static_cast<double>(time) / kPicosecondsPerSecond;
}

}  // namespace

CacheDomain::CacheDomain(const CompilePlan& plan, const CompileScenario& scenario,
                         const CompileParameters& parameters, std::vector<Member> members,
                         int copies, CompileTrace* trace)
    : plan_(plan),
      scenario_(scenario),
      parameters_(parameters),
      members_(std::move(members)),
      copies_(copies),
      trace_(trace),
      entries_(plan.graphs.size()) {
  put_earlier_entries();
}

Picoseconds CacheDomain::after(Picoseconds now, double seconds) {
  const double end = in_seconds(now) + seconds;
  if (end > kLongestSeconds) {
    too_long_ = true;
    return now;
  }
  return now + std::llround(seconds * kPicosecondsPerSecond);
}

std::int64_t CacheDomain::processes(const Group& group) const {
  return std::int64_t{group.who.count} * copies_ * scenario_.processes;
}

Picoseconds CacheDomain::next_poll(Picoseconds since, Picoseconds now) const {
  const Picoseconds poll = std::llround(parameters_.poll * kPicosecondsPerSecond);
  return since + (now - since + poll - 1) / poll * poll;
}

/// Seconds of a lookup and the transfer of one NEFF from or to the cache if `instances_at_once`
/// instances do so at the same time. Every process of an instance loads its own copy.
double CacheDomain::store_seconds(std::uint32_t graph, double instances_at_once) const {
  const CompileParameters& p = parameters_;
  const double bytes = plan_.graphs[graph].neff_bytes * scenario_.processes;
  if (scenario_.store == CacheStore::kLocal) return p.local_latency + bytes / p.local_bandwidth;
  const auto& network = plan_.instance->network_bandwidth;
  const bool file_system = scenario_.store == CacheStore::kEfs;
  double rate = file_system ? p.efs_bandwidth : p.s3_bandwidth;
  if (network) rate = std::min(rate, network->value / 8);
  double seconds = bytes / rate;
  if (file_system) seconds = std::max(seconds, bytes * instances_at_once / p.efs_total_bandwidth);
  return (file_system ? p.efs_latency : p.s3_latency) + seconds;
}

/// Whether a compilation fails depends on the graph and the number of attempts, not on the
/// machine. A failed compilation stops after a random share of its time.
CacheDomain::Attempt CacheDomain::attempt(Entry& entry, std::uint32_t graph) const {
  const SeededDraw draw(scenario_.seed, {kFailurePurpose, plan_.graphs[graph].hash,
                                         plan_.flags_hash, ++entry.attempts});
  const double seconds = plan_.graphs[graph].seconds;
  if (draw.uniform() >= scenario_.failure_probability) return {seconds, true};
  return {seconds * draw.second(), false};
}

void CacheDomain::show(const Group& group, std::uint32_t graph, std::string_view state,
                       Picoseconds begin, Picoseconds end, std::string_view error) const {
  if (trace_ == nullptr) return;
  trace_->event({group.who.first, group.who.count * copies_}, graph, state, begin, end, error);
}

Result<FleetStart> CacheDomain::start(TaskControl& control) {
  const Picoseconds begin = origin_;
  Picoseconds ready = begin;
  const bool ahead = scenario_.mode == CompileMode::kAot && std::exchange(ahead_is_due_, false);
  if (ahead) ready = compile_ahead(begin);
  groups_.clear();
  for (const Member& member : members_) {
    Group group;
    group.who = member;
    group.start = after(ready, member.start);
    groups_.push_back(group);
  }
  if (scenario_.clear_locks) {
    queue_.schedule(after(begin, *scenario_.clear_locks), {.kind = Event::Kind::kLocksCleared});
  }
  for (std::uint32_t index = 0; index < members_.size(); ++index) {
    advance(index, groups_[index].start);
  }
  if (auto done = play(control); !done) return fail(done.error());
  Picoseconds last = ready;
  for (const Group& group : groups_) {
    last = std::max(last, group.over ? group.ended : group.since);
    if (!group.over) counts_.waited += processes(group);  // for a lock that is never released
  }
  FleetStart result = outcome(last);
  result.ahead_seconds = in_seconds(ready - begin);
  if (ahead) {
    result.ahead_hosts = scenario_.store == CacheStore::kLocal ? copies_ : 1;
  }
  origin_ = last;
  return result;
}

Result<> CacheDomain::play(TaskControl& control) {
  std::uint64_t events = 0;
  while (!queue_.empty() && !too_long_ && hits_ <= kMostHits) {
    const auto [now, sequence, event] = queue_.take();
    handle(event, now);
    if (control.cancelled_at(++events)) return cancelled();
    if (events > kMostEvents) break;
  }
  if (events > kMostEvents || hits_ > kMostHits) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the simulation exceeds {} events or {} cache hits; use fewer graphs, lock "
                   "takeovers or different start times",
                   as::count(kMostEvents), as::count(kMostHits)));
  }
  if (!too_long_) return {};
  return fail(ErrorCode::kInvalidArgument,
              tr("the run takes longer than {} days, which is not supported",
                 as::fixed(kLongestSeconds / 86'400, 0)));
}

void CacheDomain::handle(const Event& event, Picoseconds now) {
  switch (event.kind) {
    case Event::Kind::kArrive: {
      counts_.lookups += processes(groups_[event.group]);
      return resolve(event.group, now, true);
    }
    case Event::Kind::kCompiled: return compiled(event.group, now, event.succeeded);
    case Event::Kind::kStored: return stored(event.group, now);
    case Event::Kind::kWake:
      stop_waiting(event.group, now);
      return resolve(event.group, now, false);
    case Event::Kind::kTimeout: {
      Group& group = groups_[event.group];
      if (!group.waiting || group.waits != event.wait) return;
      std::erase(entry_of(group).waiters, event.group);
      stop_waiting(event.group, now);
      ++counts_.takeovers;
      return take_lock(event.group, now);
    }
    case Event::Kind::kLocksCleared:
      for (Entry& entry : entries_) {
        if (!std::exchange(entry.stale, false)) continue;
        entry.state = State::kAbsent;
        release(entry, now);
      }
  }
}

/// Runs the program until it needs a graph that is not in the cache. A NEFF is never removed from
/// the cache, so hits do not depend on the events of other groups.
void CacheDomain::advance(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  const CompileProgram& program = plan_.programs[group.who.program];
  const double step = scenario_.lengths ? scenario_.lengths->step_seconds : 0;
  const auto run = [&](int steps) {
    const Picoseconds end = after(now, steps * step);
    if (end > now && trace_ != nullptr) {
      trace_->steps({group.who.first, group.who.count * copies_}, steps, now, end);
    }
    group.running += end - now;
    now = end;
  };
  while (!too_long_ && hits_ <= kMostHits) {
    if (!group.first_step && group.need == program.needs_before_first_step) {
      group.first_step = now;
      if (trace_ != nullptr) trace_->ready({group.who.first, group.who.count * copies_}, now);
    }
    if (group.need == program.needs.size()) {
      run(program.steps_after_last_need);
      group.over = true;
      group.ended = now;
      return;
    }
    const Need& need = program.needs[group.need];
    run(need.steps_before);
    group.retried = false;
    if (entries_[need.graph].state != State::kDone) {
      queue_.schedule(now, {.kind = Event::Kind::kArrive, .group = index});
      return;
    }
    ++hits_;
    counts_.lookups += processes(group);
    counts_.hits += processes(group);
    const Picoseconds end = after(now, store_seconds(need.graph, group.who.count));
    show(group, need.graph, "hit", now, end);
    now = end;
    ++group.need;
  }
}

void CacheDomain::resolve(std::uint32_t index, Picoseconds now, bool first_look) {
  Group& group = groups_[index];
  switch (entry_of(group).state) {
    case State::kDone: return found(index, now, first_look);
    case State::kLocked: return wait(index, now);
    case State::kAbsent: return take_lock(index, now);
    case State::kFailed:
      if (scenario_.retry_failed && !group.retried) {
        group.retried = true;
        return take_lock(index, now);
      }
      (first_look ? counts_.cached_failures : counts_.waited) += processes(group);
      show(group, graph_of(group), "cached_failure", now, now,
           "an earlier compilation of this graph failed");
      return die(index, now);
  }
}

void CacheDomain::found(std::uint32_t index, Picoseconds now, bool first_look) {
  Group& group = groups_[index];
  (first_look ? counts_.hits : counts_.waited) += processes(group);
  const Picoseconds end = after(now, store_seconds(graph_of(group), group.who.count));
  show(group, graph_of(group), "hit", now, end);
  ++group.need;
  advance(index, end);
}

void CacheDomain::wait(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  group.waiting = true;
  group.since = now;
  ++group.waits;
  entry_of(group).waiters.push_back(index);
  if (!scenario_.lock_timeout) return;
  queue_.schedule(after(now, *scenario_.lock_timeout),
                  {.kind = Event::Kind::kTimeout, .group = index, .wait = group.waits});
}

void CacheDomain::stop_waiting(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  group.waiting = false;
  show(group, graph_of(group), "locked", group.since, now);
}

/// One instance of the group compiles the graph; the others wait for its lock.
void CacheDomain::take_lock(std::uint32_t index, Picoseconds now) {
  Entry& entry = entry_of(groups_[index]);
  entry.state = State::kLocked;
  entry.stale = false;
  ++entry.holders;
  std::uint32_t leader = index;
  if (groups_[index].who.count > 1) {
    leader = static_cast<std::uint32_t>(groups_.size());
    Group alone = groups_[index];
    alone.who.count = 1;
    groups_.push_back(alone);
    ++groups_[index].who.first;
    --groups_[index].who.count;
    wait(index, now);
  }
  groups_[leader].tries_left = scenario_.retries;
  begin_attempt(leader, now);
}

void CacheDomain::begin_attempt(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  const Attempt planned = attempt(entry_of(group), graph_of(group));
  group.since = now;
  counts_.compilations += copies_;
  counts_.compile_seconds += planned.seconds * copies_;
  queue_.schedule(after(now, planned.seconds),
                  {.kind = Event::Kind::kCompiled, .succeeded = planned.succeeds, .group = index});
}

void CacheDomain::compiled(std::uint32_t index, Picoseconds now, bool succeeded) {
  Group& group = groups_[index];
  Entry& entry = entry_of(group);
  show(group, graph_of(group), succeeded ? "miss" : "failure", group.since, now,
       succeeded ? "" : "the compiler failed");
  if (succeeded) {
    queue_.schedule(after(now, store_seconds(graph_of(group), 1)),
                    {.kind = Event::Kind::kStored, .group = index});
    return;
  }
  counts_.failures += copies_;
  if (group.tries_left-- > 0) return begin_attempt(index, now);
  counts_.failed += copies_;
  counts_.waited += std::int64_t{copies_} * (scenario_.processes - 1);
  // Another process that compiles the same graph may still succeed or has succeeded.
  if (--entry.holders == 0 && entry.state == State::kLocked) {
    entry.state = State::kFailed;
    release(entry, now);
  }
  die(index, now);
}

void CacheDomain::stored(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  const std::uint32_t graph = graph_of(group);
  Entry& entry = entries_[graph];
  counts_.compiled += copies_;
  counts_.waited += std::int64_t{copies_} * (scenario_.processes - 1);
  --entry.holders;
  if (entry.state != State::kDone) {
    entry.state = State::kDone;
    counts_.neff_bytes += plan_.graphs[graph].neff_bytes * copies_;
    release(entry, now);
  }
  Picoseconds ready = now;
  if (scenario_.processes > 1) {
    // The other processes of the instance have waited and now load the NEFF from the cache.
    const Picoseconds seen = next_poll(group.since, now);
    ready = after(seen, store_seconds(graph, 1));
    show(group, graph, "hit", seen, ready);
  }
  ++group.need;
  advance(index, ready);
}

/// Wakes the waiting groups at their next poll.
void CacheDomain::release(Entry& entry, Picoseconds now) {
  for (const std::uint32_t index : std::exchange(entry.waiters, {})) {
    ++groups_[index].waits;  // invalidates its timeout
    queue_.schedule(next_poll(groups_[index].since, now),
                    {.kind = Event::Kind::kWake, .group = index});
  }
}

void CacheDomain::die(std::uint32_t index, Picoseconds now) {
  Group& group = groups_[index];
  group.over = true;
  group.ended = now;
  group.end = InstanceOutcome::End::kFailed;
}

FleetStart CacheDomain::outcome(Picoseconds last) const {
  FleetStart result;
  for (const Group& group : groups_) {
    InstanceOutcome each;
    each.first = group.who.first;
    each.count = group.who.count * copies_;
    if (group.first_step) each.first_step = in_seconds(*group.first_step - group.start);
    const Picoseconds end = group.over ? group.ended : last;
    each.running = in_seconds(group.running);
    each.stalled = in_seconds(end - group.start - group.running);
    each.end = group.over ? group.end : InstanceOutcome::End::kStuck;
    result.instances.push_back(each);
  }
  return result;
}

}  // namespace nscope::sim
