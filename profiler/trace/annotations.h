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

/// A note that somebody made on a run. A plain value.
struct Annotation {
  enum class Kind : std::uint8_t { kEvent, kRange, kMarker };

  Kind kind = Kind::kMarker;
  std::string name;
  std::string text{};
  std::uint32_t color = 0x4f9cf9;  ///< 0xRRGGBB
  TraceTime begin{};
  TraceTime end{};                ///< of a marker: begin
  SliceId event{};                ///< kEvent
  std::vector<TrackId> tracks{};  ///< kRange: sorted; empty: all

  friend bool operator==(const Annotation&, const Annotation&) = default;
};

/// "event", "range", "marker".
std::string_view to_string(Annotation::Kind kind);

/// Limits of one run's notes: what is beyond is refused, so that no file can fill memory.
inline constexpr std::size_t kMostAnnotations = 100'000;
inline constexpr std::size_t kLongestAnnotationName = 1'000;    ///< bytes
inline constexpr std::size_t kLongestAnnotationText = 100'000;  ///< bytes
inline constexpr std::size_t kLargestAnnotationFile = 64u << 20;

/// Errors: kInvalidArgument, where a note breaks a limit, is not UTF-8, or names times,
/// events or tracks that `trace` does not have.
Result<> check_annotation(const Annotation& annotation, const Trace& trace);

/// The notes as JSON, schema `nscope.annotations/1` (docs/annotations.md).
std::string annotations_json(std::span<const Annotation> annotations, const Trace& trace);

struct ReadAnnotations {
  std::vector<Annotation> annotations;
  /// Notes on events that the run does not have: they came as ranges of that time.
  std::size_t without_event = 0;
};

/// Reads them for `trace`, which may be another run than they were made on: events are found
/// by track, start and name. `name` is the file's for messages. Errors: kBadInput with the
/// place, kUnsupportedVersion for another schema.
Result<ReadAnnotations> read_annotations(std::string_view json, std::string_view name,
                                         const Trace& trace);

/// Tells runs apart, and finds the same run again wherever its file lies: hexadecimal.
std::string run_fingerprint(const Trace& trace);

}  // namespace nscope
