#include "app/capacity/report/plan_sources.h"

#include "costmodel/prices/price_citation.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::capacity {

int cite_price(cost::ReportSources& sources, const Offer& offer) {
  auto [date, source] = cost::citation(offer.price);
  return sources.cite(
      {std::move(source), std::move(date), std::string(to_string(offer.priced()->provenance))});
}

int cite_simulation(cost::ReportSources& sources, std::string_view simulator, std::uint64_t seed) {
  return sources.cite({fmt::format("{}, seed {}", simulator, seed),
                       fmt::format("Neuronscope {}", NSCOPE_VERSION), "simulated"});
}

std::vector<int> row_notes(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace nscope::capacity
