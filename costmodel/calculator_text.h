#pragma once

#include "profiler/base/units.h"

#include <string>

namespace nscope::cost {

/// The texts of the AWS Pricing Calculator ("Show calculations"), word for word, so that a
/// reader can lay ours beside AWS's. A month has 730 hours, a year 8760. The "normalized
/// monthly" price of a Reserved Instance and the total of a Savings Plan leave the upfront
/// fee out, as AWS does: see commitment_break_even() for the honest comparison. Prices are
/// of one instance-hour. Pure functions.
struct CalculatorUsage {
  std::string instance;  ///< "c5.xlarge"
  std::string location;  ///< "Asia Pacific (Tokyo)"
  Usd on_demand;
  int instances = 1;  ///< used around the clock; positive
};

std::string calculator_on_demand(const CalculatorUsage& usage);

/// Reserved Instances: the upfront fee of one and its hourly price.
std::string calculator_reserved(int instances, Usd upfront, Usd hourly);

/// A Savings Plan with its break-even analysis.
struct CalculatorPlan {
  std::string plan;  ///< "Compute Savings Plans", "EC2 Instance Savings Plans"
  int years = 1;
  int upfront_percent = 0;  ///< 0, 50 or 100 of the commitment
  Usd rate;                 ///< of one instance-hour under the plan, all payments included
};
std::string calculator_savings_plan(const CalculatorUsage& usage, const CalculatorPlan& plan);

}  // namespace nscope::cost
