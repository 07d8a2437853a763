// Every capture of the corpus, written as Perfetto and read again, is the same trace.
#include "tests/corpus/neuron_captures.h"
#include "tests/unit/importers_perfetto/round_trip.h"

#include <iostream>

namespace nscope {
namespace {

TEST(PerfettoCorpus, CapturesComeBack) {
  const auto captures = neuron_captures();
  if (corpus_folder().empty()) GTEST_SKIP() << "no reference corpus (NSCOPE_CORPUS)";
  ASSERT_FALSE(captures.empty());
  for (const NeuronCapture& capture : captures) {
    SCOPED_TRACE(capture.name);
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_NE(trace, nullptr);
    ASSERT_GT(trace->slice_count(), 0u);
    const auto again = perfetto_round_trip(*trace);
    std::cout << "  " << capture.name << ": " << trace->slice_count() << " slices, "
              << trace->flows().size() << " flows\n";
    expect_same_trace(*trace, *again);
  }
}

}  // namespace
}  // namespace nscope
