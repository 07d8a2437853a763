#include "importers/neuron_explorer_parquet/tables.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::int64_t kMaxRing = 65535;

enum Column : std::size_t {
  kId,
  kStart,
  kEnd,
  kDuration,
  kCore,
  kEngine,
  kRing,
  kQueueType,
  kQueueName,
  kTransfer,
  kRead,
  kWrite,
  kCrc,
  kPacket,
  kAggregation,
  kVariable,
  kThroughput,  // transfer_bytes / duration_ns
};
constexpr auto kColumns = std::to_array<std::string_view>(
    {"id", "start_ts", "end_ts", "duration_ns", "pcore_idx", "engine_idx", "queue_idx",
     "queue_type", "queue_name", "transfer_bytes", "read_bytes", "write_bytes", "crc", "packet_idx",
     "packet_aggregation_id", "variable", "throughput"});

class PacketReader {
 public:
  explicit PacketReader(Profile& profile)
      : profile_(profile), index_(profile.ids.find("DmaPacket")) {
    const auto intern = [&](std::string_view key) { return profile.out.intern(key); };
    queue_name_ = intern(key::kQueueName);
    queue_type_ = intern(key::kQueueType);
    transfer_ = intern(key::kTransferSize);
    read_ = intern("read_size");
    write_ = intern("write_size");
    crc_ = intern(key::kCrc);
    packet_ = intern("packet_idx");
    aggregation_ = intern("packet_aggregation_id");
    variable_ = intern("variable");
  }

  void add_row(ParquetRows& rows);

 private:
  struct Ring {
    int engine = 0;
    int queue = 0;
  };
  std::optional<Ring> ring(ParquetRows& rows);
  std::string_view listed_name(int core, Ring ring, std::string_view queue_type) const;
  void add_properties(ParquetRows& rows, SliceId slice);

  Profile& profile_;
  SliceIndex* index_;
  StringId queue_name_, queue_type_, transfer_, read_, write_, crc_, packet_, aggregation_,
      variable_;
};

std::optional<PacketReader::Ring> PacketReader::ring(ParquetRows& rows) {
  const auto engine = rows.integer(kEngine);
  const auto queue = rows.integer(kRing);
  const auto valid = [](const auto& n) { return n && *n >= 0 && *n <= kMaxRing; };
  if (valid(engine) && valid(queue)) {
    return Ring{static_cast<int>(*engine), static_cast<int>(*queue)};
  }
  profile_.out.diagnose(
      "unknown_dma_ring", Severity::kWarning,
      tr("{}: the DMA engine or queue is missing; the packet is on track 'DMA'", rows.place()));
  return std::nullopt;
}

/// A dynamic queue is listed only once, for the last of the DMA engines that serve it. Its name
/// applies to the same ring of the other engines too.
std::string_view PacketReader::listed_name(int core, Ring ring, std::string_view queue_type) const {
  const auto exact = profile_.queue_names.find({core, ring.engine, ring.queue});
  if (exact != profile_.queue_names.end()) return exact->second;
  if (!queue_type.ends_with("_dynamic")) return {};
  const auto shared = profile_.ring_names.find({core, ring.queue});
  return shared == profile_.ring_names.end() ? std::string_view() : shared->second;
}

void PacketReader::add_row(ParquetRows& rows) {
  const auto interval = interval_of(rows, kStart, kDuration, kEnd, profile_);
  if (!interval) return;
  const int core = core_of(rows, kCore, profile_);
  const auto place = ring(rows);
  const TrackId track = place ? profile_.tracks.dma_ring(core, place->engine, place->queue)
                              : profile_.tracks.dma(core);
  const std::string type = plain_text(rows.text(kQueueType));
  const SliceId slice =
      profile_.out.slice(track, profile_.out.intern(type.empty() ? "unknown" : type),
                         interval->start, interval->duration);
  profile_.latest_event =
      std::max(profile_.latest_event, (interval->start + interval->duration).value());
  if (index_ != nullptr) {
    if (const auto id = rows.integer(kId)) index_->add(*id, slice);
  }
  std::string name = plain_text(rows.text(kQueueName));
  if (name.empty() && place) name = listed_name(core, *place, type);
  if (!name.empty()) profile_.out.arg(slice, queue_name_, name);
  add_properties(rows, slice);
}

void PacketReader::add_properties(ParquetRows& rows, SliceId slice) {
  const auto write = [&](StringId key, Column column) {
    add_arg(profile_, slice, key, rows.value(column));
  };
  write(transfer_, kTransfer);
  write(queue_type_, kQueueType);
  write(crc_, kCrc);
  const auto size = rows.integer(kTransfer);
  if (rows.integer(kRead) != size) write(read_, kRead);
  if (rows.integer(kWrite) != size) write(write_, kWrite);
  write(packet_, kPacket);
  write(aggregation_, kAggregation);
  if (rows.text(kVariable) != "unknown") write(variable_, kVariable);
  add_other_columns(rows, slice, profile_);
}

}  // namespace

Result<> read_dma_packets(Profile& profile, const ParquetTableFiles& table) {
  PacketReader reader(profile);
  return for_each_row(profile, table, kColumns, [&](ParquetRows& rows) { reader.add_row(rows); });
}

Result<> read_dma_queues(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kName, kType, kPcore, kIndex, kQueueEngine, kAxiPort, kDramChannel };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"name", "type", "pcore_idx", "idx", "engine_idx", "axi_port", "dram_channel"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const int core = core_of(rows, kPcore, profile);
    const auto engine = rows.integer(kQueueEngine);
    const auto index = rows.integer(kIndex);
    const std::string name = plain_text(rows.text(kName));
    const auto valid = [](const auto& n) { return n && *n >= 0 && *n <= kMaxRing; };
    if (!valid(engine) || !valid(index) || name.empty()) {
      profile.out.diagnose(
          "dma_queue_not_imported", Severity::kWarning,
          tr("{} was skipped: the name, engine or index is missing", rows.place()));
      return;
    }
    profile.queue_names[{core, static_cast<int>(*engine), static_cast<int>(*index)}] = name;
    const auto [known, added] =
        profile.ring_names.try_emplace({core, static_cast<int>(*index)}, name);
    if (!added && known->second != name) known->second.clear();
    std::string text = name;
    if (const auto type = plain_text(rows.text(kType)); !type.empty()) text += ", type " + type;
    for (const auto& [column, label] :
         {std::pair(kAxiPort, "AXI port"), {kDramChannel, "DRAM channel"}}) {
      if (const auto number = rows.integer(column)) text += fmt::format(", {} {}", label, *number);
    }
    put_property(profile, fmt::format("core{}.dma_queue.Q{}-E{}", core, *index, *engine),
                 PropertyValue(text));
  });
}

}  // namespace nscope::importers
