#pragma once

#include "importers/system_recording/event_tracks.h"
#include "importers/system_recording/execution_calls.h"
#include "importers/system_recording/known_attributes.h"
#include "importers/system_recording/memory_accounts.h"
#include "importers/system_recording/record_blocks.h"
#include "importers/system_recording/recording_info.h"
#include "importers/system_recording/transfer_rates.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// Translates the records of ntrace.pb, in the order of the file, into nested slices, flows and
/// counters. A start and a stop are one span if they have the same span id and type. Spans are
/// written in the order of their starts, so that tracks rarely have to be sorted. For one import.
class RuntimeEvents {
 public:
  /// `origin_ns` (Unix time) is tick 0.
  RuntimeEvents(TraceWriter& out, EventTracks& tracks, const RecordingInfo& info,
                std::int64_t origin_ns);

  void take(const RecordBlock& block);
  /// Ends the spans that are still open, and writes counters and counts.
  void finish();

  std::int64_t records() const { return records_; }
  std::int64_t first_time() const { return first_time_; }
  std::int64_t last_time() const { return last_time_; }

 private:
  using Serial = std::uint64_t;  ///< number of a span, in the order of the starts

  /// The number of spans that wait until the span that started first has ended. A span that is
  /// open for longer is written without its end, which follows.
  static constexpr Serial kWaiting = Serial{1} << 14;
  /// The number of spans without a stop, and of stops without a start, that are remembered.
  static constexpr std::size_t kRemembered = std::size_t{1} << 16;

  struct Span {
    std::uint64_t id = 0;
    std::uint64_t type = 0;
    std::uint64_t thread = 0;
    TrackId track;
    std::int64_t start = 0;
    std::int64_t end = 0;
    bool closed = false;
    bool listed = false;      ///< in threads_
    SliceId slice;            ///< valid if it has been written
    KnownAttributes known{};  ///< of the start
    std::vector<TraceBatch::Arg> args{};
    std::optional<ExecutionCalls::Call> call{};       ///< this span starts the execution
    std::optional<ExecutionCalls::Call> execution{};  ///< this span is a part of the execution
    std::optional<std::int64_t> latest_end{};         ///< end of the span around it on its thread
  };
  /// A stop whose start may follow.
  struct EarlyStop {
    RuntimeRecord record{};
    std::int64_t time = 0;
    KnownAttributes known{};
    std::vector<TraceBatch::Arg> args{};
  };
  struct Names {
    StringId type;
    StringId model_name;
    StringId transfer_rate;
    StringId error;
    StringId phase;
    StringId stop_thread;
    StringId execution;
  };
  struct EventType {
    StringId name;
    std::string text;
    std::optional<CopyDirection> transfer{};
  };

  void take(const RecordBlock& block, const RuntimeRecord& record);
  void read_attributes(const RecordBlock& block, const RuntimeRecord& record);
  Span& add(const RuntimeRecord& record, std::int64_t time);
  void start(const RuntimeRecord& record, std::int64_t time);
  void stop(const RuntimeRecord& record, std::int64_t time);
  void point(const RuntimeRecord& record, std::int64_t time);
  void close(Serial serial, Span& span, const RuntimeRecord& record, std::int64_t time);
  void changed_memory(const Span& span, std::int64_t time);
  void moved_data(Span& span);
  void check_result(Span& span);
  void list(Serial serial, Span& span);
  void unlist(Serial serial, Span& span, std::int64_t time);
  void find_execution(Span& span);
  void make_room();
  void write_ready();
  void write(Span& span);
  void write_without_start(EarlyStop& stop);
  void lost(const Span& span);
  Span* find(Serial serial);
  const EventType& type_of(std::uint64_t type);
  StringId model_name(std::int64_t model);
  std::int64_t use_number(std::string_view use);
  void saw(std::int64_t time);

  TraceWriter& out_;
  EventTracks& tracks_;
  const RecordingInfo& info_;
  std::int64_t origin_;
  MemoryAccounts memory_;
  TransferRates transfers_;
  ExecutionCalls executions_;
  AttributeKeys keys_;
  Names names_;

  std::deque<Span> waiting_;  ///< spans first_ and after, in the order of their starts
  Serial first_ = 0;
  std::unordered_map<std::uint64_t, Serial> open_;                  ///< by span id
  std::unordered_map<Serial, Span> aside_;                          ///< written without their end
  std::unordered_map<std::uint64_t, EarlyStop> early_stops_;        ///< by span id
  std::unordered_map<std::uint64_t, std::vector<Serial>> threads_;  ///< open spans, innermost last
  std::vector<std::vector<TraceBatch::Arg>> spare_;                 ///< vectors to be reused
  std::unordered_map<std::uint64_t, EventType> types_;
  std::unordered_map<std::int64_t, StringId> models_;
  std::vector<std::string> uses_;  ///< kinds of memory use, by KnownKey::kUse
  std::map<std::string, std::int64_t, std::less<>> use_numbers_;

  // Of the record that is being read.
  KnownAttributes known_;
  std::vector<TraceBatch::Arg> args_;

  std::int64_t records_ = 0;
  std::int64_t first_time_ = INT64_MAX;
  std::int64_t last_time_ = INT64_MIN;
};

}  // namespace nscope::importers
