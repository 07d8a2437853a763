#pragma once

#include "profiler/base/json.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace nscope::sim {

// Readers of numbers with limits. Problems are reported through the StrictObject.

/// A whole number between `low` and `high`, or the fallback if absent.
inline int whole_member(StrictObject& in, const char* key, int fallback, int low, int high) {
  const std::int64_t value = in.optional_integer(key).value_or(fallback);
  if (value < low || value > high) {
    in.reject(key, tr("must be a whole number between {} and {}", low, high));
    return fallback;
  }
  return static_cast<int>(value);
}

/// A number between 0 and `high`, or the fallback if absent; 0 is accepted only if `zero` is set.
inline double number_member(StrictObject& in, const char* key, double fallback, double high,
                            bool zero = true) {
  const double value = in.optional_number(key).value_or(fallback);
  if (!std::isfinite(value) || value < 0 || value > high || (!zero && value == 0)) {
    in.reject(key, zero ? tr("must be between 0 and {}", high)
                        : tr("must be greater than 0 and at most {}", high));
    return fallback;
  }
  return value;
}

/// A number between `low` and `high`; nullopt if absent or, with an error, outside.
inline std::optional<double> between_member(StrictObject& in, const char* key, double low,
                                            double high) {
  const auto value = in.optional_number(key);
  if (!value || (*value >= low && *value <= high)) return value;
  in.reject(key, tr("must be between {} and {}", low, high));
  return std::nullopt;
}

/// A list of numbers between `low` and `high` that is not empty. Empty after an error.
template <class Value>
std::vector<Value> numbers_member(StrictObject& in, const char* key, double low, double high) {
  std::vector<Value> values;
  for (const Json& entry : in.array(key)) {
    const bool fits = entry.is_number() && entry.get<double>() >= low &&
                      entry.get<double>() <= high &&
                      (std::is_floating_point_v<Value> || entry.is_number_integer());
    if (!fits) {
      in.reject(key, tr("must be an array of numbers between {} and {}", low, high));
      return {};
    }
    values.push_back(entry.get<Value>());
  }
  if (values.empty()) in.reject(key, tr("must not be empty"));
  return values;
}

}  // namespace nscope::sim
