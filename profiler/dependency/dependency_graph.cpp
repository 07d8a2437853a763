#include "profiler/dependency/dependency_graph.h"

#include "profiler/base/order_statistics.h"
#include "profiler/dependency/issue_time.h"
#include "profiler/dependency/outside_signals.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/dependency/semaphore_use.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace nscope {
namespace {

constexpr std::int64_t kPicosecondsPerNs = 1000;
/// Number of instructions before and after a waiting instruction that are examined: more than
/// any engine has in flight.
constexpr std::size_t kNeighbours = 64;

/// Properties of an instruction that follow from its name.
struct NameTraits {
  bool drain = false;
  bool waits_inside = false;
  bool product = false;
  bool triggers_dma = false;
};

/// The traits by string id: a run has few names and many instructions.
std::vector<NameTraits> name_traits(const StringTable& strings) {
  std::vector<NameTraits> traits(strings.size());
  for (std::uint32_t i = 0; i < traits.size(); ++i) {
    const std::string_view name = strings.view(StringId(i));
    traits[i] = {.drain = name == opcode::kDrain,
                 .waits_inside = name == opcode::kEventSemaphore,
                 .product = name.starts_with("MATMUL"),
                 .triggers_dma = name.starts_with(opcode::kDmaPrefix)};
  }
  return traits;
}

std::size_t index_of(DependencyKind kind) {
  return static_cast<std::size_t>(kind);
}

/// Builds the graph; call the public member functions in this order.
class GraphBuilder {
 public:
  GraphBuilder(const Trace& trace, const TaskControl& control)
      : trace_(trace), control_(control), traits_(name_traits(trace.strings())) {
    graph_.trace = &trace;
    const std::int64_t per_ns = trace.time_base().ticks_per_ns;
    if (kPicosecondsPerNs % per_ns == 0) graph_.per_tick = kPicosecondsPerNs / per_ns;
  }

  Result<> add_nodes();
  void add_order();
  void add_flows();
  void add_barriers();
  Result<DependencyGraph> finish();

 private:
  void add_track(std::uint32_t index);
  void read_operands(const Track& track, std::size_t first_node);
  void read_issue_times(const Track& track, std::size_t first_node);
  NameTraits traits(std::uint32_t node) const;
  void link(std::uint32_t from, std::uint32_t to, DependencyKind kind, Picoseconds lag = 0) {
    graph_.edges.push_back({from, to, kind, lag});
  }
  bool is_operator(std::uint32_t node) const;
  void order_packets();
  void gather_transfers();
  void depend(std::uint32_t from, std::uint32_t to);
  void measure_unseen_transfers();
  void barrier(std::uint32_t waiter, std::uint32_t cause);
  void drain_barriers(std::span<const std::uint32_t> queue);
  void semaphore_barriers();
  void signals_from_outside();
  void group_edges();
  void measure_latencies();
  void keep_unexplained();

  /// Whether to stop at step i of a long loop; the caller checks for cancellation afterwards.
  bool stopped(std::size_t i) const { return control_.cancelled_at(i); }

  const Trace& trace_;
  const TaskControl& control_;
  std::vector<NameTraits> traits_;  // by string id
  bool of_operators_ = false;       ///< the run has operators instead of instructions
  DependencyGraph graph_;
  std::vector<std::uint32_t> node_of_;  // by slice
  InstructionQueues queues_;
  std::unordered_map<std::uint32_t, std::uint32_t> transfer_of_;  // trigger -> completion
  std::unordered_map<std::uint32_t, std::uint32_t> parsed_;       // string -> operands
  std::vector<std::vector<SemaphoreUse>> semaphores_;             // by operands
  std::vector<std::int32_t> transfer_semaphores_;                 // by operands; -1: none
  std::vector<bool> triggered_;                                   // by node: packets
};

Result<> GraphBuilder::add_nodes() {
  // Longer than any capture, and short enough that sums of picoseconds cannot overflow.
  constexpr std::int64_t kLongestNs = std::int64_t{24} * 3600 * 1'000'000'000;
  if (trace_.to_ns(trace_.end()) > kLongestNs || trace_.to_ns(trace_.begin()) < -kLongestNs) {
    return fail(ErrorCode::kInvalidArgument,
                tr("dependencies are not analysed in runs longer than 24 hours"));
  }
  node_of_.assign(trace_.slice_count(), kNoNode);
  graph_.operands.emplace_back();
  semaphores_.emplace_back();
  transfer_semaphores_.push_back(-1);
  const Picoseconds window_begin = graph_.time_of(trace_.time_base().window_begin);
  const std::span<const Track> tracks = trace_.tracks();
  std::vector<std::uint32_t> followed;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    const Track& track = tracks[i];
    const bool engine = track.kind == TrackKind::kEngine || track.kind == TrackKind::kCollective;
    const bool instructions =
        engine && track.core >= 0 &&
        (track.slice_kind == SliceKind::kInstruction || track.slice_kind == SliceKind::kOperator ||
         track.slice_kind == SliceKind::kCollective);
    const bool packets = track.kind == TrackKind::kDmaQueue && track.slice_kind == SliceKind::kDma;
    if (!instructions && !packets) continue;
    of_operators_ = of_operators_ || track.slice_kind == SliceKind::kOperator;
    followed.push_back(i);
    count += track.slices.size();
  }
  graph_.nodes.reserve(count);
  graph_.edges.reserve(count + trace_.flows().size());
  for (const std::uint32_t track : followed) {
    if (control_.cancelled()) return cancelled();
    add_track(track);
  }
  if (queues_.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the run has no NeuronCore instructions or operators"));
  }
  Picoseconds origin = window_begin;
  for (const DependencyNode& node : graph_.nodes) origin = std::min(origin, node.start);
  for (DependencyNode& node : graph_.nodes) {
    node.start -= origin;
    node.end -= origin;
    graph_.last_end = std::max(graph_.last_end, node.end);
  }
  graph_.lead = window_begin - origin;
  graph_.total = graph_.time_of(trace_.time_base().window_end) - window_begin;
  graph_.origin = origin;
  if (graph_.total <= 0) graph_.total = graph_.last_end - graph_.lead;
  return {};
}

void GraphBuilder::add_track(std::uint32_t index) {
  const Track& track = trace_.tracks()[index];
  const std::size_t first_node = graph_.nodes.size();
  const bool packets = track.slice_kind == SliceKind::kDma;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (stopped(row)) return;
    const auto id = static_cast<std::uint32_t>(graph_.nodes.size());
    DependencyNode node;
    node.slice = Trace::slice_id(track, row);
    node.track = index;
    node.start = graph_.time_of(track.slices.begin(row));
    node.end = graph_.time_of(track.slices.end(row));
    node.hold = node.end - node.start;
    node.packet = packets;
    node_of_[node.slice.index()] = id;
    if (!packets) queues_[{track.core, track.engine}].push_back(id);
    graph_.nodes.push_back(node);
  }
  if (packets) return;
  read_operands(track, first_node);
  read_issue_times(track, first_node);
}

void GraphBuilder::read_issue_times(const Track& track, std::size_t first_node) {
  const StringId wanted = trace_.strings().find(key::kIssueTime);
  for (const ArgColumn& column : track.args) {
    if (column.key != wanted || column.type != ArgColumn::Type::kReal) continue;
    for (std::size_t i = 0; i < column.size(); ++i) {
      DependencyNode& node = graph_.nodes[first_node + column.row(i)];
      const double stated = column.reals[i] * static_cast<double>(kPicosecondsPerNs);
      const auto duration = static_cast<double>(node.hold);
      if (stated >= 0.0 && stated < duration) node.hold = std::llround(stated);
    }
  }
}

void GraphBuilder::read_operands(const Track& track, std::size_t first_node) {
  const StringId wanted = trace_.strings().find(key::kOperands);
  for (const ArgColumn& column : track.args) {
    if (column.key != wanted || column.type != ArgColumn::Type::kText) continue;
    for (std::size_t i = 0; i < column.size(); ++i) {
      const StringId text = column.texts[i];
      const auto [it, added] =
          parsed_.try_emplace(static_cast<std::uint32_t>(text.index()), graph_.operands.size());
      if (added) {
        graph_.operands.push_back(text);
        semaphores_.push_back(semaphore_uses(trace_.text(text)));
        transfer_semaphores_.push_back(transfer_semaphore(trace_.text(text)));
      }
      graph_.nodes[first_node + column.row(i)].operands = it->second;
    }
  }
}

NameTraits GraphBuilder::traits(std::uint32_t node) const {
  const StringId name = graph_.name_of(node);
  return name.index() < traits_.size() ? traits_[name.index()] : NameTraits();
}

/// Whether the node is a slice of a simulated operator, including its transfer. The parts of an
/// operator stream tiles to each other, whereas instructions wait for complete results.
bool GraphBuilder::is_operator(std::uint32_t node) const {
  const DependencyNode& at = graph_.nodes[node];
  return of_operators_ && at.slice.valid();
}

/// Sequencers issue in order, and so does the array of TensorE.
void GraphBuilder::add_order() {
  std::vector<DependencyNode>& nodes = graph_.nodes;
  for (auto& [key, queue] : queues_) {
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(nodes[a].start, a) < std::pair(nodes[b].start, b);
    };
    // A single track is already in order; TensorE has two tracks.
    if (!std::is_sorted(queue.begin(), queue.end(), earlier)) {
      std::sort(queue.begin(), queue.end(), earlier);
    }
    if (!queue.empty()) nodes[queue.front()].first = true;
    std::uint32_t product = kNoNode;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (stopped(i)) return;
      const std::uint32_t now = queue[i];
      nodes[now].array_hold = nodes[now].end - nodes[now].start;
      if (i > 0) {
        DependencyNode& before = nodes[queue[i - 1]];
        before.hold = std::min(before.hold, nodes[now].start - before.start);
        link(queue[i - 1], now, DependencyKind::kOrder);
      }
      if (!traits(now).product) continue;
      if (product != kNoNode && nodes[now].start < nodes[product].end) {
        nodes[product].array_hold = nodes[now].start - nodes[product].start;
        link(product, now, DependencyKind::kArray);
      }
      product = now;
    }
  }
  order_packets();
}

void GraphBuilder::order_packets() {
  std::vector<DependencyNode>& nodes = graph_.nodes;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (stopped(i)) return;
    if (!nodes[i].packet) continue;
    nodes[i].hold = nodes[i].end - nodes[i].start;
    if (i == 0 || !nodes[i - 1].packet || nodes[i - 1].track != nodes[i].track) continue;
    nodes[i - 1].hold = std::min(nodes[i - 1].hold, nodes[i].start - nodes[i - 1].start);
    link(i - 1, i, DependencyKind::kRing);
  }
}

void GraphBuilder::add_flows() {
  gather_transfers();
  const StringId trigger = trace_.strings().find(flow_kind::kDmaTrigger);
  const StringId order = trace_.strings().find(flow_kind::kProgramOrder);
  std::size_t done = 0;
  for (const Flow flow : trace_.flows()) {
    if (stopped(done++)) return;
    const std::uint32_t from = node_of_[flow.from.index()];
    const std::uint32_t to = node_of_[flow.to.index()];
    if (from == kNoNode || to == kNoNode || from == to) continue;
    if (flow.kind == order || flow.kind == trigger) continue;  // handled elsewhere
    depend(from, to);
  }
  measure_unseen_transfers();
}

/// Adds one node for each transfer, which represents all its packets.
void GraphBuilder::gather_transfers() {
  const PacketTriggers triggers = packet_triggers(trace_);
  triggered_.assign(graph_.nodes.size(), false);
  graph_.inferred_triggers = triggers.inferred ? triggers.pairs.size() : 0;
  std::size_t done = 0;
  for (const PacketTriggers::Pair& pair : triggers.pairs) {
    if (stopped(done++)) return;
    const std::uint32_t from = node_of_[pair.instruction.index()];
    const std::uint32_t packet = node_of_[pair.packet.index()];
    if (from == kNoNode || packet == kNoNode || !graph_.nodes[packet].packet) continue;
    triggered_[packet] = true;
    const auto [it, added] =
        transfer_of_.try_emplace(from, static_cast<std::uint32_t>(graph_.nodes.size()));
    if (added) {
      DependencyNode transfer;
      transfer.track = graph_.nodes[from].track;
      graph_.nodes.push_back(transfer);
    }
    DependencyNode& transfer = graph_.nodes[it->second];
    transfer.end = std::max(transfer.end, graph_.nodes[packet].end);
    transfer.start = transfer.end;
    link(packet, it->second, DependencyKind::kGather);
    if (graph_.nodes[from].start <= graph_.nodes[packet].start) {
      link(from, packet, DependencyKind::kDmaStart);
    } else {
      ++graph_.overlapping;
    }
  }
}

/// Adds a dependency that the capture states. A source that was still running when its target
/// began did not delay it; the order of the engine covers these cases.
void GraphBuilder::depend(std::uint32_t from, std::uint32_t to) {
  const std::vector<DependencyNode>& nodes = graph_.nodes;
  DependencyKind kind = DependencyKind::kSemaphore;
  if (const auto transfer = transfer_of_.find(from); transfer != transfer_of_.end()) {
    from = transfer->second;
    kind = DependencyKind::kDmaDone;
  } else if (traits(from).triggers_dma) {
    kind = DependencyKind::kTransfer;
  }
  if (nodes[from].end > nodes[to].start) {
    if (is_operator(from) && is_operator(to) && nodes[from].start <= nodes[to].start) {
      link(from, to, DependencyKind::kStream, nodes[to].start - nodes[from].start);
    } else {
      ++graph_.overlapping;
    }
    return;
  }
  link(from, to, kind);
}

/// Without packets the duration of a transfer is the time until the first event that waited for it.
void GraphBuilder::measure_unseen_transfers() {
  std::unordered_map<std::uint32_t, Picoseconds> shortest;
  for (const DependencyEdge& edge : graph_.edges) {
    if (edge.kind != DependencyKind::kTransfer) continue;
    const Picoseconds seen = graph_.nodes[edge.to].start - graph_.nodes[edge.from].end;
    const auto [it, added] = shortest.try_emplace(edge.from, seen);
    if (!added) it->second = std::min(it->second, seen);
  }
  for (DependencyEdge& edge : graph_.edges) {
    if (edge.kind == DependencyKind::kTransfer) edge.lag = shortest.at(edge.from);
  }
  graph_.unseen_transfers = shortest.size();
}

void GraphBuilder::barrier(std::uint32_t waiter, std::uint32_t cause) {
  link(cause, waiter, DependencyKind::kBarrier);
  graph_.nodes[waiter].ends_late = true;
}

void GraphBuilder::add_barriers() {
  for (const auto& [key, queue] : queues_) {
    if (control_.cancelled()) return;
    drain_barriers(queue);
  }
  semaphore_barriers();
  signals_from_outside();
  for (DependencyEdge& edge : graph_.edges) {
    const DependencyNode& from = graph_.nodes[edge.from];
    const bool over = from.ends_late && graph_.nodes[edge.to].start >= from.end;
    if (edge.kind == DependencyKind::kOrder && over) edge.kind = DependencyKind::kAfterWait;
  }
}

/// DRAIN ends when all instructions in flight on its engine have ended.
void GraphBuilder::drain_barriers(std::span<const std::uint32_t> queue) {
  const std::vector<DependencyNode>& nodes = graph_.nodes;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (!traits(queue[i]).drain) continue;
    const DependencyNode& drain = nodes[queue[i]];
    const std::size_t begin = i > kNeighbours ? i - kNeighbours : 0;
    const std::size_t end = std::min(queue.size(), i + kNeighbours);
    for (std::size_t k = begin; k < end && nodes[queue[k]].start < drain.end; ++k) {
      const Picoseconds ended = nodes[queue[k]].end;
      if (ended > drain.start && ended < drain.end && !traits(queue[k]).drain) {
        barrier(queue[i], queue[k]);
      }
    }
  }
}

/// EVENT_SEMAPHORE waits between its start and its end for the last change of the semaphore
/// before its end.
void GraphBuilder::semaphore_barriers() {
  using Change = std::pair<Picoseconds, std::uint32_t>;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<Change>> changes;
  std::size_t done = 0;
  for (const auto& [key, queue] : queues_) {
    for (const std::uint32_t node : queue) {
      if (stopped(done++)) return;
      const DependencyNode& at = graph_.nodes[node];
      for (const SemaphoreUse& use : semaphores_[at.operands]) {
        if (!use.blocks && !use.flag) changes[{key.first, use.id}].emplace_back(at.end, node);
      }
    }
  }
  for (auto& [key, list] : changes) std::sort(list.begin(), list.end());
  for (const auto& [key, queue] : queues_) {
    for (const std::uint32_t node : queue) {
      if (stopped(done++)) return;
      if (!traits(node).waits_inside) continue;
      const DependencyNode& at = graph_.nodes[node];
      for (const SemaphoreUse& use : semaphores_[at.operands]) {
        const auto list = changes.find({key.first, use.id});
        if (!use.blocks || use.flag || list == changes.end()) continue;
        const auto after =
            std::lower_bound(list->second.begin(), list->second.end(), Change(at.end, 0));
        if (after == list->second.begin()) continue;
        const Change& last = *std::prev(after);
        if (last.second != node && last.first > at.start) barrier(node, last.second);
      }
    }
  }
}

/// Semaphores and flags that no instruction of a core sets are set by another core or the runtime.
void GraphBuilder::signals_from_outside() {
  const OutsideSignals signals = outside_signals({.graph = graph_,
                                                  .queues = queues_,
                                                  .uses = semaphores_,
                                                  .transfers = transfer_semaphores_,
                                                  .triggered = triggered_},
                                                 control_);
  for (const DependencyEdge& edge : signals.edges) {
    if (edge.kind == DependencyKind::kBarrier) {
      barrier(edge.to, edge.from);
    } else {
      link(edge.from, edge.to, edge.kind);
    }
  }
  for (const std::uint32_t node : signals.unknown) graph_.nodes[node].outside = true;
}

/// Groups edges by target and removes duplicates: counting sort by target, then a sort of the
/// edges of each target, of which there are mostly one or two.
void GraphBuilder::group_edges() {
  std::vector<std::uint32_t>& first = graph_.first;
  first.assign(graph_.nodes.size() + 1, 0);
  for (const DependencyEdge& edge : graph_.edges) ++first[edge.to + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<DependencyEdge> grouped(graph_.edges.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (const DependencyEdge& edge : graph_.edges) grouped[next[edge.to]++] = edge;
  const auto order = [](const DependencyEdge& e) { return std::pair(e.from, e.kind); };
  std::size_t kept = 0;
  for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
    if (stopped(node)) return;
    const std::size_t begin = first[node];
    const std::size_t end = first[node + 1];
    first[node] = static_cast<std::uint32_t>(kept);
    const auto at = grouped.begin();
    std::sort(at + static_cast<std::ptrdiff_t>(begin), at + static_cast<std::ptrdiff_t>(end),
              [&](const auto& a, const auto& b) { return order(a) < order(b); });
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin && order(grouped[i]) == order(grouped[i - 1])) continue;
      grouped[kept++] = grouped[i];
    }
  }
  first.back() = static_cast<std::uint32_t>(kept);
  grouped.resize(kept);
  graph_.edges = std::move(grouped);
}

void GraphBuilder::measure_latencies() {
  std::array<std::vector<Picoseconds>, kDependencyKinds> seen;
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (stopped(i)) return;
    const DependencyNode& node = graph_.nodes[i];
    if (const DependencyEdge* edge = graph_.binding(i, false)) {
      const bool pipelined =
          edge->kind == DependencyKind::kOrder && graph_.nodes[edge->from].pipelined();
      if (!pipelined) seen[index_of(edge->kind)].push_back(node.start - graph_.released(*edge));
    }
    if (!node.ends_late) continue;
    if (const DependencyEdge* edge = graph_.binding(i, true)) {
      seen[index_of(edge->kind)].push_back(node.end - graph_.released(*edge));
    }
  }
  for (const DependencyKind kind :
       {DependencyKind::kOrder, DependencyKind::kAfterWait, DependencyKind::kSemaphore,
        DependencyKind::kDmaStart, DependencyKind::kDmaDone, DependencyKind::kBarrier}) {
    std::vector<Picoseconds>& times = seen[index_of(kind)];
    graph_.latency[index_of(kind)] = upper_median(times);
    graph_.usual[index_of(kind)] = lower_quantile(times, 0.9);
  }
}

void GraphBuilder::keep_unexplained() {
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (stopped(i)) return;
    DependencyNode& node = graph_.nodes[i];
    Picoseconds start = 0;
    Picoseconds end = 0;
    for (const DependencyEdge& edge : graph_.into(i)) {
      Picoseconds& allowed = edge.kind == DependencyKind::kBarrier ? end : start;
      allowed = std::max(allowed, graph_.released(edge) + graph_.lag_of(edge));
    }
    const bool whole = node.slice.valid();
    if (whole && node.start - start > kUnexplainedGap) node.start_wait = node.start - start;
    if (node.ends_late && node.end - end > kUnexplainedGap) node.end_wait = node.end - end;
  }
}

Result<DependencyGraph> GraphBuilder::finish() {
  group_edges();
  if (control_.cancelled()) return cancelled();
  measure_latencies();
  if (control_.cancelled()) return cancelled();
  keep_unexplained();
  if (control_.cancelled()) return cancelled();
  return std::move(graph_);
}

}  // namespace

StringId DependencyGraph::name_of(std::uint32_t node) const {
  const SliceId slice = nodes[node].slice;
  if (!slice.valid()) return {};
  const Track& track = track_of(node);
  return track.slices.name[slice.value - track.first_slice];
}

Picoseconds DependencyGraph::released(const DependencyEdge& edge) const {
  const DependencyNode& from = nodes[edge.from];
  switch (edge.kind) {
    case DependencyKind::kOrder:
    case DependencyKind::kRing: return from.start + from.hold;
    case DependencyKind::kArray: return from.start + from.array_hold;
    case DependencyKind::kDmaStart: return from.start;
    case DependencyKind::kStream: return from.start + edge.lag;
    default: return from.end;
  }
}

const DependencyEdge* DependencyGraph::binding(std::size_t node, bool of_end) const {
  const DependencyEdge* last = nullptr;
  for (const DependencyEdge& edge : into(node)) {
    if ((edge.kind == DependencyKind::kBarrier) != of_end) continue;
    if (last == nullptr || released(edge) > released(*last)) last = &edge;
  }
  return last;
}

const DependencyEdge* DependencyGraph::held_at_end(std::size_t node) const {
  const DependencyEdge* edge = nodes[node].ends_late ? binding(node, true) : nullptr;
  return edge != nullptr && released(*edge) > nodes[node].start ? edge : nullptr;
}

const DependencyEdge* DependencyGraph::last_binding(std::size_t node) const {
  const DependencyEdge* edge = held_at_end(node);
  return edge != nullptr ? edge : binding(node, false);
}

Picoseconds DependencyGraph::time_of(TraceTime time) const {
  if (per_tick > 0) return time.value() * per_tick - origin;
  const std::int64_t per_ns = trace->time_base().ticks_per_ns;
  return time.value() / per_ns * kPicosecondsPerNs +
         time.value() % per_ns * kPicosecondsPerNs / per_ns - origin;
}

double DependencyGraph::ns_of(Picoseconds time) const {
  return static_cast<double>(time + origin) / 1000.0;
}

Picoseconds DependencyGraph::lag_of(const DependencyEdge& edge) const {
  switch (edge.kind) {
    case DependencyKind::kArray:
    case DependencyKind::kRing:
    case DependencyKind::kStream:
    case DependencyKind::kGather: return 0;
    case DependencyKind::kTransfer: return edge.lag;
    case DependencyKind::kOrder:
      return nodes[edge.from].pipelined() ? 0 : latency[index_of(edge.kind)];
    default: return latency[index_of(edge.kind)];
  }
}

Result<DependencyGraph> dependency_graph(const Trace& trace, const TaskControl& control) {
  GraphBuilder builder(trace, control);
  if (auto known = builder.add_nodes(); !known) return fail(known.error());
  if (control.cancelled()) return cancelled();
  builder.add_order();
  if (control.cancelled()) return cancelled();
  builder.add_flows();
  if (control.cancelled()) return cancelled();
  builder.add_barriers();
  if (control.cancelled()) return cancelled();
  return builder.finish();
}

}  // namespace nscope
