#pragma once

#include "importers/chrome_json/async_spans.h"
#include "importers/chrome_json/block_view.h"
#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/event_block.h"
#include "importers/chrome_json/flow_binder.h"
#include "importers/chrome_json/own_export.h"
#include "importers/chrome_json/track_table.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Turns the events of a Chrome trace into a Trace. Names, time unit and clock may
/// stand anywhere in a file but are needed for its first event: so parsed blocks
/// are held back up to kHoldLimit, which is the whole of most files; what comes
/// later than that for tracks already declared is counted. new_block() may be
/// called from any thread, all else is for one at a time.
class Translator final : public DocumentVisitor {
 public:
  static constexpr std::size_t kHoldLimit = std::size_t{96} << 20;  ///< parsed bytes

  explicit Translator(TraceWriter& out) : out_(out) {}

  void events(std::unique_ptr<EventBlock> block) override;
  void member(std::string_view key, std::string_view value) override;
  std::unique_ptr<EventBlock> new_block() override;
  void recycle(std::unique_ptr<EventBlock> block);

  /// Takes the names out of a block that is read ahead of its turn.
  void learn_names(const EventBlock& block);

  /// Writes what was held back, what ends with the file, and the facts of the run.
  /// Errors: kUnsupportedVersion, kBadInput for exports of our own that this
  /// program cannot read.
  Result<> finish(std::string_view file_name);

 private:
  struct OpenSlice {
    SliceId id;
    StringId name;
    std::int64_t start = 0;
  };

  // translator.cpp
  void decide();
  void translate(const EventBlock& block);
  void translate(const Event& event, std::size_t index);
  Thread& thread(const Event& event);
  TrackId row(const Event& event, Thread& on);
  /// Ticks from the trace's zero; false (counted) for times that do not fit.
  bool time_of(const Event& event, std::int64_t& ticks);
  std::int64_t duration_of(const Event& event);
  void count(std::string_view code, std::string_view words, const Event& event);
  std::string place(const Event& event) const;

  // translate_events.cpp
  void complete(const Event& event, std::size_t index);
  void begin(const Event& event, std::size_t index);
  void end(const Event& event, std::size_t index);
  void instant(const Event& event, std::size_t index);
  void counter(const Event& event, std::size_t index);
  bool counter_value(const Event& event, const EventArg& arg, double& value);
  void async(const Event& event, std::size_t index);
  void flow(const Event& event);
  void slice_flows(const Event& event, std::int64_t start, SliceId slice);
  void put_args(const Event& event, std::size_t index, SliceId slice);
  void put_category(const Event& event, SliceId slice);

  // run_facts.cpp
  void metadata(const EventBlock& block);
  void metadata(const EventBlock& block, const Event& event, const EventArg& arg);
  void put_clock();
  void put_facts(std::string_view file_name);

  TraceWriter& out_;
  TrackTable tracks_{out_};
  FlowBinder flows_{out_};
  AsyncSpans async_{out_, tracks_};
  StringId category_key_{};

  std::mutex free_mutex_;
  std::vector<std::unique_ptr<EventBlock>> free_;
  std::vector<std::unique_ptr<EventBlock>> held_;
  std::size_t held_bytes_ = 0;
  std::vector<std::pair<std::string, std::string>> members_;

  bool decided_ = false;
  bool kineto_ = false;
  std::unique_ptr<OwnExport> own_;  // only for files that we wrote
  std::optional<Error> own_error_;
  std::int64_t ticks_per_ns_ = 1;
  std::int64_t origin_ns_ = 0;
  std::int64_t first_tick_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_tick_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t event_number_ = 0;  // of the event that is translated

  // Of the block that is translated.
  BlockView view_{out_};
  std::vector<Thread*> block_threads_;
  struct KnownRow {
    bool known = false;
    RowClass row = RowClass::kGeneric;
  };
  std::vector<KnownRow> block_rows_;  // by the category's text

  std::vector<std::vector<OpenSlice>> open_;  // by thread number
  std::map<std::tuple<Process*, StringId, StringId, std::uint64_t>, TrackId> counters_;
  BlockView names_{out_};  // of the block whose metadata is read
  int other_metadata_ = 0;
};

}  // namespace nscope::importers
