#include "profiler/trace/device_id.h"

#include "profiler/base/json.h"
#include "profiler/base/resources.h"
#include "profiler/trace/vocabulary.h"

#include <string>
#include <utility>

namespace nscope {
namespace {

/// The device of a family according to one file of instances. Only two members are read here;
/// the catalogue checks the complete files.
std::optional<std::string> device_of_family(const Resource& resource, std::string_view family) {
  const auto json = parse_json(resource.content, resource.path);
  if (!json) return std::nullopt;
  StrictObject document(*json, std::string(resource.path));
  for (const Json& entry : document.array("instances")) {
    StrictObject instance(entry, document.path("instances"));
    std::string device = instance.string("device");
    if (instance.string("family") == family && instance.first_error()) return device;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> device_of_instance(std::string_view instance_type) {
  const std::string family(instance_type.substr(0, instance_type.find('.')));
  const std::string quoted = '"' + family + '"';
  for (const Resource& resource : list_resources("instances/")) {
    // Parsing the files of other families would take time for nothing.
    if (resource.content.find(quoted) == std::string_view::npos) continue;
    if (auto device = device_of_family(resource, family)) return device;
  }
  return std::nullopt;
}

void use_catalogue_device_id(std::string_view key, PropertyValue& value) {
  auto* const text = key == property::kDevice ? std::get_if<std::string>(&value) : nullptr;
  if (text == nullptr || find_resource("devices/" + *text + ".json")) return;
  if (auto device = device_of_instance(*text)) *text = std::move(*device);
}

}  // namespace nscope
