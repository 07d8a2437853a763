#pragma once

#include "costmodel/price_formats/aws_offer.h"

#include <string>

namespace nscope::cost {

/// A rate of a Savings Plan in the list.
struct SavingsPlanRate {
  std::string service;     ///< discountedServiceCode
  std::string usage_type;  ///< discountedUsageType
  std::string operation;   ///< discountedOperation
  std::string sku;         ///< discountedSku
  std::string instance;    ///< discountedInstanceType
  std::string region;      ///< discountedRegionCode
  std::string unit;
  std::string amount;
  std::string currency;
};

/// The plan of a rate.
struct SavingsPlan {
  std::string family;     ///< "ComputeSavingsPlans", "EC2InstanceSavingsPlans"
  std::string lease;      ///< "1yr", "3yr"
  std::string payment;    ///< "No Upfront"
  std::string effective;  ///< effectiveDate
};

/// Why a rate is not that of a Linux instance in use with shared tenancy; empty if it is.
Phrase why_not_the_true_rate(const SavingsPlanRate& rate, const PriceSink& sink);

/// Passes the row of a rate to the sink, or counts it as skipped. Savings Plan rates include the
/// upfront payment of the commitment, so that the row has no upfront fee. Errors: kBadInput
/// without a place; those of the sink.
Result<> give_rate(const SavingsPlan& plan, const SavingsPlanRate& rate,
                   const std::optional<PriceDate>& published, PriceSink& sink);

}  // namespace nscope::cost
