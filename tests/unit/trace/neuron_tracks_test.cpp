#include "profiler/trace/build/neuron_tracks.h"

#include "profiler/trace/build/trace_builder.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(NeuronTracks, ParsesTheNameOfARing) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  tracks.dma_ring(1, 70, 15);
  tracks.dma(1);
  tracks.engine(1, Engine::kSync);
  out.finish();
  const auto trace = builder.finish();
  std::vector<RingName> rings;
  for (const Track& track : trace->tracks()) {
    if (const auto ring = ring_of(trace->text(track.name))) rings.push_back(*ring);
  }
  EXPECT_EQ(rings, (std::vector<RingName>{{.ring = 15, .dma_engine = 70}}));
}

TEST(NeuronTracks, RejectsOtherNames) {
  for (const std::string_view name :
       {"", "a-b", "Q", "Q0", "Q0-", "Q0-E", "Q0-64", "Q-E64", "Q-1-E64", "Q0-E-1", "Q0-E64 ",
        "Q0-E64-E65", "q0-E64", "Queue-Ends", "Q99999999999-E64"}) {
    EXPECT_EQ(ring_of(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace nscope
