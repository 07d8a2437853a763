#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/language.h"
#include "profiler/base/result.h"

#include <optional>
#include <span>
#include <string>

namespace nscope::cli {

/// A price, or the reason why there is none, which tables print instead.
struct StudyPrice {
  std::optional<cost::Priced> found{};
  Text why_not;
  cost::PurchaseOption option = cost::PurchaseOption::kOnDemand;
};

/// The latest on-demand prices in the region of a study; those of Capacity Blocks for instance
/// types that are not sold On-Demand. Immutable.
class StudyPrices {
 public:
  /// Errors: those of reading the price book.
  static Result<StudyPrices> load(std::string region);
  StudyPrices(cost::PriceBook book, std::string region);

  /// The price of one instance-hour.
  StudyPrice of(const std::string& instance) const;
  /// One line with amount, source and date for each of the different instances with a price.
  std::string sources_text(std::span<const std::string> instances, const Language& language) const;

  const std::string& region() const { return region_; }

 private:
  cost::PriceBook book_;
  std::string region_;
};

/// The cost of `hours` of one instance, or the reason why there is no price.
Text money_text(const StudyPrice& price, double hours);

}  // namespace nscope::cli
