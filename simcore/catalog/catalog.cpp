#include "simcore/catalog/catalog.h"

#include "profiler/base/resources.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

/// Ids are the same whatever their case.
bool same_id(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::size_t kSuggestions = 3;
constexpr std::size_t kLongestName = 100;  // in messages

/// "there is no model "llama-2-7": the closest names are llama-2-7b, ...".
tl::unexpected<Error> not_found(std::string_view what, std::string_view wanted,
                                const std::vector<std::string>& names) {
  return fail(ErrorCode::kNotFound,
              fmt::format("there is no {} \"{}\"; the closest names are {}", what,
                          wanted.substr(0, kLongestName),
                          fmt::join(closest_names(wanted, names, kSuggestions), ", ")));
}

template <class Item>
std::vector<std::string> ids(const std::vector<Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.id);
  return names;
}

template <class Item>
Result<const Item*> find_by_id(const std::vector<Item>& items, std::string_view what,
                               std::string_view id) {
  for (const Item& item : items) {
    if (same_id(item.id, id)) return &item;
  }
  return not_found(what, id, ids(items));
}

template <class Item>
bool has_id(const std::vector<Item>& items, std::string_view id) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return same_id(item.id, id); });
}

tl::unexpected<Error> duplicate(std::string_view what, std::string_view id, std::string_view name) {
  return fail(ErrorCode::kBadInput, fmt::format("the {} \"{}\" is defined twice", what, id),
              std::string(name));
}

}  // namespace

Result<> Catalog::add(std::string_view content, std::string_view name) {
  const auto json = parse_json(content, name);
  if (!json) return fail(json.error());
  if (!json->is_object()) {
    return fail(ErrorCode::kBadInput, "must be an object", std::string(name));
  }
  const auto member = json->find("schema");
  const std::string schema =
      member != json->end() && member->is_string() ? member->get<std::string>() : std::string();
  if (schema == "nscope.device/1") {
    auto device = device_from_json(*json, name);
    if (!device) return fail(device.error());
    if (has_id(devices_, device->id)) return duplicate("device", device->id, name);
    devices_.push_back(std::move(*device));
  } else if (schema == "nscope.instances/1") {
    auto instances = instances_from_json(*json, name);
    if (!instances) return fail(instances.error());
    for (Instance& instance : *instances) {
      if (has_id(instances_, instance.id)) return duplicate("instance", instance.id, name);
      if (!has_id(devices_, instance.device)) {
        return fail(ErrorCode::kBadInput,
                    fmt::format("the device \"{}\" does not exist", instance.device),
                    fmt::format("{}: /instances/{}/device", name, instance.id));
      }
      instances_.push_back(std::move(instance));
    }
  } else if (schema == "nscope.models/1") {
    auto models = models_from_json(*json, name);
    if (!models) return fail(models.error());
    for (Model& model : *models) models_.push_back(std::move(model));
    if (const auto indexed = index_models(); !indexed) {
      return fail(indexed.error().code, indexed.error().message, std::string(name));
    }
  } else {
    return fail(ErrorCode::kBadInput,
                "the schema must be nscope.device/1, nscope.instances/1 or nscope.models/1",
                fmt::format("{}: /schema", name));
  }
  return {};
}

Result<> Catalog::index_models() {
  model_names_.clear();
  for (std::size_t i = 0; i < models_.size(); ++i) {
    model_names_.emplace_back(lower(models_[i].id), i);
    for (const std::string& alias : models_[i].aliases) {
      model_names_.emplace_back(lower(alias), i);
    }
  }
  std::sort(model_names_.begin(), model_names_.end());
  const auto twice =
      std::adjacent_find(model_names_.begin(), model_names_.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == model_names_.end()) return {};
  return fail(ErrorCode::kBadInput,
              fmt::format("\"{}\" names both {} and {}", twice->first, models_[twice->second].id,
                          models_[std::next(twice)->second].id));
}

Result<Catalog> Catalog::load() {
  return load({});
}

Result<Catalog> Catalog::load(std::span<const File> files) {
  Catalog catalog;
  // Devices first: instances refer to them.
  for (const std::string_view folder : {"devices/", "instances/", "models/"}) {
    for (const Resource& resource : list_resources(folder)) {
      if (!resource.path.ends_with(".json")) continue;
      if (auto added = catalog.add(resource.content, resource.path); !added) {
        return fail(added.error());
      }
    }
  }
  for (const File& file : files) {
    if (auto added = catalog.add(file.content, file.name); !added) return fail(added.error());
  }
  return catalog;
}

Result<const Device*> Catalog::device(std::string_view id) const {
  return find_by_id(devices_, "device", id);
}

Result<const Instance*> Catalog::instance(std::string_view id) const {
  return find_by_id(instances_, "instance", id);
}

Result<const Model*> Catalog::model(std::string_view id) const {
  const std::string key = lower(id);
  const auto it = std::lower_bound(
      model_names_.begin(), model_names_.end(), key,
      [](const auto& entry, const std::string& wanted) { return entry.first < wanted; });
  if (it != model_names_.end() && it->first == key) return &models_[it->second];
  return not_found("model", id, ids(models_));
}

const Device& Catalog::device_of(const Instance& instance) const {
  const auto it = std::find_if(devices_.begin(), devices_.end(), [&](const Device& device) {
    return same_id(device.id, instance.device);
  });
  assert(it != devices_.end());
  return *it;
}

int Catalog::logical_cores_of(const Instance& instance) const {
  return instance.chips * device_of(instance).logical_cores;
}

}  // namespace nscope::catalog
