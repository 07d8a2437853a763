#pragma once

#include "app/pricing/item_load.h"
#include "costmodel/scenario/work_estimate.h"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace nscope::app {

/// A cache of simulated throughputs by workload, so that after an edit only the changed item is
/// simulated again. All entries must belong to the same catalogue. Removes the least recently used
/// entry if it is full. Any thread.
class ThroughputCache {
 public:
  struct Entry {
    cost::Throughput throughput;
    int tensor_parallel = 0;  ///< degree that was simulated
    int instances = 1;        ///< that were simulated together; the throughput is that of one
    /// Memory of one core in the simulation; null for GPUs and for "serve".
    std::shared_ptr<const catalog::MemoryFit> memory{};
    /// The result of an item with "serve"; the other members are then not set.
    std::optional<ItemLoad> load{};
  };

  explicit ThroughputCache(std::size_t most = 64) : most_(most) {}

  std::optional<Entry> find(const std::string& workload);
  void put(const std::string& workload, Entry entry);
  /// Number of lookups without a result.
  std::size_t misses() const;

 private:
  mutable std::mutex mutex_;
  std::size_t most_;
  std::size_t misses_ = 0;
  std::list<std::pair<std::string, Entry>> entries_;  ///< most recently used first
};

}  // namespace nscope::app
