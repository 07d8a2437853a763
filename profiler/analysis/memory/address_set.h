#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace nscope::analysis {

/// A set of bytes of memory, stored as disjoint ranges.
class AddressSet {
 public:
  /// Adds [begin, begin + size). Returns how many of the bytes were not in the set before.
  /// A range beyond the end of the address space is cut.
  std::uint64_t add(std::uint64_t begin, std::uint64_t size);
  /// Removes [begin, begin + size).
  void remove(std::uint64_t begin, std::uint64_t size);
  std::size_t ranges() const { return ends_.size(); }

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;  ///< by begin
};

}  // namespace nscope::analysis
