#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace nscope {
namespace {

/// For fewer flows a plain sort is as fast and needs no memory.
constexpr std::size_t kFew = 1u << 16;

bool before(const Flow& a, const Flow& b) {
  return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
}

/// The row of the first flow of each slice, followed by the number of flows. Empty if a plain
/// sort is better: there are few flows, or many more slices than flows.
template <class SliceOf>
std::vector<std::uint32_t> first_rows(const FlowColumn& flows, SliceOf slice_of) {
  if (flows.size() < kFew) return {};
  std::uint32_t last = 0;
  flows.for_each_chunk([&](std::size_t, std::size_t count, const Flow* chunk) {
    for (std::size_t i = 0; i < count; ++i) last = std::max(last, slice_of(chunk[i]).value);
  });
  const std::size_t slices = std::size_t{last} + 1;
  if (slices / 8 > flows.size()) return {};
  std::vector<std::uint32_t> first(slices + 1, 0);
  flows.for_each_chunk([&](std::size_t, std::size_t count, const Flow* chunk) {
    for (std::size_t i = 0; i < count; ++i) ++first[slice_of(chunk[i]).index() + 1];
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

/// Sorts flows of one slice by (to, kind). They are mostly in order already.
void sort_flows_of_slice(std::span<Flow> flows) {
  constexpr std::size_t kMostInserted = 64;
  const auto key = [](const Flow& flow) {
    return std::uint64_t{flow.to.value} << 32 | flow.kind.value;
  };
  const auto less = [&](const Flow& a, const Flow& b) { return key(a) < key(b); };
  if (flows.size() > kMostInserted) {
    if (!std::is_sorted(flows.begin(), flows.end(), less)) {
      std::sort(flows.begin(), flows.end(), less);
    }
    return;
  }
  for (std::size_t i = 1; i < flows.size(); ++i) {
    const Flow flow = flows[i];
    std::size_t to = i;
    for (; to > 0 && less(flow, flows[to - 1]); --to) flows[to] = flows[to - 1];
    flows[to] = flow;
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
  FlowColumn sorted;
  std::vector<std::uint32_t> next = first_rows(flows, [](const Flow& flow) { return flow.from; });
  if (next.empty()) {
    std::vector<Flow> all(flows.begin(), flows.end());
    std::sort(all.begin(), all.end(), before);
    sorted.push_back(std::span<const Flow>(all));
    return sorted;
  }
  sorted.allocate(flows.size());
  flows.materialise();
  for (std::size_t chunk = 0; chunk < flows.chunk_count(); ++chunk) {
    const std::size_t first = chunk * kChunkRows;
    for (const Flow& flow : std::span(flows.slot(first), flows.rows_in(chunk))) {
      *sorted.slot(next[flow.from.index()]++) = flow;
    }
    if (chunk + 1 < flows.chunk_count()) flows.discard(chunk);
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
  Column<std::uint32_t> rows;
  std::vector<std::uint32_t> next = first_rows(flows, [](const Flow& flow) { return flow.to; });
  if (next.empty()) {
    const std::vector<Flow> all(flows.begin(), flows.end());
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return all[a].to < all[b].to; });
    rows.push_back(std::span<const std::uint32_t>(order));
    return rows;
  }
  rows.allocate(flows.size());
  flows.for_each_chunk([&](std::size_t first, std::size_t count, const Flow* chunk) {
    for (std::size_t i = 0; i < count; ++i) {
      *rows.slot(next[chunk[i].to.index()]++) = static_cast<std::uint32_t>(first + i);
    }
  });
  return rows;
}

}  // namespace nscope
