#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// A note of a user on a run. A plain value.
struct Annotation {
  enum class Kind : std::uint8_t { kEvent, kRange, kMarker };

  Kind kind = Kind::kMarker;
  std::string name;
  std::string text{};
  std::uint32_t color = 0x4f9cf9;  ///< 0xRRGGBB
  TraceTime begin{};
  TraceTime end{};                ///< of a marker: equal to begin
  SliceId event{};                ///< kEvent
  std::vector<TrackId> tracks{};  ///< kRange: sorted; empty: all tracks

  friend bool operator==(const Annotation&, const Annotation&) = default;
};

/// "event", "range", "marker".
std::string_view to_string(Annotation::Kind kind);

/// Limits of the notes of one run, so that no file can fill the memory.
inline constexpr std::size_t kMostAnnotations = 100'000;
inline constexpr std::size_t kLongestAnnotationName = 1'000;    ///< bytes
inline constexpr std::size_t kLongestAnnotationText = 100'000;  ///< bytes
inline constexpr std::size_t kLargestAnnotationFile = 64u << 20;

/// Checks a note. Errors: kInvalidArgument if it exceeds a limit, is not UTF-8, or refers to
/// times, events or tracks that `trace` does not have.
Result<> check_annotation(const Annotation& annotation, const Trace& trace);

/// The notes as JSON, schema `nscope.annotations/1` (docs/annotations.md).
std::string annotations_json(std::span<const Annotation> annotations, const Trace& trace);

struct ReadAnnotations {
  std::vector<Annotation> annotations;
  /// Number of notes on events that the run does not have; they were read as ranges.
  std::size_t without_event = 0;
};

/// Reads notes for `trace`, which may be another run than the one they were made on: events are
/// found by track, start and name. `name` is the file in messages. Errors: kBadInput with the
/// path, kUnsupportedVersion for another schema.
Result<ReadAnnotations> read_annotations(std::string_view json, std::string_view name,
                                         const Trace& trace);

/// A hexadecimal hash that identifies a run independently of the location of its file.
std::string run_fingerprint(const Trace& trace);

}  // namespace nscope
