#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

namespace nscope::sim {

/// The paged KV cache of one replica: private pages of sequences, and pages of prompt blocks that
/// sequences share. Unused blocks stay in the cache until their memory is needed; the least
/// recently used is removed first. Deterministic. For one thread.
class KvCache {
 public:
  /// `pages` pages of `page_tokens` tokens; a shared block has `block_tokens` tokens.
  KvCache(std::int64_t pages, int page_tokens, int block_tokens);

  std::int64_t pages() const { return pages_; }
  /// Pages in use: private pages, and pages of blocks that a sequence uses.
  std::int64_t used() const { return private_ + pinned_ * pages_of_block_; }
  /// Pages that can be taken, including those of unused blocks.
  std::int64_t available() const { return pages_ - used(); }
  std::int64_t pages_for(std::int64_t tokens) const {
    return (tokens + page_tokens_ - 1) / page_tokens_;
  }
  int block_tokens() const { return block_tokens_; }

  /// The number of leading `blocks` that are in the cache.
  std::size_t match(std::span<const std::uint64_t> blocks) const;
  /// Whether a sequence of `tokens` whose leading `blocks` are shared fits.
  bool fits(std::span<const std::uint64_t> blocks, std::int64_t tokens) const;

  /// Takes private pages of a sequence, which must be available.
  void take(std::int64_t count);
  void give_back(std::int64_t count) { private_ -= count; }

  /// Uses blocks until unpin(). Missing blocks are added and must fit.
  void pin(std::span<const std::uint64_t> blocks);
  void unpin(std::span<const std::uint64_t> blocks);

 private:
  struct Block {
    int users = 0;
    std::list<std::uint64_t>::iterator idle;  ///< its position in `idle_` if it has no users
  };
  void make_room();

  std::int64_t pages_;
  int page_tokens_;
  int block_tokens_;
  std::int64_t pages_of_block_;
  std::int64_t private_ = 0;
  std::int64_t pinned_ = 0;  ///< blocks with users
  std::unordered_map<std::uint64_t, Block> blocks_;
  std::list<std::uint64_t> idle_;  ///< least recently used first
};

}  // namespace nscope::sim
