#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/compile_cache/compile_plan.h"
#include "simcore/engine/compile_cache/compile_trace.h"
#include "simcore/engine/compile_cache/fleet_outcome.h"
#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::sim {

/// A cache and the instances that share it. Instances that start together and receive the same
/// lengths behave alike and form a group; the first instance of a group that misses takes the
/// lock and leaves the group. Instances with a cache of their own (`copies`) are simulated once.
/// Plan, scenario and parameters must outlive the domain. For one thread.
class CacheDomain {
 public:
  struct Member {
    int first = 0;  ///< instance
    int count = 1;
    std::uint32_t program = 0;
    double start = 0;  ///< s after the start of the domain
  };
  CacheDomain(const CompilePlan& plan, const CompileScenario& scenario,
              const CompileParameters& parameters, std::vector<Member> members, int copies,
              CompileTrace* trace);

  /// Simulates neuron_parallel_compile if the cache is new, then the start of the fleet. Errors:
  /// kInvalidArgument if this takes longer, or needs more events, than is supported; kCancelled.
  Result<FleetStart> start(TaskControl& control);
  /// Empties the cache, as if all instances had new disks.
  void clear() {
    entries_.assign(entries_.size(), Entry{});
    ahead_is_due_ = true;
  }

  const CacheCounts& counts() const { return counts_; }
  Picoseconds now() const { return origin_; }

 private:
  enum class State : std::uint8_t { kAbsent, kLocked, kDone, kFailed };
  struct Entry {
    State state = State::kAbsent;
    bool stale = false;  ///< locked by a process that has ended
    int holders = 0;     ///< number of processes that compile the graph
    std::uint32_t attempts = 0;
    std::vector<std::uint32_t> waiters{};  ///< groups
  };
  struct Group {
    Member who;
    std::size_t need = 0;
    Picoseconds start = 0;
    Picoseconds since = 0;  ///< of waiting or of the running compilation
    Picoseconds running = 0;
    Picoseconds ended = 0;
    std::optional<Picoseconds> first_step{};
    std::uint32_t waits = 0;  ///< number of waits; distinguishes old timeouts from new ones
    int tries_left = 0;
    bool waiting = false;
    bool retried = false;  ///< whether a cached failure of this graph was retried
    bool over = false;
    InstanceOutcome::End end = InstanceOutcome::End::kFinished;
  };
  struct Event {
    enum class Kind : std::uint8_t { kArrive, kCompiled, kStored, kWake, kTimeout, kLocksCleared };
    Kind kind = Kind::kArrive;
    bool succeeded = false;
    std::uint32_t group = 0;
    std::uint32_t wait = 0;
  };
  struct Attempt {
    double seconds = 0;
    bool succeeds = true;
  };

  void put_earlier_entries();
  Picoseconds compile_ahead(Picoseconds begin);
  Picoseconds ahead_entry(std::uint32_t graph, int worker, Picoseconds now);
  Result<> play(TaskControl& control);
  void handle(const Event& event, Picoseconds now);

  void advance(std::uint32_t group, Picoseconds now);
  void resolve(std::uint32_t group, Picoseconds now, bool first_look);
  void found(std::uint32_t group, Picoseconds now, bool first_look);
  void wait(std::uint32_t group, Picoseconds now);
  void stop_waiting(std::uint32_t group, Picoseconds now);
  void take_lock(std::uint32_t group, Picoseconds now);
  void begin_attempt(std::uint32_t group, Picoseconds now);
  void compiled(std::uint32_t group, Picoseconds now, bool succeeded);
  void stored(std::uint32_t group, Picoseconds now);
  void release(Entry& entry, Picoseconds now);
  void die(std::uint32_t group, Picoseconds now);
  FleetStart outcome(Picoseconds last) const;

  Attempt attempt(Entry& entry, std::uint32_t graph) const;
  std::uint32_t graph_of(const Group& group) const {
    return plan_.programs[group.who.program].needs[group.need].graph;
  }
  Entry& entry_of(const Group& group) { return entries_[graph_of(group)]; }
  double store_seconds(std::uint32_t graph, double copies_at_once) const;
  Picoseconds next_poll(Picoseconds since, Picoseconds now) const;
  Picoseconds after(Picoseconds now, double seconds);
  std::int64_t processes(const Group& group) const;
  void show(const Group& group, std::uint32_t graph, std::string_view state, Picoseconds begin,
            Picoseconds end, std::string_view error = {}) const;

  const CompilePlan& plan_;
  const CompileScenario& scenario_;
  const CompileParameters& parameters_;
  std::vector<Member> members_;
  int copies_;
  CompileTrace* trace_;
  std::vector<Entry> entries_;
  std::vector<Group> groups_;
  EventQueue<Event> queue_;
  CacheCounts counts_;
  Picoseconds origin_ = 0;    ///< of the current start
  std::uint64_t hits_ = 0;    ///< hits of groups that needed no event
  bool ahead_is_due_ = true;  ///< whether the ahead-of-time compilation has not run yet
  bool too_long_ = false;
};

}  // namespace nscope::sim
