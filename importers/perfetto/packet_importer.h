#pragma once

#include "importers/perfetto/legacy_events.h"
#include "importers/perfetto/packet_decoder.h"
#include "importers/perfetto/packet_times.h"
#include "importers/perfetto/run_message.h"
#include "importers/perfetto/tracks.h"
#include "importers/shared/async_spans.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers::perfetto {

/// Translates decoded packets, in the order of the file, into a trace: resolves interned texts and
/// defaults, and passes events to their tracks. One thread.
class PacketImporter {
 public:
  /// `file` is the name of the file in messages.
  PacketImporter(TraceSink& sink, std::string file);

  /// Sets the time of tick 0 on the trace's clock. A Neuronscope export states its own.
  void set_origin(std::int64_t origin_ns) { origin_ns_ = origin_ns; }
  void take(const PacketBlock& block);
  /// Adds a diagnostic about the whole file.
  void diagnose(std::string_view code, Severity severity, Text example) {
    out_.diagnose(code, severity, std::move(example));
  }
  /// Sends pending events. False if the sink accepts no more.
  bool flush() { return out_.flush(); }
  /// Sends the rest. Errors: kBadInput if the file has no track events, kCancelled if the sink
  /// accepts no more batches.
  Result<> finish();

  std::int64_t events() const { return events_; }

 private:
  void read_state(const PacketBlock& block, const Packet& packet, Sequence& sequence);
  void read_event(const PacketBlock& block, const Packet& packet, Sequence& sequence);
  void read_lists(const PacketBlock& block, const Packet& packet, Sequence& sequence);
  void read_extra(const Extra& extra, Sequence& sequence);
  void read_annotation(const Annotation& annotation, Sequence& sequence);
  void add_arg(StringId key, const Annotation& annotation, Sequence& sequence);
  void read_nested(const Annotation& annotation, const std::string& above, Sequence& sequence,
                   int depth);
  void read_old_nested(std::string_view message, const std::string& key, int depth);
  // legacy_events.cpp
  static std::optional<TrackEvent::Type> type_of_phase(char phase);
  bool legacy_async(std::uint64_t track, TraceTime time, StringId name);

  bool read_type(const PacketBlock& block, const Packet& packet, Sequence& sequence,
                 std::uint64_t track, TrackEvent& event);
  void state(Tracks::Track& track, const TrackEvent& event);
  void read_counter(const Packet& packet, Sequence& sequence, Tracks::Track& track, TraceTime time);
  bool has_extra_counters() const {
    return !counter_values_.empty() || !real_counter_values_.empty();
  }
  void read_extra_counters(Sequence& sequence, TraceTime time);
  void sample(Tracks::Track& track, Sequence& sequence, TraceTime time, double value);
  StringId name_of(const Packet& packet, Sequence& sequence);
  void put_category(StringId category);
  StringId resolved(StringId text, Phrase what) { return text.valid() ? text : unknown_text(what); }
  StringId unknown_text(Phrase what);
  TraceTime ticks(std::int64_t time_ns, std::uint32_t remainder) const;
  void problem(std::string_view code, Severity severity, const PacketBlock& block,
               const Packet& packet, const Text& detail);
  void write_run();

  std::string file_;
  TraceWriter out_;
  Tracks tracks_;
  PacketTimes times_;
  WorkCategories work_;
  AsyncSpans async_{out_, [this](std::uint64_t process, const TrackSpec& spec) {
                      // 0: none
                      const bool known = process != 0;
                      const auto pid = static_cast<std::int32_t>(process - 1);
                      return tracks_.extra_track(known ? std::optional(pid) : std::nullopt, spec);
                    }};
  std::int64_t origin_ns_ = 0;
  std::optional<RunMessage> nscope_run_;
  TraceTime first_{INT64_MAX};
  TraceTime last_{INT64_MIN};
  std::int64_t events_ = 0;
  std::map<std::uint32_t, std::int64_t> not_read_;
  std::map<std::string_view, std::pair<Diagnostic, std::int64_t>> problems_;  // by code

  // Of the current event.
  std::uint32_t annotation_ = 0;  // start of its annotations in the block
  std::uint32_t extra_ = 0;
  std::vector<TraceBatch::Arg> args_;  // their slice is not known yet
  std::vector<FlowPoint> flows_;
  std::size_t flow_kinds_ = 0;
  std::optional<LegacyEvent> legacy_;
  WorkCategories::Work event_work_ = WorkCategories::Work::kNone;
  TraceTime wait_{};
  std::vector<std::uint64_t> counter_tracks_;
  std::vector<std::uint64_t> real_counter_tracks_;
  std::vector<std::uint64_t> counter_values_;
  std::vector<std::uint64_t> real_counter_values_;

  StringId category_key_;
  StringId location_key_;
};

}  // namespace nscope::importers::perfetto
