#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/serving/server.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

ServedModel served(const Machine& machine, int slots, int longest) {
  return {.machine = &machine,
          .model = catalogue().model("llama-3.1-8b").value(),
          .layout = {.tensor_parallel = 8, .batch = slots, .sequence_length = longest}};
}

TEST(ServingPlan, CostsAreThoseOfTheCompiledShape) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.batch_buckets = {1, 8};
  const auto plan = plan_serving(served(machine, 32, 4096), setup, parameters);
  ASSERT_TRUE(plan) << plan.error().message.english();
  const StepCosts& costs = plan->costs;
  EXPECT_EQ(costs.batches, (std::vector<int>{1, 8, 32}));
  EXPECT_EQ(costs.positions, (std::vector<int>{128, 256, 512, 1024, 2048, 4096}));
  DecoderLayout layout = served(machine, 32, 4096).layout;
  layout.batch = 8;
  const double seconds =
      parameters.decode_launch +
      total(decode_graph(machine, parameters, *catalogue().model("llama-3.1-8b").value(), layout,
                         2048))
          .seconds;
  EXPECT_NEAR(static_cast<double>(costs.decode(5, 1500)) * 1e-12, seconds, 1e-11);
  // Two sequences cost as much as the graph for eight, and nine as much as the graph for 32.
  EXPECT_EQ(costs.decode(2, 100), costs.decode(8, 128));
  EXPECT_EQ(costs.decode(9, 100), costs.decode(32, 100));
  setup.position_buckets = false;
  const auto padded = plan_serving(served(machine, 32, 4096), setup, parameters);
  EXPECT_EQ(padded->costs.decode(1, 10), costs.decode(1, 4096));
}

TEST(ServingPlan, AChunkCostsLessThanItsPromptAndMoreThanItsTokensAlone) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.scheduler = Scheduler::kChunked;
  setup.chunk_tokens = 512;
  const auto plan = plan_serving(served(machine, 8, 4096), setup, parameters);
  ASSERT_TRUE(plan);
  EXPECT_LT(plan->costs.chunk(512, 512), plan->costs.chunk(512, 4096));
  EXPECT_LT(plan->costs.chunk(512, 4096), plan->costs.prefill(4096));
  Picoseconds chunks = 0;
  for (int done = 512; done <= 4096; done += 512) chunks += plan->costs.chunk(512, done);
  EXPECT_GT(chunks, plan->costs.prefill(4096) / 2);
}

TEST(ServingPlan, ServersThatShareGraphsCostWhatTheyCostAlone) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  GraphSeconds graphs;
  // The order matters because each server finds the graphs of the previous ones.
  for (const int slots : {4, 16, 1, 16, 3}) {
    for (const Scheduler scheduler :
         {Scheduler::kContinuous, Scheduler::kStatic, Scheduler::kChunked}) {
      ServingSetup setup;
      setup.scheduler = scheduler;
      setup.chunk_tokens = 200;
      if (slots > 2) setup.batch_buckets = {1, 2};
      ServedModel alone = served(machine, slots, 3000);
      ServedModel shared = alone;
      shared.graphs = &graphs;
      const StepCosts costs = step_costs(alone, setup, parameters).value();
      const StepCosts same = step_costs(shared, setup, parameters).value();
      EXPECT_EQ(same.decode_table, costs.decode_table) << slots;
      EXPECT_EQ(same.prefill_table, costs.prefill_table) << slots;
      EXPECT_EQ(same.chunk_table, costs.chunk_table) << slots;
    }
  }
}

TEST(ServingPlan, APrefillReturnsTheCacheOfAllSlots) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  const auto one = plan_serving(served(machine, 1, 4096), {}, parameters);
  const auto many = plan_serving(served(machine, 32, 4096), {}, parameters);
  // Keys and values of 32 layers; the row of one slot is one KV head of 128 bf16 elements on each
  // core.
  const double row = 128 * 2;
  const double bytes = 32 * 2.0 * 4096 * (32 * row - std::max(row, parameters.kv_row_floor));
  const double rate = parameters.kv_efficiency * machine.dma_bandwidth;
  const auto difference =
      static_cast<double>(many->costs.prefill(2048) - one->costs.prefill(2048)) * 1e-12;
  EXPECT_NEAR(difference / (bytes / rate), 1, 0.01);
  EXPECT_EQ(one->costs.cache_bytes, 32 * 2.0 * 8 * 128 * 2);
}

TEST(ServingPlan, RejectsSettingsThatCannotBeCombined) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  const auto refusal = [&](const ServingSetup& setup) {
    const auto plan = plan_serving(served(machine, 8, 1024), setup, parameters);
    EXPECT_FALSE(plan);
    return plan ? std::string() : plan.error().message.english();
  };
  ServingSetup setup;
  setup.stack = "sglang";
  EXPECT_THAT(refusal(setup), HasSubstr("unknown serving stack 'sglang'"));
  setup = {};
  setup.batch_buckets = {16};
  EXPECT_THAT(refusal(setup), HasSubstr("16 must be between 1 and the compiled batch of 8"));
  setup = {};
  setup.prefix = PrefixCache{};
  EXPECT_THAT(refusal(setup), HasSubstr("a prefix cache requires a paged KV cache"));
  setup.paged = PagedCache{.block_tokens = 24};
  EXPECT_THAT(refusal(setup), HasSubstr("16 tokens must be a multiple of the page size of 24"));
  setup = {};
  setup.paged = PagedCache{.block_tokens = 16, .blocks = 63};
  EXPECT_THAT(refusal(setup), HasSubstr("too few for one sequence of 1024 tokens"));
  setup.scheduler = Scheduler::kStatic;
  EXPECT_THAT(refusal(setup), HasSubstr("static batching"));
  setup = {};
  setup.speculation = Speculation{.draft_model = "nothing", .accepted = {1, 0, 0, 0, 0}};
  EXPECT_THAT(refusal(setup), HasSubstr("the draft model 'nothing' is missing"));
  setup = {};
  setup.disaggregation = Disaggregation{};
  EXPECT_THAT(refusal(setup), HasSubstr("the bandwidth between prefill and decode replicas"));
}

TEST(Server, TakesTheCompiledShapeFromTheWorkload) {
  const Workload workload{.model = "llama-3.1-8b",
                          .instance = "inf2.48xlarge",
                          .tensor_parallel = 8,
                          .batch = 32,
                          .sequence_length = 4096};
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.stack = "vllm";
  setup.requests = 200;
  setup.arrivals.rate = 2;
  const auto server = prepare_server(catalogue(), workload, setup, parameters);
  ASSERT_TRUE(server) << to_string(server.error());
  EXPECT_EQ(server->replicas_per_instance, 3);
  const auto plan = plan_serving(server->served, setup, parameters);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->slots, 32);
  const ServingRun result = run(*plan, draw_requests(setup, 1).value());
  EXPECT_EQ(result.count(State::kCompleted), 200);
  // One user on an idle server: the prefill and the steps of a static batch, plus the costs of the
  // stack.
  Workload alone = workload;
  alone.batch = 1;
  ServingSetup single;
  single.arrivals = {.process = ArrivalProcess::kClosedLoop};
  single.requests = 1;
  const auto one = prepare_server(catalogue(), alone, single, parameters);
  ASSERT_TRUE(one);
  const auto one_plan = plan_serving(one->served, single, parameters);
  const std::vector<Metric> metrics =
      serving_metrics(*one_plan, run(*one_plan, draw_requests(single, 1).value()));
  const auto closed = estimate_of(alone);
  EXPECT_NEAR(value(metrics, "ttft_p50") / closed->find("ttft_p50")->value, 1, 1e-6);
  EXPECT_NEAR(value(metrics, "latency_p50") / closed->find("latency_p50")->value, 1, 1e-6);
  Workload encoder = workload;
  encoder.model = "bert-base-cased";
  encoder.task = "encode";
  encoder.sequence_length = 0;
  encoder.tensor_parallel = 1;
  const auto refused = prepare_server(catalogue(), encoder, setup, parameters);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("supported only for decoders"));
}

}  // namespace
}  // namespace nscope::sim
