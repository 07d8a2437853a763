#include "simcore/engine/validation/row_notes.h"
#include "simcore/engine/validation/validation_table.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

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
  row.notes = "Llama-type DNA models; CTE bucket 256; dated 2026-05-19";
  EXPECT_EQ(workload_of(row).workload->input_tokens, 256) << "the only bucket of prefills";
  row.notes = "CTE bucket 512/1024/8192";
  EXPECT_EQ(workload_of(row).workload->input_tokens, 4096);
  row.notes = "CTE bucket 99999999999";
  EXPECT_EQ(workload_of(row).workload->input_tokens, 4096);
  row.metric = "tpot_p50";
  EXPECT_EQ(workload_of(row).workload->input_tokens, 4096 / 16);
  row.metric = "ttft_p50";
  row.input_length = 100;
  EXPECT_EQ(workload_of(row).workload->input_tokens, 100);
}

TEST(MeasuredRow, WeightsThatEveryCoreReadsAreNotDivided) {
  ValidationRow row = decoder_row("ttft_p50");
  row.model = "recurrentgemma-2b-it";
  row.instance = "trn1.32xlarge";
  row.tensor_parallel = 2;
  row.sequence_length = row.input_length = 128;
  const auto cores = [&](std::string notes) {
    row.notes = std::move(notes);
    const RowWorkload found = workload_of(catalogue(), row);
    EXPECT_TRUE(found.workload) << found.reason.english();
    return found.workload ? found.workload->tensor_parallel : 0;
  };
  EXPECT_EQ(cores("HBM read per core CTE 5.41 GB, TKG 5.37 GB; prefill"), 1);
  EXPECT_EQ(cores("HBM read per core CTE 5.41 GB, TKG 2.71 GB"), 2) << "read twice by the prefill";
  EXPECT_EQ(cores("HBM read per core CTE 2705.5 MB, TKG 2.68 GB"), 2);
  EXPECT_EQ(cores("HBM read per core CTE 5.41 GB"), 2) << "nothing is known of the steps";
  EXPECT_EQ(cores("HBM read per core CTE 5.41, TKG 5.37"), 2) << "without units";
  EXPECT_EQ(cores("5.41 GB"), 2);
}

TEST(MeasuredRow, ExpertParallelismIsNotSupported) {
  ValidationRow row = decoder_row("tpot_p50");
  row.sequence_length = 512;
  row.cores = 128;
  row.logical_core_size = 2;
  row.tensor_parallel = 32;
  row.notes = "EP2; dated 2026-05-01";
  EXPECT_FALSE(workload_of(catalogue(), row).workload);
  EXPECT_THAT(workload_of(catalogue(), row).reason.english(), HasSubstr("over 2 groups"));
  row.notes = "EP1; dated 2026-05-01";
  EXPECT_TRUE(workload_of(catalogue(), row).workload);
  row.notes = "TP64 EP64: the experts of the same cores";
  row.tensor_parallel = 64;
  EXPECT_TRUE(workload_of(catalogue(), row).workload);
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

/// The tokens of a round are those of the same publication, also if its rows name no repository.
TEST(MeasuredRow, TakesTheAcceptanceOfADraftFromItsOwnSource) {
  const auto row_of = [](std::string metric, std::string source, double value) {
    ValidationRow row = decoder_row(std::move(metric));
    row.id = "r1";
    row.speculation = "EAGLE k=4";
    row.source = std::move(source);
    row.value = value;
    return row;
  };
  std::vector<ValidationRow> rows{
      row_of(std::string(kAcceptanceLength), "a/one:results.md@1234567", 3.5),
      row_of("tpot_p50", "a/one:results.md@89abcde", 10), row_of("tpot_p50", "b/two:log.md@1", 10)};
  state_drafts(rows);
  EXPECT_TRUE(rows[1].draft) << "another commit of the same file";
  EXPECT_FALSE(rows[2].draft) << "another source";
  rows[2].repository = "own";
  rows[0].repository = "own";
  state_drafts(rows);
  EXPECT_TRUE(rows[2].draft);
}

/// A row can have several assumptions; none replaces another.
TEST(MeasuredRow, StatesEveryAssumption) {
  ValidationRow row = decoder_row("tpot_p50");
  row.weight_dtype = "fp8 experts";
  row.stack = "something new";
  row.batch = 1;
  row.input_length = row.output_length = 128;
  const RowWorkload found = workload_of(row);
  EXPECT_THAT(found.assumption.english(), HasSubstr("all weights are assumed to be fp8"));
  EXPECT_THAT(found.assumption.english(), HasSubstr("the stack 'something new' is not known"));
}

}  // namespace
}  // namespace nscope::sim
