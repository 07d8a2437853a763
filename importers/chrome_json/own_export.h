#pragma once

#include "importers/chrome_json/file/block_view.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace nscope::importers {

/// Reads the files of profiler/export/chrome_json without loss. Their "otherData" contains the
/// tracks, properties, metrics and diagnostics of the exported trace. One thread.
class OwnExport {
 public:
  /// Declares the tracks. Null if `other_data` (JSON text) is not from Neuronscope. Errors:
  /// kBadInput if it is damaged, kUnsupportedVersion.
  static Result<std::unique_ptr<OwnExport>> open(std::string_view other_data, TraceWriter& out);

  /// Writes an event of the file.
  void translate(BlockView& view, const Event& event, std::size_t index);
  /// Writes properties, metrics and diagnostics, and the flows.
  void finish();

 private:
  struct Threads {  // of one track: its lanes
    std::int64_t last = 0;
    std::int64_t process = 0;
    TrackId track;
  };
  struct FlowEnds {
    std::int64_t from = 0;
    std::int64_t to = 0;
    StringId kind;
  };

  explicit OwnExport(TraceWriter& out) : out_(out) {}
  Result<> read(const Json& nscope);
  Result<> read_track(const Json& json, std::size_t number);
  void slice(BlockView& view, const Event& event, std::size_t index);
  void counter(BlockView& view, const Event& event, std::size_t index);
  void flow(BlockView& view, const Event& event, std::size_t index);
  void own_arg(BlockView& view, SliceId slice, const EventArg& arg);
  TrackId track_of(const BlockView& view, const Event& event) const;
  void skip(Text why);
  void skip_event(const BlockView& view, const Event& event);

  TraceWriter& out_;
  Json nscope_;
  std::int64_t ticks_per_ns_ = 1;
  std::int64_t shift_ = 0;
  std::vector<TrackId> tracks_;
  std::map<std::int64_t, Threads> threads_;  // by the first lane's thread
  std::map<std::pair<std::int64_t, StringId>, TrackId> counters_;
  std::vector<FlowEnds> flows_;
  std::int64_t slices_ = 0;
  bool complete_ = true;  // no slice was skipped
};

}  // namespace nscope::importers
