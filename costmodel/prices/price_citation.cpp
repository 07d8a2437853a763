#include "costmodel/prices/price_citation.h"

#include "profiler/base/format.h"

#include <fmt/format.h>

namespace nscope::cost {

std::pair<std::string, std::string> citation(const PriceState& state) {
  if (const auto* price = std::get_if<Priced>(&state)) {
    return {price->dated ? to_string(price->date) : "undated", price->source};
  }
  if (const auto* none = std::get_if<NotOffered>(&state)) {
    return {to_string(none->date), none->source};
  }
  return {};
}

std::string remark(const PriceState& state) {
  if (const auto* price = std::get_if<Priced>(&state)) {
    std::string text = price->term;
    if (!price->zone.empty()) text += (text.empty() ? "" : "; ") + price->zone;
    if (!price->note.empty()) text += (text.empty() ? "" : "; ") + price->note;
    if (price->zones && price->zone.empty()) {
      const auto& [low, high] = *price->zones;
      text += (text.empty() ? "zones seen at " : "; zones seen at ") + format_usd(low, 4);
      if (low < high) text += " to " + format_usd(high, 4);
    }
    if (price->upfront != Usd()) {
      text += fmt::format("{}{} USD upfront and {} an hour", text.empty() ? "" : "; ",
                          format_usd(price->upfront), format_usd(price->recurring, 4));
    }
    if (price->list) {
      text += fmt::format("{}list {}", text.empty() ? "" : "; ", format_usd(*price->list, 4));
    }
    return text;
  }
  if (const auto* none = std::get_if<NotOffered>(&state)) return none->reason;
  return std::get<UnknownPrice>(state).remedy;
}

}  // namespace nscope::cost
