#pragma once

#include "importers/shared/importer.h"
#include "importers/system_recording/system_recording.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/recording_writer.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

inline constexpr std::uint64_t kBase = RecordingWriter::kBase;
using Samples = std::vector<std::pair<std::int64_t, double>>;

/// Opens files or a folder as the programs do.
inline std::shared_ptr<const Trace> open_paths(const std::vector<std::string>& paths,
                                               const OpenOptions& options = {}) {
  TaskControl control;
  auto trace = open_run(paths, options, control);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

/// Writes a recording into the folder of the test and opens it.
inline std::shared_ptr<const Trace> open_recording(const RecordingWriter& recording,
                                                   const TestFolder& folder) {
  recording.write(folder.path() / "run");
  return open_paths({(folder.path() / "run").string()});
}

/// The slice with this name; the n-th of several in the order of tracks and time.
inline SliceId slice_named(const Trace& trace, std::string_view name, std::size_t n = 0) {
  for (const ShownSlice& slice : slices_of(trace)) {
    if (slice.name == name && n-- == 0) return slice.id;
  }
  ADD_FAILURE() << "no slice named " << name;
  return {};
}

inline std::int64_t duration_of(const Trace& trace, SliceId id) {
  const auto slice = trace.slice(id);
  return (slice.end() - slice.begin()).value();
}

}  // namespace nscope::importers
