#pragma once

#include "profiler/analysis/memory/dma_operands.h"

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// The HBM bytes that one core has written from SBUF or PSUM, with the contents that they came
/// from. A plain value.
class SavedBytes {
 public:
  /// Records that `contents` are written to `rows`. Instructions with too many rows are ignored.
  void save(const DmaRows& rows, std::vector<std::uint32_t> contents);
  /// Calls `visit(content)` for the contents of the saved bytes that `rows` reads. Returns whether
  /// there are any.
  template <class Visit>
  bool read(const DmaRows& rows, Visit visit) const {
    bool any = false;
    if (rows.rows() > kMostRows || ranges_.empty()) return false;
    std::uint32_t last = kNone;
    for_each_range(rows, [&](std::uint64_t begin, std::uint64_t size) {
      auto at = ranges_.upper_bound(begin);
      if (at != ranges_.begin() && std::prev(at)->second.end > begin) --at;
      for (; at != ranges_.end() && at->first < begin + size; ++at) {
        any = true;
        if (at->second.group == last) continue;
        last = at->second.group;
        for (const std::uint32_t content : groups_[last]) visit(content);
      }
    });
    return any;
  }

 private:
  static constexpr std::uint64_t kMostRows = 1u << 16;
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Range {
    std::uint64_t end = 0;
    std::uint32_t group = 0;
  };

  void assign(std::uint64_t begin, std::uint64_t end, std::uint32_t group);

  std::map<std::uint64_t, Range> ranges_;  ///< disjoint, by begin
  std::vector<std::vector<std::uint32_t>> groups_;
};

}  // namespace nscope::analysis
