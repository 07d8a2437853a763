#pragma once

#include "importers/chrome_json/chrome_json.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {

inline ByteSource text_file(std::string_view text, std::string name = "t.json") {
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return ByteSource::from_bytes(std::move(name), {first, first + text.size()});
}

inline Result<std::shared_ptr<const Trace>> read_trace(std::string_view text) {
  const ByteSource file = text_file(text);
  TraceBuilder builder;
  TaskControl control;
  if (auto ok = read_chrome_json({file, nullptr}, builder, control); !ok) return fail(ok.error());
  return builder.finish();
}

/// An object document with this list of events.
inline std::string document(std::string_view events) {
  return fmt::format("{{\"traceEvents\": [{}]}}", events);
}

inline const Track* find_track(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return &track;
  }
  return nullptr;
}

inline std::int64_t count_of(const Trace& trace, std::string_view code) {
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    if (diagnostic.code == code) return diagnostic.count;
  }
  return 0;
}

inline std::string value_text(const Trace& trace, const ArgValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return "'" + std::string(trace.text(std::get<StringId>(value))) + "'";
}

/// A property of the run as text; "absent" if it is missing.
inline std::string property_of(const Trace& trace, std::string_view key) {
  const PropertyValue* const value = trace.property(key);
  if (value == nullptr) return "absent";
  return std::visit([](const auto& content) { return fmt::format("{}", content); }, *value);
}

/// A line "name @start+duration/depth key=value ..." for each slice of a track.
inline std::string slices_of(const Trace& trace, std::string_view track_name) {
  const Track* const track = find_track(trace, track_name);
  if (track == nullptr) return fmt::format("no track '{}'", track_name);
  std::string text;
  for (std::size_t row = 0; row < track->slices.size(); ++row) {
    text +=
        fmt::format("{} @{}+{}/{}", trace.text(track->slices.name[row]), track->slices.start[row],
                    track->slices.duration[row], track->slices.depth[row]);
    for (const Arg& arg : trace.args_of(Trace::slice_id(*track, row))) {
      text += fmt::format(" {}={}", trace.text(arg.key), value_text(trace, arg.value));
    }
    text += '\n';
  }
  return text;
}

/// A line "from -> to (kind)" for each flow.
inline std::string flows_of(const Trace& trace) {
  std::string text;
  for (const Flow& flow : trace.flows()) {
    text += fmt::format("{} -> {} ({})\n", trace.text(trace.slice(flow.from).name()),
                        trace.text(trace.slice(flow.to).name()), trace.text(flow.kind));
  }
  return text;
}

}  // namespace nscope::importers
