#include "costmodel/money/token_count.h"

#include "costmodel/money/figures.h"

namespace nscope::cost {

Text tokens_text(double tokens) {
  constexpr double kTrillion = 1e12;
  constexpr double kBillion = 1e9;
  constexpr double kMillion = 1e6;
  if (tokens >= kTrillion) return tr("{} trillion tokens", as_digits(tokens / kTrillion, 4));
  if (tokens >= kBillion) return tr("{} billion tokens", as_digits(tokens / kBillion, 4));
  if (tokens >= kMillion) return tr("{} million tokens", as_digits(tokens / kMillion, 4));
  return tr("{} tokens", as_digits(tokens, 4));
}

}  // namespace nscope::cost
