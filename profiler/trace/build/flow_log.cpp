#include "profiler/trace/build/flow_log.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace nscope {
namespace {

// A flow is stored as a byte with the sizes of three differences to the flow before (two bits
// each, from the lowest: from, to, kind), followed by the differences in 0, 1, 2 or 4 bytes.

constexpr std::size_t kLargest = 1 + 3 * sizeof(std::uint32_t);
/// A difference is read as four bytes, also if fewer are stored.
constexpr std::size_t kBeyond = 3;
constexpr std::array<std::uint8_t, 4> kBytes{0, 1, 2, 4};
constexpr std::array<std::uint32_t, 4> kMasks{0, 0xff, 0xffff, 0xffffffff};

/// The flow before the first one of a block.
constexpr FlowLog::Flow kFirst{SliceId(0), SliceId(0), StringId(0)};

/// Small for differences of either sign.
std::uint32_t difference(std::uint32_t value, std::uint32_t before) {
  const std::uint32_t step = value - before;
  return step << 1 ^ (0 - (step >> 31));
}

std::uint32_t add_difference(std::uint32_t before, std::uint32_t stored) {
  return before + (stored >> 1 ^ (0 - (stored & 1)));
}

std::uint32_t size_code(std::uint32_t stored) {
  return (stored > 0 ? 1u : 0u) + (stored > 0xff ? 1u : 0u) + (stored > 0xffff ? 1u : 0u);
}

std::byte* store(std::byte* to, std::uint32_t stored, std::uint32_t code) {
  std::memcpy(to, &stored, sizeof stored);
  return to + kBytes[code];
}

std::uint32_t load(const std::byte*& from, std::uint32_t code) {
  std::uint32_t stored = 0;
  std::memcpy(&stored, from, sizeof stored);
  from += kBytes[code];
  return stored & kMasks[code];
}

}  // namespace

void FlowLog::push_back(std::span<const Flow> flows) {
  while (!flows.empty()) {
    if (last_.empty()) last_.resize(kBlock * kLargest + kBeyond);
    const std::size_t count = std::min(flows.size(), kBlock - size_ % kBlock);
    Flow before = last_bytes_ == 0 ? kFirst : before_;
    std::byte* to = last_.data() + last_bytes_;
    for (const Flow& flow : flows.first(count)) {
      const std::uint32_t from = difference(flow.from.value, before.from.value);
      const std::uint32_t target = difference(flow.to.value, before.to.value);
      const std::uint32_t kind = difference(flow.kind.value, before.kind.value);
      const std::uint32_t codes[] = {size_code(from), size_code(target), size_code(kind)};
      *to++ = static_cast<std::byte>(codes[0] | codes[1] << 2 | codes[2] << 4);
      to = store(to, from, codes[0]);
      to = store(to, target, codes[1]);
      to = store(to, kind, codes[2]);
      before = flow;
    }
    before_ = before;
    last_bytes_ = static_cast<std::size_t>(to - last_.data());
    size_ += count;
    flows = flows.subspan(count);
    if (size_ % kBlock != 0) continue;
    const auto end = last_.begin() + static_cast<std::ptrdiff_t>(last_bytes_ + kBeyond);
    full_.emplace_back(last_.begin(), end);
    last_bytes_ = 0;
  }
}

std::size_t FlowLog::rows_in(std::size_t block) const {
  return std::min(kBlock, size_ - block * kBlock);
}

void FlowLog::read(std::size_t block, Block& result) const {
  const std::size_t rows = rows_in(block);
  result.from.resize(rows);
  result.to.resize(rows);
  result.kind.resize(rows);
  const std::byte* bytes = bytes_of(block);
  Flow flow = kFirst;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto codes = static_cast<std::uint32_t>(*bytes++);
    flow.from.value = add_difference(flow.from.value, load(bytes, codes & 3));
    flow.to.value = add_difference(flow.to.value, load(bytes, codes >> 2 & 3));
    flow.kind.value = add_difference(flow.kind.value, load(bytes, codes >> 4));
    result.from[i] = flow.from;
    result.to[i] = flow.to;
    result.kind[i] = flow.kind;
  }
}

void FlowLog::read_from(std::size_t block, std::vector<SliceId>& result) const {
  result.resize(rows_in(block));
  const std::byte* bytes = bytes_of(block);
  SliceId from = kFirst.from;
  for (SliceId& slice : result) {
    const auto codes = static_cast<std::uint32_t>(*bytes++);
    from.value = add_difference(from.value, load(bytes, codes & 3));
    bytes += kBytes[codes >> 2 & 3] + kBytes[codes >> 4];
    slice = from;
  }
}

void FlowLog::discard(std::size_t block) {
  if (block < full_.size()) std::vector<std::byte>().swap(full_[block]);
}

}  // namespace nscope
