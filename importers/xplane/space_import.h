#pragma once

#include "importers/chrome_json/track_table.h"
#include "importers/chrome_json/xla_planes.h"
#include "importers/shared/launch_calls.h"
#include "importers/xplane/space_reader.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers::xplane {

using xla::LineKind;
using xla::PlaneKind;

/// Translates an XSpace: hosts first, so that events of devices find the calls that started them.
/// Ticks are picoseconds since the earliest line. One thread.
class SpaceImport {
 public:
  SpaceImport(const ByteSource& file, TraceWriter& out, TaskControl& control);

  /// Errors: kBadInput if there are no events, kCancelled.
  Result<> run(std::string_view file_name);

 private:
  /// Properties that are translated. Those of other names keep them.
  enum class Fact : std::uint8_t {
    kOther,
    kCorrelation,
    kContext,
    kDevice,
    kKernel,
    kMemory,
    kProducerType,
    kProducer,
    kConsumerType,
    kConsumer
  };
  /// An XStatMetadata: the key of a property, or a text that properties refer to.
  struct StatKind {
    StringId text;
    Fact fact = Fact::kOther;
    std::string raw{};
  };
  /// An XEventMetadata.
  struct EventKind {
    StringId name;
    StringId long_name;
    std::string text{};  ///< of the name
    std::vector<Stat> stats{};
    bool collective_kernel = false;  ///< of NCCL or RCCL
    bool collective_op = false;      ///< of XLA
    bool annotation = false;         ///< an NVTX range
    std::string_view call_category{};
  };
  struct LineContext {
    const PlaneKind& plane;
    LineKind kind = LineKind::kMarkers;
    bool host = false;
    Thread* thread = nullptr;
    TrackId markers;
    std::optional<std::int64_t> stream{};
    std::int64_t base = 0;  ///< ticks
  };
  struct End {
    std::uint64_t key = 0;
    SliceId slice;
  };

  // space_import.cpp
  void find_origin();
  void name_threads();
  Result<> read_plane(Plane& plane, bool hosts);
  Result<> read_line(Plane& plane, const Line& line, const PlaneKind& kind, bool has_ops);
  LineContext context_of(const Line& line, const PlaneKind& kind, bool has_ops);
  std::optional<std::int64_t> base_of(const Line& line);
  bool times_of(const LineContext& line, std::int64_t& start, std::int64_t& duration);
  void connect();
  void note_problems();
  void count(std::string_view code, Severity severity, Text example, std::int64_t times = 1);

  // space_events.cpp
  void read_event(Plane& plane, const LineContext& line, std::string_view bytes);
  EventKind& event_kind(Plane& plane, std::int64_t id);
  StatKind* stat_kind(Plane& plane, std::int64_t id);
  TrackId track_of(const LineContext& line, const EventKind& kind, bool transfer);
  void sample(Plane& plane, const LineContext& line, const EventKind& kind, std::int64_t start);
  void put_stats(Plane& plane, SliceId slice, const std::vector<Stat>& stats);
  void put_stat(Plane& plane, SliceId slice, const Stat& stat);
  void put_kernel(SliceId slice, std::string_view details);
  std::optional<ArgValue> value_of(Plane& plane, const Stat& stat);
  std::string_view text_of(Plane& plane, const Stat& stat);
  void put_category(SliceId slice, std::string_view category);

  // space_facts.cpp
  void put_facts(Plane& plane, const PlaneKind& kind);
  void put_properties(std::string_view file_name);

  const ByteSource& file_;
  std::string_view bytes_;
  TraceWriter& out_;
  TaskControl& control_;
  Space space_;
  TrackTable tracks_;
  LaunchCalls calls_;

  // Of the current plane.
  std::deque<StatKind> stat_kinds_;
  std::deque<EventKind> event_kinds_;
  std::map<std::int64_t, EventKind> unknown_kinds_;
  // Of the current event.
  Event event_;
  std::vector<Stat> stats_;
  struct Ids {
    std::uint64_t producer_type = 0, consumer_type = 0;
    std::optional<std::uint64_t> producer{}, consumer{};
    std::optional<std::int64_t> correlation{};
  };
  Ids ids_;

  std::map<std::pair<std::string, std::string>, TrackId> counters_;
  std::map<std::string, TrackId, std::less<>> markers_;
  std::vector<End> producers_, consumers_;
  std::int64_t origin_ns_ = 0;
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t events_ = 0;
  std::uint64_t metadata_args_ = 0;  ///< left for properties that events share
  StringId category_, correlation_, context_, device_, stream_, value_key_, launch_, long_name_;
};

}  // namespace nscope::importers::xplane
