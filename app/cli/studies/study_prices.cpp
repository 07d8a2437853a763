#include "app/cli/studies/study_prices.h"

#include "app/pricing/user_prices.h"
#include "profiler/base/units.h"

#include <set>
#include <utility>
#include <variant>

namespace nscope::cli {

StudyPrices::StudyPrices(cost::PriceBook book, std::string region)
    : book_(std::move(book)), region_(std::move(region)) {}

Result<StudyPrices> StudyPrices::load(std::string region) {
  auto user = app::load_user_book();
  if (!user) return fail(user.error());
  return StudyPrices(std::move(user->book), std::move(region));
}

StudyPrice StudyPrices::of(const std::string& instance) const {
  if (region_.empty()) return {.found = {}, .why_not = tr("no region")};
  const auto state_of = [&](cost::PurchaseOption option) {
    return book_.as_of(instance, region_, option, book_.latest());
  };
  const cost::PriceState state = state_of(cost::PurchaseOption::kOnDemand);
  if (const auto* const priced = std::get_if<cost::Priced>(&state)) {
    return {.found = *priced, .why_not = {}};
  }
  const auto block = cost::PurchaseOption::kCapacityBlock;
  const cost::PriceState other = state_of(block);
  if (const auto* const priced = std::get_if<cost::Priced>(&other)) {
    return {.found = *priced, .why_not = {}, .option = block};
  }
  return {.found = {}, .why_not = cost::missing_word(state)};
}

std::string StudyPrices::sources_text(std::span<const std::string> instances,
                                      const Language& language) const {
  std::string text;
  std::set<std::string> cited;
  for (const std::string& instance : instances) {
    const StudyPrice price = of(instance);
    if (!price.found || !cited.insert(instance).second) continue;
    text += language.say(tr("Price: {} {} in {}, USD {} per hour ({}, {})", instance,
                            cost::title(price.option), region_,
                            as::exact(format_usd(price.found->per_hour)), price.found->source,
                            cost::to_string(price.found->date))) +
            "\n";
  }
  return text;
}

Text money_text(const StudyPrice& price, double hours) {
  if (!price.found) return price.why_not;
  return tr("{}", as::exact(format_usd(price.found->per_hour * hours)));
}

}  // namespace nscope::cli
