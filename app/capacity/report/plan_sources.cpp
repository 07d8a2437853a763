#include "app/capacity/report/plan_sources.h"

#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nscope::capacity {

int cite_price(cost::ReportSources& sources, const Offer& offer) {
  auto [date, source] = cost::citation(offer.price);
  return sources.cite(
      {std::move(source), std::move(date), cost::provenance_word(offer.priced()->provenance)});
}

int cite_simulation(cost::ReportSources& sources, const Text& simulator, std::uint64_t seed) {
  return sources.cite({tr("{}, seed {}", simulator, std::to_string(seed)),
                       tr("Neuronscope {}", NSCOPE_VERSION),
                       cost::provenance_word(Provenance::kSimulated)});
}

std::vector<int> row_notes(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace nscope::capacity
