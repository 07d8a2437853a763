#pragma once

#include "costmodel/date.h"
#include "costmodel/purchase.h"
#include "profiler/base/json.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace nscope::capacity {

// What plans of traffic and of training read alike from `nscope.plan/1`. Errors go to `in`.

/// A finite number in (low, high], or [low, high] where `closed`.
double number(StrictObject& in, const char* key, double fallback, double low, double high,
              bool closed);
int whole(StrictObject& in, const char* key, int fallback, int low, int high);
/// Whole numbers, ascending, each once; `fallback` where absent.
std::vector<int> wholes(StrictObject& in, const char* key, std::vector<int> fallback, int low,
                        int high);
/// Texts, each once; empty where absent.
std::vector<std::string> names(StrictObject& in, const char* key);

template <std::size_t N>
std::vector<std::string> names_of(StrictObject& in, const char* key,
                                  const std::array<std::string_view, N>& known) {
  std::vector<std::string> result = names(in, key);
  for (const std::string& name : result) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    in.reject(key, fmt::format("\"{}\" is none of {}", name, fmt::join(known, ", ")));
  }
  return result;
}

/// "purchase": on demand where it is absent.
std::vector<cost::Purchase> read_purchase(StrictObject& in);
/// "region" or "regions": us-east-1 where both are absent.
std::vector<std::string> read_regions(StrictObject& in);
/// "as_of".
std::optional<cost::Day> read_as_of(StrictObject& in);
/// Errors: kUnsupportedVersion for another `nscope.plan/` schema.
Result<> check_plan_schema(StrictObject& in, std::string_view name);

}  // namespace nscope::capacity
