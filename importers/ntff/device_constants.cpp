#include "importers/ntff/device_constants.h"

#include "profiler/base/json.h"
#include "profiler/base/resources.h"
#include "profiler/trace/device_id.h"

#include <string>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// The value of a fact that must be in `unit`. The catalogue's reader checks everything else.
double fact(StrictObject& in, const char* key, std::string_view unit) {
  StrictObject entry(in.object(key), in.path(key));
  const double value = entry.number("value");
  if (entry.string("unit") != unit) in.reject(key, tr("must be in {}", unit));
  if (const auto read = entry.first_error(); !read) in.adopt(read.error());
  return value;
}

/// nullopt for a chip whose constants in AWS's profiler are unknown.
std::optional<DeviceConstants> read_device(const Resource& resource) {
  const auto json = parse_json(resource.content, resource.path);
  if (!json) return std::nullopt;
  StrictObject in(*json, std::string(resource.path));
  const Json* const counted = in.optional("profiler_view");
  if (counted == nullptr) return std::nullopt;
  StrictObject core(in.object("core"), in.path("core"));
  StrictObject view(*counted, in.path("profiler_view"));
  constexpr double kGiga = 1e9;
  DeviceConstants constants{
      .generation = in.string("generation"),
      .device = in.string("id"),
      .pe_clock_hz = kGiga * fact(core, "tensor_clock", "GHz"),
      .engine_clock_hz = kGiga * fact(view, "engine_clock", "GHz"),
      .pe_rows = static_cast<int>(fact(core, "pe_rows", "rows")),
      .pe_columns = static_cast<int>(fact(core, "pe_columns", "columns")),
      .hbm_bytes_per_second = kGiga * fact(view, "hbm_bandwidth", "GB/s"),
  };
  if (!in.first_error() || !core.first_error() || !view.first_error()) return std::nullopt;
  return constants;
}

}  // namespace

std::optional<DeviceConstants> device_constants(std::string_view instance_type) {
  const auto id = device_of_instance(instance_type);
  if (!id) return std::nullopt;
  const auto resource = find_resource("devices/" + *id + ".json");
  if (!resource) return std::nullopt;
  return read_device(*resource);
}

}  // namespace nscope::importers
