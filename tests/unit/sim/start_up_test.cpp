#include "simcore/engine/start_up/start_up.h"

#include "simcore/engine/start_up/start_domain.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

/// Round values, so that the expectations can be computed by hand.
StartParameters round_parameters() {
  StartParameters p;
  p.graph_start = 5;
  p.layer = 2;
  p.expert = 0.01;
  p.elements = 10;
  p.tokens = 20;
  p.scores = 40;
  p.block = 0.5;
  p.trace_operator = 1;
  p.tile = 0.002;
  p.layout = 30;
  p.busy_cores = 1;
  p.block_tokens = 512;
  p.ebs = 1e8;
  p.local_disk = 2e9;
  p.s3 = 5e8;
  p.framework = 15;
  p.runtime = 8;
  p.stage = 4e9;
  p.copy = 1e9;
  p.shard_start = 3;
  p.shard = 2e10;
  p.expert_layout = 1e9;
  p.warm_up = 0.25;
  p.reserve = 4e9;
  p.process = 1e9;
  p.checkpoint_copies = 2;
  p.compiler = 4e9;
  p.compiler_elements = 1;
  return p;
}

Workload inference(std::string model, std::string instance, int tensor_parallel) {
  Workload workload;
  workload.model = std::move(model);
  workload.instance = std::move(instance);
  workload.tensor_parallel = tensor_parallel;
  return workload;
}
StartUp started(const Workload& workload) {
  auto start = start_up(catalogue(), workload, *built_in_calibration());
  EXPECT_TRUE(start) << (start ? "" : start.error().message.english());
  return start ? std::move(*start) : StartUp();
}
const HostNeed& need_of(const StartUp& start, HostNeed::Step step) {
  return *std::find_if(start.host.begin(), start.host.end(),
                       [&](const HostNeed& one) { return one.step == step; });
}

TEST(CompileTime, AddsThePartsOfAGraph) {
  const StartParameters p = round_parameters();
  const GraphToCompile graph{.kind = GraphToCompile::Kind::kPrefill,
                             .layers = 10,
                             .experts = 100,
                             .elements = 2e9,
                             .tokens = 500,
                             .scores = 0.25e9};
  // 5 + 10 x 2 + 100 x 0.01 + 2 x 10 + 0.5 x 20 + 0.25 x 40
  EXPECT_DOUBLE_EQ(graph_seconds(graph, p), 66);
  GraphToCompile decode = graph;
  decode.kind = GraphToCompile::Kind::kDecode;
  EXPECT_DOUBLE_EQ(graph_seconds(decode, p), 46) << "a step has no prompt";
  GraphToCompile blocks = graph;
  blocks.kind = GraphToCompile::Kind::kBlocks;
  EXPECT_DOUBLE_EQ(graph_seconds(blocks, p), 50) << "5 + 10 x 0.5 + 20 + 20";
  const GraphToCompile traced{
      .kind = GraphToCompile::Kind::kTraced, .operators = 40, .tiles = 1000};
  EXPECT_DOUBLE_EQ(graph_seconds(traced, p), 47) << "5 + 40 + 1000 x 0.002";
}

TEST(CompileTime, CompilesTheFirstDecodeGraphAloneAndTheOthersTogether) {
  const StartParameters p = round_parameters();
  const auto graph = [](GraphToCompile::Kind kind, double layers) {
    return GraphToCompile{.kind = kind, .layers = layers};
  };
  CompileWork work{
      .graphs = {graph(GraphToCompile::Kind::kPrefill, 10),
                 graph(GraphToCompile::Kind::kDecode, 20), graph(GraphToCompile::Kind::kDecode, 5)},
      .layout_elements = 2e9};
  const CompileTimes times = compile_times(work, 10, 1e8, p);
  EXPECT_DOUBLE_EQ(times.first, 45);
  EXPECT_DOUBLE_EQ(times.others, 25 + 15 / 10.0) << "the shorter one shares 10 vCPUs";
  EXPECT_DOUBLE_EQ(times.layout, 60);
  EXPECT_DOUBLE_EQ(times.shards, 0);
  EXPECT_DOUBLE_EQ(compile_times(work, 1, 1e8, p).others, 40) << "never more than one by one";
  work.in_sequence = true;
  EXPECT_DOUBLE_EQ(compile_times(work, 100, 1e8, p).others, 60) << "traced one after the other";
  work.stored_bytes = 5e9;
  EXPECT_DOUBLE_EQ(compile_times(work, 10, 1e8, p).shards, 50);
  const double cached = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(compile_times(work, 10, cached, p).shards, 1.25) << "limited by the host";
}

TEST(CompileTime, CountsTheGraphsOfADenseDecoder) {
  const catalog::Model& model = **catalogue().model("llama-3-8b");
  const StartParameters p = round_parameters();
  const CompileWork work = decoder_compilations(model,
                                                {.tensor_parallel = 8,
                                                 .prefills = {{1024, 1024}, {512, 512}, {256, 256}},
                                                 .batches = {4},
                                                 .decode_lengths = 3},
                                                p);
  ASSERT_EQ(work.graphs.size(), 6u);
  EXPECT_EQ(work.graphs[0].kind, GraphToCompile::Kind::kPrefill);
  EXPECT_DOUBLE_EQ(work.graphs[0].layers, 32);
  EXPECT_DOUBLE_EQ(work.graphs[0].tokens, 1024);
  EXPECT_DOUBLE_EQ(work.graphs[0].scores, 4.0 * 1024 * 1024) << "32 heads on 8 cores";
  EXPECT_DOUBLE_EQ(work.graphs[2].tokens, 256);
  EXPECT_EQ(work.graphs[3].kind, GraphToCompile::Kind::kDecode);
  // All weights but the input embedding, of 128,256 x 4,096, on 8 cores.
  EXPECT_NEAR(work.graphs[5].elements, (8.03e9 - 128256.0 * 4096) / 8, 0.002e9);
}

TEST(CompileTime, UnrollsExpertsOnlyForFewTokensOrAllExperts) {
  const catalog::Model& model = **catalogue().model("mixtral-8x7b");
  const StartParameters p = round_parameters();
  const auto graphs = [&](int batch, int length) {
    return decoder_compilations(
               model, {.tensor_parallel = 8, .prefills = {{length, length}}, .batches = {batch}}, p)
        .graphs;
  };
  const double experts = 32.0 * 8 * 3 * 4096 * 14336 / 8;
  const double kernel = graphs(1, 2048)[0].elements;
  EXPECT_NEAR(graphs(1, 256)[0].elements - kernel, experts, 1) << "256 tokens x 2 experts = 512";
  EXPECT_DOUBLE_EQ(graphs(1, 257)[0].elements, kernel);
  EXPECT_DOUBLE_EQ(graphs(3, 2048)[1].elements, kernel) << "3 x 2 of 8 experts";
  EXPECT_NEAR(graphs(4, 2048)[1].elements - kernel, experts, 1);
  EXPECT_DOUBLE_EQ(graphs(1, 2048)[0].experts, 32 * 8);
}

TEST(CompileTime, CompilesNetworksOfOneCoreAsAWhole) {
  const StartUp traced = started(inference("vit-base-patch16-224", "trn2.3xlarge", 1));
  ASSERT_EQ(traced.plan.compile.graphs.size(), 1u);
  const GraphToCompile& graph = traced.plan.compile.graphs[0];
  EXPECT_EQ(graph.kind, GraphToCompile::Kind::kTraced);
  EXPECT_GE(graph.operators, 12 * 8) << "12 blocks";
  EXPECT_GT(graph.tiles, 1000) << "17.6e9 multiply-accumulates";
  EXPECT_LT(graph.tiles, 4000);
  const StartUp shared = started(inference("qwen-image", "trn2.3xlarge", 4));
  ASSERT_FALSE(shared.plan.compile.graphs.empty());
  EXPECT_EQ(shared.plan.compile.graphs[0].kind, GraphToCompile::Kind::kBlocks);
  EXPECT_DOUBLE_EQ(shared.plan.compile.graphs[0].layers, 60);
  EXPECT_FALSE(shared.plan.left_out.empty()) << "the VAE is not described";
}

TEST(CompileTime, CountsTheLayoutOfEachNetworkOnce) {
  const catalog::Model& model = **catalogue().model("qwen-image");
  const auto part = std::find_if(model.parts.begin(), model.parts.end(),
                                 [](const auto& one) { return !one.network.empty(); });
  ASSERT_NE(part, model.parts.end());
  FixedCall call;
  const NetworkInput input{.height = 512, .width = 512, .tensor_parallel = 4};
  for (const bool joined : {false, true, true}) {
    call.phases.push_back(
        {.name = part->name, .network = part->network, .input = input, .joined = joined});
  }
  const CompileWork work = call_compilations(call);
  ASSERT_EQ(work.graphs.size(), 1u);
  EXPECT_NEAR(work.graphs[0].elements, 3 * catalog::parameters_of(part->network) / 4, 1);
  EXPECT_DOUBLE_EQ(work.layout_elements, work.graphs[0].elements);
}

TEST(CompileTime, CountsTheRowsOfStatedTokensOnce) {
  catalog::Block block{.kind = catalog::Block::Kind::kTransformer, .in = 256, .out = 256};
  block.heads = 4;
  block.head_dim = 64;
  block.text_rows = 64;
  FixedCall call;
  call.phases.push_back(
      {.name = "transformer", .network = {block}, .input = {.tokens = 1088, .tensor_parallel = 4}});
  const CompileWork work = call_compilations(call);
  EXPECT_DOUBLE_EQ(work.graphs[0].tokens, 1088) << "they contain those of the text";
  EXPECT_GT(work.graphs[0].tiles, 0);
}

TEST(ColdStart, AddsReadingDividingAndCopying) {
  const StartParameters p = round_parameters();
  LoadWork work{.stored = 16e9, .largest_rank = 4e9, .converted = 2e9, .graphs = 8};
  LoadTimes times = load_times(work, 1e8, p);
  EXPECT_DOUBLE_EQ(times.read, 160);
  EXPECT_DOUBLE_EQ(times.copy, 4);
  EXPECT_DOUBLE_EQ(times.divide, 3 + 0.8 + 2);
  EXPECT_DOUBLE_EQ(times.warm_up, 2);
  EXPECT_DOUBLE_EQ(times.weights(), 8 + 160 + 4);
  EXPECT_DOUBLE_EQ(times.total(), 15 + 172 + 5.8 + 2);
  work.presharded = true;
  times = load_times(work, std::numeric_limits<double>::infinity(), p);
  EXPECT_DOUBLE_EQ(times.divide, 0);
  EXPECT_DOUBLE_EQ(times.read, 4) << "the page cache is limited by the host";
}

TEST(ColdStart, KnowsTheStorageOfAnInstance) {
  const StartParameters p = round_parameters();
  const catalog::Instance& small = **catalogue().instance("inf2.xlarge");
  const catalog::Instance& large = **catalogue().instance("trn1.32xlarge");
  EXPECT_DOUBLE_EQ(storage_bandwidth(WeightStorage::kEbs, 0, large, p), 1e8);
  EXPECT_DOUBLE_EQ(storage_bandwidth(WeightStorage::kLocalDisk, 0, large, p), 2e9);
  EXPECT_DOUBLE_EQ(storage_bandwidth(WeightStorage::kS3, 0, large, p), 5e8);
  EXPECT_NEAR(storage_bandwidth(WeightStorage::kS3, 0, small, p), 2.083e9 / 8, 1)
      << "the network of the instance";
  EXPECT_DOUBLE_EQ(storage_bandwidth(WeightStorage::kEbs, 1e9, small, p), 1e9);
  EXPECT_TRUE(std::isinf(storage_bandwidth(WeightStorage::kPageCache, 0, small, p)));
}

TEST(ColdStart, IsNeverSlowerWithAFasterStorage) {
  Workload workload = inference("llama-3-8b", "inf2.48xlarge", 8);
  double last = std::numeric_limits<double>::infinity();
  for (const double bandwidth : {1e8, 2e8, 1e9, 4e9, 1e11}) {
    workload.start.bandwidth = bandwidth;
    const double total = started(workload).load.total();
    EXPECT_LE(total, last);
    last = total;
  }
}

TEST(HostMemory, RefusesAModelThatTheKernelWouldEnd) {
  Workload workload = inference("llama-2-70b", "inf2.48xlarge", 24);
  const StartUp fits = started(workload);
  for (const HostNeed& need : fits.host) EXPECT_TRUE(need.fits()) << to_string(need.step);
  for (const char* const host : {"inf2.xlarge", "inf2.8xlarge"}) {
    workload.start.compile_host = host;
    const StartUp killed = started(workload);
    const HostNeed& need = need_of(killed, HostNeed::Step::kCompile);
    EXPECT_FALSE(need.fits()) << host;
    EXPECT_THAT(verdict_of(need).english(), HasSubstr("the kernel ends the compiler"));
    EXPECT_THAT(verdict_of(need).english(), HasSubstr(host));
    EXPECT_FALSE(need.sufficient.empty());
    EXPECT_GE((*catalogue().instance(need.sufficient))->host_memory.value, need.bytes);
  }
}

// Four hosts with 2 TiB and 192 vCPUs each, not one with 8 TiB and 768 vCPUs.
TEST(HostMemory, IsThatOfOneHostOfAnUltraServer) {
  Workload workload = inference("deepseek-v3", "trn2-ultraserver", 64);
  workload.weight_dtype = "fp8";
  const StartUp one = started(workload);
  const StartUp instance = started([&] {
    Workload other = workload;
    other.instance = "trn2.48xlarge";
    return other;
  }());
  const HostNeed& compile = need_of(one, HostNeed::Step::kCompile);
  EXPECT_EQ(compile.available, need_of(instance, HostNeed::Step::kCompile).available);
  EXPECT_THAT(verdict_of(compile).english(), HasSubstr("of a host of trn2-ultraserver"));
  EXPECT_DOUBLE_EQ(one.compile.total(), instance.compile.total());
  EXPECT_DOUBLE_EQ(one.load.total(), instance.load.total());
  workload.tensor_parallel = 256;
  const StartUp four = started(workload);
  EXPECT_DOUBLE_EQ(four.load.read, one.load.read) << "each host reads the checkpoint to divide it";
  EXPECT_LT(four.load.divide, one.load.divide);
  EXPECT_LT(need_of(four, HostNeed::Step::kDivide).bytes,
            need_of(one, HostNeed::Step::kDivide).bytes);
  workload.start.presharded = true;
  const StartUp shards = started(workload);
  EXPECT_NEAR(shards.load.read, four.load.read / 4, 1e-9 * four.load.read);
}

TEST(HostMemory, DoesNotDivideANetworkOfOneCore) {
  const auto divides = [](const StartUp& start) {
    return std::any_of(start.host.begin(), start.host.end(),
                       [](const HostNeed& need) { return need.step == HostNeed::Step::kDivide; });
  };
  EXPECT_FALSE(divides(started(inference("sdxl", "inf2.xlarge", 1))));
  EXPECT_TRUE(divides(started(inference("qwen-image", "trn2.3xlarge", 4))));
  EXPECT_TRUE(divides(started(inference("llama-3-8b", "inf2.xlarge", 2))));
}

TEST(HostMemory, KeepsTheFilesOfThePageCache) {
  Workload workload = inference("llama-2-70b", "inf2.48xlarge", 24);
  workload.start.storage = WeightStorage::kPageCache;
  const HostNeed large = need_of(started(workload), HostNeed::Step::kLoad);
  EXPECT_TRUE(large.fits());
  EXPECT_GT(large.bytes, 137e9) << "69 billion weights of 2 B";
  workload = inference("llama-3-8b", "inf2.xlarge", 2);
  EXPECT_TRUE(need_of(started(workload), HostNeed::Step::kLoad).fits()) << "from a volume";
  workload.start.storage = WeightStorage::kPageCache;
  const HostNeed small = need_of(started(workload), HostNeed::Step::kLoad);
  EXPECT_FALSE(small.fits()) << "16 GB on 16 GiB";
  EXPECT_EQ(small.sufficient, "inf2.8xlarge");
  EXPECT_THAT(verdict_of(small).english(), HasSubstr("state the storage"));
  EXPECT_THAT(verdict_of(small).english(), HasSubstr("or run the model on inf2.8xlarge"));
}

/// Every remedy that a verdict names is tried.
TEST(HostMemory, NamesOnlyRemediesThatFit) {
  int tried = 0;
  for (const char* const model : {"llama-3-8b", "llama-2-70b", "mixtral-8x7b"}) {
    for (const char* const host : {"inf2.xlarge", "inf2.8xlarge", "inf2.24xlarge"}) {
      for (const bool presharded : {false, true}) {
        Workload workload = inference(model, "inf2.48xlarge", 8);
        workload.start.compile_host = host;
        workload.start.presharded = presharded;
        for (const HostNeed& need : started(workload).host) {
          if (need.fits() || need.sufficient.empty()) continue;
          Workload better = workload;
          better.start.compile_host = need.sufficient;
          better.start.presharded =
              workload.start.presharded || need.step == HostNeed::Step::kDivide;
          for (const HostNeed& after : started(better).host) {
            EXPECT_TRUE(after.fits()) << model << " on " << host << ": " << need.sufficient;
          }
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 4);
}

TEST(HostMemory, LoadsShardsOnAHostThatCannotDivideThem) {
  Workload workload = inference("llama-3-8b", "inf2.xlarge", 2);
  workload.start.compile_host = "inf2.8xlarge";
  const HostNeed divided = need_of(started(workload), HostNeed::Step::kDivide);
  EXPECT_EQ(divided.instance, "inf2.xlarge");
  EXPECT_FALSE(divided.fits()) << "2 x 16 GB on 16 GiB";
  EXPECT_THAT(verdict_of(divided).english(), HasSubstr("load its shards"));
  workload.start.presharded = true;
  const StartUp shards = started(workload);
  EXPECT_EQ(need_of(shards, HostNeed::Step::kDivide).instance, "inf2.8xlarge");
  for (const HostNeed& need : shards.host) EXPECT_TRUE(need.fits()) << to_string(need.step);
}

TEST(StartUp, PredictsBothMetricsWithTheirParts) {
  const StartUp start = started(inference("llama-3-8b", "trn1.32xlarge", 8));
  ASSERT_EQ(start.metrics.size(), 2u);
  EXPECT_EQ(start.metrics[0].name, kCompileMetric);
  EXPECT_DOUBLE_EQ(start.metrics[0].value, start.compile.total());
  EXPECT_EQ(start.metrics[1].name, kStartMetric);
  EXPECT_DOUBLE_EQ(start.metrics[1].value, start.load.total());
  EXPECT_EQ(start.metrics[1].provenance, Provenance::kSimulated);
  EXPECT_GT(start.compile.total(), 60);
  EXPECT_LT(start.compile.total(), 1200);
  EXPECT_NEAR(start.load.read, 16.06e9 / 131072000, 1) << "8.03e9 x 2 B from a gp3 volume";
}

std::vector<std::string> names_of(const StartUp& start) {
  std::vector<std::string> names;
  for (const Metric& metric : start.metrics) names.push_back(metric.name);
  return names;
}

TEST(StartUp, StatesNoTimeOfAHostThatCannotDoIt) {
  using testing::ElementsAre;
  Workload workload = inference("llama-3-8b", "inf2.xlarge", 2);
  const StartUp killed = started(workload);
  EXPECT_THAT(names_of(killed), ElementsAre()) << "16 GB of weights on 16 GiB";
  ASSERT_EQ(killed.unavailable.size(), 2u);
  EXPECT_EQ(killed.unavailable[0].first, kCompileMetric);
  EXPECT_THAT(killed.unavailable[0].second.english(), HasSubstr("the kernel ends the compiler"));
  EXPECT_EQ(killed.unavailable[1].first, kStartMetric);
  EXPECT_THAT(killed.unavailable[1].second.english(), HasSubstr("divides the checkpoint"));
  const Json json = to_json(killed);
  EXPECT_TRUE(json["compile"].is_null());
  EXPECT_TRUE(json["load"].is_null());
  EXPECT_EQ(json["unavailable"].size(), 2u);
  workload.start.compile_host = "inf2.8xlarge";
  EXPECT_THAT(names_of(started(workload)), ElementsAre(kCompileMetric));
  workload.start.presharded = true;
  EXPECT_THAT(names_of(started(workload)), ElementsAre(kCompileMetric, kStartMetric));
  workload.start.storage = WeightStorage::kPageCache;
  EXPECT_THAT(names_of(started(workload)), ElementsAre(kCompileMetric))
      << "the page cache cannot keep 16 GB";
}

TEST(StartUp, StatesNoCompileTimeWithoutAModelledCompiler) {
  using testing::ElementsAre;
  const StartUp first = started(inference("bert-base-uncased", "inf1.xlarge", 1));
  EXPECT_THAT(names_of(first), ElementsAre(kStartMetric));
  ASSERT_EQ(first.unavailable.size(), 1u);
  EXPECT_THAT(first.unavailable[0].second.english(), HasSubstr("neuron-cc"));
  Workload workload = inference("llama-3-8b", "trn1.32xlarge", 8);
  workload.start.compile_host = "p4d.24xlarge";
  EXPECT_THAT(names_of(started(workload)), ElementsAre(kStartMetric));
}

// Bands get wider with the distance from the measured sizes instead of vanishing next to them.
TEST(StartUp, WidensBandsWithTheDistanceFromTheDomain) {
  Calibration calibration = *built_in_calibration();
  const Workload workload = inference("llama-3-8b", "trn2.3xlarge", 4);
  const auto domain =
      std::find_if(calibration.domains.begin(), calibration.domains.end(),
                   [](const CalibratedDomain& one) { return one.class_name == kStartClass; });
  ASSERT_NE(domain, calibration.domains.end());
  const auto start = [&] { return *start_up(catalogue(), workload, calibration); };
  const double bytes = start().plan.load.stored;
  const auto width = [&](double exceeded) {
    domain->sizes["checkpoint bytes"] = {1, bytes / exceeded};
    const StartUp one = start();
    const auto metric = std::find_if(one.metrics.begin(), one.metrics.end(),
                                     [](const Metric& m) { return m.name == kStartMetric; });
    EXPECT_EQ(one.load_outside.empty(), exceeded == 1);
    return metric->low ? *metric->high / *metric->low : HUGE_VAL;
  };
  const double inside = width(1);
  ASSERT_LT(inside, HUGE_VAL);
  const double near = width(1.2);
  const double farther = width(2);
  EXPECT_NEAR(near, std::pow(inside, 1 + std::log10(1.2)), 1e-6 * near);
  EXPECT_GT(farther, near);
  EXPECT_LT(farther, HUGE_VAL);
  EXPECT_EQ(width(1e9), HUGE_VAL) << "errors can exceed a factor of ten";
}

TEST(StartUp, CompilesOneLengthOrALadder) {
  Workload workload = inference("llama-3-8b", "trn1.32xlarge", 8);
  workload.sequence_length = 1024;
  EXPECT_EQ(started(workload).plan.compile.graphs.size(), 8u) << "128, 256, 512 and 1,024";
  const double ladder = started(workload).compile.total();
  workload.start.buckets = 1;
  EXPECT_EQ(started(workload).plan.compile.graphs.size(), 2u);
  EXPECT_LT(started(workload).compile.total(), ladder);
  workload.start.presharded = true;
  EXPECT_NEAR(started(workload).compile.shards, 16.06e9 / 131072000, 1);
}

TEST(StartUp, StoresShardsOnTheStatedStorage) {
  Workload workload = inference("llama-3-8b", "trn1.32xlarge", 8);
  workload.start.presharded = true;
  const double volume = started(workload).compile.shards;
  workload.start.storage = WeightStorage::kS3;
  EXPECT_NEAR(started(workload).compile.shards, 16.06e9 / 5e8, 1);
  workload.start.storage = WeightStorage::kEbs;
  workload.start.bandwidth = 1e9;
  EXPECT_NEAR(started(workload).compile.shards, 16.06, 0.1);
  workload.start.bandwidth = 0;
  workload.start.storage = WeightStorage::kPageCache;
  const double cached = started(workload).compile.shards;
  EXPECT_GT(cached, 0) << "through the memory of the host";
  EXPECT_LT(cached, volume / 10);
}

TEST(StartUp, CompilesTheGraphsOfTheServer) {
  Workload workload = inference("llama-3-8b", "trn1.32xlarge", 8);
  workload.sequence_length = 1024;
  workload.batch = 16;
  ServingSetup setup;
  const auto graphs = [&] {
    workload.kind = setup;
    return started(workload).plan.compile.graphs.size();
  };
  EXPECT_EQ(graphs(), 4u + 4) << "128, 256, 512 and 1,024";
  setup.position_buckets = false;
  EXPECT_EQ(graphs(), 4u + 1);
  setup.batch_buckets = {1, 4};
  EXPECT_EQ(graphs(), 4u + 3) << "1, 4 and 16 sequences";
  setup.prompt_buckets = false;
  EXPECT_EQ(graphs(), 1u + 3);
  setup = {};
  setup.shortest_prompt_bucket = 512;
  EXPECT_EQ(graphs(), 2u + 4);
  setup = {};
  setup.prefix = PrefixCache{};
  EXPECT_EQ(graphs(), 4u + 3 + 2 + 1 + 4) << "each prompt behind each cache that can hold it";
  workload.start.buckets = 1;
  EXPECT_EQ(graphs(), 2u) << "as stated";
}

TEST(StartUp, SaysWhatNobodyMeasured) {
  Calibration calibration = *built_in_calibration();
  std::erase_if(calibration.domains, [](const CalibratedDomain& domain) {
    return domain.class_name == kCompileClass || domain.class_name == kStartClass;
  });
  const Workload workload = inference("llama-3-8b", "inf2.48xlarge", 8);
  const auto start = [&](const Workload& of) { return *start_up(catalogue(), of, calibration); };
  const StartUp unknown = start(workload);
  EXPECT_FALSE(unknown.compile_outside.empty());
  EXPECT_THAT(unknown.metrics[0].note.english(), HasSubstr("outside of the measured domain"));

  for (const std::string_view class_name : {kCompileClass, kStartClass}) {
    CalibratedDomain domain;
    domain.class_name = class_name;
    extend(domain, start_point(unknown.plan, class_name));
    calibration.domains.push_back(std::move(domain));
  }
  const StartUp inside = start(workload);
  EXPECT_TRUE(inside.compile_outside.empty());
  EXPECT_TRUE(inside.load_outside.empty());
  const auto width = [](const Metric& metric) {
    return metric.low ? *metric.high / *metric.low : HUGE_VAL;
  };
  const auto reasons = [&](const Workload& of, bool compiles) {
    const StartUp one = start(of);
    const Metric& metric = one.metrics[compiles ? 0 : 1];
    const auto& outside = compiles ? one.compile_outside : one.load_outside;
    if (!outside.empty()) {
      EXPECT_GT(width(metric), width(inside.metrics[compiles ? 0 : 1]));
    }
    return joined_by_semicolons(outside).english();
  };
  Workload other = workload;
  other.instance = "trn2.48xlarge";
  EXPECT_THAT(reasons(other, true), HasSubstr("NeuronCore v3 (measured: v2)"));
  EXPECT_THAT(reasons(other, false), HasSubstr("NeuronCore v3 (measured: v2)"));
  other = workload;
  other.tensor_parallel = 4;
  EXPECT_THAT(reasons(other, true), HasSubstr("tensor parallel degree: 4 (measured: 8)"));
  EXPECT_THAT(reasons(other, true), HasSubstr("weights of a core"));
  EXPECT_THAT(reasons(other, false), HasSubstr("bytes of a core"));
  other = workload;
  other.start.storage = WeightStorage::kS3;
  EXPECT_THAT(reasons(other, true), testing::IsEmpty());
  EXPECT_THAT(reasons(other, false), HasSubstr("storage 's3' (measured: ebs)"));
  other = workload;
  other.stack = "torch-compiled";
  EXPECT_THAT(reasons(other, true), HasSubstr("compiles a decoder as a whole"));
}

TEST(StartUp, WritesItsMetricsByName) {
  const Json json = to_json(started(inference("llama-3-8b", "trn1.32xlarge", 8)));
  EXPECT_GT(json["metrics"]["compile_time"]["value"], 60);
  EXPECT_EQ(json["metrics"]["start_time"]["unit"], "s");
  EXPECT_TRUE(json["outside_domain"]["start_time"].is_array());
}

TEST(StartUp, IsForInferenceOnly) {
  Workload workload = inference("llama-3-8b", "trn1.32xlarge", 8);
  workload.kind = TrainingSetup();
  EXPECT_FALSE(start_up(catalogue(), workload, *built_in_calibration()));
  const auto none = start_up(catalogue(), workload);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
}

TEST(StartSetup, ReadsItsMembersAndWritesThemBack) {
  const Json json = Json::parse(R"({"schema": "nscope.workload/1", "model": "llama-3-8b",
    "instance": "inf2.xlarge", "start": {"storage": "s3", "bandwidth": 2e9, "presharded": true,
    "buckets": 3, "compile_host": "inf2.8xlarge"}})");
  const auto workload = workload_from_json(json, "test");
  ASSERT_TRUE(workload) << workload.error().message.english();
  EXPECT_EQ(workload->start.storage, WeightStorage::kS3);
  EXPECT_EQ(workload->start.buckets, 3);
  EXPECT_EQ(to_json(*workload)["start"], json["start"]);
  EXPECT_FALSE(to_json(inference("llama-3-8b", "inf2.xlarge", 1)).contains("start"));
}

TEST(StartSetup, RefusesWrongMembers) {
  const auto error_of = [](const char* start) {
    const Json json = {{"schema", "nscope.workload/1"},
                       {"model", "llama-3-8b"},
                       {"instance", "inf2.xlarge"},
                       {"start", Json::parse(start)}};
    const auto workload = workload_from_json(json, "test");
    return workload ? std::string() : to_string(workload.error());
  };
  EXPECT_THAT(error_of(R"({"storage": "tape"})"), HasSubstr("ebs, local-disk, page-cache, s3"));
  EXPECT_THAT(error_of(R"({"bandwidth": 0})"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(error_of(R"({"buckets": 65})"), HasSubstr("must be at most 64"));
  EXPECT_THAT(error_of(R"({"bucket": 1})"), HasSubstr("bucket"));
}

TEST(StartParameters, AreDocumentedAndRoundTrip) {
  const auto& table = built_in_start_parameter_table();
  ASSERT_TRUE(table) << table.error().message.english();
  const auto json = start_parameters_json(*built_in_start_parameters(), "2026-11-26");
  ASSERT_TRUE(json);
  for (const StartParameterInfo& info : *table) {
    const Json& entry = (*json)["parameters"][std::string(info.name)];
    EXPECT_DOUBLE_EQ(entry["value"].get<double>(), (*built_in_start_parameters()).*info.member)
        << info.name;
    EXPECT_FALSE(info.meaning.empty());
  }
}

}  // namespace
}  // namespace nscope::sim
