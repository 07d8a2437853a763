// Every capture of the corpus, written as Perfetto and read again, is the same trace.
#include "tests/corpus/captures_come_back.h"
#include "tests/unit/importers_perfetto/round_trip.h"

namespace nscope {
namespace {

using PerfettoCorpus = CorpusTest;

TEST_F(PerfettoCorpus, CapturesComeBack) {
  expect_captures_come_back(perfetto_round_trip);
}

}  // namespace
}  // namespace nscope
