#pragma once

#include "profiler/trace/trace.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {

/// Lines of a trace's text. Diagnostics come last, sorted: those that building a
/// trace repeats come in another order the second time. Properties of a slice are
/// sorted. Flows between the same two
/// slices are sorted by kind.
inline std::vector<std::string> trace_lines(const Trace& trace) {
  std::vector<std::string> lines;
  std::vector<std::string> diagnostics;
  std::istringstream text(trace_text(trace));
  for (std::string line; std::getline(text, line);) {
    (line.starts_with("diagnostic ") ? diagnostics : lines).push_back(std::move(line));
  }
  // A slice's properties: their order is not part of a trace.
  const auto is_arg = [](const std::string& line) { return line.starts_with("    "); };
  for (auto it = lines.begin(); it != lines.end();) {
    const auto last = std::find_if_not(it, lines.end(), is_arg);
    std::sort(it, last);
    it = std::find_if(last, lines.end(), is_arg);
  }
  std::sort(diagnostics.begin(), diagnostics.end());
  const auto flow = [](const std::string& line) { return line.starts_with("flow "); };
  const auto first_flow = std::find_if(lines.begin(), lines.end(), flow);
  std::sort(first_flow, std::find_if_not(first_flow, lines.end(), flow));
  lines.insert(lines.end(), diagnostics.begin(), diagnostics.end());
  return lines;
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
