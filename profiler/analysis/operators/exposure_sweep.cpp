#include "profiler/analysis/operators/exposure_sweep.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace nscope::analysis {

void ExposureSweep::start(std::size_t owner, std::int64_t begin, std::int64_t end) {
  if (owner >= times_.size()) {
    times_.resize(owner + 1);
    running_.resize(owner + 1);
    since_.resize(owner + 1);
  }
  if (end <= begin) return;
  advance(begin);
  if (running_[owner]++ == 0) {
    since_[owner] = begin;
    ++owners_;
    owner_sum_ += owner;
  }
  ends_.emplace_back(end, owner);
  std::push_heap(ends_.begin(), ends_.end(), std::greater<>());
}

void ExposureSweep::finish() {
  advance(std::numeric_limits<std::int64_t>::max());
}

/// Ends the events that end at `to` or earlier.
void ExposureSweep::advance(std::int64_t to) {
  while (!ends_.empty() && ends_.front().first <= to) {
    const auto [end, owner] = ends_.front();
    std::pop_heap(ends_.begin(), ends_.end(), std::greater<>());
    ends_.pop_back();
    account(end);
    if (--running_[owner] > 0) continue;
    times_[owner].active += end - since_[owner];
    --owners_;
    owner_sum_ -= owner;
  }
  account(to);
}

void ExposureSweep::account(std::int64_t to) {
  if (owners_ == 1) times_[owner_sum_].alone += to - now_;
  now_ = to;
}

}  // namespace nscope::analysis
