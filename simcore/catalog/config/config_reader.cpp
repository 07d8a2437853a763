#include "simcore/catalog/config/config_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::catalog {

ConfigReader::ConfigReader(const Json& config, std::string where, const Json& defaults,
                           const std::vector<std::string>& nested)
    : objects_{&config}, where_(std::move(where)), defaults_(&defaults) {
  for (const std::string& name : nested) {
    const auto object = config.find(name);
    if (object != config.end() && object->is_object()) objects_.push_back(&*object);
  }
}

const Json* ConfigReader::stated(const char* name) const {
  for (const Json* const object : objects_) {
    if (const auto found = object->find(name); found != object->end()) return &*found;
  }
  return nullptr;
}

const Json* ConfigReader::member(const char* name) const {
  if (const Json* const value = stated(name)) return value->is_null() ? nullptr : value;
  const auto value = defaults_->find(name);
  return value == defaults_->end() || value->is_null() ? nullptr : &*value;
}

std::optional<int> ConfigReader::parse(const char* name, const Json& value, WholeRange range) {
  if (value.is_array() && !value.empty()) {
    const bool equal = std::all_of(value.begin(), value.end(),
                                   [&](const Json& entry) { return entry == value.front(); });
    if (!equal) {
      refuse(name, tr("must be equal for all layers; layers with different dimensions are not "
                      "supported"));
      return std::nullopt;
    }
    return parse(name, value.front(), range);
  }
  const double number = value.is_number() ? value.get<double>() : NAN;
  if (!(number >= range.least) || number > range.most || number != std::floor(number)) {
    reject(name, tr("must be a whole number between {} and {}", range.least, range.most));
    return std::nullopt;
  }
  return static_cast<int>(number);
}

std::optional<int> ConfigReader::find(Spellings names, WholeRange range) {
  std::optional<int> found;
  const char* first = nullptr;
  bool is_null = false;
  for (const char* const name : names) {
    const Json* const value = stated(name);
    is_null = is_null || (value != nullptr && value->is_null());
    if (value == nullptr || value->is_null()) continue;
    const auto number = parse(name, *value, range);
    if (!number) return std::nullopt;
    if (found && *found != *number) {
      reject(name, tr("is {}, but '{}' is {}", *number, first, *found));
      return std::nullopt;
    }
    if (!found) first = name;
    found = number;
  }
  if (found || is_null) return found;
  for (const char* const name : names) {
    const auto value = defaults_->find(name);
    if (value == defaults_->end() || value->is_null()) continue;
    const auto number = parse(name, *value, range);
    if (!number) continue;
    const std::string used = fmt::format("{} {}", name, *number);
    if (used_.find(used) == std::string::npos) used_ += (used_.empty() ? "" : ", ") + used;
    return number;
  }
  return std::nullopt;
}

std::optional<int> ConfigReader::find_first(Spellings names) {
  for (const char* const name : names) {
    const Json* const value = stated(name);
    if (value != nullptr && !value->is_null()) return parse(name, *value, {});
  }
  return find(names);
}

int ConfigReader::require(Spellings names, WholeRange range) {
  const auto found = find(names, range);
  if (!found) {
    std::string others;
    for (const char* const name : names) {
      if (name == *names.begin()) continue;
      others += (others.empty() ? "" : ", ") + std::string(name);
    }
    reject(*names.begin(),
           others.empty() ? tr("is required") : tr("is required (also accepted: {})", others));
  }
  return found.value_or(range.least);
}

std::optional<int> ConfigReader::find_unless_auto(Spellings names) {
  for (const char* const name : names) {
    const Json* const value = member(name);
    if (value != nullptr && value->is_string() && *value == "auto") return std::nullopt;
  }
  return find(names);
}

std::optional<double> ConfigReader::number(const char* name, double most) {
  const Json* const value = member(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !(value->get<double>() > 0) || value->get<double>() > most) {
    reject(name, tr("must be a number greater than 0 and at most {}", most));
    return std::nullopt;
  }
  return value->get<double>();
}

bool ConfigReader::flag(const char* name, bool fallback) {
  const Json* const value = member(name);
  if (value == nullptr) return fallback;
  if (!value->is_boolean()) {
    reject(name, tr("must be true or false"));
    return fallback;
  }
  return value->get<bool>();
}

std::string ConfigReader::text(const char* name) {
  const Json* const value = member(name);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  reject(name, tr("must be a string"));
  return {};
}

std::vector<int> ConfigReader::numbers(const char* name) {
  std::vector<int> values;
  const Json* const list = member(name);
  if (list == nullptr) return values;
  const bool good = list->is_array() && list->size() <= std::size_t{kMostLayers} &&
                    std::all_of(list->begin(), list->end(), [](const Json& entry) {
                      return entry.is_number_integer() && entry.get<double>() >= 0 &&
                             entry.get<double>() <= kLargestDimension;
                    });
  if (!good) {
    reject(name, tr("must be an array of at most {} whole numbers between 0 and {}", kMostLayers,
                    kLargestDimension));
    return values;
  }
  for (const Json& entry : *list) values.push_back(entry.get<int>());
  return values;
}

void ConfigReader::reject(std::string_view member, Text message) {
  if (error_) return;
  error_ = Error{ErrorCode::kBadInput, std::move(message), fmt::format("{}/{}", where_, member)};
}

void ConfigReader::refuse(std::string_view member, Text message) {
  if (error_) return;
  error_ = Error{ErrorCode::kUnsupportedVersion, std::move(message),
                 fmt::format("{}/{}", where_, member)};
}

void ConfigReader::adopt(const Error& error) {
  if (!error_) error_ = error;
}

}  // namespace nscope::catalog
