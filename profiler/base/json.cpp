#include "profiler/base/json.h"

#include "profiler/base/resources.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope {

namespace {

/// The message about a key that no reader of the object asked for.
Text unknown_key(std::string_view key, const std::set<std::string, std::less<>>& known) {
  if (known.empty()) return tr("unknown key; this object has no keys");
  const std::vector<std::string> names(known.begin(), known.end());
  const std::string list = fmt::format("{}", fmt::join(names, ", "));
  const auto similar = similar_name(key, names);
  if (!similar) return tr("unknown key; the known keys are {}", list);
  return tr("unknown key; did you mean '{}'? The known keys are {}", *similar, list);
}

}  // namespace

void to_json(Json& json, const Text& text) {
  json = text.english();
}

Result<Json> parse_json_resource(std::string_view path) {
  const auto resource = find_resource(path);
  if (!resource) return fail(resource.error());
  return parse_json(resource->content, resource->path);
}

StrictObject::StrictObject(const Json& json, std::string where)
    : json_(&json), where_(std::move(where)) {
  if (!json.is_object()) {
    error_ = Error{ErrorCode::kBadInput, tr("must be an object"), where_};
  }
}

std::string StrictObject::path(std::string_view key) const {
  return fmt::format("{}{}{}", where_, where_.find(": /") == std::string::npos ? ": /" : "/", key);
}

void StrictObject::reject(std::string_view key, Text why) {
  if (!error_) error_ = Error{ErrorCode::kBadInput, std::move(why), path(key)};
}

void StrictObject::adopt(StrictObject& nested) {
  if (const auto done = nested.finish(); !done) adopt(done.error());
}

void StrictObject::adopt(const Error& error) {
  if (!error_) error_ = error;
}

const Json* StrictObject::find(const char* key, bool required) {
  known_.insert(key);
  if (!json_->is_object()) return nullptr;
  const auto it = json_->find(key);
  if (it != json_->end() && !it->is_null()) return &*it;
  if (required) reject(key, tr("missing key"));
  return nullptr;
}

std::string StrictObject::string(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return {};
  if (!value->is_string()) {
    reject(key, tr("must be a string"));
    return {};
  }
  return value->get<std::string>();
}

double StrictObject::number(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return 0.0;
  if (!value->is_number()) {
    reject(key, tr("must be a number"));
    return 0.0;
  }
  return value->get<double>();
}

std::int64_t StrictObject::integer(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return 0;
  if (!value->is_number_integer()) {
    reject(key, tr("must be a whole number"));
    return 0;
  }
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > std::uint64_t{kMost}) {
    reject(key, tr("must be at most {}", kMost));
    return 0;
  }
  return value->get<std::int64_t>();
}

bool StrictObject::boolean(const char* key) {
  const Json* value = find(key, true);
  if (value == nullptr) return false;
  if (!value->is_boolean()) {
    reject(key, tr("must be true or false"));
    return false;
  }
  return value->get<bool>();
}

const Json& StrictObject::array(const char* key) {
  static const Json kEmpty = Json::array();
  const Json* value = find(key, true);
  if (value == nullptr) return kEmpty;
  if (!value->is_array()) {
    reject(key, tr("must be an array"));
    return kEmpty;
  }
  return *value;
}

const Json& StrictObject::object(const char* key) {
  static const Json kEmpty = Json::object();
  const Json* value = find(key, true);
  if (value == nullptr) return kEmpty;
  if (!value->is_object()) {
    reject(key, tr("must be an object"));
    return kEmpty;
  }
  return *value;
}

const Json* StrictObject::optional(const char* key) {
  return find(key, false);
}

std::optional<std::string> StrictObject::optional_string(const char* key) {
  if (find(key, false) == nullptr) return std::nullopt;
  return string(key);
}

std::optional<double> StrictObject::optional_number(const char* key) {
  if (find(key, false) == nullptr) return std::nullopt;
  return number(key);
}

std::optional<std::int64_t> StrictObject::optional_integer(const char* key) {
  if (find(key, false) == nullptr) return std::nullopt;
  return integer(key);
}

bool StrictObject::optional_boolean(const char* key, bool fallback) {
  return find(key, false) == nullptr ? fallback : boolean(key);
}

Result<> StrictObject::first_error() const {
  if (error_) return fail(*error_);
  return {};
}

Result<> StrictObject::finish() {
  if (error_) return fail(*error_);
  for (const auto& [key, value] : json_->items()) {
    if (known_.find(key) == known_.end()) {
      return fail(ErrorCode::kBadInput, unknown_key(key, known_), path(key));
    }
  }
  return {};
}

}  // namespace nscope
