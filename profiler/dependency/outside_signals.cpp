#include "profiler/dependency/outside_signals.h"

#include "profiler/base/text_cursor.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

namespace nscope {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr Picoseconds kReach = 1'000'000;
constexpr std::int64_t kSignalBytes = 4;

/// When a capture saw the semaphores and event flags of its cores go up.
class SignalRecords {
 public:
  explicit SignalRecords(const DependencyGraph& graph) : graph_(graph) {
    for (const Track& track : graph.trace->tracks()) {
      const std::string_view name = graph.trace->text(track.name);
      if (name == track_name::kEvents) flags_.emplace(track.core, &track);
      if (track.kind != TrackKind::kSemaphore) continue;
      TextCursor in(name);
      std::int32_t id = 0;
      if (in.take("S[") && in.number(id) && in.take("]")) {
        semaphores_.emplace(std::pair(track.core, id), &track);
      }
    }
  }

  /// The last time in (after, until] that what `use` waits for rose: the semaphore, or the
  /// number of set flags; nullopt where it did not, or there is no record.
  std::optional<Picoseconds> rise(std::int32_t core, const SemaphoreUse& use, Picoseconds after,
                                  Picoseconds until) const {
    const Track* const track = track_of(core, use);
    if (track == nullptr) return std::nullopt;
    const CounterColumns& samples = track->counters;
    std::optional<Picoseconds> last;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Picoseconds at = graph_.time_of(TraceTime(samples.time[i]));
      if (at > until) break;
      const double before = i > 0 ? samples.value[i - 1] : 0.0;
      if (at > after && samples.value[i] > before) last = at;
    }
    return last;
  }

 private:
  const Track* track_of(std::int32_t core, const SemaphoreUse& use) const {
    if (use.flag) {
      const auto flags = flags_.find(core);
      return flags == flags_.end() ? nullptr : flags->second;
    }
    const auto semaphore = semaphores_.find({core, use.id});
    return semaphore == semaphores_.end() ? nullptr : semaphore->second;
  }

  const DependencyGraph& graph_;
  std::map<std::pair<std::int32_t, std::int32_t>, const Track*> semaphores_;  // by core, id
  std::map<std::int32_t, const Track*> flags_;                                // by core
};

/// An instruction that waits for something from outside.
struct Wait {
  SemaphoreUse use;
  Picoseconds since = 0;  ///< the start of the instruction before
};

class SignalFinder {
 public:
  explicit SignalFinder(const SignalInputs& in)
      : in_(in),
        graph_(in.graph),
        event_semaphore_(graph_.trace->strings().find(opcode::kEventSemaphore)),
        write_(graph_.trace->strings().find("WRITE")),
        transfer_size_(graph_.trace->strings().find(key::kTransferSize)) {}

  OutsideSignals run() {
    const auto waits = find_waits();
    if (waits.empty()) return {};
    const SignalRecords records(graph_);
    for (const auto& [node, wait] : waits) explain(node, wait, records);
    return std::move(found_);
  }

 private:
  StringId name_of(const DependencyNode& node) const {
    const Track& track = graph_.trace->tracks()[node.track];
    return track.slices.name[node.slice.value - track.first_slice];
  }
  std::int32_t core_of(const DependencyNode& node) const {
    return graph_.trace->tracks()[node.track].core;
  }

  std::map<std::uint32_t, Wait> find_waits() const {
    using Signal = std::tuple<std::int32_t, bool, std::int32_t>;  // core, flag, id
    std::set<Signal> own;
    for (const auto& [key, queue] : in_.queues) {
      for (const std::uint32_t node : queue) {
        const std::uint32_t operands = graph_.nodes[node].operands;
        for (const SemaphoreUse& use : in_.uses[operands]) {
          if (use.raises) own.emplace(key.first, use.flag, use.id);
        }
        if (in_.transfers[operands] >= 0) own.emplace(key.first, false, in_.transfers[operands]);
      }
    }
    std::map<std::uint32_t, Wait> waits;
    for (const auto& [key, queue] : in_.queues) {
      for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const SemaphoreUse& use : in_.uses[graph_.nodes[queue[i]].operands]) {
          if (!use.blocks || own.count({key.first, use.flag, use.id}) > 0) continue;
          const Picoseconds since = i > 0 ? graph_.nodes[queue[i - 1]].start : 0;
          waits.try_emplace(queue[i], Wait{use, since});
        }
      }
    }
    if (waits.empty()) return waits;
    // What the capture itself explains is no matter of the outside.
    for (const DependencyEdge& edge : graph_.edges) {
      const bool stated = edge.kind == DependencyKind::kSemaphore ||
                          edge.kind == DependencyKind::kDmaDone ||
                          edge.kind == DependencyKind::kTransfer;
      if (stated) waits.erase(edge.to);
    }
    return waits;
  }

  void explain(std::uint32_t node, const Wait& wait, const SignalRecords& records) {
    const DependencyNode& at = graph_.nodes[node];
    const std::int32_t core = core_of(at);
    const bool inside = name_of(at) == event_semaphore_;
    const Picoseconds after = inside ? at.start : wait.since;
    const auto seen = records.rise(core, wait.use, after, inside ? at.end : at.start);
    // Set before: there was nothing to wait for.
    if (!seen && !wait.use.flag && records.rise(core, wait.use, -1, after)) return;
    std::uint32_t setter = kNone;
    if (seen) setter = wait.use.flag ? untriggered_packet(core, *seen) : remote_write(core, *seen);
    if (setter == kNone) {
      found_.unknown.push_back(node);
      return;
    }
    DependencyKind kind = wait.use.flag ? DependencyKind::kDmaDone : DependencyKind::kSemaphore;
    if (inside) kind = DependencyKind::kBarrier;
    found_.edges.push_back({setter, node, kind, 0});
  }

  static bool just_before(const DependencyNode& node, Picoseconds seen) {
    return node.end <= seen && node.end > seen - kReach;
  }

  std::uint32_t remote_write(std::int32_t core, Picoseconds seen) const {
    std::uint32_t found = kNone;
    for (const auto& [key, queue] : in_.queues) {
      if (key.first == core) continue;
      for (const std::uint32_t node : queue) {
        const DependencyNode& at = graph_.nodes[node];
        if (at.start > seen) break;
        if (!just_before(at, seen) || name_of(at) != write_) continue;
        if (found != kNone) return kNone;
        found = node;
      }
    }
    return found;
  }

  std::uint32_t untriggered_packet(std::int32_t core, Picoseconds seen) const {
    std::uint32_t found = kNone;
    for (std::uint32_t i = 0; i < in_.triggered.size(); ++i) {
      const DependencyNode& at = graph_.nodes[i];
      if (!at.packet || in_.triggered[i] || !just_before(at, seen) || core_of(at) != core) continue;
      if (graph_.trace->arg_integer(at.slice, transfer_size_, -1) != kSignalBytes) continue;
      if (found != kNone) return kNone;
      found = i;
    }
    return found;
  }

  const SignalInputs& in_;
  const DependencyGraph& graph_;
  StringId event_semaphore_, write_, transfer_size_;
  OutsideSignals found_;
};

}  // namespace

OutsideSignals outside_signals(const SignalInputs& in) {
  if (in.uses.size() <= 1) return {};  // no text names a semaphore
  return SignalFinder(in).run();
}

}  // namespace nscope
