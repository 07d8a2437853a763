#pragma once

#include "importers/shared/short_text.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Values by key, for keys that arrive in nearly the same order again and again, as those of the
/// reports of a tool do: the key after the last one is compared before the others are searched.
/// Addresses of values remain valid. One thread.
template <class T>
class RepeatingKeys {
 public:
  RepeatingKeys() = default;
  RepeatingKeys(RepeatingKeys&&) = default;
  RepeatingKeys& operator=(RepeatingKeys&&) = default;

  /// The value of `key`; null if there is none.
  T* find(std::string_view key) {
    if (next_ >= order_.size()) next_ = 0;
    if (next_ < order_.size() && equal_short(order_[next_]->first, key)) {
      return &order_[next_++]->second;
    }
    const auto known = index_.find(key);
    if (known == index_.end()) return nullptr;
    next_ = known->second + 1;
    return &order_[known->second]->second;
  }

  /// Adds a key that find() does not know.
  T& add(std::string_view key, T value) {
    auto& entry = entries_.emplace_back(std::string(key), std::move(value));
    index_.emplace(entry.first, order_.size());
    order_.push_back(&entry);
    next_ = order_.size();
    return entry.second;
  }

  /// The value of `key`, which is added if there is none.
  T& operator[](std::string_view key) {
    T* const known = find(key);
    return known != nullptr ? *known : add(key, T());
  }

  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }  ///< pairs of key and value, in order of addition
  auto end() const { return entries_.end(); }

 private:
  std::deque<std::pair<std::string, T>> entries_;
  std::vector<std::pair<std::string, T>*> order_;            // addresses in entries_
  std::unordered_map<std::string_view, std::size_t> index_;  // places in order_
  std::size_t next_ = 0;
};

}  // namespace nscope::importers
