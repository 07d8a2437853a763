#pragma once

#include "importers/perfetto/perfetto.h"
#include "profiler/export/perfetto.h"
#include "profiler/trace/trace_builder.h"
#include "tests/unit/importers_parquet/trace_text.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {

/// Lines of a trace's text. Diagnostics come last, sorted: those that building a
/// trace repeats come in another order the second time. Flows between the same two
/// slices are sorted by kind.
inline std::vector<std::string> trace_lines(const Trace& trace) {
  std::vector<std::string> lines;
  std::vector<std::string> diagnostics;
  std::istringstream text(trace_text(trace));
  for (std::string line; std::getline(text, line);) {
    (line.starts_with("diagnostic ") ? diagnostics : lines).push_back(std::move(line));
  }
  std::sort(diagnostics.begin(), diagnostics.end());
  const auto flow = [](const std::string& line) { return line.starts_with("flow "); };
  const auto first_flow = std::find_if(lines.begin(), lines.end(), flow);
  std::sort(first_flow, std::find_if_not(first_flow, lines.end(), flow));
  lines.insert(lines.end(), diagnostics.begin(), diagnostics.end());
  return lines;
}

/// Writes the trace as Perfetto and reads it again.
inline std::shared_ptr<const Trace> perfetto_round_trip(const Trace& trace) {
  const std::string path =
      testing::TempDir() + "round_trip." + std::to_string(::getpid()) + ".pftrace";
  TaskControl control;
  const auto written = export_perfetto(trace, path, control);
  EXPECT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(control.fraction(), 1.0);
  TraceBuilder builder;
  {
    const auto file = ByteSource::open(path);
    EXPECT_TRUE(file && importers::sniff_perfetto(*file));
    if (file) {
      const auto read = importers::read_perfetto({*file}, builder, control);
      EXPECT_TRUE(read) << to_string(read.error());
    }
  }
  ::unlink(path.c_str());
  return builder.finish();
}

/// Fails the test with the first line that differs.
inline void expect_same_trace(const Trace& expected, const Trace& actual) {
  const std::vector<std::string> left = trace_lines(expected);
  const std::vector<std::string> right = trace_lines(actual);
  const auto [a, b] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  if (a == left.end() && b == right.end()) return;
  ADD_FAILURE() << "line " << a - left.begin() << " of " << left.size()
                << "\nexpected: " << (a == left.end() ? "(nothing)" : *a)
                << "\nactual:   " << (b == right.end() ? "(nothing)" : *b);
}

}  // namespace nscope
