#include "app/capacity/request/plan_members.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr std::string_view kSchema = "nscope.plan/1";
constexpr std::size_t kMostEntries = 200;

}  // namespace

double read_number(StrictObject& in, const char* key, double fallback, double low, double high,
                   bool closed) {
  const auto value = in.optional_number(key);
  if (!value) return fallback;
  const bool fits =
      std::isfinite(*value) && (closed ? *value >= low : *value > low) && *value <= high;
  if (fits) return *value;
  in.reject(key, closed ? tr("must be between {} and {}", low, high)
                        : tr("must be greater than {} and at most {}", low, high));
  return fallback;
}

int read_whole(StrictObject& in, const char* key, int fallback, int low, int high) {
  const auto value = in.optional_integer(key);
  if (!value) return fallback;
  if (*value >= low && *value <= high) return static_cast<int>(*value);
  in.reject(key, tr("must be an integer between {} and {}", low, high));
  return fallback;
}

std::vector<std::string> read_names(StrictObject& in, const char* key) {
  std::vector<std::string> result;
  if (in.optional(key) == nullptr) return result;
  const Json& list = in.array(key);
  if (list.empty() || list.size() > kMostEntries) {
    in.reject(key, tr("must be an array of 1 to {} strings", kMostEntries));
    return result;
  }
  for (const Json& entry : list) {
    if (!entry.is_string()) {
      in.reject(key, tr("must be an array of strings"));
      return {};
    }
    auto text = entry.get<std::string>();
    if (std::find(result.begin(), result.end(), text) != result.end()) {
      in.reject(key, tr("duplicate '{}'", text));
    }
    result.push_back(std::move(text));
  }
  return result;
}

std::vector<int> read_wholes(StrictObject& in, const char* key, std::vector<int> fallback, int low,
                             int high) {
  if (in.optional(key) == nullptr) return fallback;
  const Json& list = in.array(key);
  if (list.empty() || list.size() > kMostEntries) {
    in.reject(key, tr("must be an array of 1 to {} integers", kMostEntries));
    return fallback;
  }
  std::vector<int> values;
  for (const Json& entry : list) {
    const std::int64_t value = entry.is_number_integer() ? entry.get<std::int64_t>() : low - 1LL;
    if (value < low || value > high) {
      in.reject(key, tr("must contain integers between {} and {} only", low, high));
      return fallback;
    }
    values.push_back(static_cast<int>(value));
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<cost::Purchase> read_purchase(StrictObject& in) {
  std::vector<cost::Purchase> purchase;
  for (const std::string& name : read_names(in, "purchase")) {
    const auto option = cost::parse_purchase_option(name);
    if (!option) {
      in.reject(fmt::format("purchase/{}", purchase.size()), cost::unknown_purchase_option(name));
      return purchase;
    }
    purchase.push_back(*option);
  }
  if (purchase.empty()) purchase = {cost::PurchaseOption::kOnDemand};
  return purchase;
}

std::vector<std::string> read_regions(StrictObject& in) {
  std::vector<std::string> regions = read_names(in, "regions");
  if (const auto region = in.optional_string("region")) {
    if (!regions.empty()) in.reject("region", tr("'region' and 'regions' cannot be combined"));
    regions = {*region};
  }
  if (regions.empty()) regions = {"us-east-1"};
  return regions;
}

std::optional<cost::Day> read_as_of(StrictObject& in) {
  const auto day = in.optional_string("as_of");
  if (!day) return std::nullopt;
  const auto parsed = cost::parse_day(*day);
  if (!parsed) {
    in.reject("as_of", parsed.error().message);
    return std::nullopt;
  }
  return *parsed;
}

Result<StrictObject> open_plan(const Json& json, std::string_view name) {
  if (!json.is_object()) {
    return fail(ErrorCode::kBadInput, tr("a plan must be a JSON object"), std::string(name));
  }
  StrictObject in(json, std::string(name));
  const std::string schema = in.string("schema");
  if (schema.starts_with("nscope.plan/") && schema != kSchema) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported schema {}; supported: {}", schema, kSchema), std::string(name));
  }
  if (schema != kSchema) in.reject("schema", tr("must be {}", kSchema));
  return in;
}

}  // namespace nscope::capacity
