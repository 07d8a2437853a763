#include "profiler/analysis/metrics/selection_summary.h"

#include "profiler/analysis/metrics/active_time.h"
#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/base/order_statistics.h"
#include "profiler/base/parallel.h"
#include "profiler/trace/track_path.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <unordered_map>

namespace nscope::analysis {
namespace {

/// Reads the bytes that the events of one track state.
class ByteReader {
 public:
  ByteReader(const Trace& trace, const Track& track)
      : size_(reader(trace, track, key::kTransferSize)),
        bytes_(reader(trace, track, key::kBytes)),
        read_(reader(trace, track, key::kHbmReadBytes)),
        write_(reader(trace, track, key::kHbmWriteBytes)),
        none_(size_.empty() && bytes_.empty() && read_.empty() && write_.empty()) {}

  /// Each call must be for a later row.
  std::optional<double> of(std::size_t row) {
    if (none_) return std::nullopt;
    if (const auto size = size_.number(row)) return size;
    if (const auto bytes = bytes_.number(row)) return bytes;
    const auto read = read_.number(row);
    const auto write = write_.number(row);
    if (!read && !write) return std::nullopt;
    return read.value_or(0.0) + write.value_or(0.0);
  }

 private:
  static ArgReader reader(const Trace& trace, const Track& track, std::string_view key) {
    return ArgReader(track, trace.strings().find(key));
  }
  ArgReader size_, bytes_, read_, write_;
  bool none_;
};

/// Statistics and the durations that are needed for the median.
struct GatheredRows {
  EventStatistics of;
  std::vector<std::int64_t> durations;

  void add(std::int64_t duration, std::optional<double> bytes, SliceId slice, bool medians) {
    if (of.complete == 0 || duration < of.shortest) of.shortest = duration;
    if (of.complete == 0 || duration > of.longest) {
      of.longest = duration;
      of.longest_event = slice;
    }
    ++of.count;
    ++of.complete;
    of.total += duration;
    if (bytes) of.bytes = of.bytes.value_or(0.0) + *bytes;
    if (medians) durations.push_back(duration);
  }
  /// Adds the part of an event that is in the range.
  void add_part(std::int64_t length, std::optional<double> bytes, SliceId slice) {
    if (of.count == 0) of.longest_event = slice;
    ++of.count;
    of.total += length;
    if (bytes) of.bytes = of.bytes.value_or(0.0) + *bytes;
  }
  void add(const GatheredRows& other) {
    if (other.of.count == 0) return;
    if (other.of.complete > 0) {
      if (of.complete == 0 || other.of.shortest < of.shortest) of.shortest = other.of.shortest;
      if (of.complete == 0 || other.of.longest > of.longest) {
        of.longest = other.of.longest;
        of.longest_event = other.of.longest_event;
      }
    } else if (of.count == 0) {
      of.longest_event = other.of.longest_event;
    }
    of.count += other.of.count;
    of.complete += other.of.complete;
    of.total += other.of.total;
    if (other.of.bytes) of.bytes = of.bytes.value_or(0.0) + *other.of.bytes;
    durations.insert(durations.end(), other.durations.begin(), other.durations.end());
  }
  EventStatistics finish() {
    if (!durations.empty()) of.median = upper_median(durations);
    return of;
  }
};

struct TrackPart {
  std::unordered_map<StringId, GatheredRows> names;
  std::int64_t busy = 0;
  std::int64_t crossing = 0;
  std::int64_t shorter = 0;
};

/// Adds up one track. If cancelled, the result is incomplete and must not be used.
TrackPart gather(const Trace& trace, const Track& track, const EventFilter& filter, bool medians,
                 const TaskControl& control) {
  TrackPart part;
  const std::int64_t begin = filter.range ? filter.range->first.value() : trace.begin().value();
  const std::int64_t end = filter.range ? filter.range->second.value() : trace.end().value();
  part.busy = ActiveTime(trace, track, control).within(begin, end);
  ByteReader bytes(trace, track);
  const SliceColumns& slices = track.slices;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (row % kChunkRows == 0 && control.cancelled()) return part;
    const std::int64_t start = slices.start[row];
    if (filter.range && start >= end && start > begin) break;
    const StringId name = slices.name[row];
    if (filter.name.valid() && name != filter.name) continue;
    const std::int64_t duration = slices.duration[row];
    if (filter.range && (start < begin || start + duration > end)) {
      const std::int64_t length = std::min(start + duration, end) - std::max(start, begin);
      if (length <= 0) continue;
      ++part.crossing;
      std::optional<double> inside = bytes.of(row);
      if (inside) *inside *= static_cast<double>(length) / static_cast<double>(duration);
      part.names[name].add_part(length, inside, Trace::slice_id(track, row));
      continue;
    }
    if (filter.compared && duration < *filter.compared) ++part.shorter;
    part.names[name].add(duration, bytes.of(row), Trace::slice_id(track, row), medians);
  }
  return part;
}

bool is_wanted(const Track& track, const EventFilter& filter) {
  return track.slices.size() > 0 &&
         (filter.tracks.empty() ||
          std::binary_search(filter.tracks.begin(), filter.tracks.end(), track.id));
}

SelectionSummary join(const std::vector<TrackPart>& parts) {
  SelectionSummary summary;
  std::unordered_map<StringId, GatheredRows> names;
  GatheredRows all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    GatheredRows of_track;
    for (const auto& [name, gathered] : parts[i].names) {
      names[name].add(gathered);
      of_track.add(gathered);
    }
    summary.crossing += parts[i].crossing;
    summary.shorter += parts[i].shorter;
    if (of_track.of.count == 0) continue;
    all.add(of_track);
    summary.tracks.push_back({TrackId(i), of_track.finish(), parts[i].busy});
  }
  summary.all = all.finish();
  for (auto& [name, gathered] : names) summary.names.push_back({name, gathered.finish()});
  std::sort(summary.names.begin(), summary.names.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.of.total, -a.of.count, a.name) <
           std::tuple(-b.of.total, -b.of.count, b.name);
  });
  return summary;
}

std::vector<Table::Column> with_statistics(std::vector<Table::Column> first) {
  const std::vector<Table::Column> columns{{.id = "events", .title = tr("Events")},
                                           {.id = "total_ns", .title = tr("Total"), .unit = "ns"},
                                           {.id = "mean_ns", .title = tr("Mean"), .unit = "ns"},
                                           {.id = "min_ns", .title = tr("Shortest"), .unit = "ns"},
                                           {.id = "median_ns", .title = tr("Median"), .unit = "ns"},
                                           {.id = "max_ns", .title = tr("Longest"), .unit = "ns"},
                                           {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
                                           {.id = "slice_id", .title = tr("Longest event")}};
  first.insert(first.end(), columns.begin(), columns.end());
  return first;
}

void add_row(const Trace& trace, std::vector<Cell> first, const EventStatistics& of, Table& table) {
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [per_ns](std::int64_t ticks) { return static_cast<double>(ticks) / per_ns; };
  const auto of_complete = [&](std::int64_t ticks) {
    return of.complete > 0 ? Cell(ns(ticks))
                           : Cell(Missing{tr("no event is entirely in the range")});
  };
  const std::vector<Cell> cells{of.count,
                                ns(of.total),
                                ns(of.total) / static_cast<double>(of.count),
                                of_complete(of.shortest),
                                of.median || of.complete == 0
                                    ? of_complete(of.median.value_or(0))
                                    : Cell(Missing{tr("too many events")}),
                                of_complete(of.longest),
                                of.bytes ? Cell(*of.bytes) : Cell(Missing{tr("not stated")}),
                                static_cast<std::int64_t>(of.longest_event.value)};
  first.insert(first.end(), cells.begin(), cells.end());
  table.add_row(std::move(first));
}

Cell share_of(std::int64_t part, std::int64_t whole) {
  if (whole <= 0) return Missing{tr("the total time is zero")};
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Result<SelectionSummary> summarize_selection(const Trace& trace, const EventFilter& filter,
                                             TaskControl& control) {
  std::vector<TrackPart> parts(trace.tracks().size());
  std::size_t events = 0;
  for (const Track& track : trace.tracks()) {
    if (is_wanted(track, filter)) events += track.slices.size();
  }
  const bool medians = events <= kMostForMedian;
  std::atomic<std::uint64_t> done = 0;
  control.begin(phrase("Adding up the selection"), parts.size());
  for_each_in_parallel(parts.size(), [&](std::size_t i) {
    const Track& track = trace.tracks()[i];
    if (!control.cancelled() && is_wanted(track, filter)) {
      parts[i] = gather(trace, track, filter, medians, control);
    }
    control.advance_to(++done);
  });
  if (control.cancelled()) return cancelled();
  if (const auto damage = trace.storage_error()) return fail(*damage);
  SelectionSummary summary = join(parts);
  summary.time = filter.range ? (filter.range->second - filter.range->first).value()
                              : (trace.end() - trace.begin()).value();
  return summary;
}

Table selection_names_table(const Trace& trace, const SelectionSummary& summary) {
  Table table(with_statistics(
      {{.id = "name", .title = tr("Name")}, {.id = "share", .title = tr("Share"), .decimals = 4}}));
  for (const auto& row : summary.names) {
    add_row(trace, {std::string(trace.text(row.name)), share_of(row.of.total, summary.all.total)},
            row.of, table);
  }
  return table;
}

Table selection_tracks_table(const Trace& trace, const SelectionSummary& summary) {
  Table table(with_statistics({{.id = "track", .title = tr("Track")},
                               {.id = "busy_share", .title = tr("Active share"), .decimals = 4}}));
  for (const auto& row : summary.tracks) {
    add_row(trace, {track_path(trace, trace.track(row.track)), share_of(row.busy, summary.time)},
            row.of, table);
  }
  return table;
}

}  // namespace nscope::analysis
