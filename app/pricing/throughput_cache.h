#pragma once

#include "app/pricing/item_load.h"
#include "costmodel/scenario/work_estimate.h"

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace nscope::app {

/// Throughputs that were simulated, by the workload they are of: between two keystrokes only the
/// item whose members changed is simulated again. All must be of one catalogue. Keeps those used
/// last. Any thread.
class ThroughputCache {
 public:
  struct Entry {
    cost::Throughput throughput;
    int tensor_parallel = 0;  ///< that was simulated
    /// Of an item with "serve"; the others are empty then.
    std::optional<ItemLoad> load{};
  };

  explicit ThroughputCache(std::size_t most = 64) : most_(most) {}

  std::optional<Entry> find(const std::string& workload);
  void put(const std::string& workload, Entry entry);
  /// Lookups that found nothing.
  std::size_t misses() const;

 private:
  mutable std::mutex mutex_;
  std::size_t most_;
  std::size_t misses_ = 0;
  std::list<std::pair<std::string, Entry>> entries_;  ///< used last first
};

}  // namespace nscope::app
