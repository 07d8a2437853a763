#include "costmodel/checks/guards.h"

#include "simcore/catalog/memory_fit.h"
#include "tests/unit/cost/built_in_data.h"
#include "tests/unit/cost/literals.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Llama-2-70B at batch 1, as claimed.
WorkEstimate llama(std::string instance, double tokens_per_second) {
  WorkEstimate work;
  work.label = "claim";
  work.instance = std::move(instance);
  work.throughput.tokens_per_second = tokens_per_second;
  work.shape.model = "llama-2-70b";
  work.shape.batch = 1;
  return work;
}

WorkEstimate training(std::string label, std::string instance, int count, double rate,
                      double days) {
  WorkEstimate work;
  work.label = std::move(label);
  work.instance = std::move(instance);
  work.count = count;
  work.phase = Phase::kTraining;
  work.throughput.tokens_per_second = rate;
  work.throughput.counted = CountedTokens::kAll;
  work.shape.parameters = 30e9;
  work.run_hours = days * 24;
  return work;
}

std::vector<Finding> units(const WorkEstimate& work) {
  return unit_guard(hardware(), book(), work, "us-east-1", parse_day("2026-11-20").value());
}

/// The only finding of a guard.
Finding only(const std::vector<Finding>& findings) {
  EXPECT_EQ(findings.size(), 1U);
  return findings.empty() ? Finding{} : findings.front();
}

std::string only_message(const std::vector<Finding>& findings) {
  return only(findings).message.english();
}

TEST(RooflineGuard, AnEncoderHasTheBoundOfItsInputs) {
  WorkEstimate work = llama("inf2.xlarge", 380'000);
  work.shape.model = "bert-base-uncased";
  work.shape.input_tokens = 128;
  work.throughput.counted = CountedTokens::kAll;
  Finding finding = only(roofline_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_THAT(finding.message.english(), HasSubstr("of the compute bound"));
  work.throughput.tokens_per_second = 38'000'000;
  finding = only(roofline_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST(RooflineGuard, RejectsTheClaimOf550TokensAtBatchOneOnInf2) {
  WorkEstimate work = llama("inf2.48xlarge", 550);
  work.shape.weight_bytes = 140e9;  // as the article counts them
  const Finding finding = only(roofline_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_TRUE(disqualifies(finding));
  EXPECT_THAT(finding.message.english(), AllOf(HasSubstr("550 tok/s"), HasSubstr("70.3 tok/s"),
                                               HasSubstr("7.8 times"), HasSubstr("12 chips")));
  // With the dimensions of the model, the bound is slightly higher, with the same result.
  work.shape.weight_bytes.reset();
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kError);
  EXPECT_NEAR(throughput_bound(hardware(), work)->tokens_per_second, 71.6, 0.2);
}

TEST(RooflineGuard, RejectsTheClaimOf800TokensAtBatchOneOnP4d) {
  WorkEstimate work = llama("p4d.24xlarge", 800);
  work.shape.weight_bytes = 140e9;
  const Finding finding = only(roofline_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_THAT(finding.message.english(), AllOf(HasSubstr("88.9 tok/s"), HasSubstr("9.0 times")));
}

TEST(RooflineGuard, AcceptsPossibleThroughputs) {
  const Finding finding = only(roofline_guard(hardware(), llama("inf2.48xlarge", 30)));
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_FALSE(disqualifies(finding));
}

TEST(RooflineGuard, ABiggerBatchAndSpeculationRaiseTheMemoryBound) {
  WorkEstimate work = llama("inf2.48xlarge", 550);
  work.shape.batch = 16;
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kInfo);
  work = llama("inf2.48xlarge", 150);
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kError);
  work.shape.tokens_per_step = 2.5;
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kInfo);
}

TEST(RooflineGuard, ReplicasMultiplyTheBoundButAModelAcrossInstancesCountsOnce) {
  WorkEstimate work = llama("inf2.48xlarge", 100);
  const double one = throughput_bound(hardware(), work)->tokens_per_second;
  work.count = 2;
  EXPECT_NEAR(throughput_bound(hardware(), work)->tokens_per_second, 2 * one, 1e-9);
  work.shape.tensor_parallel = 48;  // two instances with 24 cores each for one copy
  EXPECT_NEAR(throughput_bound(hardware(), work)->tokens_per_second, 2 * one, 1e-9);
  work.count = 4;
  EXPECT_NEAR(throughput_bound(hardware(), work)->tokens_per_second, 4 * one, 1e-9);
}

TEST(RooflineGuard, ABandThatReachesBelowTheBoundIsAWarning) {
  WorkEstimate work = llama("inf2.48xlarge", 80);
  work.throughput.low = 60;
  work.throughput.high = 100;
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kWarning);
}

TEST(RooflineGuard, UsesTheShareOfOutputIfTheThroughputCountsPrompts) {
  WorkEstimate work = llama("inf2.48xlarge", 550);
  work.throughput.counted = CountedTokens::kAll;
  EXPECT_THAT(only_message(roofline_guard(hardware(), work)), HasSubstr("not checked"));
  work.shape.input_tokens = 900;
  work.shape.output_tokens = 100;  // 55 tok/s of output
  EXPECT_EQ(only(roofline_guard(hardware(), work)).severity, Severity::kInfo);
}

TEST(RooflineGuard, WithoutABatchOnlyTheComputeBoundCounts) {
  WorkEstimate work = llama("inf2.48xlarge", 550);
  work.shape.batch = 0;
  const auto bound = throughput_bound(hardware(), work);
  ASSERT_TRUE(bound);
  EXPECT_FALSE(bound->memory);
  EXPECT_NEAR(bound->tokens_per_second, 12 * 190e12 / (2 * 68.7e9), 150);
}

TEST(RooflineGuard, HasNoFindingForUnknownHardwareOrModels) {
  EXPECT_TRUE(roofline_guard(hardware(), llama("x9.large", 1e9)).empty());
  WorkEstimate work = llama("inf2.48xlarge", 1e9);
  work.shape.model.clear();
  EXPECT_TRUE(roofline_guard(hardware(), work).empty());
}

TEST(RooflineGuard, TrainingIsBoundBySixOperationsAParameter) {
  const WorkEstimate work = training("t", "p4d.24xlarge", 8, 42000, 30);
  EXPECT_NEAR(throughput_bound(hardware(), work)->tokens_per_second, 64 * 312e12 / (6 * 30e9), 1);
  EXPECT_THAT(only_message(roofline_guard(hardware(), work)), HasSubstr("37.9"));
  const WorkEstimate absurd = training("t", "p4d.24xlarge", 8, 200000, 30);
  EXPECT_EQ(only(roofline_guard(hardware(), absurd)).severity, Severity::kError);
}

TEST(MemoryFitGuard, RejectsTensorParallelEightForLlama70bOnInf2) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.tensor_parallel = 8;
  const Finding finding = only(memory_fit_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_TRUE(disqualifies(finding));
  EXPECT_THAT(finding.message.english(), AllOf(HasSubstr("does not fit"), HasSubstr("degree 12")));
  work.shape.tensor_parallel = 24;
  EXPECT_EQ(only(memory_fit_guard(hardware(), work)).severity, Severity::kInfo);
}

TEST(ContextGuard, WarnsBeyondThePositionsOfTheModel) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  EXPECT_TRUE(context_guard(hardware(), work).empty()) << "no lengths are stated";
  work.shape.input_tokens = 4000;
  work.shape.output_tokens = 96;
  EXPECT_TRUE(context_guard(hardware(), work).empty());
  work.shape.output_tokens = 97;
  const Finding finding = only(context_guard(hardware(), work));
  EXPECT_EQ(finding.guard, Guard::kContext);
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_FALSE(disqualifies(finding));
  EXPECT_THAT(finding.message.english(),
              AllOf(HasSubstr("4,097 tokens"), HasSubstr("4,096 positions")));
}

TEST(ContextGuard, ReportsUnknownPositions) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.input_tokens = 2000;
  work.shape.output_tokens = 100;
  work.shape.model = "gpt3-175b";
  const Finding finding = only(context_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_THAT(finding.message.english(), HasSubstr("unknown"));
  work.shape.model = "their-own-model";
  EXPECT_TRUE(context_guard(hardware(), work).empty()) << "unknown model";
  work.shape.model = "mamba-2.8b";
  EXPECT_TRUE(context_guard(hardware(), work).empty()) << "no limit";
}

TEST(MemoryFitGuard, ReportsMissingParts) {
  // The claim states no lengths.
  const Finding finding = only(memory_fit_guard(hardware(), llama("p4d.24xlarge", 80)));
  EXPECT_THAT(finding.message.english(), HasSubstr("without KV cache and activations"));
  WorkEstimate known = llama("p4d.24xlarge", 80);
  known.shape.input_tokens = 128;
  known.shape.output_tokens = 128;
  EXPECT_THAT(only_message(memory_fit_guard(hardware(), known)),
              AllOf(HasSubstr("KV cache"), Not(HasSubstr("without KV cache"))));
}

TEST(MemoryFitGuard, FindsTheSmallestDegreeIfNoneIsStated) {
  EXPECT_THAT(only_message(memory_fit_guard(hardware(), llama("inf2.48xlarge", 30))),
              HasSubstr("fits with tensor parallel degree 12 or higher"));
  const Finding finding = only(memory_fit_guard(hardware(), llama("inf2.xlarge", 30)));
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST(MemoryFitGuard, SharesTheBatchAmongTheCopiesOnAnInstance) {
  WorkEstimate work = llama("inf2.48xlarge", 1000);
  work.shape.model = "llama-2-7b";
  work.shape.tensor_parallel = 2;
  work.shape.batch = 24;  // twelve copies with two sequences each
  work.shape.input_tokens = 1024;
  work.shape.output_tokens = 1024;
  EXPECT_EQ(only(memory_fit_guard(hardware(), work)).severity, Severity::kInfo);
  work.shape.batch = 24 * 24;
  EXPECT_EQ(only(memory_fit_guard(hardware(), work)).severity, Severity::kError);
}

TEST(MemoryFitGuard, StatesTheMemoryThatWasSimulated) {
  WorkEstimate work = llama("inf2.48xlarge", 1000);
  work.shape.batch = 24 * 24;
  catalog::MemoryFit simulated;
  simulated.fits = true;
  simulated.explanation = Text::verbatim("one copy on 8 cores");
  work.memory = std::make_shared<const catalog::MemoryFit>(simulated);
  const Finding finding = only(memory_fit_guard(hardware(), work));
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_EQ(finding.message.english(), "fits: one copy on 8 cores");
}

TEST(MemoryFitGuard, TrainingSeventyBillionNeedsThreeTrn1) {
  WorkEstimate work = training("t", "trn1.32xlarge", 1, 1000, 1);
  work.shape.parameters = 70e9;
  const Finding one = only(memory_fit_guard(hardware(), work));
  EXPECT_EQ(one.severity, Severity::kError);
  EXPECT_THAT(one.message.english(), AllOf(HasSubstr("560 GB"), HasSubstr("at least 3 instances")));
  work.count = 2;  // enough for weights and moments, without gradients and master weights
  EXPECT_EQ(only(memory_fit_guard(hardware(), work)).severity, Severity::kWarning);
  work.count = 3;
  EXPECT_EQ(only(memory_fit_guard(hardware(), work)).severity, Severity::kInfo);
}

TEST(EqualWorkGuard, FindsThatThe30bRunsProcessDifferentTokens) {
  const WorkEstimate p4d = training("p4d", "p4d.24xlarge", 8, 42000, 30);
  const WorkEstimate trn1 = training("trn1", "trn1.32xlarge", 16, 48000, 18);
  const Finding finding = only(equal_work_guard(p4d, usd("256"), trn1, usd("344")));
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_EQ(finding.label, "trn1");
  EXPECT_FALSE(disqualifies(finding)) << "its cost per token is right";
  EXPECT_THAT(
      finding.message.english(),
      AllOf(HasSubstr("31.4\u202f% fewer"), HasSubstr("108.9 billion"), HasSubstr("26.25 days"),
            HasSubstr("USD 216,720"), HasSubstr("17.6\u202f% more"), HasSubstr("USD 184,320"),
            HasSubstr("19.4\u202f% less"), HasSubstr("70,000 tok/s")));
}

TEST(EqualWorkGuard, WorksWithoutPrices) {
  const WorkEstimate p4d = training("p4d", "p4d.24xlarge", 8, 42000, 30);
  const WorkEstimate trn1 = training("trn1", "trn1.32xlarge", 16, 48000, 18);
  const Finding finding = only(equal_work_guard(p4d, std::nullopt, trn1, usd("344")));
  EXPECT_THAT(finding.message.english(),
              AllOf(HasSubstr("31.4\u202f% fewer"), Not(HasSubstr("USD"))));
}

TEST(EqualWorkGuard, EqualTokensAreInformation) {
  const WorkEstimate p4d = training("p4d", "p4d.24xlarge", 8, 42000, 30);
  const WorkEstimate trn1 = training("trn1", "trn1.32xlarge", 16, 48000, 26.25);
  EXPECT_EQ(only(equal_work_guard(p4d, usd("256"), trn1, usd("344"))).severity, Severity::kInfo);
}

TEST(EqualWorkGuard, ReportsOtherDifferencesOfTheWork) {
  const WorkEstimate base = llama("p4d.24xlarge", 30);
  WorkEstimate other = llama("inf2.48xlarge", 30);
  EXPECT_TRUE(equal_work_guard(base, std::nullopt, other, std::nullopt).empty());
  other.shape.model = "llama-2-13b";
  EXPECT_EQ(only(equal_work_guard(base, std::nullopt, other, std::nullopt)).severity,
            Severity::kError);
  other = llama("inf2.48xlarge", 30);
  other.throughput.counted = CountedTokens::kAll;
  EXPECT_THAT(only_message(equal_work_guard(base, std::nullopt, other, std::nullopt)),
              HasSubstr("counts input and output tokens"));
  other = llama("inf2.48xlarge", 30);
  other.shape.dtype = "int8";
  EXPECT_EQ(only(equal_work_guard(base, std::nullopt, other, std::nullopt)).severity,
            Severity::kWarning);
}

TEST(UnitGuard, HasNoFindingForACorrectEstimate) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.tensor_parallel = 24;
  work.price = StatedPrice{usd("12.98"), tr("article"), "2024"};
  work.stated.usd_per_million = usd("120.19");
  work.stated_peak = StatedPeak{190e12, false, "bf16"};
  EXPECT_TRUE(units(work).empty());
}

TEST(UnitGuard, DetectsADegreeThatCountsChips) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.tensor_parallel = 8;
  const Finding finding = only(units(work));
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_THAT(finding.message.english(), AllOf(HasSubstr("number of chips"), HasSubstr("128"),
                                               HasSubstr("16 cores of 8 chips")));
}

TEST(UnitGuard, DetectsADegreeThatCountsChipsIfNoLoadMeetsTheLimits) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.tensor_parallel = 8;
  work.service =
      ServiceLevel{.limits = tr("e2e p99 within 4.00 s"), .traffic = tr("Poisson arrivals")};
  EXPECT_TRUE(units(work).empty()) << "a search found that it fits";
  work.service->why_not = tr("does not fit");
  EXPECT_THAT(only_message(units(work)), HasSubstr("number of chips"));
}

TEST(UnitGuard, DetectsThePeakOfAChipGivenForACore) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.stated_peak = StatedPeak{190e12, true, "bf16"};
  EXPECT_THAT(only_message(units(work)), HasSubstr("peak of a whole chip"));
  work.stated_peak = StatedPeak{95e12, false, "bf16"};
  EXPECT_THAT(only_message(units(work)), HasSubstr("peak of one core"));
}

std::string price_verdict(std::string_view instance, std::string_view price, int count = 1) {
  WorkEstimate work;
  work.label = "w";
  work.instance = instance;
  work.count = count;
  work.price = StatedPrice{usd(price), tr("article"), "2026-11-20"};
  const auto findings = units(work);
  return findings.empty() ? std::string() : findings.front().message.english();
}

TEST(UnitGuard, ExplainsPricesOfAnotherUnitOptionOrType) {
  EXPECT_THAT(price_verdict("p5.48xlarge", "6.88"), HasSubstr("one accelerator"));
  EXPECT_THAT(price_verdict("trn1.32xlarge", "344", 16), HasSubstr("whole fleet"));
  EXPECT_THAT(price_verdict("trn1.32xlarge", "15695"), HasSubstr("per month"));
  EXPECT_THAT(price_verdict("trn1n.32xlarge", "21.50"),
              HasSubstr("on-demand price of trn1.32xlarge"));
  EXPECT_THAT(price_verdict("p4d.24xlarge", "3.06"), HasSubstr("on-demand price of p3.2xlarge"));
  EXPECT_THAT(price_verdict("inf2.xlarge", "0.478"), HasSubstr("that of 1-year RI"));
  EXPECT_THAT(price_verdict("trn1.32xlarge", "1.37"), HasSubstr("decimal point"));
  EXPECT_THAT(price_verdict("p4d.24xlarge", "32.77"), HasSubstr("factor 1.49"));
}

TEST(UnitGuard, AcceptsRoundedAndDatedPrices) {
  EXPECT_EQ(price_verdict("inf2.48xlarge", "12.98"), "");
  WorkEstimate work;
  work.instance = "p4d.24xlarge";
  work.price = StatedPrice{usd("32.77"), tr("article"), "2024-06"};
  EXPECT_TRUE(units(work).empty()) << "correct on its date";
}

TEST(UnitGuard, DetectsAFleetThroughputGivenForOneInstance) {
  WorkEstimate work = llama("inf2.48xlarge", 4 * 200.0);
  work.count = 4;
  work.throughput.stated_per_instance = true;
  EXPECT_THAT(only_message(units(work)), HasSubstr("that of the fleet"));
}

TEST(UnitGuard, ChecksStatedWeights) {
  WorkEstimate work = llama("inf2.48xlarge", 30);
  work.shape.weight_bytes = 140e9;
  EXPECT_TRUE(units(work).empty());
  work.shape.weight_bytes = 280e9;
  EXPECT_THAT(only_message(units(work)), HasSubstr("twice the size"));
  work.shape.weight_bytes = 128.5e9;
  EXPECT_THAT(only_message(units(work)), HasSubstr("in GiB but labelled GB"));
}

TEST(UnitGuard, FindsTheFactorOfAWrongResult) {
  WorkEstimate work = llama("inf2.48xlarge", 550);
  work.price = StatedPrice{usd("12.98"), tr("article"), "2024"};
  work.stated.usd_per_month = usd("6550000");
  work.stated.tokens_per_month = 1e9;
  EXPECT_THAT(only_message(units(work)),
              AllOf(HasSubstr("USD 6,555.56"), HasSubstr("thousands and millions")));
  work.stated.usd_per_month = usd("78666");
  EXPECT_THAT(only_message(units(work)), HasSubstr("cost per year is used as a cost per month"));
  work.stated.usd_per_month = usd("9000");
  EXPECT_EQ(only(units(work)).severity, Severity::kWarning);
  work.stated.tokens_per_month.reset();
  work.stated.usd_per_month = usd("9345.60");  // 12.98 x 720
  EXPECT_EQ(only(units(work)).severity, Severity::kInfo);
  EXPECT_THAT(only_message(units(work)), HasSubstr("720 hours"));
}

}  // namespace
}  // namespace nscope::cost
