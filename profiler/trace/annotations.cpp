#include "profiler/trace/annotations.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/limits.h"
#include "profiler/trace/track_path.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::string_view kAnnotationsSchema = "nscope.annotations/1";

/// Tracks by path.
using TrackPaths = std::map<std::string, TrackId, std::less<>>;

TrackPaths paths_of(const Trace& trace) {
  TrackPaths paths;
  const auto all = unique_track_paths(trace);
  for (std::size_t i = 0; i < all.size(); ++i) paths.try_emplace(all[i], TrackId(i));
  return paths;
}

std::optional<Annotation::Kind> parse_kind(std::string_view text) {
  for (const auto kind :
       {Annotation::Kind::kEvent, Annotation::Kind::kRange, Annotation::Kind::kMarker}) {
    if (text == to_string(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> parse_color(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::uint32_t color = 0;
  for (const char c : text.substr(1)) {
    const bool digit = c >= '0' && c <= '9';
    const char letter = static_cast<char>(c | 0x20);
    if (!digit && (letter < 'a' || letter > 'f')) return std::nullopt;
    color = color << 4 | static_cast<std::uint32_t>(digit ? c - '0' : letter - 'a' + 10);
  }
  return color;
}

SliceId find_event(const Trace& trace, TrackId track, std::int64_t start, std::string_view name) {
  const StringId wanted = trace.strings().find(name);
  const Track& of = trace.track(track);
  const auto& starts = of.slices.start;
  auto at = std::lower_bound(starts.begin(), starts.end(), start);
  for (; at != starts.end() && *at == start; ++at) {
    const auto row = static_cast<std::size_t>(at - starts.begin());
    if (wanted.valid() && of.slices.name[row] == wanted) return Trace::slice_id(of, row);
  }
  return SliceId();
}

/// Reads the notes of a document.
class AnnotationsReader {
 public:
  AnnotationsReader(const Trace& trace, std::int64_t ticks_per_ns)
      : trace_(trace), ticks_per_ns_(ticks_per_ns), paths_(paths_of(trace)) {}

  Result<> read(const Json& json, const std::string& where, ReadAnnotations& out) {
    StrictObject in(json, where);
    Annotation made;
    const auto kind = parse_kind(in.string("kind"));
    if (!kind) in.reject("kind", tr("must be event, range or marker"));
    made.name = in.string("name");
    made.text = in.optional_string("text").value_or("");
    const auto color = parse_color(in.optional_string("color").value_or("#4f9cf9"));
    if (!color) in.reject("color", tr("must be a colour of the form #rrggbb"));
    made.begin = ticks(in, "start_ticks", in.integer("start_ticks"));
    const std::int64_t length = in.optional_integer("duration_ticks").value_or(0);
    if (length < 0) in.reject("duration_ticks", tr("must not be negative"));
    made.end = made.begin + ticks(in, "duration_ticks", length);
    const auto track = in.optional_string("track");
    const auto event = in.optional_string("event");
    read_tracks(in, made);
    if (auto ok = in.finish(); !ok) return ok;
    made.kind = *kind;
    made.color = *color;
    if (made.kind == Annotation::Kind::kMarker) made.end = made.begin;
    if (made.kind != Annotation::Kind::kRange) made.tracks.clear();
    if (made.kind == Annotation::Kind::kEvent) {
      place(track.value_or(""), event.value_or(""), made, out);
    }
    if (auto ok = check_annotation(made, trace_); !ok) {
      return fail(ErrorCode::kBadInput, ok.error().message, where);
    }
    out.annotations.push_back(std::move(made));
    return {};
  }

 private:
  /// Converts ticks of the document to ticks of the run. Out of range: an error of `in`.
  TraceTime ticks(StrictObject& in, std::string_view key, std::int64_t value) const {
    if (value < -limits::kFarthestTime || value > limits::kFarthestTime) {
      in.reject(key, tr("outside the time axis"));
      return {};
    }
    const std::int64_t to = trace_.time_base().ticks_per_ns;
    if (to == ticks_per_ns_) return TraceTime(value);
    const double scaled =
        static_cast<double>(value) * static_cast<double>(to) / static_cast<double>(ticks_per_ns_);
    if (std::abs(scaled) > static_cast<double>(limits::kFarthestTime)) {
      in.reject(key, tr("outside the time axis"));
      return {};
    }
    return TraceTime(std::llround(scaled));
  }

  void read_tracks(StrictObject& in, Annotation& made) const {
    const Json* tracks = in.optional("tracks");
    if (tracks == nullptr) return;
    if (!tracks->is_array()) return in.reject("tracks", tr("must be an array of track paths"));
    for (const Json& path : *tracks) {
      if (!path.is_string()) return in.reject("tracks", tr("must be an array of track paths"));
      const auto found = paths_.find(path.get_ref<const std::string&>());
      if (found != paths_.end()) made.tracks.push_back(found->second);
    }
    std::sort(made.tracks.begin(), made.tracks.end());
    made.tracks.erase(std::unique(made.tracks.begin(), made.tracks.end()), made.tracks.end());
  }

  /// Finds the event of a note; if the run does not have it, makes the note a range.
  void place(const std::string& track, const std::string& event, Annotation& made,
             ReadAnnotations& out) const {
    const auto path = paths_.find(track);
    if (path != paths_.end()) {
      made.event = find_event(trace_, path->second, made.begin.value(), event);
    }
    if (made.event.valid()) {
      made.end = trace_.slice(made.event).end();
      return;
    }
    made.kind = Annotation::Kind::kRange;
    ++out.without_event;
  }

  const Trace& trace_;
  std::int64_t ticks_per_ns_;
  TrackPaths paths_;
};

}  // namespace

std::string_view to_string(Annotation::Kind kind) {
  switch (kind) {
    case Annotation::Kind::kEvent: return "event";
    case Annotation::Kind::kRange: return "range";
    case Annotation::Kind::kMarker: return "marker";
  }
  return "marker";
}

Result<> check_annotation(const Annotation& annotation, const Trace& trace) {
  const auto invalid = [](Text why) { return fail(ErrorCode::kInvalidArgument, std::move(why)); };
  if (annotation.name.size() > kLongestAnnotationName) {
    return invalid(tr("the name is longer than {} bytes", kLongestAnnotationName));
  }
  if (annotation.text.size() > kLongestAnnotationText) {
    return invalid(tr("the text is longer than {} bytes", kLongestAnnotationText));
  }
  if (!is_utf8(annotation.name) || !is_utf8(annotation.text)) {
    return invalid(tr("name and text must be UTF-8"));
  }
  if (annotation.color > 0xFFFFFF) return invalid(tr("invalid colour"));
  const auto far = [](TraceTime time) {
    return time.value() < -limits::kFarthestTime || time.value() > limits::kFarthestTime;
  };
  if (far(annotation.begin) || far(annotation.end)) return invalid(tr("outside the time axis"));
  if (annotation.end < annotation.begin) return invalid(tr("the end is before the start"));
  const bool event = annotation.kind == Annotation::Kind::kEvent;
  if (event && annotation.event.index() >= trace.slice_count()) {
    return invalid(tr("the run does not have the event"));
  }
  for (const TrackId track : annotation.tracks) {
    if (track.index() >= trace.tracks().size()) {
      return invalid(tr("the run does not have all tracks of the range"));
    }
  }
  return {};
}

std::string annotations_json(std::span<const Annotation> annotations, const Trace& trace) {
  const auto paths = unique_track_paths(trace);
  Json list = Json::array();
  for (const Annotation& annotation : annotations) {
    Json json{{"kind", to_string(annotation.kind)},
              {"name", annotation.name},
              {"text", annotation.text},
              {"color", fmt::format("#{:06x}", annotation.color)},
              {"start_ticks", annotation.begin.value()},
              {"duration_ticks", (annotation.end - annotation.begin).value()}};
    if (annotation.kind == Annotation::Kind::kEvent) {
      const Trace::SliceRef slice = trace.slice(annotation.event);
      json["track"] = paths[slice.track->id.index()];
      json["event"] = trace.text(slice.name());
    }
    if (!annotation.tracks.empty()) {
      Json& tracks = json["tracks"] = Json::array();
      for (const TrackId track : annotation.tracks) {
        tracks.push_back(paths[track.index()]);
      }
    }
    list.push_back(std::move(json));
  }
  const Json document{{"schema", kAnnotationsSchema},
                      {"run", run_fingerprint(trace)},
                      {"ticks_per_ns", trace.time_base().ticks_per_ns},
                      {"annotations", std::move(list)}};
  return document_text(document);
}

Result<ReadAnnotations> read_annotations(std::string_view json, std::string_view name,
                                         const Trace& trace) {
  if (json.size() > kLargestAnnotationFile) {
    return fail(ErrorCode::kBadInput,
                tr("the file is larger than {} MiB, the limit for annotations",
                   kLargestAnnotationFile >> 20),
                std::string(name));
  }
  const auto document = parse_json(json, name);
  if (!document) return fail(document.error());
  StrictObject in(*document, std::string(name));
  const std::string schema = in.string("schema");
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  if (schema != kAnnotationsSchema) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported schema '{}'; expected '{}'", schema, kAnnotationsSchema),
                std::string(name));
  }
  in.optional_string("run");
  const std::int64_t ticks_per_ns = in.integer("ticks_per_ns");
  if (ticks_per_ns < 1 || ticks_per_ns > limits::kFinestTimeBase) {
    in.reject("ticks_per_ns", tr("must be between 1 and {}", limits::kFinestTimeBase));
  }
  const Json& list = in.array("annotations");
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  if (list.size() > kMostAnnotations) {
    return fail(
        ErrorCode::kBadInput,
        tr("more than {} annotations", as::count(static_cast<std::int64_t>(kMostAnnotations))),
        std::string(name));
  }
  ReadAnnotations out;
  AnnotationsReader reader(trace, ticks_per_ns);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("{}: /annotations/{}", name, i);
    if (auto ok = reader.read(list[i], where, out); !ok) return fail(ok.error());
  }
  return out;
}

std::string run_fingerprint(const Trace& trace) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add_text = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ 0xFF) * 0x100000001b3;
  };
  const auto add = [&](auto number) { add_text(std::to_string(number)); };
  add_text(trace.property_text(property::kUuid));
  add(trace.time_base().ticks_per_ns);
  add(trace.begin().value());
  add(trace.end().value());
  add(trace.flows().size());
  for (const Track& track : trace.tracks()) {
    add_text(trace.text(track.name));
    add(track.parent.value);
    add(track.slices.size());
    add(track.counters.size());
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace nscope
