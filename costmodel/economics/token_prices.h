#pragma once

#include "costmodel/scenario/work_estimate.h"
#include "profiler/base/json.h"
#include "profiler/base/text.h"

#include <optional>

namespace nscope::cost {

/// Prices of input and output tokens that together pay for a request. An allocation, not a market
/// price: see token_price_rule().
struct TokenPrices {
  TokenSplit split;
  double usd_per_million_input = 0.0;
  double usd_per_million_output = 0.0;
};

/// Divides the cost of a request, c N with `usd_per_million` of the N tokens that `counted` counts,
/// between its prompt and its output: c N s / i and c N (1 - s) / o, with the share s of prefills
/// in its time, i input tokens and o output tokens. Pure.
TokenPrices token_prices(const TokenSplit& split, CountedTokens counted, double usd_per_million);
/// The same for a throughput; empty if it is known only in sum.
std::optional<TokenPrices> token_prices(const Throughput& throughput, double usd_per_million);

/// The rule in one sentence.
Text token_price_rule();
/// "prefills take 12 % of the time: USD 0.0123 per million input tokens, USD 0.234 per million
/// output tokens"
Text to_text(const TokenPrices& prices);
/// Members usd_per_million_input_tokens, usd_per_million_output_tokens, prefill_share,
/// input_tokens, output_tokens, rule; null if unknown.
Json to_json(const std::optional<TokenPrices>& prices);

}  // namespace nscope::cost
