#pragma once

#include "importers/neuron_profile_json/row_reader.h"
#include "importers/shared/printable.h"
#include "importers/shared/row_values.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Interns the texts of an export, each on one line. Exports repeat the same texts in every row,
/// so recent texts are found again by a comparison of bytes. One thread.
class TextIds {
 public:
  explicit TextIds(TraceWriter& out) : out_(out), recent_(kRecent) {}

  /// The id of collapse_space(raw); invalid if that is empty.
  StringId of(std::string_view raw);

 private:
  static constexpr std::size_t kRecent = 4096;
  static constexpr std::size_t kLongest = 1024;  // limits the memory of recent_
  struct Entry {
    std::string raw;
    StringId id;
  };
  TraceWriter& out_;
  std::vector<Entry> recent_;  // by hash
};

/// State shared by the readers of the lists of one export: the destination of events, and values
/// of one list that the rows of another need. Lists are read in the order of the table in
/// neuron_profile_json.cpp, independent of their order in the file. For one import; one thread.
struct ImportState {
  explicit ImportState(TraceWriter& writer) : out(writer), tracks(writer), texts(writer) {}

  TraceWriter& out;
  NeuronTracks tracks;
  TextIds texts;
  std::unordered_map<std::uint64_t, TrackId> track_ids;  ///< see cached_track()

  std::map<std::tuple<int, int, int>, std::string> queue_names;  ///< core, DMA engine, ring
  /// Core and ring; "" if queues with different names share the ring number.
  std::map<std::pair<int, int>, std::string> ring_names;
  std::optional<double> total_time;        ///< seconds, from `summary`
  std::optional<std::int64_t> first_time;  ///< of the execution, from `metadata`
  std::optional<std::int64_t> last_time;
  std::int64_t latest_event = 0;  ///< end of the last instruction or DMA row
  bool has_instructions = false;
  std::string instance_type;
  std::map<std::pair<int, int>, int> core_of_device_core;  ///< (nd_idx, nc_idx): core
  std::set<std::string, std::less<>> properties;           ///< names written so far
};

/// Kinds of rows for cached_track().
enum class RowKind : std::uint8_t { kEngine, kMatmul, kDmaRing, kSemaphore };

/// The track of a kind, core and up to two more numbers. `make` creates it on first use. This is
/// faster than NeuronTracks, which finds tracks by name.
template <class Make>
TrackId cached_track(ImportState& state, RowKind kind, int core, int a, int b, Make make) {
  const auto bits = [](int number) { return static_cast<std::uint64_t>(number) & 0xffff; };
  const std::uint64_t key =
      static_cast<std::uint64_t>(kind) << 48 | bits(core) << 32 | bits(a) << 16 | bits(b);
  TrackId& track = state.track_ids[key];
  if (!track.valid()) track = make();
  return track;
}

/// Adds a property of the run unless there is one of that name.
void put_property(ImportState& state, std::string_view name, PropertyValue value);
/// Adds the value of a field as a property: text on one line, true and false as 1 and 0, lists
/// and objects as JSON text. Null and "" are ignored.
void put_property(ImportState& state, std::string_view name, simdjson::dom::element value);

/// The physical core of a row: 1 for "sg01". If the row does not state it, the result is core 0
/// and the row is counted. `field` is the row's "subgraph".
int core_of(RowReader& rows, std::size_t field, ImportState& state);
/// The core of a subgraph: 1 for "sg01" and "/sg01/Unknown"; nullopt for anything else.
std::optional<int> parse_subgraph(std::string_view text);

/// Start and duration of a row. If the time is missing or out of range, the row is counted and
/// the result is nullopt. A negative duration is counted and becomes 0.
std::optional<Interval> interval_of(RowReader& rows, std::size_t start, std::size_t duration,
                                    ImportState& state);
/// The time of a row without duration; rules as for interval_of().
std::optional<TraceTime> time_of(RowReader& rows, std::size_t field, ImportState& state);

/// Writes a field as a property of the event: numbers unchanged, text on one line, true and false
/// as 1 and 0, lists and objects as JSON text. Null and "" are ignored.
void add_arg(ImportState& state, SliceId slice, StringId key, simdjson::dom::element value);
/// The same for a field that is an amount: a number, also as a text. Other values are counted.
void add_amount(ImportState& state, SliceId slice, StringId key, RowReader& rows,
                std::size_t field);

/// Adds fields that the importer does not know as properties under their own names. Counted once
/// per field and row.
void add_other_fields(RowReader& rows, SliceId slice, ImportState& state);
/// Counts the unknown fields of a row that is not an event.
void count_other_fields(RowReader& rows, ImportState& state);

}  // namespace nscope::importers
