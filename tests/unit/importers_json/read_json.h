#pragma once

#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/shared/importer.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {

inline ByteSource json_file(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return std::byte(c); });
  return ByteSource::from_bytes("run.json", std::move(bytes));
}

inline Result<std::shared_ptr<const Trace>> read_with(decltype(Importer::read) read,
                                                      std::string_view text) {
  const ByteSource file = json_file(text);
  TraceBuilder builder;
  TaskControl control;
  if (auto ok = read({file, nullptr}, builder, control); !ok) return fail(ok.error());
  return builder.finish();
}

/// Checks that the reader refuses each of these texts and states the place.
inline void expect_refused(decltype(Importer::read) read,
                           std::initializer_list<std::string_view> texts,
                           std::string_view where = "run.json") {
  for (const std::string_view text : texts) {
    const auto trace = read_with(read, text);
    ASSERT_FALSE(trace) << text;
    EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << text;
    EXPECT_EQ(trace.error().where.english(), where) << text;
  }
}

inline const Track* find_track(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return &track;
  }
  return nullptr;
}

inline const Diagnostic* find_diagnostic(const Trace& trace, std::string_view code) {
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    if (diagnostic.code == code) return &diagnostic;
  }
  return nullptr;
}

inline std::string arg_text(const Trace& trace, SliceId slice, std::string_view key) {
  const auto value = trace.arg(slice, trace.strings().find(key));
  if (!value) return "absent";
  if (const auto* number = std::get_if<std::int64_t>(&*value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&*value)) return std::to_string(*real);
  return std::string(trace.text(std::get<StringId>(*value)));
}

}  // namespace nscope::importers
