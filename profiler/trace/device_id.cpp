#include "profiler/trace/device_id.h"

#include "profiler/base/json.h"
#include "profiler/base/resources.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nscope {
namespace {

struct Family {
  std::string name;    ///< "trn2"
  std::string device;  ///< "trainium2"
};

/// The catalogue's reader checks these files member by member; here two of them count.
std::vector<Family> read_families() {
  std::vector<Family> families;
  for (const Resource& resource : list_resources("instances/")) {
    const auto json = parse_json(resource.content, resource.path);
    if (!json) continue;
    StrictObject document(*json, std::string(resource.path));
    for (const Json& entry : document.array("instances")) {
      StrictObject instance(entry, document.path("instances"));
      Family family{instance.string("family"), instance.string("device")};
      if (!instance.first_error()) continue;
      const bool known =
          std::ranges::any_of(families, [&](const Family& f) { return f.name == family.name; });
      if (!known) families.push_back(std::move(family));
    }
  }
  return families;
}

}  // namespace

std::optional<std::string_view> device_of_instance(std::string_view instance_type) {
  static const std::vector<Family> families = read_families();
  const std::string_view name = instance_type.substr(0, instance_type.find('.'));
  const auto found = std::ranges::find(families, name, &Family::name);
  if (found == families.end()) return std::nullopt;
  return found->device;
}

void use_catalogue_device_id(std::string_view key, PropertyValue& value) {
  auto* const text = key == property::kDevice ? std::get_if<std::string>(&value) : nullptr;
  if (text == nullptr || find_resource("devices/" + *text + ".json")) return;
  if (const auto device = device_of_instance(*text)) *text = *device;
}

}  // namespace nscope
