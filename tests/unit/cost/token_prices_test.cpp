#include "costmodel/economics/token_prices.h"

#include "costmodel/checks/guards.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/economics/cost_matrix.h"
#include "tests/unit/cost/built_in_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr TokenSplit kSplit{.prefill_share = 0.25, .input_tokens = 500, .output_tokens = 100};

// Together, the prices pay for a request.
TEST(TokenPrices, ShareTheCostOfARequestByItsTime) {
  // USD 3 per million output tokens are USD 0.0003 per request.
  const TokenPrices output = token_prices(kSplit, CountedTokens::kOutput, 3);
  EXPECT_NEAR(output.usd_per_million_input, 0.0003 * 0.25 / 500 * 1e6, 1e-12);
  EXPECT_NEAR(output.usd_per_million_output, 0.0003 * 0.75 / 100 * 1e6, 1e-12);
  // If prompts count, USD 3 per million tokens are USD 0.0018 per request.
  const TokenPrices all = token_prices(kSplit, CountedTokens::kAll, 3);
  EXPECT_NEAR(all.usd_per_million_input * 500 + all.usd_per_million_output * 100, 0.0018 * 1e6,
              1e-9);
  EXPECT_NEAR(all.usd_per_million_input / output.usd_per_million_input, 6, 1e-12);
}

TEST(TokenPrices, AreUnknownIfOnlyTheSumIsKnown) {
  Throughput stated{.tokens_per_second = 100};
  EXPECT_FALSE(token_prices(stated, 3));
  EXPECT_TRUE(to_json(token_prices(stated, 3)).is_null());
  stated.split = kSplit;
  const Json json = to_json(token_prices(stated, 3));
  EXPECT_NEAR(json["usd_per_million_output_tokens"].get<double>(), 2.25, 1e-12);
  EXPECT_THAT(json["rule"].get<std::string>(), HasSubstr("prefills and decode steps"));
}

TEST(TokenPrices, OfAScenarioUseTheCheapestOption) {
  const Json document = Json::parse(
      R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1", "options": ["on_demand", "ri_1yr"],
    "work": [{"label": "divided", "instance": "inf2.48xlarge", "model": "llama-3-8b",
              "throughput": {"tokens_per_second": 2000, "source": "test"}},
             {"label": "sum", "instance": "inf2.48xlarge", "model": "llama-3-8b",
              "throughput": {"tokens_per_second": 1000, "source": "test"}}]})");
  auto scenario = scenario_from_json(document, "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  const Day day = parse_day("2026-11-20").value();
  EXPECT_EQ(token_price_table(cost_matrix(hardware(), book(), *scenario, day).value()).row_count(),
            0U);
  scenario->work[0].estimate.throughput.split = kSplit;
  const auto matrix = cost_matrix(hardware(), book(), *scenario, day);
  ASSERT_TRUE(matrix);
  const Table table = token_price_table(*matrix);
  ASSERT_EQ(table.row_count(), 2U);
  EXPECT_THAT(to_string(table.at(0, 1), Language()), HasSubstr("1-year RI in us-east-1"));
  const double million = matrix->rows[0].cells[1].figures->usd_per_million.value.dollars();
  EXPECT_NEAR(std::get<double>(table.at(0, 5)), million * 100 * 0.25 / 500, 1e-9);
  EXPECT_NEAR(std::get<double>(table.at(0, 6)), million * 0.75, 1e-9);
  EXPECT_THAT(to_string(table.at(1, 5), Language()), HasSubstr("unknown"));
  EXPECT_THAT(to_string(table.at(1, 7), Language()), HasSubstr("all tokens together"));
}

// The price is that of the whole instance, also if a simulation uses one of eight GPUs.
TEST(IdleAccelerators, AreAWarning) {
  WorkEstimate work;
  work.label = "one copy";
  work.instance = "g6e.48xlarge";
  EXPECT_TRUE(idle_accelerators_guard(work).empty());
  work.throughput.used_share = 1;
  EXPECT_TRUE(idle_accelerators_guard(work).empty());
  work.throughput.used_share = 0.125;
  const auto findings = idle_accelerators_guard(work);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].severity, Severity::kWarning);
  EXPECT_THAT(findings[0].message.english(),
              AllOf(HasSubstr("uses 12.5"), HasSubstr("of the accelerators of g6e.48xlarge")));
  EXPECT_THAT(findings[0].message.english(), HasSubstr("could fall to 1/8 of this"));
}

}  // namespace
}  // namespace nscope::cost
