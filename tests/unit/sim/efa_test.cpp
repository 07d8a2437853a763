// The rule for EFA, which training, rollouts, servers and collectives share.
#include "simcore/engine/machine/efa.h"

#include "simcore/engine/run/prepared_run.h"
#include "tests/unit/sim/built_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

const catalog::Instance& instance(std::string_view id) {
  return **catalogue().instance(id);
}

TEST(Efa, IsKnownAbsentOrUnknown) {
  EXPECT_TRUE(efa_obstacle(instance("trn1.32xlarge")).empty());
  EXPECT_EQ(efa_obstacle(instance("inf2.48xlarge")).english(), "inf2.48xlarge has no EFA");
  // The number of interfaces is not published, but the bandwidth is.
  EXPECT_TRUE(efa_obstacle(instance("trn3.48xlarge")).empty());
  EXPECT_THAT(efa_obstacle(instance("trn3.3xlarge")).english(),
              HasSubstr("bandwidth of trn3.3xlarge is not published"));
}

TEST(Efa, HasTheShareOfThePublishedBandwidth) {
  EXPECT_NEAR(efa_bandwidth(instance("trn2.48xlarge"), 0.5).value(), 0.5 * 3200e9 / 8, 1);
  const auto none = efa_bandwidth(instance("inf2.48xlarge"), 0.5);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
}

TEST(Efa, TrainingOnSeveralNodesNeedsOnlyItsBandwidth) {
  TrainingSetup setup;
  setup.nodes = 2;
  setup.global_batch = 64;
  Workload workload;
  workload.kind = setup;
  workload.model = "llama-3.1-8b";
  workload.instance = "trn3.48xlarge";
  workload.tensor_parallel = 8;
  workload.input_tokens = 2048;
  const auto run = plan_run(catalogue(), workload, parameters());
  EXPECT_TRUE(run) << to_string(run.error());
  workload.instance = "trn3.3xlarge";
  workload.tensor_parallel = 4;
  const auto unknown = plan_run(catalogue(), workload, parameters());
  ASSERT_FALSE(unknown);
  EXPECT_THAT(to_string(unknown.error()), HasSubstr("is not published"));
}

}  // namespace
}  // namespace nscope::sim
