#include "profiler/base/json/repeated_keys.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

class KeyScan {
 public:
  explicit KeyScan(std::string_view text) : text_(text) {}

  std::optional<RepeatedKey> run() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      switch (text_[at]) {
        case '"': at = after_string(at) - 1; break;
        case '{':
        case '[': open_.push_back({.is_object = text_[at] == '{', .keys = keys_.size()}); break;
        case ',':
          if (!open_.empty()) ++open_.back().index;
          break;
        case '}':
        case ']':
          if (auto found = close()) return found;
          break;
        default: break;
      }
    }
    return std::nullopt;
  }

 private:
  struct Key {
    std::string name;
    std::size_t at = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Open {
    bool is_object = false;
    std::size_t keys = 0;   ///< number of keys of the enclosing objects
    std::size_t index = 0;  ///< of the current element
  };

  /// Moves behind the string that starts at `at` and notes it if it is a key.
  std::size_t after_string(std::size_t at) {
    bool escaped = false;
    std::size_t end = at + 1;
    for (; end < text_.size() && text_[end] != '"'; ++end) {
      if (text_[end] == '\\') {
        escaped = true;
        ++end;
      }
    }
    if (end >= text_.size()) return text_.size();
    const std::size_t next = text_.find_first_not_of(" \t\r\n", end + 1);
    const bool is_key = next != std::string_view::npos && text_[next] == ':' && !open_.empty() &&
                        open_.back().is_object;
    if (is_key) {
      const std::string_view quoted = text_.substr(at, end + 1 - at);
      keys_.push_back({.name = name_of(quoted, escaped), .at = at});
    }
    return end + 1;
  }

  static std::string name_of(std::string_view quoted, bool escaped) {
    const std::string_view plain = quoted.substr(1, quoted.size() - 2);
    if (!escaped) return std::string(plain);
    const Json name = Json::parse(quoted.begin(), quoted.end(), nullptr, false);
    return name.is_string() ? name.get<std::string>() : std::string(plain);
  }

  std::optional<RepeatedKey> close() {
    if (open_.empty()) return std::nullopt;
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(open_.back().keys);
    std::sort(begin, keys_.end());
    const auto same = std::adjacent_find(
        begin, keys_.end(), [](const Key& a, const Key& b) { return a.name == b.name; });
    if (same != keys_.end()) {
      return RepeatedKey{pointer_of(same->name), same->at, std::next(same)->at};
    }
    keys_.erase(begin, keys_.end());
    open_.pop_back();
    return std::nullopt;
  }

  std::string pointer_of(std::string_view last) const {
    Json::json_pointer pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      if (!open_[i].is_object) {
        pointer.push_back(std::to_string(open_[i].index));
      } else if (const std::size_t keys = open_[i + 1].keys; keys > open_[i].keys) {
        pointer.push_back(keys_[keys - 1].name);
      }
    }
    pointer.push_back(std::string(last));
    return pointer.to_string();
  }

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<Key> keys_;  ///< of the open objects, the innermost last
};

}  // namespace

std::optional<RepeatedKey> repeated_key(std::string_view text) {
  return KeyScan(text).run();
}

}  // namespace nscope
