#pragma once

#include "profiler/trace/trace.h"
#include "tests/corpus/neuron_captures.h"
#include "tests/support/same_trace.h"

#include <functional>
#include <iostream>
#include <memory>

#include <gtest/gtest.h>

namespace nscope {

/// Every device capture of the corpus, written and read again, is the same trace.
/// For a CorpusTest.
inline void expect_captures_come_back(
    const std::function<std::shared_ptr<const Trace>(const Trace&)>& round_trip) {
  const auto captures = neuron_captures();
  ASSERT_FALSE(captures.empty());
  for (const NeuronCapture& capture : captures) {
    SCOPED_TRACE(capture.name);
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_NE(trace, nullptr);
    ASSERT_GT(trace->slice_count(), 0u);
    std::cout << "  " << capture.name << ": " << trace->slice_count() << " slices, "
              << trace->flows().size() << " flows\n";
    expect_same_trace(*trace, *round_trip(*trace));
  }
}

}  // namespace nscope
