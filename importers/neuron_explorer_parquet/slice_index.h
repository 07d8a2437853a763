#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Slices by their id in the table. Each needs 16 bytes, so an index exists only for tables that
/// another table refers to.
class SliceIndex {
 public:
  void add(std::int64_t id, SliceId slice);
  /// The slice of an id; if there are several, the first one added.
  std::optional<SliceId> find(std::int64_t id);
  std::size_t repeated() const { return repeated_; }

 private:
  void sort();

  std::vector<std::pair<std::int64_t, SliceId>> slices_;
  bool sorted_ = true;
  std::size_t repeated_ = 0;
};

/// The indexes of a profile by table.
class SliceIndexes {
 public:
  /// Creates an index of `table`; must be called before the table is read.
  void create(std::string_view table);
  /// Null if no table refers to `table`.
  SliceIndex* find(std::string_view table);

 private:
  std::vector<std::pair<std::string, SliceIndex>> indexes_;
};

}  // namespace nscope::importers
