#include "simcore/engine/validation/kernel_row.h"

#include "simcore/engine/validation/error_band.h"
#include "tests/support/corpus.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

ValidationRow kernel_row(std::string model, std::string stack, std::string dtype = "bf16") {
  ValidationRow row;
  row.id = "k1";
  row.class_name = kKernelClass;
  row.model = std::move(model);
  row.instance = "trn2";
  row.cores = 1;
  row.dtype = std::move(dtype);
  row.stack = std::move(stack);
  row.metric = "latency_p50";
  row.value = 100;
  row.unit = "us";
  return row;
}
KernelRun read_row(const ValidationRow& row) {
  RowKernel found = kernel_of(catalogue(), row);
  EXPECT_TRUE(found.run) << row.model << ": " << found.reason.english();
  return found.run ? std::move(*found.run) : KernelRun();
}

TEST(KernelRow, ReadsSizesFromTheText) {
  const KernelRun gemm = read_row(kernel_row("gemm_gelu M128 K512 N2048", "NKI baseline"));
  EXPECT_EQ(gemm.setup.sizes.m, 128);
  EXPECT_EQ(gemm.setup.sizes.k, 512);
  EXPECT_EQ(gemm.setup.sizes.n, 2048);
  EXPECT_EQ(gemm.setup.variant, KernelVariant::kBaseline);
  EXPECT_EQ(gemm.machine.physical_per_logical, 1);
  const KernelRun attention = read_row(kernel_row("attention_fwd S384 D64 1 head", "NKI fused"));
  EXPECT_EQ(attention.setup.name, "attention");
  EXPECT_EQ(attention.setup.sizes.m, 384);
  EXPECT_EQ(attention.setup.sizes.n, 384);
  EXPECT_EQ(attention.setup.sizes.head_dim, 64);
  const KernelRun grouped = read_row(kernel_row("gqa_full B2_N1024_QH8_KH4_D128", "NKI"));
  EXPECT_EQ(grouped.setup.sizes.batch, 2);
  EXPECT_EQ(grouped.setup.sizes.heads, 8);
  EXPECT_EQ(grouped.setup.sizes.kv_heads, 4);
  const KernelRun scan = read_row(kernel_row("mamba M2048_C256_S8", "NKI"));
  EXPECT_EQ(scan.setup.sizes.n, 256);
  EXPECT_EQ(scan.setup.sizes.states, 8);
  const KernelRun image = read_row(kernel_row("gather (resample) 3x100x200", "torch.compile"));
  EXPECT_EQ(image.setup.sizes.m, 20000);
  EXPECT_EQ(image.setup.sizes.n, 3);
  ValidationRow worded =
      kernel_row("GQA CTE Attention, causal (shard: 6 q heads, head_dim 64)", "NKI");
  worded.sequence_length = 768;
  const KernelRun words = read_row(worded);
  EXPECT_EQ(words.setup.name, "attention");
  EXPECT_EQ(words.setup.sizes.m, 768);
  EXPECT_EQ(words.setup.sizes.n, 768);
  EXPECT_EQ(words.setup.sizes.heads, 6);
  EXPECT_EQ(words.setup.sizes.head_dim, 64);
  worded.model = "paged attention, prefix 1024 (2 q heads, 1 kv heads, head_dim 128)";
  EXPECT_EQ(read_row(worded).setup.sizes.n, 768 + 1024);
  EXPECT_EQ(read_row(worded).setup.sizes.kv_heads, 1);
  EXPECT_EQ(read_row(kernel_row("NKI MATMUL, M512 N256 K128", "NKI")).setup.sizes.n, 256);
  const KernelRun ranks = read_row(kernel_row("matmul M512 N256 K128 per rank, 4 ranks", "NKI"));
  EXPECT_EQ(ranks.setup.sizes.k, 128);
}

TEST(KernelRow, ReadsVariantCallerAndTypeFromStackAndNotes) {
  ValidationRow row = kernel_row("matmul M512 K512 N512", "torch-neuronx 2.9 trace (public)");
  EXPECT_EQ(read_row(row).setup.caller, KernelCaller::kTorchTrace);
  row.stack = "native PyTorch beta 2";
  EXPECT_EQ(read_row(row).setup.caller, KernelCaller::kTorchNative);
  row.stack = "NKI";
  EXPECT_EQ(read_row(row).setup.caller, KernelCaller::kProfiler);
  row.dtype = "fp32";
  row.notes = "bf16x2 split (3 products); tuned: larger blocks";
  EXPECT_EQ(read_row(row).setup.dtype, "bf16x2");
  EXPECT_EQ(read_row(row).setup.variant, KernelVariant::kTuned);
  row.stack = "NKI (nki.benchmark on a remote profiler)";
  EXPECT_EQ(read_row(row).machine.physical_per_logical, 2);
  row = kernel_row("gemm_gelu M128 K128 N512", "NKI fused_taylor");
  EXPECT_TRUE(read_row(row).setup.polynomial);
  row = kernel_row("silu M128_N512", "NKI (neuron-profile)");
  row.notes = "NKIBench baseline kernel";
  EXPECT_EQ(read_row(row).setup.variant, KernelVariant::kBaseline);
  row.model = "swiglu M128_N512_K256";
  EXPECT_EQ(read_row(row).setup.variant, KernelVariant::kFused);
  row = kernel_row("matmul MXFP8 M1024 N1024 K1024", "NKI", "mxfp8");
  row.instance = "trn3pds98.48xlarge";
  row.cores = 2;
  EXPECT_EQ(read_row(row).machine.generation, CoreGeneration::kV4);
}

TEST(KernelRow, SaysWhyARowIsNotPredicted) {
  const auto why = [](const ValidationRow& row) {
    RowPrediction out;
    predict_kernel(catalogue(), row, built_in_calibration().value(), out);
    EXPECT_FALSE(out.predicted);
    return out.reason.english();
  };
  EXPECT_THAT(why(kernel_row("graph launch gap: model_submit", "NKI")),
              HasSubstr("does not contain the name of a kernel"));
  EXPECT_THAT(why(kernel_row("layer pair (with swiglu)", "NKI")), HasSubstr("does not contain"));
  EXPECT_THAT(why(kernel_row("CTE attention, prefix-aware (4 q heads, head_dim 128)", "NKI")),
              HasSubstr("the length of the prefix is not stated"));
  EXPECT_THAT(why(kernel_row("matmul M128 K128", "NKI")), HasSubstr("/n"));
  EXPECT_THAT(why(kernel_row("matmul M99999999999 K1 N1", "NKI")), HasSubstr("/m"));
  EXPECT_THAT(why(kernel_row("gather 3x", "NKI")), HasSubstr("/m"));
  EXPECT_THAT(why(kernel_row("gather 3x0x7", "NKI")), HasSubstr("/m"));
  EXPECT_THAT(why(kernel_row("", "NKI")), HasSubstr("does not contain"));
  ValidationRow row = kernel_row("matmul M128 K128 N128", "NKI");
  row.metric = "throughput";
  EXPECT_THAT(why(row), HasSubstr("the metric 'throughput' is not predicted"));
  row = kernel_row("matmul M128 K128 N128", "NKI");
  row.instance = "unknown";
  EXPECT_THAT(why(row), HasSubstr("unknown instance type"));
}

TEST(KernelRow, PredictsRatesInTheUnitOfTheRow) {
  ValidationRow row = kernel_row("matmul M2048 K2048 N2048", "NKI");
  RowPrediction latency;
  predict_kernel(catalogue(), row, built_in_calibration().value(), latency);
  ASSERT_TRUE(latency.predicted);
  row.metric = "tflops";
  row.unit = "TFLOP/s";
  row.value = 30;
  RowPrediction rate;
  predict_kernel(catalogue(), row, built_in_calibration().value(), rate);
  ASSERT_TRUE(rate.predicted);
  EXPECT_NEAR(*rate.predicted, 2.0 * std::pow(2048, 3) / (*latency.predicted * 1e-6) / 1e12, 1e-9);
  row.unit = "us";
  RowPrediction wrong;
  predict_kernel(catalogue(), row, built_in_calibration().value(), wrong);
  EXPECT_FALSE(wrong.predicted);
}

class KernelCorpus : public CorpusTest {};

/// The measured kernels of 2026. The limits are above the errors of docs/simulator.md.
TEST_F(KernelCorpus, PredictsTheMeasuredKernels) {
  const auto rows = parse_validation_table(corpus_text("calibration/neuron2.csv"), "neuron2.csv");
  ASSERT_TRUE(rows) << to_string(rows.error());
  std::vector<ValidationRow> trusted;
  for (const ValidationRow& row : *rows) {
    if (row.class_name == kKernelClass && row.doubtful.empty()) trusted.push_back(row);
  }
  std::vector<SkippedRow> skipped;
  const MeasuredKernels kernels(catalogue(), trusted, skipped);
  std::vector<RowPrediction> predicted;
  kernels.predict(predicted);
  EXPECT_GT(predicted.size(), 480U);
  EXPECT_LE(skipped.size(), 4U);
  std::map<std::string, std::pair<double, int>> repositories;
  std::vector<GroupedRatio> ratios;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    const RowPrediction& row = predicted[i];
    ratios.push_back({row.measured / *row.predicted, row.groups.source});
    const auto source = std::find_if(trusted.begin(), trusted.end(),
                                     [&](const ValidationRow& one) { return one.id == row.id; });
    auto& [sum, count] = repositories[source->repository];
    sum += std::abs(row.relative_error());
    ++count;
  }
  for (const auto& [name, error] : repositories) {
    EXPECT_LT(error.first / error.second, 0.22) << name;
  }
  EXPECT_GT(band_coverage(ratios, ratios).share(), 0.86);
}

}  // namespace
}  // namespace nscope::sim
