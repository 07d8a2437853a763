#pragma once

#include "costmodel/money/date.h"
#include "costmodel/prices/purchase.h"
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
double read_number(StrictObject& in, const char* key, double fallback, double low, double high,
                   bool closed);
int read_whole(StrictObject& in, const char* key, int fallback, int low, int high);
/// Up to 200 whole numbers, ascending, each once; `fallback` where absent.
std::vector<int> read_wholes(StrictObject& in, const char* key, std::vector<int> fallback, int low,
                             int high);
/// Up to 200 texts, each once; empty where absent.
std::vector<std::string> read_names(StrictObject& in, const char* key);

template <std::size_t N>
std::vector<std::string> read_names_of(StrictObject& in, const char* key,
                                       const std::array<std::string_view, N>& known) {
  std::vector<std::string> result = read_names(in, key);
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
/// The members of a plan, of which "schema" is read. Errors: kBadInput for what is no object,
/// kUnsupportedVersion for another `nscope.plan/` schema.
Result<StrictObject> open_plan(const Json& json, std::string_view name);
/// "title", "note" and "model".
template <class Request>
void read_titles(StrictObject& in, Request& request) {
  request.title = in.optional_string("title").value_or("");
  request.note = in.optional_string("note").value_or("");
  request.model = in.string("model");
}

}  // namespace nscope::capacity
