#include "importers/shared/launch_calls.h"

#include <algorithm>
#include <limits>

namespace nscope::importers {
namespace {

bool possible_number(std::int64_t number) {
  // 0 is CUPTI's number for "no call".
  return number > 0 && number <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

bool LaunchCalls::add(std::uint64_t process, std::int64_t number, SliceId call) {
  if (!possible_number(number)) return false;
  processes_[process].calls.push_back({static_cast<std::uint32_t>(number), call.value});
  return true;
}

void LaunchCalls::sort() {
  for (auto& [id, process] : processes_) {
    auto& calls = process.calls;
    if (!std::is_sorted(calls.begin(), calls.end())) std::sort(calls.begin(), calls.end());
  }
}

SliceId LaunchCalls::find(std::optional<std::uint64_t> process, std::int64_t number) {
  if (!possible_number(number)) return {};
  const auto of = process                  ? processes_.find(*process)
                  : processes_.size() == 1 ? processes_.begin()
                                           : processes_.end();
  if (of == processes_.end()) return {};
  auto& [calls, last] = of->second;
  const auto wanted = static_cast<std::uint32_t>(number);
  constexpr std::size_t kNear = 8;
  for (std::size_t i = last; i < std::min(last + kNear, calls.size()); ++i) {
    const bool first = i == 0 || calls[i - 1].number != wanted;
    if (calls[i].number == wanted && first) return SliceId(calls[last = i].slice);
  }
  const auto found = std::lower_bound(calls.begin(), calls.end(), Call{wanted, 0});
  if (found == calls.end() || found->number != wanted) return {};
  last = static_cast<std::size_t>(found - calls.begin());
  return SliceId(found->slice);
}

}  // namespace nscope::importers
