#pragma once

#include "importers/nsight_sqlite/nsight_sqlite.h"
#include "importers/xplane/xplane.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace nscope::importers {

using ReadResult = Result<std::shared_ptr<const Trace>>;

inline ReadResult read_with(Result<> (*read)(const CaptureInput&, TraceSink&, TaskControl&),
                            std::string_view bytes, std::string name) {
  const ByteSource file = text_file(bytes, std::move(name));
  TraceBuilder builder;
  TaskControl control;
  if (auto ok = read({file, nullptr}, builder, control); !ok) return fail(ok.error());
  return builder.finish();
}
inline ReadResult read_nsight(std::string_view bytes) {
  return read_with(read_nsight_sqlite, bytes, "run.sqlite");
}
inline ReadResult read_space(std::string_view bytes) {
  return read_with(read_xplane, bytes, "host.xplane.pb");
}

/// The trace, or null after a failed expectation.
inline std::shared_ptr<const Trace> must(const ReadResult& trace) {
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

/// "GPU 0 / stream 7" for each track with slices or samples, in order, one line each.
inline std::string tracks_of(const Trace& trace) {
  std::string text;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::kGroup) continue;
    const std::string_view group =
        track.parent.valid() ? trace.text(trace.track(track.parent).name) : "";
    text += fmt::format("{} / {} {}\n", group, trace.text(track.name), to_string(track.kind));
  }
  return text;
}

}  // namespace nscope::importers
