#include "simcore/engine/serving/kv_cache.h"

#include <algorithm>

namespace nscope::sim {

KvCache::KvCache(std::int64_t pages, int page_tokens, int block_tokens)
    : pages_(pages),
      page_tokens_(page_tokens),
      block_tokens_(block_tokens),
      pages_of_block_(block_tokens > 0 ? (block_tokens + page_tokens - 1) / page_tokens : 0) {}

std::size_t KvCache::match(std::span<const std::uint64_t> blocks) const {
  std::size_t count = 0;
  while (count < blocks.size() && blocks_.contains(blocks[count])) ++count;
  return count;
}

bool KvCache::fits(std::span<const std::uint64_t> blocks, std::int64_t tokens) const {
  std::int64_t fresh = 0;  // blocks without users, whether they are in the cache or not
  for (const std::uint64_t block : blocks) {
    const auto it = blocks_.find(block);
    if (it == blocks_.end() || it->second.users == 0) ++fresh;
  }
  const std::int64_t own = tokens - static_cast<std::int64_t>(blocks.size()) * block_tokens_;
  return fresh * pages_of_block_ + pages_for(std::max<std::int64_t>(0, own)) <= available();
}

void KvCache::make_room() {
  const auto idle = static_cast<std::int64_t>(idle_.size());
  const std::int64_t over = used() + idle * pages_of_block_ - pages_;
  if (over <= 0) return;
  const std::int64_t drop = std::min(idle, (over + pages_of_block_ - 1) / pages_of_block_);
  for (std::int64_t i = 0; i < drop; ++i) {
    blocks_.erase(idle_.front());
    idle_.pop_front();
  }
}

void KvCache::take(std::int64_t count) {
  private_ += count;
  make_room();
}

void KvCache::pin(std::span<const std::uint64_t> blocks) {
  for (const std::uint64_t id : blocks) {
    const auto [it, added] = blocks_.try_emplace(id);
    Block& block = it->second;
    if (block.users++ > 0) continue;
    if (!added) idle_.erase(block.idle);
    ++pinned_;
  }
  make_room();
}

void KvCache::unpin(std::span<const std::uint64_t> blocks) {
  // The last block is released first, because a prefix is usable without later blocks, but later
  // blocks are not usable without the prefix.
  for (auto id = blocks.rbegin(); id != blocks.rend(); ++id) {
    Block& block = blocks_.at(*id);
    if (--block.users > 0) continue;
    --pinned_;
    idle_.push_back(*id);
    block.idle = std::prev(idle_.end());
  }
}

}  // namespace nscope::sim
