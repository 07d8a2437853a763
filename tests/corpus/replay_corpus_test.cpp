// Replays each reference capture on its own device: the rebuilt dependencies must
// account for the time that it took.

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/instruction/replay.h"
#include "tests/corpus/neuron_captures.h"

#include <iostream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

class ReplayCorpusTest : public NeuronCaptureTest {
 protected:
  void SetUp() override {
    NeuronCaptureTest::SetUp();
    catalog_.emplace(catalog::Catalog::load().value());
  }

  sim::ReplayResult replayed(const Trace& trace, std::string_view target,
                             TraceSink* sink = nullptr) {
    TaskControl control;
    auto result = sim::replay(*catalog_, trace, **sim::device_named(*catalog_, target), nullptr,
                              sink, control);
    EXPECT_TRUE(result) << to_string(result.error());
    return std::move(result).value_or(sim::ReplayResult{});
  }

  std::optional<catalog::Catalog> catalog_;
};

TEST_F(ReplayCorpusTest, OwnDeviceTakesTheCapturedTime) {
  for (const NeuronCapture& capture : captures_) {
    for (const std::vector<std::string>& files :
         {std::vector{capture.ntff, capture.neff}, std::vector{capture.json}}) {
      const auto trace = open_exactly(files);
      ASSERT_TRUE(trace);
      const sim::ReplayResult result = replayed(*trace, "trn2");
      std::cout << fmt::format(
          "  {}, {}: {:.3f} us, replay {:+.1f} %, dependencies alone {:+.1f} %\n", capture.name,
          files.size() == 1 ? "JSON" : "NTFF", result.captured * 1e6, 100 * (result.ratio - 1),
          100 * (result.explained - 1));
      EXPECT_NEAR(result.ratio, 1, 0.05) << capture.name;
      // Without any wait that was kept as it is: still no worse than a fifth off.
      EXPECT_NEAR(result.explained, 1, 0.21) << capture.name;
      EXPECT_EQ(result.ratio, result.fidelity);
    }
  }
}

// The two forms of a capture state their dependencies in different ways.
TEST_F(ReplayCorpusTest, BothFormsOfACaptureGiveTheSamePrediction) {
  for (const NeuronCapture& capture : captures_) {
    const auto ntff = open_exactly({capture.ntff, capture.neff});
    const auto json = open_exactly({capture.json});
    ASSERT_TRUE(ntff && json);
    for (const std::string_view target : {"trn1", "trn3"}) {
      EXPECT_NEAR(replayed(*json, target).ratio, replayed(*ntff, target).ratio, 0.01)
          << capture.name << " on " << target;
    }
  }
}

TEST_F(ReplayCorpusTest, OtherDevicesGiveSensibleRuns) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    for (const std::string_view target : {"trn1", "inf2", "trn3"}) {
      TraceBuilder builder;
      const sim::ReplayResult result = replayed(*trace, target, &builder);
      EXPECT_GT(result.ratio, 0.5) << capture.name << " on " << target;
      EXPECT_LT(result.ratio, 2) << capture.name << " on " << target;
      const auto run = builder.finish();
      std::size_t events = 0;
      for (const Track& track : run->tracks()) {
        if (track.kind != TrackKind::kExecution) events += track.slices.size();
      }
      EXPECT_EQ(events, result.events);
    }
  }
}

}  // namespace
}  // namespace nscope
