#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/shared/clock_limit_name.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// A column whose property has another name in the trace, or that is not imported.
struct Renamed {
  std::string_view column;
  std::string_view key;  ///< "": not imported, because it follows from other columns
};

/// A table of intervals that needs no special code: every column becomes a property of the slice
/// under its own name, except for those in `renamed`.
struct Timeline {
  std::string_view table;
  std::string_view names[4];  ///< the first of these columns that is not empty names the slice
  TrackId (*track)(Profile& profile, ParquetRows& rows, int core);
  std::string_view start = "start_ts";
  std::string_view id{};  ///< the column that flows refer to
  std::span<const Renamed> renamed{};
  void (*extra)(Profile& profile, ParquetRows& rows, SliceId slice) = nullptr;

  /// Whether a column is a property even if it is the name of the slice.
  constexpr bool keeps(std::string_view column) const {
    return std::any_of(renamed.begin(), renamed.end(),
                       [&](const Renamed& rule) { return rule.column == column; });
  }
};

// Numbers of the fields of every timeline. The columns in `names` follow.
enum Column : std::size_t { kStart, kEnd, kDuration, kCore, kId, kFirstName };

/// A track of a core after its engines.
TrackId below_core(Profile& profile, int core, const TrackSpec& spec) {
  TrackSpec shown = spec;
  shown.parent = profile.tracks.core(core);
  shown.core = core;
  return profile.named.track(shown);
}

TrackId collective_track(Profile& profile, ParquetRows&, int core) {
  return profile.tracks.collectives(core);
}

TrackId aggregated_dma_track(Profile& profile, ParquetRows&, int core) {
  // If the profile contains the packets, the aggregated transfers must not count as DMA again.
  if (!has_table(profile, "DmaPacket")) return profile.tracks.dma(core);
  return below_core(
      profile, core,
      {.name = "DMA transfers", .kind = TrackKind::kOther, .engine = Engine::kDma, .order = 11});
}

/// The value of a column in others() as text; "" if absent.
std::string other_text(const ParquetRows& rows, std::string_view column) {
  for (const ParquetRows::Other& other : rows.others()) {
    if (other.name != column) continue;
    const DuckValue value = rows.value(other);
    if (const auto number = whole_number(value)) return std::to_string(*number);
    if (const auto* text = std::get_if<std::string_view>(&value)) return plain_text(*text);
  }
  return {};
}

TrackId cc_core_track(Profile& profile, ParquetRows& rows, int core) {
  const std::string index = other_text(rows, "core_idx");
  return below_core(profile, core,
                    {.name = index.empty() ? std::string("CC-core") : "CC-core " + index,
                     .kind = TrackKind::kOther,
                     .engine = Engine::kCc,
                     .order = 21});
}

TrackId barrier_track(Profile& profile, ParquetRows&, int core) {
  return below_core(profile, core,
                    {.name = "Core barriers", .kind = TrackKind::kOther, .order = 31});
}

TrackId error_track(Profile& profile, ParquetRows&, int core) {
  return below_core(profile, core, {.name = "Errors", .kind = TrackKind::kOther, .order = 32});
}

TrackId allocation_track(Profile& profile, ParquetRows& rows, int core) {
  const std::string partition = other_text(rows, "partition");
  return below_core(profile, core,
                    {.name = fmt::format("SBUF allocations, partition {}", partition),
                     .kind = TrackKind::kOther,
                     .order = 40});
}

template <char kLevel>
TrackId layer_track(Profile& profile, ParquetRows&, int core) {
  // The framework's operators are the layers. The compiler's levels are below them.
  if constexpr (kLevel == 'F') return profile.tracks.layers(core);
  constexpr int kAfterLayers = 900;
  std::string_view name = "Framework hierarchy";
  int order = kAfterLayers;
  if constexpr (kLevel == 'H') name = "HLO", order += 1;
  if constexpr (kLevel == 'P') name = "Penguin", order += 2;
  if constexpr (kLevel == 'B') name = "BIR", order += 3;
  return profile.named.track(
      {.name = core == 0 ? std::string(name) : fmt::format("{} (core {})", name, core),
       .kind = TrackKind::kLayer,
       .core = core,
       .order = order});
}

/// Counts a hardware error in the diagnostics too.
void report_error(Profile& profile, ParquetRows& rows, SliceId) {
  const std::string type = other_text(rows, "type");
  const std::int64_t time = rows.integer(kStart).value_or(0);
  const std::string description = plain_text(rows.text(kFirstName));
  Text text = type.empty() ? tr("error at {} ns: {}", time, description)
                           : tr("{} at {} ns: {}", type, time, description);
  Severity severity = Severity::kError;
  std::string_view code = "capture_error";
  if (type == "Warnings") severity = Severity::kWarning, code = "capture_warning";
  if (type == "Custom Notification") severity = Severity::kInfo, code = "custom_notification";
  profile.out.diagnose(code, severity, std::move(text));
}

/// Adds the properties of a collective that analyses need: the bytes moved and the number of ranks.
void add_collective_facts(Profile& profile, ParquetRows& rows, SliceId slice) {
  const auto number = [&](std::string_view column) -> std::int64_t {
    for (const ParquetRows::Other& other : rows.others()) {
      if (other.name == column) return whole_number(rows.value(other)).value_or(0);
    }
    return 0;
  };
  const std::int64_t bytes = std::max(number("input_size"), number("output_size"));
  if (bytes > 0) profile.out.arg(slice, profile.out.intern(key::kBytes), bytes);
  // "[[0, 1, 2, 3], [4, 5, 6, 7]]": the ranks of the first group.
  const std::string groups = other_text(rows, "replica_group");
  const std::size_t begin = groups.find_first_of("0123456789");
  if (begin == std::string::npos) return;
  const std::string first = groups.substr(begin, groups.find(']', begin) - begin);
  const auto ranks = 1 + std::count(first.begin(), first.end(), ',');
  profile.out.arg(slice, profile.out.intern(key::kRanks), std::int64_t{ranks});
}

constexpr auto kDmaColumns = std::to_array<Renamed>({
    {"transfer_bytes", key::kTransferSize},
    {"read_bytes", "read_size"},
    {"write_bytes", "write_size"},
    {"throughput", ""},  // transfer_bytes / duration_ns
    {"queue_type", key::kQueueType},
    {"queue_name", key::kQueueName},
});
constexpr auto kCollectiveColumns = std::to_array<Renamed>({{"algorithm", key::kAlgorithm}});
// The id of the row in the compiler's tables.
constexpr auto kHierarchyColumns = std::to_array<Renamed>({{"id", "instruction_id"}});

constexpr auto kTimelines = std::to_array<Timeline>({
    {.table = "DmaPacketAggregated",
     .names = {"queue_type", "queue_name"},
     .track = aggregated_dma_track,
     .id = "id",
     .renamed = kDmaColumns},
    {.table = "Error",
     .names = {"description"},
     .track = error_track,
     .start = "timestamp",
     .extra = report_error},
    {.table = "CcOp",
     .names = {"operation"},
     .track = collective_track,
     .id = "op_id",
     .renamed = kCollectiveColumns,
     .extra = add_collective_facts},
    {.table = "CcInstruction", .names = {"description"}, .track = cc_core_track},
    {.table = "CoreBarriers", .names = {"compiler_opcode"}, .track = barrier_track, .id = "id"},
    {.table = "SbufAllocation",
     .names = {"tensor_name", "opcode", "queue_name", "hlo_name"},
     .track = allocation_track},
    {.table = "FrameworkInstruction",
     .names = {"framework_name"},
     .track = layer_track<'F'>,
     .renamed = kHierarchyColumns},
    {.table = "FrameworkNode", .names = {"node_name"}, .track = layer_track<'N'>},
    {.table = "HloInstruction",
     .names = {"hlo_name"},
     .track = layer_track<'H'>,
     .renamed = kHierarchyColumns},
    {.table = "PenguinInstruction",
     .names = {"penguin_name"},
     .track = layer_track<'P'>,
     .renamed = kHierarchyColumns},
    {.table = "BirInstruction",
     .names = {"bir_name"},
     .track = layer_track<'B'>,
     .renamed = kHierarchyColumns},
});

class TimelineReader {
 public:
  TimelineReader(Profile& profile, const Timeline& timeline)
      : profile_(profile), timeline_(timeline), index_(profile.ids.find(timeline.table)) {
    fields_ = {timeline.start, "end_ts", "duration_ns", "pcore_idx",
               timeline.id.empty() ? "\x01" : timeline.id};
    for (const std::string_view name : timeline.names) {
      if (!name.empty()) fields_.push_back(name);
    }
    name_fields_ = fields_.size() - kFirstName;
  }

  std::span<const std::string_view> fields() const { return fields_; }
  void add_row(ParquetRows& rows);

 private:
  std::string_view key_of(std::string_view column) const;

  Profile& profile_;
  const Timeline& timeline_;
  SliceIndex* index_;
  std::vector<std::string_view> fields_;
  std::size_t name_fields_ = 0;
};

std::string_view TimelineReader::key_of(std::string_view column) const {
  for (const Renamed& renamed : timeline_.renamed) {
    if (renamed.column == column) return renamed.key;
  }
  return column;
}

void TimelineReader::add_row(ParquetRows& rows) {
  const auto interval = interval_of(rows, kStart, kDuration, kEnd, profile_);
  if (!interval) return;
  const int core = core_of(rows, kCore, profile_);
  const TrackId track = timeline_.track(profile_, rows, core);
  if (!track.valid()) return;
  std::string name;
  std::size_t named_by = 0;
  for (; named_by < name_fields_ && name.empty(); ++named_by) {
    name = plain_text(rows.text(kFirstName + named_by));
  }
  const SliceId slice =
      profile_.out.slice(track, profile_.out.intern(name.empty() ? "unknown" : name),
                         interval->start, interval->duration);
  profile_.latest_event =
      std::max(profile_.latest_event, (interval->start + interval->duration).value());
  const auto id = timeline_.id.empty() ? std::nullopt : rows.integer(kId);
  if (id && index_ != nullptr) index_->add(*id, slice);
  const auto write = [&](std::string_view column, const DuckValue& value) {
    const std::string_view key = key_of(column);
    if (!key.empty()) add_arg(profile_, slice, profile_.out.intern(key), value);
  };
  if (id) write(timeline_.id, *id);
  for (std::size_t i = 0; i < name_fields_; ++i) {
    const std::string_view column = fields_[kFirstName + i];
    const bool names_slice = i + 1 == named_by;
    if (!names_slice || timeline_.keeps(column)) {
      write(column, rows.value(kFirstName + i));
    }
  }
  for (const ParquetRows::Other& other : rows.others()) write(other.name, rows.value(other));
  if (timeline_.extra != nullptr) timeline_.extra(profile_, rows, slice);
}

}  // namespace

Result<> read_timeline(Profile& profile, const ParquetTableFiles& table) {
  const auto it = std::find_if(kTimelines.begin(), kTimelines.end(),
                               [&](const Timeline& t) { return t.table == table.name; });
  if (it == kTimelines.end()) return read_unknown_table(profile, table);
  TimelineReader reader(profile, *it);
  return for_each_row(profile, table, reader.fields(),
                      [&](ParquetRows& rows) { reader.add_row(rows); });
}

Result<> read_throttle(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kLength, kStop, kPcore, kType, kLimit, kOf };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "duration", "end_ts", "pcore_idx", "type", "k", "n"});
  const StringId type_key = profile.out.intern(key::kThrottleType);
  const StringId limit_key = profile.out.intern(key::kThrottleK);
  const StringId of_key = profile.out.intern(key::kThrottleN);
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto interval = interval_of(rows, kTime, kLength, kStop, profile);
    if (!interval) return;
    const auto limit = rows.integer(kLimit);
    const auto of = rows.integer(kOf);
    const SliceId slice = profile.out.slice(profile.tracks.throttle(core_of(rows, kPcore, profile)),
                                            profile.out.intern(clock_limit_name(limit, of)),
                                            interval->start, interval->duration);
    // "activity_1" is type 1 in the JSON export and in the capture.
    constexpr std::string_view kActivity = "activity_";
    std::string_view type = rows.text(kType);
    if (type.starts_with(kActivity)) type.remove_prefix(kActivity.size());
    if (const auto number = whole_number(DuckValue(type))) {
      profile.out.arg(slice, type_key, *number);
    } else {
      add_arg(profile, slice, type_key, DuckValue(type));
    }
    if (limit) profile.out.arg(slice, limit_key, *limit);
    if (of) profile.out.arg(slice, of_key, *of);
    add_other_columns(rows, slice, profile);
  });
}

Result<> read_unknown_table(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kBegin, kStop, kLength, kTime };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"start_ts", "end_ts", "duration_ns", "timestamp"});
  static constexpr auto kNameColumns =
      std::to_array<std::string_view>({"name", "opcode", "operation", "description", "type"});
  const std::string title = plain_text(table.name);
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const std::size_t start = rows.has(kBegin) ? kBegin : kTime;
    const bool has_time = rows.has(start) && whole_number(rows.value(start));
    profile.out.diagnose(
        "unknown_table", Severity::kWarning,
        has_time ? tr("unknown table '{}': its rows are on a track with this name", title)
                 : tr("a row of the unknown table '{}' was skipped: it has no time", title));
    if (!has_time) return;
    const auto interval = interval_of(rows, start, kLength, kStop, profile);
    if (!interval) return;
    const TrackId track =
        profile.named.track({.name = title, .kind = TrackKind::kOther, .order = 90000});
    if (!track.valid()) return;
    std::string name;
    for (const std::string_view column : kNameColumns) {
      if (name.empty()) name = other_text(rows, column);
    }
    const SliceId slice = profile.out.slice(track, profile.out.intern(name.empty() ? title : name),
                                            interval->start, interval->duration);
    add_other_columns(rows, slice, profile);
  });
}

Result<> skip_table(Profile& profile, const ParquetTableFiles& table) {
  profile.out.diagnose(
      "table_not_imported", Severity::kInfo,
      tr("a row of table '{}' was skipped: its data is not part of a trace", table.name),
      table.rows());
  return {};
}

}  // namespace nscope::importers
