#include "app/pricing/throughput_cache.h"

#include <algorithm>
#include <utility>

namespace nscope::app {

std::optional<ThroughputCache::Entry> ThroughputCache::find(const std::string& workload) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const auto& entry) { return entry.first == workload; });
  if (found == entries_.end()) {
    ++misses_;
    return std::nullopt;
  }
  entries_.splice(entries_.begin(), entries_, found);
  return entries_.front().second;
}

void ThroughputCache::put(const std::string& workload, Entry entry) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const auto& each) { return each.first == workload; });
  entries_.emplace_front(workload, std::move(entry));
  if (entries_.size() > most_) entries_.pop_back();
}

std::size_t ThroughputCache::misses() const {
  const std::lock_guard lock(mutex_);
  return misses_;
}

}  // namespace nscope::app
