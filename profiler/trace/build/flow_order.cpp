#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

namespace nscope {
namespace {

/// For fewer flows a plain sort is as fast and needs no memory.
constexpr std::size_t kFew = 1u << 16;

bool before(const Flow& a, const Flow& b) {
  return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
}

/// Slices that are divided into parts with about the same number of flows. Each part is counted
/// and filled by one thread, which reads all flows and uses those of its slices.
struct SliceParts {
  std::vector<std::uint32_t> limits;  ///< part p has slices [limits[p], limits[p + 1])

  std::size_t size() const { return limits.size() - 1; }
  /// Calls visit(part, first_slice, slice_count) in parallel.
  template <class Visit>
  void for_each(Visit visit) const {
    tbb::parallel_for(std::size_t{0}, size(), [&](std::size_t part) {
      visit(part, limits[part], limits[part + 1] - limits[part]);
    });
  }
};

/// The limits are taken from a sample of the flows, so the parts are equal only roughly.
template <class SliceOf>
SliceParts slice_parts(const FlowColumn& flows, std::uint32_t slices, SliceOf slice_of) {
  constexpr std::size_t kSample = 1u << 12;
  constexpr std::size_t kMostParts = 8;
  const auto parts = std::clamp<std::size_t>(
      static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()), 1, kMostParts);
  std::vector<std::uint32_t> sample;
  for (std::size_t i = 0; i < kSample; ++i) {
    sample.push_back(slice_of(flows[flows.size() / kSample * i]).value);
  }
  std::sort(sample.begin(), sample.end());
  SliceParts result{{0}};
  for (std::size_t part = 1; part < parts; ++part) {
    result.limits.push_back(sample[kSample / parts * part]);
  }
  result.limits.push_back(slices);
  return result;
}

template <class SliceOf>
std::uint32_t highest_slice(const FlowColumn& flows, SliceOf slice_of) {
  using Range = tbb::blocked_range<std::size_t>;
  return tbb::parallel_reduce(
      Range(0, flows.chunk_count()), 0u,
      [&](const Range& chunks, std::uint32_t highest) {
        for (std::size_t i = chunks.begin(); i < chunks.end(); ++i) {
          flows.with_chunk(i * kChunkRows, [&](const Flow* chunk) {
            for (const Flow& flow : std::span(chunk, flows.rows_in(i))) {
              highest = std::max(highest, slice_of(flow).value);
            }
          });
        }
        return highest;
      },
      [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}

/// The flows of each slice, counted.
struct FlowCounts {
  SliceParts parts;
  /// The row of the first flow of each slice, followed by the number of flows. Empty if a plain
  /// sort is better: there are few flows, or many more slices than flows.
  std::vector<std::uint32_t> first;
};

template <class SliceOf>
FlowCounts count_flows(const FlowColumn& flows, SliceOf slice_of) {
  if (flows.size() < kFew || flows.constant()) return {};
  const std::uint32_t slices = highest_slice(flows, slice_of) + 1;
  if (slices == 0 || slices / 8 > flows.size()) return {};
  FlowCounts result{slice_parts(flows, slices, slice_of),
                    std::vector<std::uint32_t>(std::size_t{slices} + 1, 0)};
  std::vector<std::uint32_t>& first = result.first;
  std::vector<std::uint32_t> before(result.parts.size() + 1, 0);  // flows of earlier parts
  result.parts.for_each([&](std::size_t part, std::uint32_t begin, std::uint32_t count) {
    std::uint32_t total = 0;
    flows.for_each_chunk([&](std::size_t, std::size_t rows, const Flow* chunk) {
      for (std::size_t i = 0; i < rows; ++i) {
        const std::uint32_t slice = slice_of(chunk[i]).value;
        if (slice - begin >= count) continue;
        ++first[std::size_t{slice} + 1];
        ++total;
      }
    });
    before[part + 1] = total;
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  result.parts.for_each([&](std::size_t part, std::uint32_t begin, std::uint32_t count) {
    std::uint32_t row = before[part];
    for (std::size_t slice = begin; slice < std::size_t{begin} + count; ++slice) {
      first[slice + 1] = row += first[slice + 1];
    }
  });
  return result;
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
    if (!sort_runs(flows)) tbb::parallel_sort(flows.begin(), flows.end(), less);
    return;
  }
}

/// The same for rows of a column, which may be in two chunks.
void sort_rows(FlowColumn& flows, std::size_t begin, std::size_t end) {
  if (end - begin < 2) return;
  if (begin / kChunkRows == (end - 1) / kChunkRows) {
    return sort_flows_of_slice({flows.slot(begin), end - begin});
  }
  std::vector<Flow> rows;
  rows.reserve(end - begin);
  for (std::size_t row = begin; row < end; ++row) rows.push_back(*flows.slot(row));
  sort_flows_of_slice(rows);
  for (std::size_t row = begin; row < end; ++row) *flows.slot(row) = rows[row - begin];
}

}  // namespace

FlowColumn sorted_flows(FlowColumn flows) {
  const auto slice_of = [](const Flow& flow) { return flow.from; };
  auto [parts, next] = count_flows(flows, slice_of);
  FlowColumn sorted;
  if (next.empty()) {
    std::vector<Flow> all(flows.begin(), flows.end());
    tbb::parallel_sort(all.begin(), all.end(), before);
    sorted.push_back(std::span<const Flow>(all));
    return sorted;
  }
  sorted.allocate(flows.size());
  constexpr std::size_t kChunksTogether = 8;  // then their memory is freed
  for (std::size_t chunk = 0; chunk < flows.chunk_count(); chunk += kChunksTogether) {
    const std::size_t end = std::min(flows.chunk_count(), chunk + kChunksTogether);
    parts.for_each([&](std::size_t, std::uint32_t begin, std::uint32_t count) {
      for (std::size_t i = chunk; i < end; ++i) {
        for (const Flow& flow : std::span(flows.slot(i * kChunkRows), flows.rows_in(i))) {
          if (flow.from.value - begin < count) *sorted.slot(next[flow.from.index()]++) = flow;
        }
      }
    });
    for (std::size_t i = chunk; i < end && i + 1 < flows.chunk_count(); ++i) flows.discard(i);
  }
  // next[s] is now the first row of slice s + 1.
  constexpr std::size_t kSlicesTogether = 1u << 14;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, next.size() - 1, kSlicesTogether),
                    [&](const tbb::blocked_range<std::size_t>& slices) {
                      std::size_t begin = slices.begin() == 0 ? 0 : next[slices.begin() - 1];
                      for (std::size_t slice = slices.begin(); slice < slices.end(); ++slice) {
                        sort_rows(sorted, begin, next[slice]);
                        begin = next[slice];
                      }
                    });
  return sorted;
}

Column<std::uint32_t> rows_by_target(const FlowColumn& flows) {
  const auto slice_of = [](const Flow& flow) { return flow.to; };
  auto [parts, next] = count_flows(flows, slice_of);
  Column<std::uint32_t> rows;
  if (next.empty()) {
    const std::vector<Flow> all(flows.begin(), flows.end());
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0u);
    tbb::parallel_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(all[a].to, a) < std::tie(all[b].to, b);
    });
    rows.push_back(std::span<const std::uint32_t>(order));
    return rows;
  }
  rows.allocate(flows.size());
  parts.for_each([&](std::size_t, std::uint32_t begin, std::uint32_t count) {
    flows.for_each_chunk([&](std::size_t first, std::size_t in_chunk, const Flow* chunk) {
      for (std::size_t i = 0; i < in_chunk; ++i) {
        if (chunk[i].to.value - begin >= count) continue;
        *rows.slot(next[chunk[i].to.index()]++) = static_cast<std::uint32_t>(first + i);
      }
    });
  });
  return rows;
}

}  // namespace nscope
