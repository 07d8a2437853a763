#include "simcore/engine/validation/start_row.h"

#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

ValidationRow start_row_of(std::string model, std::string metric, std::string notes = {}) {
  ValidationRow row;
  row.id = "s1";
  row.class_name = metric.starts_with("compile") || metric.starts_with("build")
                       ? std::string(kCompileClass)
                       : std::string(kStartClass);
  row.model = std::move(model);
  row.instance = "trn2.3xlarge";
  row.cores = 8;
  row.tensor_parallel = 4;
  row.logical_core_size = 2;
  row.batch = 1;
  row.sequence_length = 1024;
  row.dtype = "bf16";
  row.weight_dtype = "bf16";
  row.metric = std::move(metric);
  row.notes = std::move(notes);
  row.value = 100;
  row.unit = "s";
  row.repository = "own";
  return row;
}
FoundStart found(const ValidationRow& row) {
  return start_row(catalogue(), row, *built_in_calibration(), *built_in_start_parameters());
}
StartRow read(const ValidationRow& row) {
  FoundStart out = found(row);
  EXPECT_TRUE(out.row) << row.model << ": " << out.reason.english();
  return out.row ? std::move(*out.row) : StartRow();
}

TEST(StartRow, ReadsTheBucketsOfTheNotes) {
  EXPECT_EQ(read(start_row_of("qwen3-8b", "compile_time")).plan.compile.graphs.size(), 2u);
  EXPECT_EQ(read(start_row_of("qwen3-8b", "compile_time", "buckets 128/256/512/1024; dated"))
                .plan.compile.graphs.size(),
            8u);
  ValidationRow server = start_row_of("qwen3-8b", "compile_time");
  server.stack = "vLLM + NxD Inference";
  EXPECT_EQ(read(server).plan.compile.graphs.size(), 8u) << "a ladder from 128 to 1,024";
}

TEST(StartRow, TellsThePartsOfABuildApart) {
  const StartParameters& p = *built_in_start_parameters();
  const char* const buckets = "buckets 256/512/1024";
  const StartRow total = read(start_row_of("qwen3-8b", "build_total", buckets));
  const StartRow first = read(start_row_of("qwen3-8b", "compile_priority_hlo", buckets));
  ValidationRow row = start_row_of("qwen3-8b", "compile_time", buckets);
  row.notes += "; all HLOs after the priority one";
  const StartRow others = read(row);
  EXPECT_GT(first.seconds(p), 0);
  EXPECT_GT(others.seconds(p), first.seconds(p)) << "five graphs on 12 vCPUs";
  EXPECT_GT(total.seconds(p), first.seconds(p) + others.seconds(p)) << "and the layout";
}

TEST(StartRow, TellsThePartsOfALoadApart) {
  const StartParameters& p = *built_in_start_parameters();
  const double weights =
      read(start_row_of("qwen3-8b", "weight_load", "from local disk to HBM")).seconds(p);
  const double cached = read(start_row_of("qwen3-8b", "model_load", "presharded")).seconds(p);
  const double divided = read(start_row_of("qwen3-8b", "weight_load", "shard at load")).seconds(p);
  const double division = read(start_row_of("qwen3-8b", "weight_shard")).seconds(p);
  EXPECT_GT(weights, cached) << "a disk is slower than the page cache";
  EXPECT_NEAR(divided, cached + division, 1e-9);
  EXPECT_NEAR(read(start_row_of("qwen3-8b", "warmup")).seconds(p), 2 * p.warm_up, 1e-9);
}

TEST(StartRow, ReadsComponentsOfDiffusionModels) {
  ValidationRow row = start_row_of("HunyuanVideo-1.5 2 blocks 3.5K tokens", "compile_time");
  const StartRow two = read(row);
  EXPECT_DOUBLE_EQ(two.plan.compile.graphs[0].layers, 2);
  EXPECT_DOUBLE_EQ(two.plan.compile.graphs[0].tokens, 3500);
  row.model = "HunyuanVideo-1.5 54 blocks 3.5K tokens";
  const StartRow all = read(row);
  EXPECT_NEAR(all.plan.compile.graphs[0].elements / two.plan.compile.graphs[0].elements, 27, 0.1);
  row.model = "Qwen-Image DiT";
  row.image_size = "1024x1024";
  EXPECT_DOUBLE_EQ(read(row).plan.compile.graphs[0].layers, 60);
  row.model = "Qwen-Image VAE 24 shards";
  EXPECT_THAT(found(row).reason.english(), HasSubstr("VAE 24 shards"));
}

TEST(StartRow, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(found(start_row_of("no-such-model 3 tiles", "compile_time")).reason.english(),
              HasSubstr("no-such-model 3 tiles"));
  EXPECT_THAT(found(start_row_of("qwen3-8b", "ready_warm")).reason.english(),
              HasSubstr("ready_warm"));
  ValidationRow pipeline = start_row_of("Qwen-Image", "compile_time", "tp4; whole pipeline");
  pipeline.image_size = "1024x1024";
  EXPECT_THAT(found(pipeline).reason.english(), HasSubstr("VAE"));
}

TEST(StartRow, KeepsRowsWithOtherGraphsOutOfTheFit) {
  EXPECT_TRUE(read(start_row_of("qwen3-8b", "compile_time")).outside.empty());
  EXPECT_FALSE(
      read(start_row_of("qwen3-30b-a3b", "compile_time", "EP2, CTE + TKG")).outside.empty());
  ValidationRow native = start_row_of("qwen3-8b", "compile_time");
  native.stack = "PyTorch Native torch.compile(neuron), one NEFF";
  EXPECT_FALSE(read(native).outside.empty());
}

TEST(MeasuredStarts, FitsRowsThatItsOwnFormulaMade) {
  const StartParameters truth = [] {
    StartParameters p = *built_in_start_parameters();
    p.layer *= 1.5;
    p.elements *= 0.7;
    p.copy *= 1.3;
    return p;
  }();
  std::vector<ValidationRow> rows;
  for (const char* const model : {"qwen3-8b", "qwen3-0.6b", "llama-3-8b", "llama-2-70b"}) {
    for (const int degree : {1, 4}) {
      for (const char* const metric : {"build_total", "compile_priority_hlo", "weight_load"}) {
        ValidationRow row = start_row_of(model, metric, "from local disk");
        row.repository = std::string(model) + std::to_string(degree);
        row.tensor_parallel = degree;
        row.cores = 2 * degree;
        row.value = read(row).seconds(truth);
        rows.push_back(row);
      }
    }
  }
  std::vector<SkippedRow> skipped;
  const MeasuredStarts measured(catalogue(), rows, skipped);
  EXPECT_TRUE(skipped.empty());
  const auto fitted = measured.fit({}, TaskControl());
  ASSERT_TRUE(fitted);
  std::vector<RowPrediction> out;
  measured.predict(*fitted, out);
  ASSERT_EQ(out.size(), rows.size());
  for (const RowPrediction& row : out) {
    EXPECT_NEAR(row.relative_error(), 0, 0.15) << "the prior keeps some of the difference";
  }
  std::vector<RowPrediction> left;
  ASSERT_TRUE(measured.leave_out(Grouping::kSource, TaskControl(), left));
  EXPECT_EQ(left.size(), rows.size());
}

TEST(StartRow, HasAReasonForEveryRowThatIsNotUsed) {
  ValidationRow unit = start_row_of("qwen3-8b", "compile_time");
  unit.unit = "tokens";
  std::vector<SkippedRow> skipped;
  const MeasuredStarts measured(
      catalogue(),
      {unit, start_row_of("qwen3-8b", "ready_warm"), start_row_of("no-model", "warmup")}, skipped);
  EXPECT_TRUE(measured.empty());
  ASSERT_EQ(skipped.size(), 3u);
  for (const SkippedRow& one : skipped) EXPECT_FALSE(one.reason.empty()) << one.row;
  EXPECT_THAT(skipped[0].reason.english(), HasSubstr("wrong unit 'tokens'"));
}

TEST(StartRow, SaysWhatTheFittedRowsCover) {
  std::vector<SkippedRow> skipped;
  ValidationRow states = start_row_of("granite-4.0-h-small", "compile_time");
  states.instance = "trn2.48xlarge";
  const MeasuredStarts measured(
      catalogue(),
      {start_row_of("qwen3-8b", "compile_time"), states, start_row_of("qwen3-8b", "load_cold")},
      skipped);
  const CalibratedDomain builds = measured.domain(kCompileClass);
  EXPECT_THAT(builds.generations, testing::ElementsAre("v3"));
  EXPECT_THAT(builds.models, testing::ElementsAre("qwen3-8b")) << "rows outside of the fit";
  EXPECT_THAT(builds.features, testing::ElementsAre("decode", "prefill"));
  EXPECT_EQ(builds.sizes.at("tensor parallel degree").high, 4);
  EXPECT_THAT(measured.domain(kStartClass).features, testing::ElementsAre("ebs"));
}

}  // namespace
}  // namespace nscope::sim
