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

// Readers of the members of `nscope.plan/1` that traffic plans and training plans share. Errors
// are reported to `in`.

/// A finite number in (low, high], or in [low, high] if `closed`; `fallback` if absent.
double read_number(StrictObject& in, const char* key, double fallback, double low, double high,
                   bool closed);
/// An integer in [low, high]; `fallback` if absent.
int read_whole(StrictObject& in, const char* key, int fallback, int low, int high);
/// Up to 200 integers in [low, high], sorted and without duplicates; `fallback` if absent.
std::vector<int> read_wholes(StrictObject& in, const char* key, std::vector<int> fallback, int low,
                             int high);
/// Up to 200 different strings; empty if absent.
std::vector<std::string> read_names(StrictObject& in, const char* key);

/// Up to 200 of the strings in `known`; empty if absent.
template <std::size_t N>
std::vector<std::string> read_names_of(StrictObject& in, const char* key,
                                       const std::array<std::string_view, N>& known) {
  std::vector<std::string> result = read_names(in, key);
  for (const std::string& name : result) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    in.reject(key, tr("unknown value '{}'; use one of {}", name,
                      fmt::format("{}", fmt::join(known, ", "))));
  }
  return result;
}

/// "purchase"; On-Demand if absent.
std::vector<cost::Purchase> read_purchase(StrictObject& in);
/// "region" or "regions"; us-east-1 if both are absent.
std::vector<std::string> read_regions(StrictObject& in);
/// "as_of"; empty if absent.
std::optional<cost::Day> read_as_of(StrictObject& in);
/// A plan whose "schema" has been read. `name` is the file name for messages. Errors: kBadInput if
/// `json` is not an object, kUnsupportedVersion for another `nscope.plan/` schema.
Result<StrictObject> open_plan(const Json& json, std::string_view name);
/// "title", "note" and "model".
template <class Request>
void read_titles(StrictObject& in, Request& request) {
  request.title = in.optional_string("title").value_or("");
  request.note = in.optional_string("note").value_or("");
  request.model = in.string("model");
}

}  // namespace nscope::capacity
