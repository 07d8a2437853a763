#include "app/gui/shell/slow_rank_run.h"

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr int kSampleRanks = 4;
constexpr int kLateRank = 2;
constexpr int kRunSteps = 3;
constexpr int kLayersOfStep = 6;
constexpr int kProducts = 8;  ///< of a layer
// Times in ns.
constexpr std::int64_t kProduct = 4'000;
constexpr std::int64_t kSlowProduct = 6'400;
constexpr std::int64_t kNormalisation = 3'000;
constexpr std::int64_t kReduction = 20'000;
constexpr std::int64_t kBetweenLayers = 200;
constexpr std::int64_t kGradientBytes = 2 << 20;

/// Writes the work of one layer from `begin` on; returns its end.
std::int64_t write_layer(TraceWriter& out, NeuronTracks& tracks, int rank, int layer,
                         std::int64_t begin) {
  const std::string name = fmt::format("layer {}", layer);
  const auto named = [&](SliceId slice) { out.arg(slice, out.intern(key::kLayer), name); };
  const std::int64_t length = rank == kLateRank ? kSlowProduct : kProduct;
  std::int64_t now = begin;
  for (int i = 0; i < kProducts; ++i) {
    const SliceId product = out.slice(tracks.engine(rank, Engine::kTensor, true),
                                      out.intern("MATMUL"), TraceTime(now), TraceTime(length));
    out.arg(product, out.intern(key::kElements), std::int64_t{128 * 128 * 512});
    named(product);
    now += length;
  }
  named(out.slice(tracks.engine(rank, Engine::kVector), out.intern("BN_STATS"), TraceTime(now),
                  TraceTime(kNormalisation)));
  return now + kNormalisation + kBetweenLayers;
}

}  // namespace

std::shared_ptr<const Trace> slow_rank_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const TrackId executions = tracks.executions();
  std::array<std::int64_t, kSampleRanks> now{};
  for (int step = 0; step < kRunSteps; ++step) {
    const std::int64_t begin = now[0];
    for (int layer = 0; layer < kLayersOfStep; ++layer) {
      std::array<std::int64_t, kSampleRanks> arrival{};
      for (int rank = 0; rank < kSampleRanks; ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        arrival[at] = write_layer(out, tracks, rank, layer, now[at]);
      }
      const std::int64_t end = *std::max_element(arrival.begin(), arrival.end()) + kReduction;
      for (int rank = 0; rank < kSampleRanks; ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        const SliceId reduction = out.slice(tracks.collectives(rank), out.intern("all_reduce"),
                                            TraceTime(arrival[at]), TraceTime(end - arrival[at]));
        out.arg(reduction, out.intern(key::kBytes), kGradientBytes);
        out.arg(reduction, out.intern(key::kRanks), std::int64_t{kSampleRanks});
        now[at] = end + kBetweenLayers;
      }
    }
    out.slice(executions, out.intern(fmt::format("Step {}", step)), TraceTime(begin),
              TraceTime(now[0] - begin));
  }
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(now[0])});
  out.property(std::string(property::kInstanceType), std::string("trn2.3xlarge"));
  out.property(std::string(property::kPhysicalCores), std::int64_t{kSampleRanks});
  out.property(std::string(property::kPeClock), 2.4e9);
  out.property(std::string(property::kPeRows), std::int64_t{128});
  out.property(std::string(property::kPeColumns), std::int64_t{128});
  out.finish();
  return builder.finish();
}

}  // namespace nscope::gui
