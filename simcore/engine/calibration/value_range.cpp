#include "simcore/engine/calibration/value_range.h"

#include "profiler/base/format.h"
#include "profiler/base/large_number.h"

#include <algorithm>
#include <array>

namespace nscope::sim {
namespace {

/// All names of DomainPoint::sizes and gpu_sizes(). A name in documents is the English title.
constexpr std::array kSizes{
    phrase("batch"),
    phrase("bytes of a core"),
    phrase("bytes of operands"),
    phrase("checkpoint bytes"),
    phrase("copies on a core"),
    phrase("GPUs"),
    phrase("graphs"),
    phrase("image pixels"),
    phrase("input tokens"),
    phrase("microbatch"),
    phrase("model parameters"),
    phrase("multiply-accumulates"),
    phrase("nodes"),
    phrase("operators"),
    phrase("output tokens"),
    phrase("parameters"),
    phrase("pipeline stages"),
    phrase("prefill bucket"),
    phrase("sequence length"),
    phrase("sequences at a time"),
    phrase("tensor parallel degree"),
    phrase("tensor parallelism"),
    phrase("tokens"),
    phrase("tokens of a microbatch"),
    phrase("vCPUs"),
    phrase("weights of a core"),
};

/// "502 MB", "671 billion", "16,384".
Text size_text(std::string_view name, double value) {
  if (name.find("bytes") != std::string_view::npos) {
    return tr("{}", as::exact(format_si(value, "B")));
  }
  return large_number(value);
}

}  // namespace

Text size_title(std::string_view name) {
  const auto size = std::find_if(kSizes.begin(), kSizes.end(),
                                 [&](const Phrase& title) { return title.english == name; });
  return size != kSizes.end() ? Text(*size) : Text::verbatim(std::string(name));
}

Text outside_range(std::string_view name, double value, const ValueRange& range) {
  if (range.low == range.high) {
    return tr("{}: {} (measured: {})", size_title(name), size_text(name, value),
              size_text(name, range.low));
  }
  return tr("{}: {} (measured: {} to {})", size_title(name), size_text(name, value),
            size_text(name, range.low), size_text(name, range.high));
}

}  // namespace nscope::sim
