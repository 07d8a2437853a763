#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope {

/// Flows in order of arrival, with the slice ids of their producer. Adjacent flows are similar, so
/// that only the differences are stored: mostly 3 bytes instead of 12. One thread may append;
/// afterwards any thread may read, each other blocks.
class FlowLog {
 public:
  using Flow = TraceBatch::Flow;

  /// Largest number of flows of a block.
  static constexpr std::size_t kBlock = 1u << 14;
  struct Block {
    std::vector<SliceId> from;
    std::vector<SliceId> to;
    std::vector<StringId> kind;
  };

  void push_back(std::span<const Flow> flows);

  std::size_t size() const { return size_; }
  std::size_t block_count() const { return (size_ + kBlock - 1) / kBlock; }
  /// The flows of a block; the memory of `result` is used again.
  void read(std::size_t block, Block& result) const;
  /// Only `from`, which takes less time.
  void read_from(std::size_t block, std::vector<SliceId>& result) const;
  /// Frees the memory of a block, which must not be read again.
  void discard(std::size_t block);

 private:
  std::size_t rows_in(std::size_t block) const;
  const std::byte* bytes_of(std::size_t block) const {
    return block < full_.size() ? full_[block].data() : last_.data();
  }

  std::vector<std::vector<std::byte>> full_;  ///< blocks of kBlock flows
  std::vector<std::byte> last_;               ///< the block that is not full yet
  std::size_t last_bytes_ = 0;                ///< used bytes of `last_`
  Flow before_;
  std::size_t size_ = 0;
};

}  // namespace nscope
