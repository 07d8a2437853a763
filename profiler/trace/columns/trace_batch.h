#pragma once

#include "profiler/base/ids.h"
#include "profiler/base/provenance.h"
#include "profiler/base/severity.h"
#include "profiler/base/units.h"
#include "profiler/trace/columns/kinds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope {

/// A time or a duration on the time axis of the trace, in ticks of its time base
/// (TimeBase::ticks_per_ns). 0 is the start of the first execution.
using TraceTime = Quantity<std::int64_t, struct TraceTimeTag>;

using StringId = Id<struct StringTag>;
using TrackId = Id<struct TrackTag>;
using SliceId = Id<struct SliceTag>;

/// The value of an event property: integer, real number or interned string. 16 bytes.
using ArgValue = std::variant<std::int64_t, double, StringId>;

/// A property of the whole run ("instance_type", "pe_clock_hz", ...).
using PropertyValue = std::variant<std::int64_t, double, std::string>;

/// TimeBase::ticks_per_ns of sources with picoseconds.
inline constexpr std::int64_t kPicosecondTicks = 1000;

/// The unit of the time axis, and the profiled window.
struct TimeBase {
  std::int64_t ticks_per_ns = 1;
  TraceTime window_begin{0};
  TraceTime window_end{0};  ///< end of the last execution
};

/// Data that an importer repaired, skipped or assumed, counted by code.
struct Diagnostic {
  std::string code;  ///< stable id in snake_case: "unpaired_instruction_start"
  Severity severity = Severity::kWarning;
  std::int64_t count = 1;
  Text example{};  ///< the first occurrence, with its position
};

/// The duration of slices whose end is not known yet; a SliceEnd closes them.
inline constexpr TraceTime kOpenDuration{-1};

/// A part of a trace that a producer (importer, simulator, live source) sends to a
/// TraceBuilder. Ids are those of the producer: tracks, slices and strings are numbered
/// from 0 in the order in which they are declared. Made by TraceWriter; a plain value that
/// can be moved between threads.
struct TraceBatch {
  struct Track {
    TrackId id;
    TrackId parent;  ///< declared earlier, or invalid for a root
    StringId name;
    StringId unit;  ///< unit of counter values; invalid: none
    TrackKind kind = TrackKind::kGroup;
    Engine engine = Engine::kNone;
    SliceKind slice_kind = SliceKind::kOther;
    TrackLayout layout = TrackLayout::kFlat;
    std::int32_t core = -1;  ///< physical NeuronCore, -1: none
    std::int32_t order = 0;  ///< position among siblings; ties are in order of declaration
  };
  struct Slice {
    SliceId id;
    TrackId track;
    StringId name;
    TraceTime start{};
    TraceTime duration{};
    TraceTime wait{};  ///< semaphore wait directly before `start`
  };
  struct SliceEnd {
    SliceId slice;
    TraceTime end{};
  };
  struct Counter {
    TrackId track;
    TraceTime time{};
    double value = 0.0;
  };
  struct Flow {
    SliceId from;
    SliceId to;
    StringId kind;

    friend bool operator==(const Flow&, const Flow&) = default;
  };
  struct Arg {
    SliceId slice;
    StringId key;
    ArgValue value;
  };
  /// Slices of one track with the same name and the same keys, as columns, in ticks. Takes a third
  /// of the memory of as many single slices with their properties. Their ids follow those of
  /// `slices`.
  struct SliceTable {
    struct Property {
      StringId key;
      ArgValue value{};                      ///< of all slices if `integers` is empty
      std::vector<std::int64_t> integers{};  ///< one for each slice
    };
    TrackId track;
    StringId name;
    std::vector<std::int64_t> start{};
    std::vector<std::int64_t> duration{};  ///< as many as `start`
    std::vector<Property> properties{};    ///< with different keys
    std::vector<SliceId> causes{};  ///< of each slice: where a flow to it begins; invalid: no flow
    StringId cause_kind{};          ///< of these flows

    std::size_t size() const { return start.size(); }
    ArgValue value(const Property& of, std::size_t row) const {
      return of.integers.empty() ? of.value : ArgValue(of.integers[row]);
    }
  };

  std::vector<std::string> strings;  ///< new strings; their ids follow those of the last batch
  std::vector<Track> tracks;
  std::vector<Slice> slices;
  SliceTable table;  ///< only for sinks that take tables
  std::vector<SliceEnd> slice_ends;
  std::vector<Counter> counters;
  std::vector<Flow> flows;
  std::vector<Arg> args;
  std::vector<std::pair<std::string, PropertyValue>> properties;
  std::vector<Metric> metrics;
  std::vector<Diagnostic> diagnostics;
  std::optional<TimeBase> time_base;
};

/// Receives batches: a TraceBuilder in the same thread, or a BatchQueue to another thread.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  /// Takes a batch. False if the consumer has ended and the producer should stop.
  virtual bool push(TraceBatch&& batch) = 0;
  /// Whether batches may have a SliceTable. For others TraceWriter sends single slices.
  virtual bool takes_tables() const { return false; }
};

}  // namespace nscope
