#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::importers {

/// Cuts bytes that arrive piece by piece into lines. Keeps one unfinished line and no
/// more than `longest` bytes of it: a longer line is left out as a whole. One thread.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  /// Calls use(line) for each line that `bytes` completes, without its LF. The view is
  /// valid during the call.
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
        ++left_out_;
      } else {
        use(part);
      }
    }
  }

  /// The stream is over: what came last needs no LF.
  template <class Use>
  void finish(Use&& use) {
    if (kept_.empty() && !too_long_) return;
    ++number_;
    complete(use);
  }

  std::int64_t number() const { return number_; }      ///< of the line in use, from 1
  std::int64_t left_out() const { return left_out_; }  ///< lines that were too long

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
      ++left_out_;
    } else {
      use(std::string_view(line));
    }
  }

  std::size_t longest_;
  std::string kept_;
  bool too_long_ = false;
  std::int64_t number_ = 0;
  std::int64_t left_out_ = 0;
};

}  // namespace nscope::importers
