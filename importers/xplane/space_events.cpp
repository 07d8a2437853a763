#include "importers/chrome_json/kineto.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"
#include "importers/xplane/event_details.h"
#include "importers/xplane/space_import.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

// The events of a line and their properties.
namespace nscope::importers::xplane {
namespace {

constexpr std::string_view kNvtx = "NVTX:";

/// A number for the kind and the number of a context.
std::uint64_t context_key(std::uint64_t type, std::uint64_t id) {
  return id ^ (type + 1) * 0x9e37'79b9'7f4a'7c15;
}

}  // namespace

SpaceImport::StatKind* SpaceImport::stat_kind(Plane& plane, std::int64_t id) {
  MapEntry* const entry = plane.stats.find(id);
  if (entry == nullptr) return nullptr;
  if (entry->used != MapEntry::kUnused) return &stat_kinds_[entry->used];
  static constexpr auto kFacts =
      std::to_array<std::pair<std::string_view, Fact>>({{"correlation_id", Fact::kCorrelation},
                                                        {"context_id", Fact::kContext},
                                                        {"device_id", Fact::kDevice},
                                                        {"kernel_details", Fact::kKernel},
                                                        {"memcpy_details", Fact::kMemory},
                                                        {"Memset_details", Fact::kMemory},
                                                        {"memset_details", Fact::kMemory},
                                                        {"_pt", Fact::kProducerType},
                                                        {"_p", Fact::kProducer},
                                                        {"_ct", Fact::kConsumerType},
                                                        {"_c", Fact::kConsumer}});
  entry->used = static_cast<std::uint32_t>(stat_kinds_.size());
  StatKind& kind = stat_kinds_.emplace_back();
  kind.raw = printable(stat_name(entry->message));
  kind.text = out_.intern(kind.raw.empty() ? fmt::format("stat {}", id) : kind.raw);
  for (const auto& [name, fact] : kFacts) {
    if (kind.raw == name) kind.fact = fact;
  }
  return &kind;
}

SpaceImport::EventKind& SpaceImport::event_kind(Plane& plane, std::int64_t id) {
  MapEntry* const entry = plane.events.find(id);
  if (entry != nullptr && entry->used != MapEntry::kUnused) return event_kinds_[entry->used];
  EventKind* kind = nullptr;
  EventMetadata metadata;
  if (entry == nullptr) {
    const auto [unknown, added] = unknown_kinds_.try_emplace(id);
    kind = &unknown->second;
    if (!added) return *kind;
  } else {
    entry->used = static_cast<std::uint32_t>(event_kinds_.size());
    kind = &event_kinds_.emplace_back();
    metadata = read_event_metadata(entry->message);
    kind->stats = std::move(metadata.stats);
  }
  const bool short_name = !metadata.display_name.empty();
  kind->text = printable(short_name ? metadata.display_name : metadata.name);
  if (short_name && metadata.name != metadata.display_name && !metadata.name.empty()) {
    kind->long_name = out_.intern(printable(metadata.name));
  }
  if (kind->text.empty()) {
    kind->text = fmt::format("event {}", id);
    count(
        "missing_event_name", Severity::kWarning,
        tr("the plane '{}' has no name for events with the number {}", printable(plane.name), id));
  }
  std::string_view category;
  for (const Stat& stat : kind->stats) {
    const StatKind* const key = stat_kind(plane, stat.metadata_id);
    if (key != nullptr && key->raw == "hlo_category") category = text_of(plane, stat);
  }
  kind->collective_op = xla::is_collective_op(kind->text, category);
  kind->collective_kernel =
      kineto_track(gpu::kKernelCategory, kind->text) == TrackClass::kCollective;
  if (gpu::is_gpu_call(kind->text)) kind->call_category = gpu::call_category(kind->text);
  kind->annotation = kind->text.starts_with(kNvtx);
  if (kind->annotation) kind->text.erase(0, kNvtx.size());
  kind->name = out_.intern(kind->text);
  return *kind;
}

std::string_view SpaceImport::text_of(Plane& plane, const Stat& stat) {
  if (stat.type == Stat::Type::kText) return stat.text;
  if (stat.type != Stat::Type::kReference) return {};
  const StatKind* const text = stat_kind(plane, static_cast<std::int64_t>(stat.bits));
  return text == nullptr ? std::string_view() : std::string_view(text->raw);
}

std::optional<ArgValue> SpaceImport::value_of(Plane& plane, const Stat& stat) {
  switch (stat.type) {
    case Stat::Type::kInteger: return static_cast<std::int64_t>(stat.bits);
    case Stat::Type::kUnsigned:
      if (stat.bits <= INT64_MAX) return static_cast<std::int64_t>(stat.bits);
      return out_.intern(std::to_string(stat.bits));
    case Stat::Type::kReal: return std::bit_cast<double>(stat.bits);
    case Stat::Type::kText: return out_.intern(printable(stat.text));
    case Stat::Type::kReference: {
      const StatKind* const text = stat_kind(plane, static_cast<std::int64_t>(stat.bits));
      if (text != nullptr) return text->text;
      count("missing_text", Severity::kWarning,
            tr("the plane '{}' has no text with the number {}", printable(plane.name), stat.bits));
      return std::nullopt;
    }
    case Stat::Type::kBytes:
      count("bytes_not_read", Severity::kInfo,
            tr("a property of {} bytes is not imported: it is not text", stat.text.size()));
      return std::nullopt;
    case Stat::Type::kNone: break;
  }
  return std::nullopt;
}

void SpaceImport::put_category(SliceId slice, std::string_view category) {
  out_.arg(slice, category_, category);
}

void SpaceImport::put_kernel(SliceId slice, std::string_view details) {
  const KernelDetails kernel = kernel_details(details);
  if (kernel.registers) out_.arg(slice, out_.intern("registers per thread"), *kernel.registers);
  if (kernel.shared_memory) out_.arg(slice, out_.intern("shared memory"), *kernel.shared_memory);
  if (!kernel.grid.empty()) out_.arg(slice, out_.intern("grid"), kernel.grid);
  if (!kernel.block.empty()) out_.arg(slice, out_.intern("block"), kernel.block);
}

void SpaceImport::put_stat(Plane& plane, SliceId slice, const Stat& stat) {
  const StatKind* const key = stat_kind(plane, stat.metadata_id);
  if (key == nullptr) {
    return count("missing_property_name", Severity::kWarning,
                 tr("the plane '{}' has no name for properties with the number {}",
                    printable(plane.name), stat.metadata_id));
  }
  switch (key->fact) {
    case Fact::kCorrelation:
      ids_.correlation = static_cast<std::int64_t>(stat.bits);
      out_.arg(slice, correlation_, *ids_.correlation);
      return;
    case Fact::kProducerType: ids_.producer_type = stat.bits; return;
    case Fact::kProducer: ids_.producer = stat.bits; return;
    case Fact::kConsumerType: ids_.consumer_type = stat.bits; return;
    case Fact::kConsumer: ids_.consumer = stat.bits; return;
    case Fact::kContext: {
      // "$$1": a number as text.
      std::string_view text = text_of(plane, stat);
      text.remove_prefix(std::min(text.find_first_not_of('$'), text.size()));
      std::int64_t number = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
      if (read.ec == std::errc() && read.ptr == text.data() + text.size()) {
        return out_.arg(slice, context_, number);
      }
      break;
    }
    case Fact::kDevice:
      if (stat.type == Stat::Type::kInteger || stat.type == Stat::Type::kUnsigned) {
        return out_.arg(slice, device_, static_cast<std::int64_t>(stat.bits));
      }
      break;
    case Fact::kKernel: return put_kernel(slice, text_of(plane, stat));
    case Fact::kMemory:
      if (const auto bytes = memory_details(text_of(plane, stat)).bytes) {
        out_.arg(slice, out_.intern(key::kBytes), *bytes);
      }
      break;
    case Fact::kOther: break;
  }
  if (const auto value = value_of(plane, stat)) out_.arg(slice, key->text, *value);
}

void SpaceImport::put_stats(Plane& plane, SliceId slice, const std::vector<Stat>& stats) {
  for (const Stat& stat : stats) put_stat(plane, slice, stat);
}

TrackId SpaceImport::track_of(const LineContext& line, const EventKind& kind, bool transfer) {
  if (line.host) return tracks_.track(*line.thread, TrackClass::kHost);
  switch (line.kind) {
    case LineKind::kStream:
      if (transfer) return tracks_.track(*line.thread, TrackClass::kCopy);
      return tracks_.track(*line.thread,
                           kind.collective_kernel ? TrackClass::kCollective : TrackClass::kKernel);
    case LineKind::kOps:
      return tracks_.track(*line.thread, kind.collective_op || kind.collective_kernel
                                             ? TrackClass::kCollective
                                             : TrackClass::kKernel);
    case LineKind::kAsyncOps:
      return tracks_.track(*line.thread,
                           kind.collective_op ? TrackClass::kCollective : TrackClass::kCopy);
    case LineKind::kMarkers:
    case LineKind::kCounters: break;
  }
  return line.markers;
}

/// The value of a counter: the first number of the event.
void SpaceImport::sample(Plane& plane, const LineContext& line, const EventKind& kind,
                         std::int64_t start) {
  for (const Stat& stat : stats_) {
    const auto value = value_of(plane, stat);
    if (!value || std::holds_alternative<StringId>(*value)) continue;
    const double number = std::holds_alternative<double>(*value)
                              ? std::get<double>(*value)
                              : static_cast<double>(std::get<std::int64_t>(*value));
    if (!std::isfinite(number)) continue;
    TrackId& track = counters_[{line.plane.label, kind.text}];
    if (!track.valid()) track = tracks_.counter(tracks_.process(line.plane.label), kind.text);
    return out_.counter(track, TraceTime(start), number);
  }
  count("counter_without_value", Severity::kWarning,
        tr("a sample of '{}' was skipped: it has no value", kind.text));
}

void SpaceImport::read_event(Plane& plane, const LineContext& line, std::string_view bytes) {
  event_ = {};
  stats_.clear();
  if (!xplane::read_event(bytes, event_, stats_)) {
    count("damaged_event", Severity::kWarning,
          tr("an event of the plane '{}' is damaged or has too many properties; the rest of it "
             "was skipped",
             line.plane.label));
  }
  if (event_.is_total) {
    return count("total_not_read", Severity::kInfo,
                 tr("the plane '{}' has totals of events without times, which are not imported",
                    line.plane.label));
  }
  std::int64_t start = 0;
  std::int64_t duration = 0;
  if (!times_of(line, start, duration)) return;
  EventKind& kind = event_kind(plane, event_.metadata_id);
  if (!line.host && line.kind == LineKind::kCounters) return sample(plane, line, kind, start);

  StringId name = kind.name;
  bool transfer = false;
  if (line.kind == LineKind::kStream && !line.host) {
    MemoryDetails details;
    for (const Stat& stat : stats_) {
      const StatKind* const key = stat_kind(plane, stat.metadata_id);
      if (key != nullptr && key->fact == Fact::kMemory) {
        details = memory_details(text_of(plane, stat));
      }
    }
    const std::string renamed = transfer_name(kind.text, details);
    transfer = !renamed.empty();
    if (transfer) name = out_.intern(renamed);
  }
  const SliceId slice =
      out_.slice(track_of(line, kind, transfer), name, TraceTime(start), TraceTime(duration));

  ids_ = {};
  if (line.host) {
    if (!kind.call_category.empty()) put_category(slice, kind.call_category);
    if (kind.annotation) put_category(slice, gpu::kAnnotationCategory);
  } else if (line.stream) {
    const bool fill = transfer && kind.text == "Memset";
    put_category(slice, fill       ? gpu::kSetCategory
                        : transfer ? gpu::kCopyCategory
                                   : gpu::kKernelCategory);
    out_.arg(slice, device_, line.plane.number);
    out_.arg(slice, stream_, *line.stream);
  }
  put_stats(plane, slice, stats_);
  if (kind.long_name.valid()) out_.arg(slice, long_name_, kind.long_name);
  if (kind.stats.size() <= metadata_args_) {
    metadata_args_ -= kind.stats.size();
    put_stats(plane, slice, kind.stats);
  } else {
    count("shared_properties_left_out", Severity::kWarning,
          tr("the shared properties of '{}' were skipped: the file has too many", kind.text));
  }

  if (ids_.correlation && line.host) (void)calls_.add(0, *ids_.correlation, slice);
  if (ids_.correlation && line.stream) {
    if (const SliceId call = calls_.find(0, *ids_.correlation); call.valid()) {
      out_.flow(call, slice, launch_);
    }
  }
  if (ids_.producer) {
    producers_.push_back({context_key(ids_.producer_type, *ids_.producer), slice});
  }
  if (ids_.consumer) {
    consumers_.push_back({context_key(ids_.consumer_type, *ids_.consumer), slice});
  }
}

}  // namespace nscope::importers::xplane
