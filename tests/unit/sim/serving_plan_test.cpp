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

TEST(ServingPlan, StatesMoveWithTheCacheAndHaveNoPrefixes) {
  const auto instance = catalogue().instance("trn2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  ServedModel model = served(machine, 4, 4096);
  model.model = catalogue().model("qwen3.5-9b").value();
  model.layout.tensor_parallel = 4;
  const auto plan = plan_serving(model, {}, parameters);
  ASSERT_TRUE(plan) << plan.error().message.english();
  // 8 attention layers with 4 KV heads of 256; 24 layers with 32 fp32 states of 128 x 128 and the
  // last three bf16 inputs of their convolutions.
  EXPECT_EQ(plan->costs.cache_bytes, 8 * 2 * 4 * 256 * 2.0);
  EXPECT_EQ(plan->costs.state_bytes, 24 * (32 * 128 * 128 * 4.0 + 3 * (2 * 16 + 32) * 128 * 2.0));
  ServingSetup setup;
  setup.paged.emplace();
  EXPECT_TRUE(plan_serving(model, setup, parameters));
  setup.prefix.emplace();
  const auto refused = plan_serving(model, setup, parameters);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("'linear'"));
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

/// Llama 3.1 8B on four logical cores of a Trainium2 chip with a vLLM plugin.
class VllmPlugin : public testing::Test {
 protected:
  Result<ServingPlan> plan(int slots, int longest, const ServingSetup& setup) const {
    ServedModel model = served(machine_, slots, longest);
    model.layout.tensor_parallel = 4;
    return plan_serving(model, setup, parameters_);
  }
  static ServingSetup setup() {
    ServingSetup setup;
    setup.stack = "vllm-neuron";
    return setup;
  }
  Machine machine_ = machine_of(catalogue(), *catalogue().instance("trn2.3xlarge").value()).value();
  Parameters parameters_ = built_in_calibration()->parameters;
};

TEST_F(VllmPlugin, PrefillsPromptsInSegments) {
  const auto many = plan(2, 32'768, setup());
  ASSERT_TRUE(many) << to_string(many.error());
  const StepCosts& costs = many->costs;
  EXPECT_EQ(costs.prompts, (std::vector<int>{512, 1024, 2048, 4096, 8192}));
  EXPECT_EQ(costs.prompt_bucket(10), 512);
  EXPECT_EQ(costs.prompt_bucket(8192), 8192);
  EXPECT_EQ(costs.prompt_bucket(8193), 0) << "two executions";
  EXPECT_EQ(costs.prefill(20'000),
            costs.chunk(8192, 8192) + costs.chunk(8192, 16'384) + costs.chunk(3616, 20'000));
  // The rest of a prompt whose beginning is in the prefix cache.
  EXPECT_EQ(costs.chunk(10'000, 20'000), costs.chunk(8192, 18'192) + costs.chunk(1808, 20'000));
  EXPECT_GT(costs.prefill(8193), costs.prefill(8192));
  const auto one = plan(2, 4096, setup());
  ASSERT_TRUE(one);
  EXPECT_TRUE(one->costs.chunk_table.empty()) << "no prompt needs two segments";
}

TEST_F(VllmPlugin, TheShortestPrefillIsThatOfTheStackUnlessItIsStated) {
  ServingSetup with_nxd = setup();
  with_nxd.stack = "vllm-nxd";
  EXPECT_EQ(plan(2, 4096, with_nxd)->costs.prompts, (std::vector<int>{1024, 2048, 4096}));
  with_nxd.shortest_prompt_bucket = 256;
  EXPECT_EQ(plan(2, 4096, with_nxd)->costs.prompts, (std::vector<int>{256, 512, 1024, 2048, 4096}));
  with_nxd.shortest_prompt_bucket = 1 << 24;
  EXPECT_EQ(plan(2, 4096, with_nxd)->costs.prompts, (std::vector<int>{4096}));
  with_nxd.prompt_buckets = false;
  EXPECT_EQ(plan(2, 4096, with_nxd)->costs.prompts, (std::vector<int>{4096}));
}

TEST_F(VllmPlugin, AdmitsSequencesForTheirFullLength) {
  // 2 KV heads of a core x 32 layers x 2 x 128 x 2 B = 32 KiB for each token, and 0.3 of 23.5 GiB.
  const auto limited = plan(64, 8192, setup());
  ASSERT_TRUE(limited) << to_string(limited.error());
  const double sequence = 32.0 * 1024 * 8192;
  EXPECT_EQ(limited->admitted, static_cast<int>(0.3 * 0.979 * 24 * (1 << 30) / sequence));
  EXPECT_EQ(limited->most_running(), limited->admitted);
  EXPECT_EQ(plan(8, 8192, setup())->most_running(), 8);
  ServingSetup paged = setup();
  paged.paged = PagedCache{.block_tokens = 128, .blocks = 64 * 5};
  EXPECT_EQ(plan(64, 8192, paged)->most_running(), 5) << "64 pages for each sequence";
  const auto none = plan(1, 1 << 20, setup());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(none.error().message.english(), HasSubstr("use a shorter sequence length"));
  ServingSetup with_nxd = setup();
  with_nxd.stack = "vllm-nxd";
  EXPECT_EQ(plan(64, 8192, with_nxd)->most_running(), 64) << "the rule of another stack";
}

TEST_F(VllmPlugin, NeverPreempts) {
  ServingSetup paged = setup();
  paged.paged = PagedCache{.block_tokens = 16, .blocks = 3 * 64};
  const auto three = plan(8, 1024, paged);
  ASSERT_TRUE(three);
  RequestPlan requests;
  for (int i = 0; i < 20; ++i)
    requests.requests.push_back({.input_tokens = 24, .output_tokens = 900});
  const ServingRun result = run(*three, requests);
  EXPECT_EQ(result.count(State::kCompleted), 20);
  EXPECT_EQ(result.replicas[0].preemptions, 0);
  // Twenty requests take seven turns of three.
  EXPECT_EQ(result.replicas[0].steps, 7 * 899);
  expect_conservation(*three, result);
}

TEST_F(VllmPlugin, RejectsSchedulersThatCombinePrefillsAndSteps) {
  for (const Scheduler scheduler :
       {Scheduler::kChunked, Scheduler::kStatic, Scheduler::kDecodeFirst}) {
    ServingSetup other = setup();
    other.scheduler = scheduler;
    const auto refused = plan(8, 1024, other);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message.english(), HasSubstr("use the scheduler 'continuous'"));
  }
}

TEST(Server, MemoryCountsThePrefillsThatRunTogether) {
  const Workload workload{.model = "llama-3.1-8b",
                          .instance = "trn2.3xlarge",
                          .tensor_parallel = 4,
                          .batch = 64,
                          .sequence_length = 8192};
  const Parameters parameters = built_in_calibration()->parameters;
  const auto bytes_of = [](const Server& server, std::string_view name) {
    for (const catalog::MemoryItem& item : server.run.memory.items) {
      if (item.name.english() == name) return item.bytes;
    }
    return 0.0;
  };
  ServingSetup setup;
  const auto one = prepare_server(catalogue(), workload, setup, parameters);
  ASSERT_TRUE(one) << to_string(one.error());
  setup.scheduler = Scheduler::kStatic;
  const auto together = prepare_server(catalogue(), workload, setup, parameters);
  EXPECT_FALSE(together) << "64 prefills of 8,192 tokens do not fit";
  Workload small = workload;
  small.batch = 4;
  const auto four = prepare_server(catalogue(), small, setup, parameters);
  ASSERT_TRUE(four) << to_string(four.error());
  EXPECT_DOUBLE_EQ(bytes_of(*four, "activations"), 4 * bytes_of(*one, "activations"));
  setup = {};
  setup.scheduler = Scheduler::kChunked;
  setup.chunk_tokens = 512;
  const auto chunked = prepare_server(catalogue(), workload, setup, parameters);
  ASSERT_TRUE(chunked) << to_string(chunked.error());
  EXPECT_DOUBLE_EQ(16 * bytes_of(*chunked, "activations"), bytes_of(*one, "activations"));
  setup = {};
  setup.stack = "vllm-neuron";
  const auto limited = prepare_server(catalogue(), workload, setup, parameters);
  ASSERT_TRUE(limited);
  EXPECT_LE(bytes_of(*limited, "KV cache"), 0.3 * 23.5 * (1 << 30));
  EXPECT_LT(bytes_of(*limited, "KV cache"), bytes_of(*one, "KV cache"));
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
  EXPECT_THAT(
      refusal(setup),
      HasSubstr("moving the KV cache between instances requires EFA: inf2.48xlarge has no EFA"));
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
