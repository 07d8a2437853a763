#include "importers/ntff/onchip_usage.h"

#include "importers/ntff/sort_by_time.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace nscope::importers {
namespace {

/// Each instruction needs about 300 bytes of memory.
constexpr std::size_t kMaxInstructions = 3'000'000;
/// A few seconds of work; real captures need far less.
constexpr std::int64_t kMaxVisited = 500'000'000;
constexpr std::size_t kRowsPerCheck = 1u << 14;

struct ByteRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct LiveRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  ByteRange bytes;
};

struct Access {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  ByteRange bytes;
  bool write = false;
};

/// The bytes from the first to the last that a pattern accesses, clipped to its memory; nullopt
/// if the element size is unknown.
std::optional<ByteRange> range_of(const AccessPattern& p) {
  const std::int64_t size = dtype_bytes(p.dtype);
  if (size == 0) return std::nullopt;
  const std::int64_t address = p.address;
  ByteRange range{address, address};
  bool negative = false;
  for (std::size_t k = 0; k < static_cast<std::size_t>(p.rank); ++k) {
    negative = negative || p.stride[k] < 0;
  }
  if (negative) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 32;
    range.low = address - std::min(p.elements(), kLargest) * size;
  } else {
    range.high += size;
    for (std::size_t k = 0; k < static_cast<std::size_t>(p.rank); ++k) {
      range.high += p.stride[k] * (std::int64_t{p.size[k]} - 1) * size;
    }
  }
  const std::int64_t base = p.in_psum() ? AccessPattern::kPsumBase : 0;
  const std::int64_t memory = p.in_psum() ? kPsumBanks * kPsumBankBytes : kSbufPartitionBytes;
  range.low = std::clamp(range.low, base, base + memory);
  range.high = std::clamp(range.high, base, base + memory);
  if (range.low >= range.high) return std::nullopt;
  return range;
}

std::vector<Access> accesses(const CoreRun& run, const TaskControl& control) {
  std::vector<Access> result;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Instruction* word = run.word(i);
    if (word == nullptr) continue;
    const InstructionRow& row = run.row(i);
    const auto add = [&](const std::optional<AccessPattern>& pattern, bool write) {
      const auto range = pattern ? range_of(*pattern) : std::nullopt;
      if (range) result.push_back({row.begin, row.end, *range, write});
    };
    add(word->source, false);
    add(word->second_source, false);
    add(word->destination, true);
  }
  // Of accesses that start at the same time, reads come first.
  const auto order = [](const Access& a) { return 2 * a.begin + (a.write ? 1 : 0); };
  if (!sort_by_time(result, order, control)) return {};
  return result;
}

/// The last write of each byte, as disjoint ranges by their first byte.
class LastWrites {
 public:
  void access(const Access& a) {
    split(a.bytes.low);
    split(a.bytes.high);
    auto it = ranges_.lower_bound(a.bytes.low);
    if (!a.write) {
      for (; it != ranges_.end() && it->first < a.bytes.high; ++it, ++visited_) {
        it->second.end = std::max(it->second.end, a.end);
      }
      return;
    }
    while (it != ranges_.end() && it->first < a.bytes.high) {
      done_.push_back(it->second);
      it = ranges_.erase(it);
    }
    ranges_.emplace(a.bytes.low, LiveRange{a.begin, a.end, a.bytes});
  }

  /// The number of ranges that reads visited: the only cost that is not bounded by the number of
  /// accesses.
  std::int64_t visited() const { return visited_; }

  std::vector<LiveRange> take() {
    for (const auto& [low, range] : ranges_) done_.push_back(range);
    ranges_.clear();
    return std::move(done_);
  }

 private:
  void split(std::int64_t at) {
    auto it = ranges_.upper_bound(at);
    if (it == ranges_.begin()) return;
    --it;
    if (it->first == at || it->second.bytes.high <= at) return;
    LiveRange upper = it->second;
    upper.bytes.low = at;
    it->second.bytes.high = at;
    ranges_.emplace(at, upper);
  }

  std::map<std::int64_t, LiveRange> ranges_;
  std::vector<LiveRange> done_;
  std::int64_t visited_ = 0;
};

/// The number of bytes that are in at least one of the added ranges. A segment tree over the
/// range ends, so that a step costs O(log n).
class Coverage {
 public:
  explicit Coverage(std::vector<std::int64_t> cuts) : cuts_(std::move(cuts)) {
    nodes_.resize(cuts_.size() < 2 ? 1 : 4 * cuts_.size());
  }

  void add(const ByteRange& range, int amount) {
    if (cuts_.size() >= 2) update(1, 0, cuts_.size() - 1, range, amount);
  }
  std::int64_t covered() const { return nodes_.size() > 1 ? nodes_[1].covered : 0; }

 private:
  struct Node {
    std::int32_t count = 0;
    std::int64_t covered = 0;
  };

  void update(std::size_t node, std::size_t first, std::size_t last, const ByteRange& range,
              int amount) {
    if (range.high <= cuts_[first] || range.low >= cuts_[last]) return;
    Node& n = nodes_[node];
    const bool leaf = last - first == 1;
    if (range.low <= cuts_[first] && range.high >= cuts_[last]) {
      n.count += amount;
    } else if (!leaf) {
      const std::size_t middle = (first + last) / 2;
      update(2 * node, first, middle, range, amount);
      update(2 * node + 1, middle, last, range, amount);
    }
    n.covered = n.count > 0 ? cuts_[last] - cuts_[first]
                : leaf      ? 0
                            : nodes_[2 * node].covered + nodes_[2 * node + 1].covered;
  }

  std::vector<std::int64_t> cuts_;
  std::vector<Node> nodes_;
};

struct Change {
  std::int64_t time = 0;
  std::size_t range = 0;
  int amount = 0;
};

/// All starts and ends in order of time.
std::vector<Change> changes_of(const std::vector<LiveRange>& live, const TaskControl& control) {
  std::vector<Change> changes;
  changes.reserve(2 * live.size());
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (live[i].end <= live[i].begin) continue;
    changes.push_back({live[i].begin, i, 1});
    changes.push_back({live[i].end, i, -1});
  }
  if (!sort_by_time(changes, [](const Change& change) { return change.time; }, control)) return {};
  return changes;
}

/// Calls `apply` for each change. After the last change of each point in time it appends the
/// value of `read` if the value has changed.
void sweep(const std::vector<Change>& changes, std::vector<Step>& to, const TaskControl& control,
           const auto& apply, const auto& read) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i % kRowsPerCheck == 0 && control.cancelled()) return;
    apply(changes[i]);
    if (i + 1 < changes.size() && changes[i + 1].time == changes[i].time) continue;
    const double value = read();
    if (to.empty() ? value != 0.0 : value != to.back().value) {
      to.push_back({changes[i].time, value});
    }
  }
}

}  // namespace

OnchipUsage onchip_usage(const CoreRun& run, const TaskControl& control) {
  OnchipUsage usage;
  if (run.size() > kMaxInstructions) {
    usage.left_out =
        tr("on-chip memory usage is not available: there are more than {} instructions",
           as::count(kMaxInstructions));
    return usage;
  }
  LastWrites writes;
  std::size_t done = 0;
  for (const Access& access : accesses(run, control)) {
    if (++done % kRowsPerCheck == 0 && control.cancelled()) return {};
    if (writes.visited() > kMaxVisited) {
      usage.left_out = tr("on-chip memory usage is not available: the memory is too fragmented");
      return usage;
    }
    writes.access(access);
  }
  std::vector<LiveRange> sbuf;
  std::vector<LiveRange> psum;
  for (LiveRange& range : writes.take()) {
    (range.bytes.low >= AccessPattern::kPsumBase ? psum : sbuf).push_back(range);
  }

  std::vector<std::int64_t> cuts;
  for (const LiveRange& range : sbuf) {
    cuts.push_back(range.bytes.low);
    cuts.push_back(range.bytes.high);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  Coverage coverage(std::move(cuts));
  sweep(
      changes_of(sbuf, control), usage.sbuf, control,
      [&](const Change& change) { coverage.add(sbuf[change.range].bytes, change.amount); },
      [&] { return static_cast<double>(coverage.covered()) / kSbufPartitionBytes; });

  for (std::size_t bank = 0; bank < kPsumBanks; ++bank) {
    const std::int64_t low =
        AccessPattern::kPsumBase + static_cast<std::int64_t>(bank) * kPsumBankBytes;
    std::vector<LiveRange> in_bank;
    for (const LiveRange& range : psum) {
      if (range.bytes.low < low + kPsumBankBytes && range.bytes.high > low) {
        in_bank.push_back(range);
      }
    }
    int count = 0;
    sweep(
        changes_of(in_bank, control), usage.psum[bank], control,
        [&](const Change& change) { count += change.amount; },
        [&] { return count > 0 ? 1.0 : 0.0; });
  }
  return usage;
}

}  // namespace nscope::importers
