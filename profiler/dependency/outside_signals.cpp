#include "profiler/dependency/outside_signals.h"

#include "profiler/base/text/text_cursor.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

namespace nscope {
namespace {

constexpr Picoseconds kReach = 1'000'000;
constexpr std::int64_t kSignalBytes = 4;

/// The times at which the semaphores and event flags of the cores increased in the capture.
class SignalRecords {
 public:
  SignalRecords(const DependencyGraph& graph, const TaskControl& control)
      : graph_(graph), control_(control) {
    for (const Track& track : graph.trace->tracks()) {
      const std::string_view name = graph.trace->text(track.name);
      if (name == track_name::kEvents) flags_.try_emplace(track.core, Record{&track});
      if (track.kind != TrackKind::kSemaphore) continue;
      TextCursor in(name);
      std::int32_t id = 0;
      if (in.take("S[") && in.number(id) && in.take("]")) {
        semaphores_.try_emplace({track.core, id}, Record{&track});
      }
    }
  }

  /// The last time in (after, until] at which the semaphore of `use`, or the number of flags that
  /// are set, increased; nullopt if it did not, or if the capture has no record.
  std::optional<Picoseconds> rise(std::int32_t core, const SemaphoreUse& use, Picoseconds after,
                                  Picoseconds until) {
    const Rises& rises = rises_of(core, use);
    const auto next = std::upper_bound(rises.begin(), rises.end(), until);
    if (next == rises.begin() || *std::prev(next) <= after) return std::nullopt;
    return *std::prev(next);
  }

 private:
  using Rises = std::vector<Picoseconds>;
  struct Record {
    const Track* track = nullptr;  ///< null if there is no record
    std::optional<Rises> rises{};  ///< read on first use
  };

  const Rises& rises_of(std::int32_t core, const SemaphoreUse& use) {
    Record& record = use.flag ? flags_[core] : semaphores_[{core, use.id}];
    if (!record.rises) record.rises = record.track != nullptr ? read(*record.track) : Rises();
    return *record.rises;
  }
  Rises read(const Track& track) const {
    Rises rises;
    const CounterColumns& samples = track.counters;
    double before = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (control_.cancelled_at(i)) break;
      const double value = samples.value[i];
      if (value > before) rises.push_back(graph_.time_of(TraceTime(samples.time[i])));
      before = value;
    }
    return rises;
  }

  const DependencyGraph& graph_;
  const TaskControl& control_;
  std::map<std::pair<std::int32_t, std::int32_t>, Record> semaphores_;  // by core, id
  std::map<std::int32_t, Record> flags_;                                // by core
};

/// Events that may have set a signal, by core, in order of their ends.
class Setters {
 public:
  void add(std::int32_t core, Picoseconds end, std::uint32_t node) {
    by_core_[core].emplace_back(end, node);
  }
  void sort() {
    for (auto& [core, list] : by_core_) std::sort(list.begin(), list.end());
  }
  /// The only event of `core`, or (`others`) of the other cores, that ended in
  /// (seen - kReach, seen]; kNoNode if there is none or more than one.
  std::uint32_t only(std::int32_t core, bool others, Picoseconds seen) const {
    std::uint32_t found = kNoNode;
    for (const auto& [of, list] : by_core_) {
      if ((of != core) != others) continue;
      const auto first = std::upper_bound(list.begin(), list.end(), Ended(seen - kReach, kNoNode));
      if (first == list.end() || first->first > seen) continue;
      const auto next = std::next(first);
      const bool several = found != kNoNode || (next != list.end() && next->first <= seen);
      if (several) return kNoNode;
      found = first->second;
    }
    return found;
  }

 private:
  using Ended = std::pair<Picoseconds, std::uint32_t>;
  std::map<std::int32_t, std::vector<Ended>> by_core_;
};

/// An instruction that waits for a signal from outside of its core.
struct Wait {
  std::uint32_t node = 0;
  SemaphoreUse use;
  Picoseconds since = 0;  ///< the start of the previous instruction
};

class SignalFinder {
 public:
  SignalFinder(const SignalInputs& in, const TaskControl& control)
      : in_(in), graph_(in.graph), control_(control), records_(graph_, control) {}

  OutsideSignals run() {
    const std::vector<Wait> waits = find_waits();
    const auto of_flag = [](const Wait& wait) { return wait.use.flag; };
    if (std::any_of(waits.begin(), waits.end(), of_flag)) find_packets();
    if (!std::all_of(waits.begin(), waits.end(), of_flag)) find_writes();
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (stopped(i)) break;
      explain(waits[i]);
    }
    return std::move(found_);
  }

 private:
  bool stopped(std::size_t i) const { return control_.cancelled_at(i); }

  /// One wait for every signal, also if an instruction waits for several.
  std::vector<Wait> find_waits() const {
    using Signal = std::tuple<std::int32_t, bool, std::int32_t>;  // core, flag, id
    std::set<Signal> own;
    for (const auto& [key, queue] : in_.queues) {
      for (std::size_t i = 0; i < queue.size(); ++i) {
        if (stopped(i)) return {};
        const std::uint32_t operands = graph_.nodes[queue[i]].operands;
        for (const SemaphoreUse& use : in_.uses[operands]) {
          if (use.raises) own.emplace(key.first, use.flag, use.id);
        }
        if (in_.transfers[operands] >= 0) own.emplace(key.first, false, in_.transfers[operands]);
      }
    }
    std::vector<Wait> waits;
    for (const auto& [key, queue] : in_.queues) {
      for (std::size_t i = 0; i < queue.size(); ++i) {
        if (stopped(i)) return {};
        for (const SemaphoreUse& use : in_.uses[graph_.nodes[queue[i]].operands]) {
          if (!use.blocks || own.count({key.first, use.flag, use.id}) > 0) continue;
          const Picoseconds since = i > 0 ? graph_.nodes[queue[i - 1]].start : 0;
          waits.push_back({queue[i], use, since});
        }
      }
    }
    if (waits.empty()) return waits;
    // Waits that the capture explains are not for signals from outside.
    std::vector<bool> explained(graph_.nodes.size());
    for (const DependencyEdge& edge : graph_.edges) {
      const bool stated = edge.kind == DependencyKind::kSemaphore ||
                          edge.kind == DependencyKind::kDmaDone ||
                          edge.kind == DependencyKind::kTransfer;
      if (stated) explained[edge.to] = true;
    }
    std::erase_if(waits, [&](const Wait& wait) { return explained[wait.node]; });
    return waits;
  }

  void find_writes() {
    const StringId write = graph_.trace->strings().find(opcode::kWrite);
    if (!write.valid()) return;
    for (const auto& [key, queue] : in_.queues) {
      for (std::size_t i = 0; i < queue.size(); ++i) {
        if (stopped(i)) return;
        if (graph_.name_of(queue[i]) != write) continue;
        writes_.add(key.first, graph_.nodes[queue[i]].end, queue[i]);
      }
    }
    writes_.sort();
  }

  void find_packets() {
    const StringId size = graph_.trace->strings().find(key::kTransferSize);
    for (std::uint32_t i = 0; i < in_.triggered.size(); ++i) {
      if (stopped(i)) return;
      const DependencyNode& node = graph_.nodes[i];
      if (!node.packet || in_.triggered[i]) continue;
      if (graph_.trace->arg_integer(node.slice, size, -1) == kSignalBytes) {
        packets_.add(graph_.track_of(i).core, node.end, i);
      }
    }
    packets_.sort();
  }

  void explain(const Wait& wait) {
    const DependencyNode& at = graph_.nodes[wait.node];
    const std::int32_t core = graph_.track_of(wait.node).core;
    const bool inside = graph_.trace->text(graph_.name_of(wait.node)) == opcode::kEventSemaphore;
    const Picoseconds after = inside ? at.start : wait.since;
    const auto seen = records_.rise(core, wait.use, after, inside ? at.end : at.start);
    // The semaphore was set before, so the instruction did not wait.
    if (!seen && !wait.use.flag && records_.rise(core, wait.use, -1, after)) return;
    std::uint32_t setter = kNoNode;
    if (seen) {
      setter = wait.use.flag ? packets_.only(core, false, *seen) : writes_.only(core, true, *seen);
    }
    if (setter == kNoNode) {
      found_.unknown.push_back(wait.node);
      return;
    }
    DependencyKind kind = wait.use.flag ? DependencyKind::kDmaDone : DependencyKind::kSemaphore;
    if (inside) kind = DependencyKind::kBarrier;
    found_.edges.push_back({setter, wait.node, kind, 0});
  }

  const SignalInputs& in_;
  const DependencyGraph& graph_;
  const TaskControl& control_;
  SignalRecords records_;
  Setters writes_;
  Setters packets_;
  OutsideSignals found_;
};

}  // namespace

OutsideSignals outside_signals(const SignalInputs& in, const TaskControl& control) {
  if (in.uses.size() <= 1) return {};  // no operands contain a semaphore
  return SignalFinder(in, control).run();
}

}  // namespace nscope
