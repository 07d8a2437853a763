#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

// Flows are sorted in three steps, each in parallel and without random access to memory: they are
// counted by groups of slices, copied to buckets of some groups that fit in the processor's cache,
// and then each bucket is sorted.

namespace nscope {
namespace {

/// Fewer flows are sorted at once.
constexpr std::size_t kFew = 1u << 16;
constexpr std::size_t kBucketRows = 1u << 14;
/// The number of a slice in its bucket has 16 bits.
constexpr std::size_t kBucketSlices = 1u << 16;

/// Consecutive slices whose rows are sorted together.
struct Bucket {
  std::uint32_t first_slice = 0;
  std::uint32_t slices = 0;
  std::size_t first_row = 0;
  std::size_t rows = 0;
};

/// Divides rows with a slice each into buckets. The rows are counted in parts, each by one thread.
class Buckets {
 public:
  Buckets(std::size_t slices, std::size_t parts)
      : parts_(parts),
        slices_(slices),
        shift_(std::max(static_cast<int>(std::bit_width(slices)), kGroupBits) - kGroupBits),
        counts_(parts, std::vector<std::uint32_t>((slices >> shift_) + 1, 0)) {}

  std::size_t parts() const { return parts_; }
  std::size_t size() const { return buckets_.size(); }
  const Bucket& operator[](std::size_t bucket) const { return buckets_[bucket]; }
  const Bucket& of(SliceId slice) const { return buckets_[bucket_of_[slice.value >> shift_]]; }

  /// Step 1 for the rows of a part.
  auto counter(std::size_t part) {
    return [counts = counts_[part].data(), shift = shift_](SliceId slice) {
      ++counts[slice.value >> shift];
    };
  }
  /// Between both steps.
  void divide();
  /// Step 2: the next row for a slice of a part.
  auto placer(std::size_t part) {
    return [bucket_of = bucket_of_.data(), next = next_[part].data(),
            shift = shift_](SliceId slice) { return next[bucket_of[slice.value >> shift]]++; };
  }

 private:
  static constexpr int kGroupBits = 18;

  std::size_t parts_;
  std::size_t slices_;
  int shift_;                                       ///< slices of a group are 1 << shift_
  std::vector<std::vector<std::uint32_t>> counts_;  ///< [part][group]
  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> bucket_of_;        ///< by group
  std::vector<std::vector<std::size_t>> next_;  ///< [part][bucket]: the next row
};

void Buckets::divide() {
  const std::size_t groups = counts_[0].size();
  bucket_of_.resize(groups);
  std::vector<std::size_t> rows(parts());  // of the current bucket, by part
  Bucket bucket;
  const auto finish = [&](std::size_t end_slice) {
    bucket.slices = static_cast<std::uint32_t>(end_slice - bucket.first_slice);
    std::size_t row = bucket.first_row;
    for (std::size_t part = 0; part < parts(); ++part) {
      next_[part].push_back(row);
      row += std::exchange(rows[part], 0);
    }
    bucket.rows = row - bucket.first_row;
    buckets_.push_back(bucket);
    bucket = {static_cast<std::uint32_t>(end_slice), 0, row, 0};
  };
  next_.resize(parts());
  for (std::size_t group = 0; group < groups; ++group) {
    bucket_of_[group] = static_cast<std::uint32_t>(buckets_.size());
    for (std::size_t part = 0; part < parts(); ++part) {
      rows[part] += counts_[part][group];
      bucket.rows += counts_[part][group];
    }
    const std::size_t end = std::min(slices_, (group + 1) << shift_);
    const bool full = bucket.rows >= kBucketRows || end - bucket.first_slice >= kBucketSlices;
    if (full || group + 1 == groups) finish(end);
  }
  counts_.clear();
}

std::size_t part_count() {
  constexpr int kMost = 8;
  return static_cast<std::size_t>(std::clamp(tbb::this_task_arena::max_concurrency(), 1, kMost));
}

/// Calls visit(part, begin, end) in parallel for parts of [0, size).
template <class Visit>
void for_each_part(std::size_t parts, std::size_t size, Visit visit) {
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    visit(part, size * part / parts, size * (part + 1) / parts);
  });
}

/// Calls visit(values, count) for adjacent rows of a column that has memory.
template <class ColumnType, class Visit>
void for_each_slot(ColumnType& column, std::size_t row, std::size_t rows, Visit visit) {
  while (rows > 0) {
    const std::size_t count = std::min(rows, kChunkRows - row % kChunkRows);
    visit(column.slot(row), count);
    row += count;
    rows -= count;
  }
}

/// Sorts the values of buckets by their slice. The memory is used again for the next bucket.
template <class T>
class BucketSorter {
 public:
  explicit BucketSorter(Column<T>& column) : column_(column) {}

  /// Values of one slice keep their order. Then calls finish(values) for each slice with several.
  /// slice_of(value, i) is the slice of the i-th value of the bucket, from the first of the bucket.
  template <class SliceOf, class Finish>
  void sort(const Bucket& bucket, SliceOf slice_of, Finish finish) {
    from_.clear();
    for_each_slot(column_, bucket.first_row, bucket.rows, [&](const T* values, std::size_t count) {
      from_.insert(from_.end(), values, values + count);
    });
    end_.assign(std::size_t{bucket.slices} + 1, 0);
    for (std::size_t i = 0; i < from_.size(); ++i) ++end_[slice_of(from_[i], i) + 1];
    std::partial_sum(end_.begin(), end_.end(), end_.begin());
    to_.resize(from_.size());
    for (std::size_t i = 0; i < from_.size(); ++i) to_[end_[slice_of(from_[i], i)]++] = from_[i];
    std::size_t begin = 0;  // end_[s] is now the end of slice s
    for (std::size_t slice = 0; slice < bucket.slices; ++slice) {
      const std::size_t end = end_[slice];
      if (end - begin > 1) finish(std::span(to_).subspan(begin, end - begin));
      begin = end;
    }
    auto next = to_.cbegin();
    for_each_slot(column_, bucket.first_row, bucket.rows, [&](T* values, std::size_t count) {
      std::copy_n(next, count, values);
      next += static_cast<std::ptrdiff_t>(count);
    });
  }

 private:
  Column<T>& column_;
  std::vector<T> from_;
  std::vector<T> to_;
  std::vector<std::uint32_t> end_;
};

/// Calls sort(sorter, bucket) for all buckets, in parallel.
template <class T, class Sort>
void for_each_bucket(Column<T>& column, const Buckets& buckets, Sort sort) {
  for_each_part(8 * buckets.parts(), buckets.size(),
                [&](std::size_t, std::size_t begin, std::size_t end) {
                  BucketSorter<T> sorter(column);
                  for (std::size_t i = begin; i < end; ++i) {
                    if (buckets[i].rows > 0) sort(sorter, buckets[i]);
                  }
                });
}

std::uint64_t order_in_slice(const Flow& flow) {
  return std::uint64_t{flow.to.value} << 32 | flow.kind.value;
}

/// Sorts flows that consist of a few ascending runs that do not overlap: the flows to each of
/// several tracks. False, without a change, if they do not.
bool sort_runs(std::span<Flow> flows) {
  constexpr std::size_t kMostRuns = 256;
  std::vector<std::span<const Flow>> runs;
  for (std::size_t begin = 0, i = 1; i <= flows.size(); ++i) {
    if (i < flows.size() && order_in_slice(flows[i - 1]) <= order_in_slice(flows[i])) continue;
    if (runs.size() == kMostRuns) return false;
    runs.push_back(flows.subspan(begin, i - begin));
    begin = i;
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
    return order_in_slice(a.front()) < order_in_slice(b.front());
  });
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (order_in_slice(runs[i].front()) < order_in_slice(runs[i - 1].back())) return false;
  }
  std::vector<Flow> sorted;
  sorted.reserve(flows.size());
  for (const auto& run : runs) sorted.insert(sorted.end(), run.begin(), run.end());
  std::copy(sorted.begin(), sorted.end(), flows.begin());
  return true;
}

/// Sorts flows of one slice by (to, kind). They are mostly in order already.
void sort_flows_of_slice(std::span<Flow> flows) {
  const auto less = [](const Flow& a, const Flow& b) {
    return order_in_slice(a) < order_in_slice(b);
  };
  std::size_t moves = flows.size() + 1024;  // limit for the insertion sort
  for (std::size_t i = 1; i < flows.size(); ++i) {
    const Flow flow = flows[i];
    std::size_t to = i;
    for (; to > 0 && moves > 0 && less(flow, flows[to - 1]); --to, --moves) {
      flows[to] = flows[to - 1];
    }
    flows[to] = flow;
    if (moves > 0) continue;
    if (!sort_runs(flows)) std::sort(flows.begin(), flows.end(), less);
    return;
  }
}

/// Reads the blocks of a log with the ids of the finished trace.
class LogReader {
 public:
  LogReader(const FlowLog& log, const RenumberSlices& renumber) : log_(log), renumber_(renumber) {}

  std::span<const SliceId> from(std::size_t block) {
    log_.read_from(block, flows_.from);
    renumber_(flows_.from);
    return flows_.from;
  }
  template <class Visit>
  void for_each_flow(std::size_t block, Visit visit) {
    log_.read(block, flows_);
    renumber_(flows_.from);
    renumber_(flows_.to);
    for (std::size_t i = 0; i < flows_.from.size(); ++i) {
      visit(Flow{flows_.from[i], flows_.to[i], flows_.kind[i]});
    }
  }

 private:
  const FlowLog& log_;
  const RenumberSlices& renumber_;
  FlowLog::Block flows_;
};

FlowColumn few_flows(const FlowLog& log, const RenumberSlices& renumber) {
  std::vector<Flow> all;
  LogReader reader(log, renumber);
  for (std::size_t block = 0; block < log.block_count(); ++block) {
    reader.for_each_flow(block, [&](const Flow& flow) { all.push_back(flow); });
  }
  std::sort(all.begin(), all.end(), [](const Flow& a, const Flow& b) {
    return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
  });
  FlowColumn sorted;
  sorted.push_back(std::span<const Flow>(all));
  return sorted;
}

}  // namespace

FlowColumn sorted_flows(FlowLog log, const RenumberSlices& renumber, std::size_t slices) {
  if (log.size() < kFew) return few_flows(log, renumber);
  Buckets buckets(slices, part_count());
  for_each_part(buckets.parts(), log.block_count(),
                [&](std::size_t part, std::size_t begin, std::size_t end) {
                  LogReader reader(log, renumber);
                  const auto count = buckets.counter(part);
                  for (std::size_t block = begin; block < end; ++block) {
                    for (const SliceId slice : reader.from(block)) count(slice);
                  }
                });
  buckets.divide();
  FlowColumn sorted;
  sorted.allocate(log.size());
  for_each_part(buckets.parts(), log.block_count(),
                [&](std::size_t part, std::size_t begin, std::size_t end) {
                  LogReader reader(log, renumber);
                  const auto place = buckets.placer(part);
                  for (std::size_t block = begin; block < end; ++block) {
                    reader.for_each_flow(
                        block, [&](const Flow& flow) { *sorted.slot(place(flow.from)) = flow; });
                    log.discard(block);
                  }
                });
  for_each_bucket(sorted, buckets, [&](BucketSorter<Flow>& sorter, const Bucket& bucket) {
    sorter.sort(
        bucket, [&](const Flow& flow, std::size_t) { return flow.from.value - bucket.first_slice; },
        sort_flows_of_slice);
  });
  return sorted;
}

Column<std::uint32_t> rows_by_target(const FlowColumn& flows, std::size_t slices) {
  Column<std::uint32_t> rows;
  if (flows.size() < kFew || flows.constant()) {
    const std::vector<Flow> all(flows.begin(), flows.end());
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return all[a].to < all[b].to; });
    rows.push_back(std::span<const std::uint32_t>(order));
    return rows;
  }
  Buckets buckets(slices, part_count());
  const auto for_each_flow = [&](auto visit) {
    for_each_part(buckets.parts(), flows.chunk_count(),
                  [&](std::size_t part, std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                      const std::size_t first = i * kChunkRows;
                      flows.with_chunk(first, [&](const Flow* chunk) {
                        visit(part, first, std::span(chunk, flows.rows_in(i)));
                      });
                    }
                  });
  };
  for_each_flow([&](std::size_t part, std::size_t, std::span<const Flow> chunk) {
    const auto count = buckets.counter(part);
    for (const Flow& flow : chunk) count(flow.to);
  });
  buckets.divide();
  rows.allocate(flows.size());
  Column<std::uint16_t> slice_in_bucket;  // by place in `rows`
  slice_in_bucket.allocate(flows.size());
  for_each_flow([&](std::size_t part, std::size_t first, std::span<const Flow> chunk) {
    const auto place = buckets.placer(part);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const SliceId slice = chunk[i].to;
      const std::size_t at = place(slice);
      *rows.slot(at) = static_cast<std::uint32_t>(first + i);
      *slice_in_bucket.slot(at) =
          static_cast<std::uint16_t>(slice.value - buckets.of(slice).first_slice);
    }
  });
  for_each_bucket(rows, buckets, [&](BucketSorter<std::uint32_t>& sorter, const Bucket& bucket) {
    sorter.sort(
        bucket, [&](std::uint32_t, std::size_t i) { return slice_in_bucket[bucket.first_row + i]; },
        [](std::span<std::uint32_t>) {});
  });
  return rows;
}

}  // namespace nscope
