#pragma once

#include "importers/shared/wire_reader.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// The messages of an XSpace (xplane.proto of TensorFlow and OpenXLA) as views of its bytes.
namespace nscope::importers::xplane {

/// An entry of a plane's map from number to message, and the number that the importer gives it.
struct MapEntry {
  static constexpr std::uint32_t kUnused = UINT32_MAX;

  std::int64_t id = 0;
  std::string_view message{};
  std::uint32_t used = kUnused;
};

/// A map of a plane, sorted by number.
class PlaneMap {
 public:
  void add(std::string_view entry);
  void sort();
  MapEntry* find(std::int64_t id);
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<MapEntry> entries_;
};

struct Line {
  std::int64_t id = 0;
  std::int64_t timestamp_ns = 0;  ///< that the times of its events are relative to
  std::string_view name{};
  std::string_view display_name{};
  std::string_view bytes{};  ///< of its message
  bool has_events = false;

  std::string_view shown() const { return display_name.empty() ? name : display_name; }
};

struct Plane {
  std::int64_t id = 0;
  std::string_view name{};
  std::vector<Line> lines{};  ///< those with events
  PlaneMap events{};          ///< XEventMetadata
  PlaneMap stats{};           ///< XStatMetadata
  std::vector<std::string_view> own_stats{};
  std::size_t lines_left_out = 0;
};

struct Space {
  std::vector<Plane> planes{};
  std::vector<std::string_view> errors{};
  std::vector<std::string_view> warnings{};
  std::vector<std::string_view> hostnames{};
  std::size_t planes_left_out = 0;
  /// Position of the first byte that is damaged or missing; npos if there is none.
  std::size_t damaged_at = std::string_view::npos;
};

/// Finds the planes and lines of a file. A plane or line whose end is missing is kept up to the end
/// of the file. The bytes must outlive the space.
Space read_space(std::string_view bytes);

/// Whether the bytes, which may be the start of a file, start with a plane or host of an XSpace.
bool starts_like_space(std::string_view head);

struct Event {
  std::int64_t metadata_id = 0;
  std::int64_t offset_ps = 0;
  std::int64_t duration_ps = 0;
  bool is_total = false;  ///< a number of occurrences instead of a time
};

/// A value of an event: a number, a text, a text that is the name of other metadata, or bytes.
struct Stat {
  enum class Type : std::uint8_t { kNone, kInteger, kUnsigned, kReal, kText, kReference, kBytes };

  std::int64_t metadata_id = 0;
  Type type = Type::kNone;
  std::uint64_t bits = 0;
  std::string_view text{};
};

/// Reads a message. False if it is damaged; the fields before the damage are read.
bool read_event(std::string_view bytes, Event& event, std::vector<Stat>& stats);
bool read_stat(std::string_view bytes, Stat& stat);

struct EventMetadata {
  std::string_view name{};
  std::string_view display_name{};
  std::vector<Stat> stats{};
};
EventMetadata read_event_metadata(std::string_view bytes);
/// The name in an XStatMetadata.
std::string_view stat_name(std::string_view bytes);

/// Fields of an XLine, for loops over its events.
inline constexpr std::uint32_t kLineEvents = 4;

}  // namespace nscope::importers::xplane
