#pragma once

#include "profiler/trace/trace.h"

#include <algorithm>
#include <span>

namespace nscope::analysis {

/// Walks the properties of slices whose ids only grow: linear over a track,
/// where a search for each slice would not be. One thread; the trace must
/// outlive it.
class SliceArgs {
 public:
  SliceArgs(const Trace& trace, SliceId first) : args_(trace.args()) {
    const auto it =
        std::lower_bound(args_.begin(), args_.end(), first,
                         [](const Arg& arg, SliceId slice) { return arg.slice < slice; });
    args_ = args_.subspan(static_cast<std::size_t>(it - args_.begin()));
  }

  /// The properties of `slice`; each call must ask for a later slice.
  std::span<const Arg> of(SliceId slice) {
    std::size_t first = 0;
    while (first < args_.size() && args_[first].slice < slice) ++first;
    std::size_t last = first;
    while (last < args_.size() && args_[last].slice == slice) ++last;
    const auto found = args_.subspan(first, last - first);
    args_ = args_.subspan(last);
    return found;
  }

 private:
  std::span<const Arg> args_;
};

/// The value as a number; 0 for a text.
inline double number_of(const ArgValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0.0;
}

}  // namespace nscope::analysis
