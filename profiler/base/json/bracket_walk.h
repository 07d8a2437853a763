#pragma once

#include "profiler/base/json/structure_mask.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace nscope {

/// Finds the end of a JSON object or array, a block at a time, in text that may come in pieces.
/// Checks only that strings and brackets match. Does not recurse.
class BracketWalk {
 public:
  /// The limit of parse_json().
  static constexpr std::size_t kMostLevels = 500;

  enum class State {
    kOpen,      ///< the end of the text, before the closing bracket
    kClosed,    ///< after the bracket that closes the first one
    kZeroByte,  ///< at a NUL byte, which is not valid JSON; a hole of a sparse file is not read on
    kTooDeep,   ///< at a bracket that exceeds kMostLevels
    kWrongBracket,  ///< at a closing bracket of the other kind
  };

  /// Moves `at`, which first is at the opening bracket, through the complete blocks before `end`.
  /// Call it again with the text from `at` on while more text follows. Calls `on_element` with
  /// the position after each object or array that is an element of the outermost one.
  template <class OnElement>
  State go_on(const char*& at, const char* end, const OnElement& on_element) {
    while (end - at >= kBlock && state_ == State::kOpen) at += look_at(at, at, on_element);
    return state_;
  }
  /// Moves through the rest of the text, which is less than a block.
  template <class OnElement>
  State finish(const char*& at, const char* end, const OnElement& on_element) {
    std::array<char, StructureMask::kBytes> block;
    block.fill(' ');
    std::memcpy(block.data(), at, static_cast<std::size_t>(end - at));
    at += std::min(look_at(block.data(), at, on_element), end - at);
    return state_;
  }

  std::size_t depth() const { return depth_; }
  bool in_string() const { return strings_.in_string(); }
  /// The bracket that closes the innermost open one.
  char expected() const { return closers_[depth_ - 1]; }

 private:
  static constexpr auto kBlock = std::ptrdiff_t{StructureMask::kBytes};

  /// Scans one block, which starts at `at` in the text, and returns how far to advance.
  template <class OnElement>
  std::ptrdiff_t look_at(const char* block, const char* at, const OnElement& on_element) {
    const StructureMask mask = structure_mask(block);
    std::uint64_t stops = (mask.brackets & ~strings_.inside(mask)) | mask.zeros;
    std::size_t depth = depth_;  // a copy stays in a register
    const auto stop = [&](State state, int i) {
      state_ = state;
      depth_ = depth;
      return std::ptrdiff_t{i};
    };
    for (; stops != 0; stops &= stops - 1) {
      const int i = std::countr_zero(stops);
      const char byte = block[i];
      if (byte == '{' || byte == '[') {
        if (depth == kMostLevels) return stop(State::kTooDeep, i);
        closers_[depth++] = static_cast<char>(byte + 2);  // ASCII
      } else if (byte == '\0') {
        return stop(State::kZeroByte, i);
      } else if (byte != closers_[depth - 1]) {
        return stop(State::kWrongBracket, i);
      } else if (--depth == 0) {
        return stop(State::kClosed, i + 1);
      } else if (depth == 1) {
        on_element(at + i + 1);
      }
    }
    depth_ = depth;
    return kBlock;
  }

  StringState strings_;
  State state_ = State::kOpen;
  std::size_t depth_ = 0;
  std::array<char, kMostLevels> closers_;  ///< of the open brackets
};

}  // namespace nscope
