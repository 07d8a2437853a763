// The texts that the AWS Pricing Calculator prints, from rates alone.
#include "costmodel/calculator_text.h"

#include "tests/support/corpus.h"
#include "tests/unit/cost/literals.h"

#include <map>
#include <regex>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

const CalculatorUsage& c5() {
  static const CalculatorUsage kUsage{.instance = "c5.xlarge",
                                      .location = "Asia Pacific (Tokyo)",
                                      .on_demand = Usd::parse("0.398").value()};
  return kUsage;
}

/// Heading -> the text of its block.
std::map<std::string, std::string> sections(const std::string& markdown) {
  std::map<std::string, std::string> out;
  std::istringstream in(markdown);
  std::string line;
  std::string heading;
  bool inside = false;
  while (std::getline(in, line)) {
    if (line.starts_with("###")) {
      heading = std::regex_replace(line, std::regex("^#+ *| *$"), "");
    } else if (line.starts_with("```")) {
      inside = !inside;
    } else if (inside) {
      out[heading] += line + "\n";
    }
  }
  out.erase("");  // the input, before the first heading
  return out;
}

/// The rate that a Savings Plan's text names: the only input it has besides the usage.
std::string plan_rate(const std::string& text) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(R"(Upfront is ([0-9.]+) USD)")) ? match[1].str()
                                                                                   : "";
}

std::string ours(const std::string& heading, const std::string& expected) {
  if (heading == "On-Demand") return calculator_on_demand(c5());
  static const std::map<std::string, std::pair<const char*, const char*>> kReserved = {
      {"1 year no upfront", {"0", "0.319"}},         {"1 year partial upfront", {"1368", "0.156"}},
      {"1 year all upfront", {"2714", "0"}},         {"3 year no upfront", {"0", "0.276"}},
      {"3 year partial upfront", {"3543", "0.135"}}, {"3 year all upfront", {"6950", "0"}}};
  const std::string reserved = "standard reserved instance ";
  if (heading.starts_with(reserved)) {
    const auto& [upfront, hourly] = kReserved.at(heading.substr(reserved.size()));
    return calculator_reserved(1, usd(upfront), usd(hourly));
  }
  CalculatorPlan plan;
  plan.plan = heading.starts_with("ec2") ? "EC2 Instance Savings Plans" : "Compute Savings Plans";
  plan.years = heading.find("3 year") != std::string::npos ? 3 : 1;
  plan.upfront_percent = heading.find("no upfront") != std::string::npos        ? 0
                         : heading.find("partial upfront") != std::string::npos ? 50
                                                                                : 100;
  plan.rate = usd(plan_rate(expected));
  return calculator_savings_plan(c5(), plan);
}

using CalculatorGolden = CorpusTest;

TEST_F(CalculatorGolden, EveryTextIsReproduced) {
  const auto all = sections(corpus_text("pricing/samples/aws_calculator_output.golden.md"));
  EXPECT_EQ(all.size(), 19U) << "on-demand, six reserved, twelve Savings Plans";
  for (const auto& [heading, expected] : all) {
    EXPECT_EQ(ours(heading, expected), expected) << heading;
  }
}

TEST(CalculatorText, ScalesWithTheInstances) {
  CalculatorUsage three = c5();
  three.instances = 3;
  EXPECT_THAT(calculator_on_demand(three), testing::HasSubstr("= 871.620000 USD"));
  EXPECT_THAT(calculator_reserved(3, usd("1368"), usd("0.156")),
              testing::HasSubstr("3 Reserved instances x 1368.000000 USD upfront cost = "
                                 "4104.000000 USD"));
  const std::string plan =
      calculator_savings_plan(three, {.plan = "Compute Savings Plans", .rate = usd("0.361")});
  EXPECT_THAT(plan, testing::HasSubstr("2190 Compute Savings Plans instance hours per month x "
                                       "0.361000 USD = 790.590000 USD"));
  EXPECT_THAT(plan, testing::HasSubstr("Breakeven point: 0.90703517587939698492"));
}

}  // namespace
}  // namespace nscope::cost
