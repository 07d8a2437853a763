#include "profiler/base/random_stream.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/kv_cache.h"
#include "simcore/engine/serving/step_histogram.h"
#include "simcore/engine/validation/measured_servers.h"
#include "simcore/engine/validation/serving_rows.h"
#include "simcore/engine/workload/request_file.h"
#include "simcore/engine/workload/serving_setup.h"
#include "tests/unit/sim/catalogue.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Picoseconds kSecond = 1'000'000'000'000;

ServingSetup poisson(double rate, int requests) {
  ServingSetup setup;
  setup.arrivals.rate = rate;
  setup.requests = requests;
  return setup;
}

TEST(RandomStream, IsTheSameEverywhere) {
  // The published first output of SplitMix64 for the state 0 (0xE220A8397B1DCDAF) is the second
  // number because the constructor uses the first.
  RandomStream zero(0, 0);
  EXPECT_EQ(zero.next(), 0x6E789E6AA1B965F4u);
  RandomStream one(1, 1);
  RandomStream other(1, 2);
  EXPECT_NE(one.next(), other.next());
}

TEST(RandomStream, DrawsHaveTheirMoments) {
  RandomStream random(5, 1);
  double exponential = 0;
  double normal = 0;
  double square = 0;
  constexpr int kDraws = 200'000;
  for (int i = 0; i < kDraws; ++i) {
    exponential += random.exponential();
    const double x = random.normal();
    normal += x;
    square += x * x;
    ASSERT_LT(random.below(7), 7u);
  }
  EXPECT_NEAR(exponential / kDraws, 1, 0.01);
  EXPECT_NEAR(normal / kDraws, 0, 0.01);
  EXPECT_NEAR(square / kDraws, 1, 0.015);
}

TEST(DrawRequests, TheSameSeedGivesTheSameRequests) {
  ServingSetup setup = poisson(3, 50);
  setup.input = {.kind = TokenLengths::Kind::kUniform, .low = 5, .high = 500};
  const RequestPlan a = draw_requests(setup, 4).value();
  const RequestPlan b = draw_requests(setup, 4).value();
  const RequestPlan c = draw_requests(setup, 5).value();
  setup.arrivals.rate = 9;
  const RequestPlan faster = draw_requests(setup, 4).value();
  ASSERT_EQ(a.requests.size(), 50u);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(a.requests[i].arrival, b.requests[i].arrival);
    EXPECT_EQ(a.requests[i].input_tokens, b.requests[i].input_tokens);
    EXPECT_EQ(a.requests[i].input_tokens, faster.requests[i].input_tokens);
  }
  EXPECT_NE(a.requests[9].arrival, c.requests[9].arrival);
}

TEST(DrawRequests, PoissonGapsHaveTheRateAndItsSpread) {
  const RequestPlan plan = draw_requests(poisson(4, 40'000), 2).value();
  double sum = 0;
  double squares = 0;
  Picoseconds last = 0;
  for (const Request& request : plan.requests) {
    const double gap = static_cast<double>(request.arrival - last) * 1e-12;
    last = request.arrival;
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / 40'000;
  EXPECT_NEAR(mean, 0.25, 0.005);
  EXPECT_NEAR(std::sqrt(squares / 40'000 - mean * mean), 0.25, 0.01);
}

TEST(DrawRequests, BurstsKeepTheMeanRateAndSpreadMore) {
  ServingSetup setup = poisson(1, 200'000);
  setup.arrivals.process = ArrivalProcess::kBursts;
  setup.arrivals.burst_rate = 11;
  setup.arrivals.quiet_seconds = 9;
  setup.arrivals.burst_seconds = 1;
  EXPECT_DOUBLE_EQ(setup.arrivals.mean_rate(), 2);
  const RequestPlan plan = draw_requests(setup, 2).value();
  const double seconds = static_cast<double>(plan.requests.back().arrival) * 1e-12;
  EXPECT_NEAR(200'000 / seconds, 2, 0.05);
  // The counts per second of a Poisson process have a variance equal to their mean; bursts have a
  // much larger one.
  std::vector<int> counts(static_cast<std::size_t>(seconds) + 1);
  for (const Request& request : plan.requests) {
    ++counts[static_cast<std::size_t>(request.arrival / kSecond)];
  }
  double square = 0;
  for (const int count : counts) square += (count - 2.0) * (count - 2.0);
  EXPECT_GT(square / static_cast<double>(counts.size()), 6);
}

TEST(DrawRequests, ConstantRateAndDuration) {
  ServingSetup setup = poisson(4, 1000);
  setup.arrivals.process = ArrivalProcess::kConstant;
  setup.duration = 2;
  const RequestPlan plan = draw_requests(setup, 1).value();
  ASSERT_EQ(plan.requests.size(), 8u);
  EXPECT_EQ(plan.requests[3].arrival, 3 * kSecond / 4);
}

TEST(DrawRequests, LengthsFollowTheirDistribution) {
  ServingSetup setup = poisson(1, 50'000);
  setup.input = {
      .kind = TokenLengths::Kind::kLogNormal, .mean = 1000, .deviation = 500, .high = 4000};
  setup.output = {.kind = TokenLengths::Kind::kEmpirical, .values = {3, 5, 100}};
  const RequestPlan plan = draw_requests(setup, 3).value();
  double sum = 0;
  double squares = 0;
  std::set<int> outputs;
  for (const Request& request : plan.requests) {
    sum += request.input_tokens;
    squares += 1.0 * request.input_tokens * request.input_tokens;
    outputs.insert(request.output_tokens);
    ASSERT_LE(request.input_tokens, 4000);
  }
  EXPECT_NEAR(sum / 50'000, 1000, 15);
  EXPECT_NEAR(std::sqrt(squares / 50'000 - sum / 50'000 * sum / 50'000), 500, 20);
  EXPECT_THAT(outputs, ElementsAre(3, 5, 100));
}

TEST(DrawRequests, ACommonPrefixIsSharedByItsShare) {
  ServingSetup setup = poisson(1, 10'000);
  setup.input = {.mean = 100};
  setup.prefix = PrefixCache{.block_tokens = 16, .shared_tokens = 64, .share = 0.25};
  const RequestPlan plan = draw_requests(setup, 3).value();
  int with = 0;
  for (const Request& request : plan.requests) {
    if (request.blocks.empty()) continue;
    EXPECT_THAT(request.blocks, ElementsAre(0, 1, 2, 3));
    ++with;
  }
  EXPECT_NEAR(with, 2500, 150);
}

TEST(DrawRequests, RejectsImpossibleLoads) {
  ServingSetup setup = poisson(0.000'001, 100);
  setup.duration = 1;
  EXPECT_THAT(draw_requests(setup, 1).error().message.english(), HasSubstr("no request arrives"));
  setup.duration = 0;
  EXPECT_THAT(draw_requests(setup, 1).error().message.english(), HasSubstr("more than 57 days"));
  setup.arrivals.process = ArrivalProcess::kFile;
  EXPECT_THAT(draw_requests(setup, 1).error().message.english(),
              HasSubstr("requires a file of requests"));
}

TEST(RequestFile, ReadsDatesAcrossMidnightAndSeconds) {
  const auto dates = read_requests(
      "TIMESTAMP,ContextTokens,GeneratedTokens\r\n"
      "2023-12-31 23:59:59.5000000,374,44\r\n"
      "2024-01-01T00:00:00.2500001Z,396,109\r\n",
      "azure.csv");
  ASSERT_TRUE(dates) << dates.error().message.english();
  EXPECT_EQ(dates->requests[0].arrival, 0);
  EXPECT_EQ(dates->requests[1].arrival, 750'000'100'000);
  EXPECT_EQ(dates->requests[1].input_tokens, 396);
  EXPECT_EQ(dates->requests[1].output_tokens, 109);
  const auto seconds = read_requests(
      "arrival,output_tokens,input_tokens,adapter\n10.5,3,7,\n10.0,4,8,2\n", "plain.csv");
  ASSERT_TRUE(seconds);
  EXPECT_EQ(seconds->requests[0].input_tokens, 8);  // sorted
  EXPECT_EQ(seconds->requests[0].adapter, 2);
  EXPECT_EQ(seconds->requests[1].arrival, kSecond / 2);
  EXPECT_EQ(seconds->requests[1].adapter, -1);
}

TEST(RequestFile, CountsLeapDays) {
  const auto plan = read_requests(
      "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-02-28 12:00:00,1,1\n"
      "2024-03-01 12:00:00,1,1\n",
      "leap.csv");
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->requests[1].arrival, 2 * 86'400 * kSecond);
}

TEST(RequestFile, ReadsJsonLinesWithBlocks) {
  const auto plan = read_requests(
      "{\"timestamp\": 2000, \"input_length\": 6758, \"output_length\": 500, \"hash_ids\": [0, "
      "1]}\n"
      "\n{\"timestamp\": 2003.5, \"input_length\": 7, \"output_length\": 5}\n",
      "mooncake.jsonl");
  ASSERT_TRUE(plan) << plan.error().message.english();
  EXPECT_EQ(plan->block_tokens, 512);
  EXPECT_THAT(plan->requests[0].blocks, ElementsAre(0, 1));
  EXPECT_EQ(plan->requests[1].arrival, kSecond * 35 / 10'000);
}

TEST(RequestFile, RejectsHostileInputWithItsLine) {
  const auto refusal = [](std::string_view text) {
    const auto plan = read_requests(text, "bad");
    EXPECT_FALSE(plan) << text;
    return plan ? std::string() : to_string(plan.error());
  };
  const std::string head = "arrival,input_tokens,output_tokens\n";
  EXPECT_THAT(refusal(""), HasSubstr("bad: the file is empty"));
  EXPECT_THAT(refusal(head), HasSubstr("has no requests"));
  EXPECT_THAT(refusal("a,b\n1,2\n"), HasSubstr("line 1: unknown column 'a'"));
  EXPECT_THAT(refusal("arrival,TIMESTAMP\n"), HasSubstr("duplicate column"));
  EXPECT_THAT(refusal("arrival,input_tokens\n1,2\n"), HasSubstr("are required"));
  EXPECT_THAT(refusal(head + "1,2,3\n1,2\n"), HasSubstr("line 3: the record has 2 fields"));
  EXPECT_THAT(refusal(head + "1,0,3\n"), HasSubstr("line 2: input tokens must be a whole number"));
  EXPECT_THAT(refusal(head + "1,2,99999999999999999999\n"), HasSubstr("output tokens"));
  EXPECT_THAT(refusal(head + "nan,2,3\n"), HasSubstr("must be seconds or a date"));
  EXPECT_THAT(refusal(head + "-1,2,3\n"), HasSubstr("must be seconds or a date"));
  EXPECT_THAT(refusal(head + "1e300,2,3\n"), HasSubstr("must be seconds or a date"));
  EXPECT_THAT(refusal(head + "2023-13-01 00:00:00,2,3\n"), HasSubstr("must be seconds or a date"));
  EXPECT_THAT(refusal(head + "0,2,3\n9999999,2,3\n"), HasSubstr("57 days"));
  EXPECT_THAT(refusal("{\"timestamp\": 1}\n"), HasSubstr("bad: line 1: /input_length: "));
  EXPECT_THAT(refusal("{\"timestamp\":0,\"input_length\":1,\"output_length\":1}\n3\n"),
              HasSubstr("bad: line 2: must be an object"));
  EXPECT_THAT(refusal("{}{}\n"), HasSubstr("line 1"));
  EXPECT_THAT(refusal("{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":[-1]}"),
              HasSubstr("hash_ids"));
  EXPECT_THAT(refusal("{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"x\":1}"),
              HasSubstr("x"));
}

TEST(KvCache, BlocksAreSharedAndLeaveWhenRoomIsNeeded) {
  KvCache cache(10, 10, 20);  // a block takes two pages
  const std::vector<std::uint64_t> a{1, 2};
  const std::vector<std::uint64_t> b{1, 3};
  EXPECT_EQ(cache.match(a), 0u);
  cache.pin(a);
  EXPECT_EQ(cache.used(), 4);
  EXPECT_EQ(cache.match(b), 1u);
  cache.pin(b);
  EXPECT_EQ(cache.used(), 6);  // block 1 once
  cache.unpin(a);
  EXPECT_EQ(cache.used(), 4);
  EXPECT_EQ(cache.match(a), 2u);  // still there
  cache.take(6);
  EXPECT_EQ(cache.available(), 0);
  EXPECT_EQ(cache.match(a), 1u);  // block 2 was evicted
  EXPECT_FALSE(cache.fits({}, 1));
  cache.give_back(6);
  EXPECT_TRUE(cache.fits(a, 80));  // two more pages for block 2, and four private pages
  EXPECT_FALSE(cache.fits(a, 81));
}

TEST(StepHistogram, QuantilesAreRightToAClass) {
  StepHistogram gaps;
  gaps.add(10'000'000'000, 90);
  gaps.add(1'000'000'000'000, 10);
  EXPECT_NEAR(gaps.quantile(0.5), 0.01, 0.01 * 0.011);
  EXPECT_NEAR(gaps.quantile(0.95), 1, 0.011);
  EXPECT_NEAR(gaps.mean(), 0.109, 1e-12);
}

TEST(ServingSetup, SurvivesItsJson) {
  const Json json = Json::parse(R"({
    "schema": "nscope.serving/1", "scheduler": "chunked", "chunk_tokens": 256, "stack": "vllm",
    "replicas": 2, "routing": "prefix-affine", "requests": 77, "duration": 12.5, "stop_after": 60,
    "arrivals": {"process": "bursts", "rate": 1, "burst_rate": 9, "quiet_seconds": 5,
                 "burst_seconds": 2},
    "input": {"kind": "lognormal", "mean": 900, "deviation": 300, "high": 3000},
    "output": {"kind": "uniform", "low": 3, "high": 9},
    "batch_buckets": [1, 4], "position_buckets": false, "prompt_buckets": false,
    "paged": {"block_tokens": 32, "blocks": 500},
    "prefix": {"block_tokens": 64, "shared_tokens": 128, "share": 0.5},
    "speculation": {"draft_model": "llama-3.2-1b", "tokens": 2, "acceptance": 0.5},
    "admission": {"most_waiting": 50, "longest_wait": 2.5, "retry_seconds": 3},
    "disaggregation": {"prefill_replicas": 3, "instance": "trn2.48xlarge", "tensor_parallel": 4},
    "adapters": {"count": 9, "resident": 3, "bytes": 1e8, "bandwidth": 1e9},
    "autoscaling": {"most": 4, "target": 8, "interval": 5, "load_seconds": 60},
    "shortest_prompt_bucket": 512,
    "service_level": {"ttft": 1.5}, "latency_per_token": true, "counted_tokens": 1.25})");
  const auto setup = serving_setup_from_json(json, "s.json");
  ASSERT_TRUE(setup) << to_string(setup.error());
  EXPECT_EQ(setup->scheduler, Scheduler::kChunked);
  EXPECT_THAT(setup->speculation->accepted, ElementsAre(0.5, 0.25, 0.25));
  EXPECT_DOUBLE_EQ(setup->speculation->tokens_per_step(), 1.75);
  const auto again = serving_setup_from_json(to_json(*setup), "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), to_json(*setup));
}

TEST(ServingSetup, ChecksEveryPart) {
  const auto refusal = [](const char* members) {
    const Json json =
        Json::parse(std::string(R"({"schema": "nscope.serving/1", )") + members + "}");
    const auto setup = serving_setup_from_json(json, "s.json");
    EXPECT_FALSE(setup) << members;
    return setup ? std::string() : to_string(setup.error());
  };
  EXPECT_THAT(refusal(R"("shceduler": "static")"), HasSubstr("shceduler"));
  EXPECT_THAT(refusal(R"("scheduler": "magic")"), HasSubstr("must be one of static, continuous"));
  EXPECT_THAT(refusal(R"("arrivals": {"process": "poisson", "rate": 0})"), HasSubstr("rate"));
  EXPECT_THAT(refusal(R"("arrivals": {"process": "poisson", "users": 3})"), HasSubstr("users"));
  EXPECT_THAT(refusal(R"("arrivals": {"process": "bursts", "rate": 0, "burst_rate": 1,
                      "quiet_seconds": 1e-300, "burst_seconds": 1e-300})"),
              HasSubstr("must be at least 0.05"));
  EXPECT_THAT(refusal(R"("input": {"kind": "lognormal", "mean": 1e-300, "deviation": 1e7})"),
              HasSubstr("mean"));
  EXPECT_THAT(refusal(R"("input": {"kind": "uniform", "low": 9, "high": 3})"), HasSubstr("high"));
  EXPECT_THAT(refusal(R"("output": {"kind": "empirical", "values": []})"), HasSubstr("values"));
  EXPECT_THAT(refusal(R"("speculation": {"draft_model": "x", "tokens": 2, "accepted": [1]})"),
              HasSubstr("accepted"));
  EXPECT_THAT(refusal(R"("replicas": 3, "autoscaling": {"most": 2})"), HasSubstr("most"));
  EXPECT_THAT(refusal(R"("admission": {})"), HasSubstr("'most_waiting' or 'longest_wait'"));
  EXPECT_THAT(refusal(R"("admission": {"longest_wait": -1})"), HasSubstr("longest_wait"));
  EXPECT_THAT(refusal(R"("disaggregation": {"bandwidth": 0})"), HasSubstr("bandwidth"));
  EXPECT_THAT(refusal(R"("paged": 3)"), HasSubstr("paged"));
  EXPECT_THAT(refusal(R"("requests": 100000000)"), HasSubstr("requests"));
  EXPECT_THAT(refusal(R"("arrivals": {"process": "closed-loop", "users": 4}, "duration": 10)"),
              HasSubstr("/duration: does not apply to a closed loop"));
  EXPECT_THAT(refusal(R"("admission": {"most_waiting": 1, "retry_seconds": 0})"),
              HasSubstr("retry_seconds"));
  for (const char* const empty :
       {R"("stack": "")", R"("disaggregation": {"instance": ""})", R"("scheduler": "")",
        R"("speculation": {"method": "eagle", "draft_model": "", "acceptance": 0.5})"}) {
    EXPECT_THAT(refusal(empty), HasSubstr("must")) << empty;
  }
}

TEST(Workload, TextMembersAreNeverEmpty) {
  for (const char* const member :
       {"kv_dtype", "task", "stack", "software", "dtype", "weight_dtype", "image", "auto_cast"}) {
    const Json json{{"schema", "nscope.workload/1"},
                    {"model", "llama-3.1-8b"},
                    {"instance", "trn2.48xlarge"},
                    {member, ""}};
    const auto workload = workload_from_json(json, "w.json");
    ASSERT_FALSE(workload) << member;
    EXPECT_THAT(to_string(workload.error()), HasSubstr(member));
  }
}

TEST(ServingRows, ARowOfLlmperfSendsOneRequestOfEachUser) {
  ValidationRow row;
  row.model = "Llama-3-8B";
  row.instance = "inf2.48xlarge";
  row.tensor_parallel = 8;
  row.data_parallel = 3;
  row.batch = 32;
  row.concurrency = 64;
  row.sequence_length = 4096;
  row.input_length = 1500;
  row.output_length = 245;
  row.dtype = "fp16";
  row.stack = "TGI (neuronx-tgi)";
  row.source = "huggingface/optimum-neuron:benchmark/text-generation-inference/llama3-8b/x.csv@1";
  const ServingRow served = serving_row(catalogue(), row);
  ASSERT_TRUE(served.workload) << served.reason.english();
  EXPECT_EQ(served.workload->batch, 32);
  EXPECT_EQ(served.workload->input_tokens, 1064);  // tokens of the model, not of Llama 2
  EXPECT_EQ(served.setup.arrivals.users, 64);
  EXPECT_EQ(served.setup.requests, 64);
  EXPECT_EQ(served.setup.replicas, 3);
  EXPECT_TRUE(served.setup.join_groups);
  EXPECT_TRUE(served.setup.latency_per_token);
  row.stack = "optimum-neuron vLLM";
  row.dtype = "bf16";
  row.concurrency = 128;
  row.source = "chunked-cpu-sampling.csv";
  const ServingRow vllm = serving_row(catalogue(), row);
  EXPECT_EQ(vllm.setup.arrivals.users, 96);  // the slots of three replicas
  EXPECT_TRUE(vllm.setup.host_sampling);
  row.concurrency = std::nullopt;
  EXPECT_THAT(serving_row(catalogue(), row).assumption.english(),
              HasSubstr("the request rate is not stated"));
  row.stack = "Triton";
  EXPECT_THAT(serving_row(catalogue(), row).reason.english(),
              HasSubstr("'Triton' is not supported"));
}

/// Four users of four slots of a vLLM plugin.
ValidationRow row_of_a_plugin() {
  ValidationRow row{.id = "a", .class_name = "serving", .model = "qwen3-8b"};
  row.instance = "trn2.3xlarge";
  row.logical_core_size = 2;
  row.tensor_parallel = 4;
  row.batch = 4;
  row.concurrency = 4;
  row.sequence_length = 1024;
  row.input_length = 100;
  row.output_length = 50;
  row.stack = "vLLM + NxD Inference";
  return row;
}

/// The predicted metrics of a row by name.
std::map<std::string, double> metrics_of(const ValidationRow& row) {
  TaskControl control;
  const auto metrics =
      serve_row(catalogue(), serving_row(catalogue(), row), initial_parameters(), control);
  EXPECT_TRUE(metrics) << (metrics ? "" : to_string(metrics.error()));
  std::map<std::string, double> values;
  if (metrics) {
    for (const Metric& metric : *metrics) values[metric.name] = metric.value;
  }
  return values;
}

TEST(ServingRows, TheUsersOfAPluginSendTheirRequestsTogether) {
  ValidationRow row = row_of_a_plugin();
  const ServingRow served = serving_row(catalogue(), row);
  ASSERT_TRUE(served.workload) << served.reason.english();
  EXPECT_EQ(served.setup.stack, "vllm-nxd");
  EXPECT_TRUE(served.together);
  EXPECT_FALSE(served.offline);
  EXPECT_TRUE(served.setup.prompt_buckets);
  EXPECT_EQ(served.setup.output.kind, TokenLengths::Kind::kFixed);
  // Prefills run one after the other: the median is that of two and a half of them.
  auto four = metrics_of(row);
  row.concurrency = 1;
  auto one = metrics_of(row);
  constexpr double kRequest = 0.015;
  const double prefill = one["ttft_p50"] - kRequest;
  EXPECT_NEAR(four["ttft_p50"], 2.5 * prefill + kRequest, 1e-6);
  EXPECT_NEAR(four["ttft_mean"], 2.5 * prefill + kRequest, 1e-6);
  // A step with four sequences costs little more; the latency has all four prefills.
  EXPECT_NEAR(four["tpot_p50"] / one["tpot_p50"], 1, 0.03);
  EXPECT_NEAR(four["e2e_p50"], 4 * prefill + 49 * one["tpot_p50"] + kRequest, 0.02);
  EXPECT_NEAR(1 / one["throughput_per_request"], one["tpot_p50"], 1e-9);
  EXPECT_LT(four["throughput_per_request"], 0.9 * one["throughput_per_request"]);
}

TEST(ServingRows, ABatchWithoutAServerHasAFirstAndALastPrompt) {
  ValidationRow row = row_of_a_plugin();
  row.class_name = "decoder-stack";
  row.concurrency = std::nullopt;
  row.stack = "vLLM + vllm-neuron (NxDI), LLM.generate";
  row.notes = "buckets 128/256/512/1024; dated";
  EXPECT_TRUE(serving_row(catalogue(), row).offline);
  EXPECT_EQ(serving_row(catalogue(), row).setup.shortest_prompt_bucket, 128);
  auto four = metrics_of(row);
  row.batch = 1;
  auto one = metrics_of(row);
  EXPECT_NEAR(one["ttft_last"], one["ttft_p50"], 1e-9);
  EXPECT_NEAR(four["ttft_last"], 4 * four["ttft_p50"], 1e-6);
  EXPECT_NEAR(four["ttft_p50"] / one["ttft_p50"], 1, 0.1);
}

TEST(ServingRows, ServersWithoutSlotsHaveOneForEachUser) {
  ValidationRow row = row_of_a_plugin();
  row.batch = std::nullopt;
  row.concurrency = 6;
  row.stack = "vLLM + vllm-neuron (native)";
  row.notes = "buckets of 10";
  const ServingRow served = serving_row(catalogue(), row);
  ASSERT_TRUE(served.workload);
  EXPECT_EQ(served.setup.stack, "vllm-neuron");
  EXPECT_EQ(served.workload->batch, 6);
  EXPECT_EQ(served.setup.shortest_prompt_bucket, 0);
  EXPECT_THAT(served.assumption.english(), HasSubstr("the slots are not stated"));
  row.stack = "native PyTorch eager";
  EXPECT_THAT(serving_row(catalogue(), row).reason.english(), HasSubstr("is not supported"));
}

TEST(ServingRows, APublicationCanStateTheRateOfDecodeSteps) {
  ValidationRow row = row_of_a_plugin();
  row.concurrency = 1;
  const double with_prefill = metrics_of(row)["throughput"];
  row.source = "jimburtoft/neuronx-distributed-inference:contrib/models/x/README.md@1";
  auto rate = metrics_of(row);
  EXPECT_GT(rate["throughput"], with_prefill);
  EXPECT_NEAR(rate["throughput"], 1 / rate["tpot_mean"], 1e-9);
}

}  // namespace
}  // namespace nscope::sim
