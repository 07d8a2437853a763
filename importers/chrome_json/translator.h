#pragma once

#include "importers/chrome_json/device_lines.h"
#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/duration_pairs.h"
#include "importers/chrome_json/external_ids.h"
#include "importers/chrome_json/file/block_view.h"
#include "importers/chrome_json/file/event_block.h"
#include "importers/chrome_json/flow_binder.h"
#include "importers/chrome_json/own_export.h"
#include "importers/chrome_json/sampled_stacks.h"
#include "importers/chrome_json/track_table.h"
#include "importers/shared/async_spans.h"
#include "importers/shared/launch_calls.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Translates the events of a Chrome trace into a Trace. Names, time unit and clock may be anywhere
/// in a file but are needed for its first event. Parsed blocks are therefore held back up to
/// kHoldLimit, which covers most files completely. Later names of tracks that are declared already
/// are counted. new_block() may be called from any thread, all other functions from one thread at a
/// time.
class Translator final : public DocumentVisitor {
 public:
  static constexpr std::size_t kHoldLimit = std::size_t{96} << 20;  ///< parsed bytes

  explicit Translator(TraceWriter& out) : out_(out) {}

  void events(std::unique_ptr<EventBlock> block) override;
  void member(std::string_view key, std::string_view value) override;
  std::unique_ptr<EventBlock> new_block() override;
  void recycle(std::unique_ptr<EventBlock> block);

  /// Reads the names in a block before its turn.
  void learn_names(const EventBlock& block);

  /// Writes the blocks held back, open slices, flows and the properties of the run. Errors:
  /// kUnsupportedVersion or kBadInput for a Neuronscope export that cannot be read.
  Result<> finish(std::string_view file_name);

 private:
  // translator.cpp
  void decide();
  void translate(const EventBlock& block);
  void translate(const Event& event, std::size_t index);
  Thread& thread(const Event& event);
  TrackId track(const Event& event, Thread& on);
  /// The time in ticks; false if it is missing or out of range, which is counted.
  bool time_of(const Event& event, std::int64_t& ticks);
  bool to_ticks(DecimalTime time, std::int64_t& ticks) const;
  void write_samples();
  void connect_launches();
  std::int64_t duration_of(const Event& event);
  void count(std::string_view code, Phrase problem, const Event& event);
  Text place(const Event& event) const;

  // translate_events.cpp
  void complete(const Event& event, std::size_t index);
  void begin(const Event& event, std::size_t index);
  void end(const Event& event, std::size_t index);
  void instant(const Event& event, std::size_t index);
  void counter(const Event& event, std::size_t index);
  bool counter_value(const Event& event, const EventArg& arg, double& value);
  void async(const Event& event, std::size_t index);
  bool profile(const Event& event, std::size_t index);
  std::uint64_t rank_hash(const Thread& thread) const;
  void note_correlation(const Event& event, std::size_t index, SliceId slice);
  void note_external_id(const Event& event, std::size_t index, std::int64_t start, SliceId slice);
  void flow(const Event& event);
  void slice_flows(const Event& event, std::int64_t start, SliceId slice);
  void put_args(const Event& event, std::size_t index, SliceId slice);
  void put_category(const Event& event, SliceId slice);

  // translator.cpp: names, clock and members of the document
  void metadata(const EventBlock& block);
  void metadata(const EventBlock& block, const Event& event, const EventArg& arg);
  void put_clock();
  void write_properties(std::string_view file_name);

  TraceWriter& out_;
  TrackTable tracks_{out_};
  DeviceLines lines_{tracks_};
  FlowBinder flows_{out_};
  DurationPairs pairs_{out_, flows_};
  AsyncSpans async_{out_, [this](std::uint64_t process, const TrackSpec& spec) {
                      Process& owner = tracks_.process_at(static_cast<std::uint32_t>(process));
                      return tracks_.extra_track(owner, spec.name, spec.layout);
                    }};
  ExternalIds external_ids_{out_};
  SampledStacks stacks_{out_, tracks_};
  /// Work of a device that a call with the same number started.
  struct Launched {
    std::uint64_t rank = 0;
    std::int64_t number = 0;
    SliceId slice;
  };
  LaunchCalls calls_;
  std::vector<Launched> launched_;
  std::vector<std::uint64_t> started_;  // hashes of rank and number of flows from calls to work
  bool has_launch_flows_ = false;       // the file connects calls and work itself
  StringId category_key_{};

  std::mutex free_mutex_;
  std::vector<std::unique_ptr<EventBlock>> free_;
  std::vector<std::unique_ptr<EventBlock>> held_;
  std::size_t held_bytes_ = 0;
  std::vector<std::pair<std::string, std::string>> members_;

  bool decided_ = false;
  bool kineto_ = false;
  std::unique_ptr<OwnExport> own_;  // only for files that Neuronscope wrote
  std::optional<Error> own_error_;
  std::int64_t ticks_per_ns_ = 1;
  std::int64_t origin_ns_ = 0;
  std::int64_t first_tick_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_tick_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t event_number_ = 0;       // of the current event
  std::set<std::string_view> counted_;  // diagnostic codes of count()

  // Of the current block.
  BlockView view_{out_};
  std::vector<Thread*> block_threads_;
  struct KnownTrack {
    bool known = false;
    TrackClass track = TrackClass::kGeneric;
    bool call = false;  // of the runtime or driver of a device
  };
  std::vector<KnownTrack> block_tracks_;  // by the category's text
  std::vector<std::uint32_t> external_keys_;
  std::uint32_t correlation_key_ = BlockView::kNoText;
  std::uint32_t correlation_id_key_ = BlockView::kNoText;  // of XLA's profiler

  std::map<std::tuple<Process*, StringId, StringId, std::uint64_t>, TrackId> counters_;
  BlockView names_{out_};  // of the block whose metadata is read
  int other_metadata_ = 0;
};

}  // namespace nscope::importers
