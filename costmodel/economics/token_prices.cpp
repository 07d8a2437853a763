#include "costmodel/economics/token_prices.h"

#include "costmodel/money/figures.h"

namespace nscope::cost {

TokenPrices token_prices(const TokenSplit& split, CountedTokens counted, double usd_per_million) {
  const double tokens =
      split.output_tokens + (counted == CountedTokens::kAll ? split.input_tokens : 0.0);
  const double request = usd_per_million * tokens;
  return {.split = split,
          .usd_per_million_input = request * split.prefill_share / split.input_tokens,
          .usd_per_million_output = request * (1.0 - split.prefill_share) / split.output_tokens};
}

std::optional<TokenPrices> token_prices(const Throughput& throughput, double usd_per_million) {
  if (!throughput.split) return std::nullopt;
  return token_prices(*throughput.split, throughput.counted, usd_per_million);
}

Text token_price_rule() {
  return tr(
      "The cost of a request is divided between its prompt and its output by the time that "
      "prefills and decode steps take in the simulation. The prefill also generates the first "
      "output token.");
}

Text to_text(const TokenPrices& prices) {
  return tr(
      "prefills take {} of the time: USD {} per million input tokens, USD {} per million output "
      "tokens",
      as::percent(prices.split.prefill_share), as_token_cost(prices.usd_per_million_input),
      as_token_cost(prices.usd_per_million_output));
}

Json to_json(const std::optional<TokenPrices>& prices) {
  if (!prices) return nullptr;
  return {{"usd_per_million_input_tokens", prices->usd_per_million_input},
          {"usd_per_million_output_tokens", prices->usd_per_million_output},
          {"prefill_share", prices->split.prefill_share},
          {"input_tokens", prices->split.input_tokens},
          {"output_tokens", prices->split.output_tokens},
          {"rule", token_price_rule()}};
}

}  // namespace nscope::cost
