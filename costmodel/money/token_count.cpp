#include "costmodel/money/token_count.h"

#include "costmodel/money/figures.h"
#include "profiler/base/large_number.h"

namespace nscope::cost {

Text tokens_text(double tokens) {
  constexpr double kMillion = 1e6;
  if (tokens >= kMillion) return tr("{} tokens", large_number(tokens));
  return tr("{} tokens", as_digits(tokens, 4));
}

}  // namespace nscope::cost
