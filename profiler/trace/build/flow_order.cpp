#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

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
std::vector<std::uint32_t> first_rows(const std::vector<Flow>& flows, SliceOf slice_of) {
  if (flows.size() < kFew) return {};
  std::uint32_t last = 0;
  for (const Flow& flow : flows) last = std::max(last, slice_of(flow).value);
  const std::size_t slices = std::size_t{last} + 1;
  if (slices / 8 > flows.size()) return {};
  std::vector<std::uint32_t> first(slices + 1, 0);
  for (const Flow& flow : flows) ++first[slice_of(flow).index() + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

}  // namespace

void sort_flows(std::vector<Flow>& flows) {
  std::vector<std::uint32_t> next = first_rows(flows, [](const Flow& flow) { return flow.from; });
  if (next.empty()) {
    std::sort(flows.begin(), flows.end(), before);
    return;
  }
  std::vector<Flow> sorted(flows.size());
  for (const Flow& flow : flows) sorted[next[flow.from.index()]++] = flow;
  // next[s] is now the first row of slice s + 1.
  std::uint32_t begin = 0;
  for (const std::uint32_t end : std::span(next).first(next.size() - 1)) {
    if (end - begin > 1) std::sort(sorted.begin() + begin, sorted.begin() + end, before);
    begin = end;
  }
  flows = std::move(sorted);
}

std::vector<std::uint32_t> rows_by_target(const std::vector<Flow>& flows) {
  std::vector<std::uint32_t> rows(flows.size());
  std::vector<std::uint32_t> next = first_rows(flows, [](const Flow& flow) { return flow.to; });
  if (next.empty()) {
    std::iota(rows.begin(), rows.end(), 0u);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return flows[a].to < flows[b].to; });
    return rows;
  }
  for (std::size_t row = 0; row < flows.size(); ++row) {
    rows[next[flows[row].to.index()]++] = static_cast<std::uint32_t>(row);
  }
  return rows;
}

}  // namespace nscope
