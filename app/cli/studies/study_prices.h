#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/result.h"

#include <optional>
#include <span>
#include <string>

namespace nscope::cli {

/// A price, or the word that tables print instead.
struct StudyPrice {
  std::optional<cost::Priced> found{};
  std::string why_not;
};

/// The latest on-demand prices in the region that a study names. Immutable.
class StudyPrices {
 public:
  /// Errors: those of reading the price book.
  static Result<StudyPrices> load(std::string region);

  /// Of one instance-hour. Without a region, and for what the book does not know, a word.
  StudyPrice of(const std::string& instance) const;
  /// A line for each different one of the instances that has a price: amount, source, date.
  std::string sources_text(std::span<const std::string> instances) const;

  const std::string& region() const { return region_; }

 private:
  StudyPrices(cost::PriceBook book, std::string region);

  cost::PriceBook book_;
  std::string region_;
};

/// The cost of so many hours of one instance, or the word.
std::string money_text(const StudyPrice& price, double hours);

}  // namespace nscope::cli
