// The verification of the candidates of a draft: never faster than one decode step.
#include "simcore/catalog/catalog.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/graph/operator.h"
#include "simcore/engine/graph/step_graph.h"
#include "tests/unit/sim/built_in.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

struct Place {
  const char* instance;
  int degree;
};
constexpr Place kPlaces[]{
    {"inf2.48xlarge", 2}, {"trn1.32xlarge", 8}, {"trn2.48xlarge", 1}, {"trn2.48xlarge", 16}};

double decode_seconds(const Machine& on, const catalog::Model& model, const DecoderLayout& layout,
                      int positions) {
  return total(decode_graph(on, parameters(), model, layout, positions)).seconds;
}

double verify_seconds(const Machine& on, const catalog::Model& model, const DecoderLayout& layout,
                      int candidates, int positions) {
  return total(chunk_graph(on, parameters(), model, layout, candidates + 1, positions, true))
      .seconds;
}

TEST(Verification, IsNeverFasterThanADecodeStepAndGrowsWithItsCandidates) {
  int compared = 0;
  for (const Place& place : kPlaces) {
    const Machine on = machine(place.instance);
    for (const catalog::Model& model : catalogue().models()) {
      if (model.architecture != catalog::Architecture::kDecoder ||
          !check_modelled(model, place.degree)) {
        continue;
      }
      for (const int batch : {1, 2, 16}) {
        const DecoderLayout layout{
            .tensor_parallel = place.degree, .batch = batch, .sequence_length = 32768};
        for (const int positions : {256, 4096, 32768}) {
          double before = decode_seconds(on, model, layout, positions);
          for (const int candidates : {1, 2, 4, 7}) {
            const double round = verify_seconds(on, model, layout, candidates, positions);
            EXPECT_GE(round, before * (1 - 1e-9))
                << model.id << " on " << place.instance << " x " << place.degree << ", batch "
                << batch << ", " << positions << " positions, " << candidates << " candidates";
            before = round;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 10'000);
}

/// The sum of the scores of all layers with a sliding window.
double sliding_score_flops(const StepGraph& graph, const catalog::Model& model) {
  double flops = 0;
  const auto groups = model.layer_groups();
  EXPECT_EQ(groups.size(), graph.layers.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].mixer != catalog::Mixer::kSliding) continue;
    for (const Operator& op : graph.layers[i].operators) {
      if (op.name == "attention_scores") flops += groups[i].count * op.work.flops;
    }
  }
  return flops;
}

TEST(Verification, AttendsToTheWindowInSlidingLayers) {
  const Machine on = machine("trn2.48xlarge");
  for (const char* const id : {"gpt-oss-20b", "gemma-3-4b-it", "gemma-3-12b"}) {
    const auto found = catalogue().model(id);
    ASSERT_TRUE(found) << id;
    const catalog::Model& model = **found;
    const double window = model.sliding_window.value();
    const DecoderLayout layout{.tensor_parallel = 4, .batch = 2, .sequence_length = 65536};
    const auto scores = [&](int candidates, int positions) {
      return sliding_score_flops(
          candidates == 0
              ? decode_graph(on, parameters(), model, layout, positions)
              : chunk_graph(on, parameters(), model, layout, candidates + 1, positions, true),
          model);
    };
    const double step = scores(0, 65536);
    ASSERT_GT(step, 0) << id;
    EXPECT_NEAR(scores(3, 65536) / step, 4 * (window + 3) / window, 1e-9) << id;
    EXPECT_EQ(scores(3, 65536), scores(3, 32768)) << id;
    // A window that is not full: all keys.
    EXPECT_NEAR(scores(3, 64) / scores(0, 64), 4, 1e-9) << id;
  }
}

TEST(Verification, OfSeveralSequencesScattersTheirRowsAsADecodeStepDoes) {
  const Machine on = machine("trn2.48xlarge");
  const catalog::Model& model = **catalogue().model("llama-3.1-8b");
  const auto scattered = [&](int batch, int candidates) {
    const DecoderLayout layout{.tensor_parallel = 4, .batch = batch, .sequence_length = 4096};
    const StepGraph graph =
        candidates == 0 ? decode_graph(on, parameters(), model, layout, 4096)
                        : chunk_graph(on, parameters(), model, layout, candidates + 1, 4096, true);
    for (const Operator& op : graph.layers[0].operators) {
      if (op.name == "kv_cache_write") return op.work[Unit::kGpSimd];
    }
    return -1.0;
  };
  EXPECT_EQ(scattered(1, 0), 0);
  EXPECT_EQ(scattered(1, 4), 0);
  EXPECT_GT(scattered(4, 0), 0);
  EXPECT_EQ(scattered(4, 4), scattered(4, 0));
}

}  // namespace
}  // namespace nscope::sim
