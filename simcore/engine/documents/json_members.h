#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {

/// Readers of keys that several documents of the simulator have. Problems are reported through
/// the StrictObject.

/// A whole number between 1 and the largest int, or the fallback if absent.
inline int positive_member(StrictObject& in, const char* key, int fallback) {
  const auto value = in.optional_integer(key);
  if (!value) return fallback;
  if (*value < 1 || *value > std::numeric_limits<int>::max()) {
    in.reject(key, tr("must be a positive whole number"));
    return fallback;
  }
  return static_cast<int>(*value);
}

/// A string with at least one character; empty if absent.
inline std::string text_member(StrictObject& in, const char* key) {
  const auto text = in.optional_string(key);
  if (text && text->empty()) in.reject(key, tr("must not be empty; remove the key instead"));
  return text.value_or("");
}

/// One of the allowed strings, or the fallback if absent.
template <std::size_t N>
std::string one_of_member(StrictObject& in, const char* key, std::string fallback,
                          const std::array<std::string_view, N>& allowed) {
  auto value = in.optional_string(key);
  if (!value) return fallback;
  for (const std::string_view known : allowed) {
    if (*value == known) return std::move(*value);
  }
  in.reject(key, tr("must be one of {}", fmt::format("{}", fmt::join(allowed, ", "))));
  return fallback;
}

/// The type of arithmetic. Narrower types are those of stored weights, which another member states.
inline std::string dtype_member(StrictObject& in, std::string fallback) {
  constexpr std::array<std::string_view, 3> kTypes{"bf16", "fp16", "fp32"};
  const Json* const stated = in.optional("dtype");
  for (const char* const narrow : {"fp8", "int8", "int4", "fp4"}) {
    if (stated == nullptr || *stated != narrow) continue;
    in.reject("dtype", tr("must be one of {}; for weights that are stored as '{}', state "
                          "weight_dtype (--weight-dtype)",
                          fmt::format("{}", fmt::join(kTypes, ", ")), narrow));
  }
  return one_of_member(in, "dtype", std::move(fallback), kTypes);
}

/// The value whose to_string() is at `key`; nullopt if absent or, with an error, if unknown.
template <class Value, std::size_t N>
std::optional<Value> named_member(StrictObject& in, const char* key,
                                  const std::array<Value, N>& values) {
  const auto text = in.optional_string(key);
  if (!text) return std::nullopt;
  std::string known;
  for (const Value value : values) {
    if (*text == to_string(value)) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(value));
  }
  in.reject(key, tr("must be one of {}", known));
  return std::nullopt;
}

/// Reads every entry of the array at `path` with `read(json, path of the entry)` and appends it
/// to `entries`. Errors: those of `read`.
template <class Entry, class Read>
Result<> read_entries(const Json& list, const std::string& path, const Read& read,
                      std::vector<Entry>& entries) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto entry = read(list[i], fmt::format("{}/{}", path, i));
    if (!entry) return fail(entry.error());
    entries.push_back(std::move(*entry));
  }
  return {};
}

/// An array of strings.
inline std::vector<std::string> texts_member(StrictObject& in, const char* key) {
  std::vector<std::string> texts;
  const Json& array = in.array(key);
  if (!array.is_array()) return texts;
  for (const Json& item : array) {
    if (!item.is_string()) {
      in.reject(key, tr("must be an array of strings"));
      return {};
    }
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

}  // namespace nscope::sim
