#include "profiler/dependency/dma_engine_work.h"

#include "profiler/trace/build/neuron_tracks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace nscope {
namespace {

struct Boundary {
  Picoseconds time;
  bool begins;
  std::size_t packet;
};

}  // namespace

DmaEngineWork::DmaEngineWork(const DependencyGraph& graph) : graph_(&graph) {
  std::map<std::pair<int, int>, std::size_t> known;  // core and DMA engine
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> engine_of_track;
  for (const Track& track : graph.trace->tracks()) {
    const auto ring =
        track.kind == TrackKind::kDmaQueue ? ring_of(graph.trace->text(track.name)) : std::nullopt;
    engine_of_track.push_back(
        ring ? known.try_emplace({track.core, ring->dma_engine}, known.size()).first->second
             : kNone);
  }
  engines_.resize(known.size());
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].packet) continue;
    const std::size_t engine = engine_of_track[graph.nodes[i].track];
    if (engine != kNone) engines_[engine].push_back({i});
  }
  for (std::vector<Packet>& packets : engines_) {
    std::vector<Boundary> boundaries;
    for (std::size_t i = 0; i < packets.size(); ++i) {
      const DependencyNode& node = graph.nodes[packets[i].node];
      if (node.end <= node.start) continue;
      boundaries.push_back({node.start, true, i});
      boundaries.push_back({node.end, false, i});
    }
    std::sort(boundaries.begin(), boundaries.end(),
              [](const Boundary& a, const Boundary& b) { return a.time < b.time; });
    double served = 0.0;  // what each packet in flight would have got since the start
    Picoseconds before = 0;
    std::int64_t in_flight = 0;
    for (const Boundary& at : boundaries) {
      if (in_flight > 0) {
        served += static_cast<double>(at.time - before) / static_cast<double>(in_flight);
      }
      before = at.time;
      packets[at.packet].work += at.begins ? -served : served;
      in_flight += at.begins ? 1 : -1;
    }
  }
}

Picoseconds DmaEngineWork::least_total(const DependencyTiming& timing,
                                       const DependencyScaling& scaling) const {
  Picoseconds least = 0;
  for (const std::vector<Packet>& packets : engines_) {
    std::optional<Picoseconds> first;
    double work = 0.0;
    for (const Packet& packet : packets) {
      if (scaling.removes(packet.node)) continue;
      const double left = packet.work * scaling.factor(packet.node, graph_->nodes[packet.node]);
      if (left <= 0.0) continue;
      work += left;
      const Picoseconds start = timing.start[packet.node];
      first = std::min(first.value_or(start), start);
    }
    if (first) least = std::max(least, *first + bounded(work) - graph_->lead);
  }
  return least;
}

}  // namespace nscope
