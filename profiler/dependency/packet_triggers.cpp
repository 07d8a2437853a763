#include "profiler/dependency/packet_triggers.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace nscope {
namespace {

constexpr std::int64_t kSemaphoreWriteBytes = 4;

using Triggers = std::map<std::pair<std::int32_t, Engine>, std::vector<SliceId>>;

/// The DMA instructions of every engine, in order of time.
Triggers triggers_of(const Trace& trace) {
  Triggers triggers;
  const StringTable& strings = trace.strings();
  std::vector<bool> is_dma(strings.size());
  for (std::uint32_t i = 0; i < is_dma.size(); ++i) {
    is_dma[i] = strings.view(StringId(i)).starts_with(opcode::kDmaPrefix);
  }
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kEngine || track.slice_kind != SliceKind::kInstruction) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (!is_dma[track.slices.name[row].index()]) continue;
      triggers[{track.core, track.engine}].push_back(Trace::slice_id(track, row));
    }
  }
  return triggers;
}

/// The engine that feeds a queue such as "qGpSimdDynamic" or "qSyncDynamicHW".
std::optional<Engine> feeding_engine(std::string_view queue) {
  for (const Engine engine :
       {Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd, Engine::kSync}) {
    if (queue.starts_with("q" + std::string(to_string(engine)) + "Dynamic")) return engine;
  }
  return std::nullopt;
}

std::string_view queue_name(const Trace& trace, const Track& ring) {
  const StringId wanted = trace.strings().find(key::kQueueName);
  for (const ArgColumn& column : ring.args) {
    if (column.key == wanted && column.type == ArgColumn::Type::kText && column.size() > 0) {
      return trace.text(column.texts[0]);
    }
  }
  return {};
}

void pair_ring(const Trace& trace, const Track& ring, const std::vector<SliceId>& triggers,
               PacketTriggers& to) {
  const StringId size = trace.strings().find(key::kTransferSize);
  std::vector<bool> closes(ring.slices.size());
  for (std::size_t row = 0; row < closes.size(); ++row) {
    closes[row] = trace.arg_integer(Trace::slice_id(ring, row), size, -1) == kSemaphoreWriteBytes;
  }
  const auto closed = std::count(closes.begin(), closes.end(), true);
  if (static_cast<std::size_t>(closed) != triggers.size()) return;
  std::size_t open = 0;
  for (std::size_t row = 0; row < closes.size() && open < triggers.size(); ++row) {
    to.pairs.push_back({triggers[open], Trace::slice_id(ring, row)});
    if (closes[row]) ++open;
  }
}

}  // namespace

PacketTriggers packet_triggers(const Trace& trace) {
  PacketTriggers result;
  const StringId stated = trace.strings().find(flow_kind::kDmaTrigger);
  for (const Flow flow : trace.flows()) {
    if (stated.valid() && flow.kind == stated) result.pairs.push_back({flow.from, flow.to});
  }
  if (!result.pairs.empty()) return result;
  const Triggers triggers = triggers_of(trace);
  for (const Track& ring : trace.tracks()) {
    if (ring.kind != TrackKind::kDmaQueue || ring.slice_kind != SliceKind::kDma) continue;
    const auto engine = feeding_engine(queue_name(trace, ring));
    const auto known = engine ? triggers.find({ring.core, *engine}) : triggers.end();
    if (known != triggers.end()) pair_ring(trace, ring, known->second, result);
  }
  result.inferred = !result.pairs.empty();
  return result;
}

std::unordered_map<std::uint32_t, SliceId> transfer_triggers(const Trace& trace,
                                                             const PacketTriggers& packets) {
  struct Extent {
    int core = -1;
    TraceTime begin{};
    TraceTime end{};
  };
  std::unordered_map<std::uint32_t, SliceId> found;
  if (std::none_of(trace.tracks().begin(), trace.tracks().end(), has_transfers)) return found;
  std::map<std::uint32_t, Extent> extents;  // by instruction
  for (const PacketTriggers::Pair& pair : packets.pairs) {
    const Trace::SliceRef packet = trace.slice(pair.packet);
    const auto [at, is_first] = extents.try_emplace(
        pair.instruction.value, Extent{packet.track->core, packet.begin(), packet.end()});
    at->second.begin = std::min(at->second.begin, packet.begin());
    at->second.end = std::max(at->second.end, packet.end());
  }
  std::map<std::tuple<int, std::int64_t, std::int64_t>, SliceId> by_extent;
  for (const auto& [instruction, extent] : extents) {
    const auto [at, is_first] = by_extent.try_emplace(
        {extent.core, extent.begin.value(), extent.end.value()}, SliceId(instruction));
    if (!is_first) at->second = SliceId();  // several
  }
  for (const Track& track : trace.tracks()) {
    if (!has_transfers(track)) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const auto at = by_extent.find(
          {track.core, track.slices.begin(row).value(), track.slices.end(row).value()});
      if (at == by_extent.end() || !at->second.valid()) continue;
      found.emplace(Trace::slice_id(track, row).value, at->second);
    }
  }
  return found;
}

}  // namespace nscope
