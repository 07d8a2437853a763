#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::importers {

/// Splits bytes that arrive in pieces into lines. Keeps up to `longest` bytes of one unfinished
/// line; a longer line is skipped. One thread.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  /// Calls use(line) for each line that ends in `bytes`, without its LF. The view is valid only
  /// during the call.
  template <class Use>
  void add(std::string_view bytes, Use&& use) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      if (end == std::string_view::npos) return keep(part);
      bytes.remove_prefix(end + 1);
      ++number_;
      if (!kept_.empty() || too_long_) {
        keep(part);
        complete(use);
      } else if (part.size() > longest_) {
        ++skipped_lines_;
      } else {
        use(part);
      }
    }
  }

  /// Ends the stream: calls use(line) for a last line without LF.
  template <class Use>
  void finish(Use&& use) {
    if (kept_.empty() && !too_long_) return;
    ++number_;
    complete(use);
  }

  std::int64_t number() const { return number_; }  ///< of the current line, from 1
  std::int64_t skipped_lines() const {
    return skipped_lines_;
  }  ///< number of lines that were too long

 private:
  void keep(std::string_view part) {
    too_long_ = too_long_ || kept_.size() + part.size() > longest_;
    if (too_long_) {
      kept_ = std::string();
    } else {
      kept_ += part;
    }
  }

  template <class Use>
  void complete(Use& use) {
    const std::string line = std::exchange(kept_, std::string());
    if (std::exchange(too_long_, false)) {
      ++skipped_lines_;
    } else {
      use(std::string_view(line));
    }
  }

  std::size_t longest_;
  std::string kept_;
  bool too_long_ = false;
  std::int64_t number_ = 0;
  std::int64_t skipped_lines_ = 0;
};

}  // namespace nscope::importers
