#include "importers/neuron_explorer_parquet/slice_index.h"

#include <algorithm>

namespace nscope::importers {

void SliceIndex::add(std::int64_t id, SliceId slice) {
  slices_.emplace_back(id, slice);
  sorted_ = false;
}

void SliceIndex::sort() {
  if (sorted_) return;
  std::sort(slices_.begin(), slices_.end());
  const auto end = std::unique(slices_.begin(), slices_.end(),
                               [](const auto& a, const auto& b) { return a.first == b.first; });
  repeated_ += static_cast<std::size_t>(slices_.end() - end);
  slices_.erase(end, slices_.end());
  sorted_ = true;
}

std::optional<SliceId> SliceIndex::find(std::int64_t id) {
  sort();
  const auto it =
      std::lower_bound(slices_.begin(), slices_.end(), id,
                       [](const auto& entry, std::int64_t key) { return entry.first < key; });
  if (it == slices_.end() || it->first != id) return std::nullopt;
  return it->second;
}

void SliceIndexes::create(std::string_view table) {
  if (find(table) == nullptr) indexes_.emplace_back(table, SliceIndex());
}

SliceIndex* SliceIndexes::find(std::string_view table) {
  const auto it = std::find_if(indexes_.begin(), indexes_.end(),
                               [&](const auto& entry) { return entry.first == table; });
  return it == indexes_.end() ? nullptr : &it->second;
}

}  // namespace nscope::importers
