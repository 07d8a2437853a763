#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/arg_columns.h"
#include "profiler/trace/columns/counter_pyramid.h"
#include "profiler/trace/columns/level_of_detail.h"
#include "profiler/trace/columns/slice_columns.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope {

/// Interned strings. Append-only while a trace is built, then immutable.
class StringTable {
 public:
  StringTable() = default;
  StringTable(const StringTable& other);
  StringTable(StringTable&&) = default;
  StringTable& operator=(const StringTable&) = delete;
  StringTable& operator=(StringTable&&) = default;

  StringId intern(std::string_view text);
  /// Appends without searching for an equal string, which the writer has done.
  StringId append(std::string text);
  /// The string; "" for an invalid id.
  std::string_view view(StringId id) const {
    return id.index() < texts_.size() ? std::string_view(texts_[id.index()]) : std::string_view();
  }
  /// The id of a string; invalid if it does not occur.
  StringId find(std::string_view text) const;
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, StringId> index_;  // views into texts_
};

/// One row of the timeline.
struct Track {
  TrackId id;
  TrackId parent;
  StringId name;
  StringId unit;
  TrackKind kind = TrackKind::kGroup;
  Engine engine = Engine::kNone;
  SliceKind slice_kind = SliceKind::kOther;
  TrackLayout layout = TrackLayout::kFlat;
  std::int32_t core = -1;
  std::uint32_t first_slice = 0;  ///< SliceId of row 0
  std::uint16_t max_depth = 0;
  SliceColumns slices{};
  CounterColumns counters{};
  SlicePyramid pyramid{};            ///< over all slices
  CounterPyramid counter_pyramid{};  ///< over all samples
  std::vector<ArgColumn> args{};     ///< properties of the slices, in order of first use

  /// The row that encloses `row` one level up; Id::kNone if there is none.
  std::uint32_t parent_of(std::size_t row) const;
};

/// A flow between two slices of the trace.
using Flow = TraceBatch::Flow;
using FlowColumn = Column<Flow>;

/// Adjacent rows of a FlowColumn. Valid while the column exists.
class FlowRange {
 public:
  FlowRange(FlowColumn::Iterator begin, FlowColumn::Iterator end) : begin_(begin), end_(end) {}

  FlowColumn::Iterator begin() const { return begin_; }
  FlowColumn::Iterator end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  Flow operator[](std::size_t index) const {
    return *(begin_ + static_cast<std::ptrdiff_t>(index));
  }

 private:
  FlowColumn::Iterator begin_;
  FlowColumn::Iterator end_;
};

/// Totals of the slices with one name on one track. Durations are whole nanoseconds, each
/// rounded down like the column slice.duration_ns, so that sums agree with those of SQL.
struct NameSum {
  TrackId track;
  StringId name;
  std::int64_t count = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t max_ns = 0;

  friend bool operator==(const NameSum&, const NameSum&) = default;
};

/// A finished run: all events on one time axis. Immutable after
/// TraceBuilder::finish() or session_file::load(), so that any thread may read it
/// without locks; owned by shared_ptr<const Trace>. A large session loads its
/// columns on first use; see storage_error().
class Trace {
 public:
  const TimeBase& time_base() const { return time_base_; }
  const StringTable& strings() const { return strings_; }
  std::string_view text(StringId id) const { return strings_.view(id); }

  /// Parents before their children, siblings in display order.
  std::span<const Track> tracks() const { return tracks_; }
  const Track& track(TrackId id) const { return tracks_[id.index()]; }

  /// Sorted by (from, to, kind); flows_to() finds the other direction.
  const FlowColumn& flows() const { return flows_; }
  FlowRange flows_from(SliceId slice) const;
  std::vector<Flow> flows_to(SliceId slice) const;
  /// Rows of flows(), sorted by (to, from, kind).
  const Column<std::uint32_t>& flows_by_target() const { return flows_by_target_; }

  /// As stored in a session; empty if unknown, see sum_by_name().
  const Column<NameSum>& name_sums() const { return name_sums_; }

  /// The properties of a slice, in the order of the track's columns. To read one
  /// property of many slices, use Track::args instead.
  std::vector<Arg> args_of(SliceId slice) const;
  std::size_t arg_count() const;
  /// The property `key` of a slice; nullopt if it has none.
  std::optional<ArgValue> arg(SliceId slice, StringId key) const;
  /// The same as an integer; `fallback` if it is absent or not a number.
  std::int64_t arg_integer(SliceId slice, StringId key, std::int64_t fallback = 0) const;

  std::span<const std::pair<std::string, PropertyValue>> properties() const { return properties_; }
  const PropertyValue* property(std::string_view key) const;
  std::string property_text(std::string_view key) const;  ///< "" if absent
  std::optional<double> property_number(std::string_view key) const;

  std::span<const Metric> metrics() const { return metrics_; }
  std::span<const Diagnostic> diagnostics() const { return diagnostics_; }

  std::size_t slice_count() const { return slice_count_; }
  /// Track and row of a slice. `id` must be valid.
  struct SliceRef {
    const Track* track = nullptr;
    std::size_t row = 0;
    TraceTime begin() const { return track->slices.begin(row); }
    TraceTime end() const { return track->slices.end(row); }
    TraceTime wait() const { return TraceTime(track->slices.wait[row]); }
    StringId name() const { return track->slices.name[row]; }
  };
  SliceRef slice(SliceId id) const;
  static SliceId slice_id(const Track& track, std::size_t row) {
    return SliceId(track.first_slice + row);
  }

  /// Whole nanoseconds, rounded down, as the SQL tables and AWS's tools show them.
  std::int64_t to_ns(TraceTime time) const;
  double to_seconds(TraceTime time) const;
  TraceTime from_ns(double nanoseconds) const;

  /// First start and last end of all events and of the window.
  TraceTime begin() const { return begin_; }
  TraceTime end() const { return end_; }

  /// The first error while columns were loaded from a damaged session; their values are then
  /// zero. Call it at the end of the work.
  std::optional<Error> storage_error() const;

 private:
  friend class TraceAssembler;

  std::shared_ptr<const ChunkSource> storage_;  // of columns loaded on demand
  TimeBase time_base_;
  StringTable strings_;
  std::vector<Track> tracks_;
  FlowColumn flows_;
  Column<std::uint32_t> flows_by_target_;
  Column<NameSum> name_sums_;
  std::vector<std::pair<std::string, PropertyValue>> properties_;
  std::vector<Metric> metrics_;
  std::vector<Diagnostic> diagnostics_;
  std::size_t slice_count_ = 0;
  TraceTime begin_{0};
  TraceTime end_{0};
};

}  // namespace nscope
