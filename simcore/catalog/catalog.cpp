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

constexpr std::string_view kDeviceSchema = "nscope.device/1";

/// Empty if the document has none.
std::string schema_of(const Json& json) {
  if (!json.is_object()) return {};
  const auto member = json.find("schema");
  return member != json.end() && member->is_string() ? member->get<std::string>() : std::string();
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

/// The letters that a name begins with, in lower case: "trn" of "trn2.48xlarge".
std::string family_of(std::string_view name) {
  const auto* const end = std::find_if(name.begin(), name.end(), [](char c) {
    const char letter = lower(c);
    return letter < 'a' || letter > 'z';
  });
  return lower(std::string_view(name.begin(), end));
}

/// The ids closest to `wanted`, of its family if there are any: "llama-2-7b, llama-2-70b,
/// llama-2-13b".
template <class Item>
std::string closest_ids(std::string_view wanted, const std::vector<Item>& items) {
  std::vector<std::string> names = ids(items);
  // A mistyped name has the letters of its family, so "trn9.xlarge" suggests no GPU instances.
  const std::string family = family_of(wanted);
  const auto foreign = [&](const std::string& name) { return family_of(name) != family; };
  if (!family.empty() && !std::all_of(names.begin(), names.end(), foreign)) {
    std::erase_if(names, foreign);
  }
  return fmt::format("{}", fmt::join(closest_names(wanted, names, kSuggestions), ", "));
}

/// Null if no item has the id.
template <class Item>
const Item* find_by_id(const std::vector<Item>& items, std::string_view id) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Item& item) { return same_id(item.id, id); });
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

Result<> Catalog::add(const Json& json, std::string_view name) {
  if (!json.is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), std::string(name));
  }
  const std::string schema = schema_of(json);
  if (schema == kDeviceSchema) {
    auto device = device_from_json(json, name);
    if (!device) return fail(device.error());
    if (find_by_id(devices_, device->id) != nullptr) {
      return fail(
          ErrorCode::kBadInput,
          tr("duplicate device '{}': the catalogue has it already; use another id", device->id),
          std::string(name));
    }
    devices_.push_back(std::move(*device));
  } else if (schema == "nscope.instances/1") {
    auto instances = instances_from_json(json, name);
    if (!instances) return fail(instances.error());
    for (Instance& instance : *instances) {
      if (auto added = add_instance(std::move(instance), name); !added) return added;
    }
  } else if (schema == "nscope.models/1") {
    auto models = models_from_json(json, name);
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

Result<> Catalog::add_instance(Instance instance, std::string_view name) {
  std::vector<std::string> names = instance.aliases;
  names.push_back(instance.id);
  for (const std::string& one : names) {
    if (find_instance(one) != nullptr) {
      return fail(
          ErrorCode::kBadInput,
          tr("duplicate instance type '{}': the catalogue has it already; use another id", one),
          std::string(name));
    }
  }
  const Device* const device = find_by_id(devices_, instance.device);
  if (device == nullptr) {
    return fail(ErrorCode::kBadInput, tr("unknown device '{}'", instance.device),
                fmt::format("{}: /instances/{}/device", name, instance.id));
  }
  if (device->logical_core_size() > 1) {
    if (find_by_id(single_core_devices_, device->id) == nullptr) {
      single_core_devices_.push_back(with_logical_core_size(*device, 1));
    }
    single_core_instances_.push_back(instance);
    single_core_instances_.back().logical_core_size = 1;
  }
  instances_.push_back(std::move(instance));
  return {};
}

const Instance* Catalog::find_instance(std::string_view id) const {
  const auto named = [&](const Instance& instance) {
    return same_id(instance.id, id) ||
           std::any_of(instance.aliases.begin(), instance.aliases.end(),
                       [&](const std::string& alias) { return same_id(alias, id); });
  };
  const auto found = std::find_if(instances_.begin(), instances_.end(), named);
  return found == instances_.end() ? nullptr : &*found;
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
              tr("'{}' is a name of both {} and {}; use another id or alias", twice->first,
                 models_[twice->second].id, models_[std::next(twice)->second].id));
}

Result<Catalog> Catalog::load() {
  return load({});
}

Result<Catalog> Catalog::load(std::span<const File> files, std::vector<Model> models) {
  Catalog catalog;
  // Devices come first because instances refer to them.
  for (const std::string_view folder : {"devices/", "instances/", "models/"}) {
    for (const Resource& resource : list_resources(folder)) {
      if (!resource.path.ends_with(".json")) continue;
      const auto json = parse_json(resource.content, resource.path);
      if (!json) return fail(json.error());
      if (auto added = catalog.add(*json, resource.path); !added) return fail(added.error());
    }
  }
  for (const bool devices : {true, false}) {
    for (const File& file : files) {
      if ((schema_of(file.json) == kDeviceSchema) != devices) continue;
      if (auto added = catalog.add(file.json, file.name); !added) return fail(added.error());
    }
  }
  for (Model& model : models) {
    const std::string source = model.source;
    catalog.models_.push_back(std::move(model));
    if (const auto indexed = catalog.index_models(); !indexed) {
      return fail(indexed.error().code, indexed.error().message, source);
    }
  }
  return catalog;
}

Result<const Device*> Catalog::device(std::string_view id) const {
  if (const Device* const found = find_by_id(devices_, id)) return found;
  return fail(ErrorCode::kNotFound, tr("unknown device '{}'; the closest names are {}", shown(id),
                                       closest_ids(id, devices_)));
}

Result<const Instance*> Catalog::instance(std::string_view id) const {
  if (const Instance* const found = find_instance(id)) return found;
  return fail(ErrorCode::kNotFound, tr("unknown instance type '{}'; the closest names are {}",
                                       shown(id), closest_ids(id, instances_)));
}

Result<const Instance*> Catalog::instance(std::string_view id, int logical_core_size) const {
  auto found = instance(id);
  if (!found || logical_core_size == 0) return found;
  const Device& device = device_of(**found);
  const int usual = device.logical_core_size();
  if (device.kind == DeviceKind::kNeuron && logical_core_size == usual) return found;
  if (const Instance* const single = find_by_id(single_core_instances_, (*found)->id);
      single != nullptr && logical_core_size == single->logical_core_size) {
    return single;
  }
  if (device.kind != DeviceKind::kNeuron) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} ({}) has no logical NeuronCores", (*found)->id, device.title));
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("{} does not support logical cores of {} physical cores; use {}", (*found)->id,
                 logical_core_size, usual > 1 ? fmt::format("1, {}", usual) : "1"));
}

Result<const Model*> Catalog::model(std::string_view id) const {
  const std::string key = lower(id);
  const auto it = std::lower_bound(
      model_names_.begin(), model_names_.end(), key,
      [](const auto& entry, const std::string& wanted) { return entry.first < wanted; });
  if (it != model_names_.end() && it->first == key) return &models_[it->second];
  const std::size_t owner = id.find('/');
  if (owner == std::string_view::npos) {
    return fail(ErrorCode::kNotFound, tr("unknown model '{}'; the closest names are {}", shown(id),
                                         closest_ids(id, models_)));
  }
  // A checkpoint of the hub, whose own file describes it.
  return fail(ErrorCode::kNotFound,
              tr("unknown model '{}'; use its config.json instead (--config, or its path as "
                 "'model'); the closest names are {}",
                 shown(id), closest_ids(id.substr(owner + 1), models_)));
}

const Device& Catalog::device_of(const Instance& instance) const {
  const bool usual = instance.logical_core_size == 0;
  const Device* const device = find_by_id(usual ? devices_ : single_core_devices_, instance.device);
  assert(device != nullptr);
  return *device;
}

int Catalog::logical_cores_of(const Instance& instance) const {
  return instance.chips * device_of(instance).logical_cores;
}

}  // namespace nscope::catalog
