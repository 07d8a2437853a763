#pragma once

#include "importers/chrome_json/async_spans.h"
#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/event_block.h"
#include "importers/chrome_json/flow_binder.h"
#include "importers/chrome_json/track_table.h"
#include "profiler/trace/trace_writer.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
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
  static constexpr std::size_t kHoldLimit = std::size_t{128} << 20;  ///< parsed bytes

  explicit Translator(TraceWriter& out) : out_(out) {}

  void events(std::unique_ptr<EventBlock> block) override;
  void member(std::string_view key, std::string_view value) override;
  std::unique_ptr<EventBlock> new_block() override;
  void recycle(std::unique_ptr<EventBlock> block);

  /// Takes the names out of a block that is read ahead of its turn.
  void learn_names(const EventBlock& block);

  /// Writes what was held back, what ends with the file, and the facts of the run.
  void finish(std::string_view file_name);

 private:
  struct OpenSlice {
    SliceId id;
    StringId name;
    std::int64_t start = 0;
  };
  /// Ids of one block's texts and threads in the whole trace.
  struct BlockView {
    const EventBlock* block = nullptr;
    std::vector<StringId> texts;
    std::vector<Thread*> threads;
    std::vector<RowClass> rows;  // by category text; meaningful where known
    std::vector<bool> row_known;
  };

  void decide();
  void translate(const EventBlock& block);
  void translate(const Event& event, std::size_t index);
  void complete(const Event& event, std::size_t index);
  void begin(const Event& event, std::size_t index);
  void end(const Event& event, std::size_t index);
  void instant(const Event& event, std::size_t index);
  void counter(const Event& event, std::size_t index);
  void async(const Event& event, std::size_t index);
  void flow(const Event& event);
  void slice_flows(const Event& event, std::int64_t start, SliceId slice);
  void put_args(const Event& event, std::size_t index, SliceId slice);
  void put_category(const Event& event, SliceId slice);
  void metadata(const EventBlock& block);
  void metadata(const EventBlock& block, const Event& event, std::size_t index);
  void put_clock();

  StringId text(std::uint32_t local);
  std::string_view view(std::uint32_t local) const;
  Thread& thread(const Event& event);
  TrackId row(const Event& event, Thread& thread);
  std::uint64_t id_hash(const EventId& id);
  ArgValue value_of(const EventArg& arg);
  /// Ticks from the trace's zero; false (counted) for times that do not fit.
  bool time_of(const Event& event, std::int64_t& ticks);
  std::int64_t duration_of(const Event& event);
  std::string place(const Event& event) const;

  TraceWriter& out_;
  TrackTable tracks_{out_};
  FlowBinder flows_{out_};
  AsyncSpans async_{out_, tracks_};

  std::mutex free_mutex_;
  std::vector<std::unique_ptr<EventBlock>> free_;
  std::vector<std::unique_ptr<EventBlock>> held_;
  std::size_t held_bytes_ = 0;
  std::vector<std::pair<std::string, std::string>> members_;

  bool decided_ = false;
  bool kineto_ = false;
  std::int64_t ticks_per_ns_ = 1;
  std::int64_t origin_ns_ = 0;
  std::int64_t first_tick_ = INT64_MAX;
  std::int64_t last_tick_ = INT64_MIN;
  std::int64_t event_number_ = 0;  // of the event that is translated
  BlockView block_;
  std::unordered_map<std::uint32_t, std::vector<OpenSlice>> open_;  // by thread number
  std::map<std::tuple<Process*, StringId, StringId, std::uint64_t>, TrackId> counters_;
  int other_metadata_ = 0;
};

}  // namespace nscope::importers
