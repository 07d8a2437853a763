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

/// Ids are compared without regard to case.
bool same_id(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::size_t kSuggestions = 3;
constexpr std::size_t kLongestName = 100;

/// A name as messages show it.
std::string_view shown(std::string_view name) {
  return name.substr(0, kLongestName);
}

template <class Item>
std::vector<std::string> ids(const std::vector<Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.id);
  return names;
}

/// The ids closest to `wanted`: "llama-2-7b, llama-2-70b, llama-2-13b".
template <class Item>
std::string closest_ids(std::string_view wanted, const std::vector<Item>& items) {
  return fmt::format("{}", fmt::join(closest_names(wanted, ids(items), kSuggestions), ", "));
}

/// Null if no item has the id.
template <class Item>
const Item* find_by_id(const std::vector<Item>& items, std::string_view id) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Item& item) { return same_id(item.id, id); });
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

Result<> Catalog::add(std::string_view content, std::string_view name) {
  const auto json = parse_json(content, name);
  if (!json) return fail(json.error());
  if (!json->is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), std::string(name));
  }
  const auto member = json->find("schema");
  const std::string schema =
      member != json->end() && member->is_string() ? member->get<std::string>() : std::string();
  if (schema == "nscope.device/1") {
    auto device = device_from_json(*json, name);
    if (!device) return fail(device.error());
    if (find_by_id(devices_, device->id) != nullptr) {
      return fail(ErrorCode::kBadInput, tr("duplicate device '{}'", device->id), std::string(name));
    }
    devices_.push_back(std::move(*device));
  } else if (schema == "nscope.instances/1") {
    auto instances = instances_from_json(*json, name);
    if (!instances) return fail(instances.error());
    for (Instance& instance : *instances) {
      if (find_by_id(instances_, instance.id) != nullptr) {
        return fail(ErrorCode::kBadInput, tr("duplicate instance type '{}'", instance.id),
                    std::string(name));
      }
      if (find_by_id(devices_, instance.device) == nullptr) {
        return fail(ErrorCode::kBadInput, tr("unknown device '{}'", instance.device),
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
                tr("must be nscope.device/1, nscope.instances/1 or nscope.models/1"),
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
              tr("'{}' is a name of both {} and {}", twice->first, models_[twice->second].id,
                 models_[std::next(twice)->second].id));
}

Result<Catalog> Catalog::load() {
  return load({});
}

Result<Catalog> Catalog::load(std::span<const File> files) {
  Catalog catalog;
  // Devices come first because instances refer to them.
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
  if (const Device* const found = find_by_id(devices_, id)) return found;
  return fail(ErrorCode::kNotFound, tr("unknown device '{}'; the closest names are {}", shown(id),
                                       closest_ids(id, devices_)));
}

Result<const Instance*> Catalog::instance(std::string_view id) const {
  if (const Instance* const found = find_by_id(instances_, id)) return found;
  return fail(ErrorCode::kNotFound, tr("unknown instance type '{}'; the closest names are {}",
                                       shown(id), closest_ids(id, instances_)));
}

Result<const Model*> Catalog::model(std::string_view id) const {
  const std::string key = lower(id);
  const auto it = std::lower_bound(
      model_names_.begin(), model_names_.end(), key,
      [](const auto& entry, const std::string& wanted) { return entry.first < wanted; });
  if (it != model_names_.end() && it->first == key) return &models_[it->second];
  return fail(ErrorCode::kNotFound, tr("unknown model '{}'; the closest names are {}", shown(id),
                                       closest_ids(id, models_)));
}

const Device& Catalog::device_of(const Instance& instance) const {
  const Device* const device = find_by_id(devices_, instance.device);
  assert(device != nullptr);
  return *device;
}

int Catalog::logical_cores_of(const Instance& instance) const {
  return instance.chips * device_of(instance).logical_cores;
}

}  // namespace nscope::catalog
