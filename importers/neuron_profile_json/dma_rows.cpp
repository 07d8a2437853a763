#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

enum Field : std::size_t {
  kTimestamp,
  kDuration,
  kEngine,
  kQueue,
  kSubgraph,
  kQueueType,
  kTransferSize,
  kCrc,
  kReadSize,
  kWriteSize,
  kPacketIndex,
  kAggregationId,
  kVariable,
  kSource,
  kDestination,
  kOperation,
  kIsCollective,
  kAggregated,
  kDuplicate,
  kSemaphore,
  kSubgroup,      // engine and queue again
  kTransferRate,  // size / duration
  kId,            // random; nothing refers to it
};
constexpr auto kFields = std::to_array<std::string_view>({"timestamp",
                                                          "duration",
                                                          "dma_engine",
                                                          "dma_queue",
                                                          "subgraph",
                                                          key::kQueueType,
                                                          key::kTransferSize,
                                                          key::kCrc,
                                                          "read_size",
                                                          "write_size",
                                                          "packet_idx",
                                                          "packet_aggregation_id",
                                                          "variable",
                                                          "source",
                                                          "dest",
                                                          "op",
                                                          "is_cc_dma",
                                                          "aggregated",
                                                          "duplicate",
                                                          "semaphore_id",
                                                          "subgroup",
                                                          "transfer_rate",
                                                          "id"});

constexpr int kMaxRing = 65535;

bool is_text(simdjson::dom::element value, std::string_view text) {
  std::string_view found;
  return value.get(found) == simdjson::SUCCESS && found == text;
}

/// True for a list of `text` alone.
bool is_list_of(simdjson::dom::element value, std::string_view text) {
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) return false;
  auto it = list.begin();
  return it != list.end() && is_text(*it, text) && !(++it != list.end());
}

/// Whether the value is one that AWS writes for "unknown" or "no", which is not imported.
bool blank(Field field, simdjson::dom::element value) {
  switch (field) {
    case kSemaphore: return is_text(value, "-1") || whole_number(value) == -1;
    case kVariable: return is_text(value, "unknown");
    case kDestination: return is_list_of(value, "unknown");
    case kSource: {
      simdjson::dom::array list;
      if (value.get(list) != simdjson::SUCCESS) return false;
      auto it = list.begin();
      return it != list.end() && is_list_of(*it, "unknown") && !(++it != list.end());
    }
    default: {
      bool flag = true;
      return is_text(value, "no") || (value.get(flag) == simdjson::SUCCESS && !flag);
    }
  }
}

class DmaReader {
 public:
  DmaReader(const ListInput& in, ImportState& state)
      : state_(state), rows_(in.file, in.list, kFields, state.out, in.control) {
    for (std::size_t i = 0; i < kFields.size(); ++i) keys_[i] = state.out.intern(kFields[i]);
    queue_name_ = state.out.intern(key::kQueueName);
  }

  Result<> read() {
    auto more = rows_.next();
    for (; more && *more; more = rows_.next()) add_row();
    return end_of(more);
  }

 private:
  struct Ring {
    int engine = -1;
    int queue = -1;
  };

  void add_row();
  std::optional<Ring> ring();
  std::string_view queue_name(int core, Ring ring, std::string_view queue_type) const;
  void add_properties(SliceId slice);

  ImportState& state_;
  RowReader rows_;
  std::array<StringId, kFields.size()> keys_{};
  StringId queue_name_;
};

std::optional<DmaReader::Ring> DmaReader::ring() {
  const auto engine = rows_.integer(kEngine);
  const auto queue = rows_.integer(kQueue);
  const auto valid = [](const auto& n) { return n && *n >= 0 && *n <= kMaxRing; };
  if (valid(engine) && valid(queue)) {
    return Ring{static_cast<int>(*engine), static_cast<int>(*queue)};
  }
  state_.out.diagnose(
      "unknown_dma_ring", Severity::kWarning,
      tr("{}: the DMA engine or queue is missing; the packet is on track 'DMA'", rows_.place()));
  return std::nullopt;
}

/// The export lists a dynamic queue only once, for the last of the DMA engines that serve it. Its
/// name applies to the same ring of the other engines too.
std::string_view DmaReader::queue_name(int core, Ring ring, std::string_view queue_type) const {
  const auto exact = state_.queue_names.find({core, ring.engine, ring.queue});
  if (exact != state_.queue_names.end()) return exact->second;
  if (!queue_type.ends_with("_dynamic")) return {};
  const auto shared = state_.ring_names.find({core, ring.queue});
  return shared == state_.ring_names.end() ? std::string_view() : shared->second;
}

void DmaReader::add_row() {
  const auto interval = interval_of(rows_, kTimestamp, kDuration, state_);
  if (!interval) return;
  const int core = core_of(rows_, kSubgraph, state_);
  const auto ring = this->ring();
  const TrackId track =
      !ring ? state_.tracks.dma(core)
            : cached_track(state_, RowKind::kDmaRing, core, ring->engine, ring->queue,
                           [&] { return state_.tracks.dma_ring(core, ring->engine, ring->queue); });
  const StringId type = state_.texts.of(rows_.text(kQueueType));
  const StringId name = type.valid() ? type : state_.out.intern("unknown");
  const SliceId slice = state_.out.slice(track, name, interval->start, interval->duration);
  state_.latest_event =
      std::max(state_.latest_event, (interval->start + interval->duration).value());
  if (ring) {
    const std::string_view queue = queue_name(core, *ring, rows_.text(kQueueType));
    if (!queue.empty()) state_.out.arg(slice, queue_name_, queue);
  }
  add_properties(slice);
}

void DmaReader::add_properties(SliceId slice) {
  const auto write = [&](Field field) {
    if (rows_.has(field)) add_arg(state_, slice, keys_[field], rows_.value(field));
  };
  const auto size = rows_.integer(kTransferSize);
  if (!rows_.has(kTransferSize) || rows_.value(kTransferSize).is_number()) {
    write(kTransferSize);
  } else if (size) {
    state_.out.arg(slice, keys_[kTransferSize], *size);
  }
  write(kQueueType);
  write(kCrc);
  if (rows_.integer(kReadSize) != size) write(kReadSize);
  if (rows_.integer(kWriteSize) != size) write(kWriteSize);
  write(kPacketIndex);
  write(kAggregationId);
  write(kOperation);
  for (const Field field :
       {kVariable, kSource, kDestination, kIsCollective, kAggregated, kDuplicate, kSemaphore}) {
    if (rows_.has(field) && !blank(field, rows_.value(field))) write(field);
  }
  add_other_fields(rows_, slice, state_);
}

}  // namespace

Result<> read_dma(const ListInput& in, ImportState& state) {
  return DmaReader(in, state).read();
}

Result<> read_dma_queues_info(const ListInput& in, ImportState& state) {
  enum : std::size_t { kCore, kQueueEngine, kIndex, kName };
  static constexpr auto kQueueFields =
      std::to_array<std::string_view>({"subgraph", "q_eng_idx", "q_idx", "q_name", "q_type",
                                       "q_event_id", "q_axi_port", "q_dram_channel"});
  RowReader rows(in.file, in.list, kQueueFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const int core = core_of(rows, kCore, state);
    const auto engine = rows.integer(kQueueEngine);
    const auto index = rows.integer(kIndex);
    const std::string name = collapse_space(rows.text(kName));
    if (engine && index && *engine >= 0 && *engine <= kMaxRing && *index >= 0 &&
        *index <= kMaxRing && !name.empty()) {
      const int ring = static_cast<int>(*index);
      state.queue_names[{core, static_cast<int>(*engine), ring}] = name;
      const auto [known, added] = state.ring_names.try_emplace({core, ring}, name);
      if (!added && known->second != name) known->second.clear();
    }
    count_other_fields(rows, state);
  }
  return end_of(more);
}

}  // namespace nscope::importers
