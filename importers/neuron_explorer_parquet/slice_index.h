#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Slices by the id that their table gives them. 16 bytes for each; kept only for
/// the tables that another one refers to.
class SliceIndex {
 public:
  void add(std::int64_t id, SliceId slice);
  /// The slice of an id; of several, the first that was added.
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
  /// Asks for an index of `table`, before it is read.
  void want(std::string_view table);
  /// Null where nobody refers to the table.
  SliceIndex* find(std::string_view table);

 private:
  std::vector<std::pair<std::string, SliceIndex>> indexes_;
};

}  // namespace nscope::importers
