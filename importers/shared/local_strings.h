#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// The distinct texts of one block of events, numbered in the order of their first occurrence.
/// Keeps copies, so that the text of the block can be released. One thread.
class LocalStrings {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::uint32_t intern(std::string_view text);
  std::string_view view(std::uint32_t id) const {
    return std::string_view(characters_).substr(entries_[id].offset, entries_[id].size);
  }
  std::size_t size() const { return entries_.size(); }
  std::size_t memory() const;
  /// Removes the texts and keeps the memory for the next block.
  void clear();

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t offset;
    std::uint32_t size;
  };
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // entry + 1 by hash; 0: free. The size is a power of two
  std::string characters_;
};

}  // namespace nscope::importers
