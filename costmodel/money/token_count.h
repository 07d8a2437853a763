#pragma once

#include "profiler/base/text.h"

namespace nscope::cost {

/// A number of tokens in words, with four significant digits: "100 billion tokens", "1.5 million
/// tokens", "512 tokens".
Text tokens_text(double tokens);

}  // namespace nscope::cost
