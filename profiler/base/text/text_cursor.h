#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

namespace nscope {

/// Reads a text from left to right. Each function either consumes text or fails. The text must
/// outlive the cursor.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void skip_spaces() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
  }
  template <class Number>
  bool number(Number& to, int base = 10) {
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), to, base);
    if (error != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return true;
  }
  /// The text before `stop`, which is also consumed; nullopt if `stop` does not occur.
  std::optional<std::string_view> until(char stop) {
    const std::size_t at = text_.find(stop);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view part = text_.substr(0, at);
    text_.remove_prefix(at + 1);
    return part;
  }

 private:
  std::string_view text_;
};

}  // namespace nscope
