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

/// Texts of an export, on one line and interned. Exports repeat the same texts in
/// every row; those are found by comparing bytes. One thread.
class TextIds {
 public:
  explicit TextIds(TraceWriter& out) : out_(out), recent_(kRecent) {}

  /// The id of collapse_space(raw); invalid where nothing is left of it.
  StringId of(std::string_view raw);

 private:
  static constexpr std::size_t kRecent = 4096;
  static constexpr std::size_t kLongest = 1024;  // bounds what is kept
  struct Entry {
    std::string raw;
    StringId id;
  };
  TraceWriter& out_;
  std::vector<Entry> recent_;  // by hash
};

/// What the lists of one export share while they are read: where events go, and
/// the facts of one list that the rows of another need. Lists are read in the
/// order of the table in neuron_profile_json.cpp, whatever their order in the
/// file. Lives for one import; one thread.
struct ImportState {
  explicit ImportState(TraceWriter& writer) : out(writer), tracks(writer), texts(writer) {}

  TraceWriter& out;
  NeuronTracks tracks;
  TextIds texts;
  std::unordered_map<std::uint64_t, TrackId> track_ids;  ///< see cached_track()

  std::map<std::tuple<int, int, int>, std::string> queue_names;  ///< core, DMA engine, ring
  /// Core and ring; "" where queues of different names share the ring number.
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

/// The track of a kind, core and up to two more numbers, from `make` the first
/// time: NeuronTracks looks tracks up by their text.
template <class Make>
TrackId cached_track(ImportState& state, RowKind kind, int core, int a, int b, Make make) {
  const auto bits = [](int number) { return static_cast<std::uint64_t>(number) & 0xffff; };
  const std::uint64_t key =
      static_cast<std::uint64_t>(kind) << 48 | bits(core) << 32 | bits(a) << 16 | bits(b);
  TrackId& track = state.track_ids[key];
  if (!track.valid()) track = make();
  return track;
}

/// A property of the run; the first of a name stays.
void put_property(ImportState& state, std::string_view name, PropertyValue value);
/// The same for a field's value: text on one line, true and false as 1 and 0,
/// lists and objects as JSON text; null and "" write nothing.
void put_property(ImportState& state, std::string_view name, simdjson::dom::element value);

/// The physical core of a row: "sg01" is 1. Core 0, counted, where it does not
/// say. `field` is the row's "subgraph".
int core_of(RowReader& rows, std::size_t field, ImportState& state);
/// "sg01", "/sg01/Unknown": 1. nullopt for anything else.
std::optional<int> parse_subgraph(std::string_view text);

/// Start and duration of a row. A missing or impossible time is counted and
/// gives nullopt; a negative duration is counted and becomes 0.
std::optional<Interval> interval_of(RowReader& rows, std::size_t start, std::size_t duration,
                                    ImportState& state);
/// The same for rows that have a time only.
std::optional<TraceTime> time_of(RowReader& rows, std::size_t field, ImportState& state);

/// Writes a field as a property of the event: numbers as they are, text on one
/// line, true and false as 1 and 0, lists and objects as their JSON text. Null
/// and "" are no information and write nothing.
void add_arg(ImportState& state, SliceId slice, StringId key, simdjson::dom::element value);

/// Fields that this importer does not know become properties under their own
/// names; counted once per field and row.
void add_other_fields(RowReader& rows, SliceId slice, ImportState& state);
/// For rows that are no events: the same, only counted.
void count_other_fields(RowReader& rows, ImportState& state);

}  // namespace nscope::importers
