#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace nscope::importers {

/// Owns the blocks of a pipeline and keeps unused ones for reuse. Any thread.
template <class Block>
class BlockPool {
 public:
  Block* take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return all_.emplace_back(std::make_unique<Block>()).get();
    Block* const block = free_.back();
    free_.pop_back();
    return block;
  }
  void give_back(Block* block) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(block);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> all_;
  std::vector<Block*> free_;
};

}  // namespace nscope::importers
