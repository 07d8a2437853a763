#include "simcore/engine/validation/validation_table.h"
#include "tests/unit/sim/built_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

ValidationRow decoder_row(std::string metric) {
  ValidationRow row;
  row.class_name = "decoder";
  row.model = "llama-3-8b";
  row.instance = "trn2.48xlarge";
  row.tensor_parallel = 4;
  row.metric = std::move(metric);
  return row;
}

TEST(MeasuredRow, ADeviceProfileHasNoHostTime) {
  ValidationRow row = decoder_row("ttft_p50");
  EXPECT_EQ(parameters_of(row, parameters()).prefill_launch, parameters().prefill_launch);
  row.notes = "device profile of the compiled NEFFs, profiled 2026-03";
  const Parameters device = parameters_of(row, parameters());
  EXPECT_EQ(device.prefill_launch, 0);
  EXPECT_EQ(device.decode_launch, 0);
  EXPECT_EQ(device.collective_launch, parameters().collective_launch);
}

TEST(MeasuredRow, APrefillWithoutLengthsFillsTheCompiledSequence) {
  ValidationRow row = decoder_row("ttft_p50");
  row.sequence_length = 4096;
  const RowWorkload prefill = workload_of(row);
  ASSERT_TRUE(prefill.workload);
  EXPECT_EQ(prefill.workload->input_tokens, 4096);
  EXPECT_THAT(prefill.assumption.english(), HasSubstr("a prompt of 4096 tokens is assumed"));
  row.metric = "tpot_p50";
  EXPECT_EQ(workload_of(row).workload->input_tokens, 4096 / 16);
  row.metric = "ttft_p50";
  row.input_length = 100;
  EXPECT_EQ(workload_of(row).workload->input_tokens, 100);
}

TEST(MeasuredRow, NotesNameFusedKernels) {
  ValidationRow row = decoder_row("tpot_p50");
  row.stack = "NxD Inference (contrib)";
  ASSERT_NE(stack_of(row).stack, nullptr);
  EXPECT_EQ(stack_of(row).stack->id, "nxd");
  row.notes = "fused TKG NKI; dated 2026-04-25";
  EXPECT_EQ(stack_of(row).stack->id, "nxd-fused");
  row.notes = "no TKG kernel, max_num_seqs 4";
  EXPECT_EQ(stack_of(row).stack->id, "nxd");
}

}  // namespace
}  // namespace nscope::sim
