#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// The id in resources/devices of the device of an instance type ("trn2.48xlarge") or of a
/// family ("trn2"): "trainium2". nullopt for a type that is not in the catalogue. Reads one small
/// data file. Thread-safe.
std::optional<std::string> device_of_instance(std::string_view instance_type);

/// Replaces a family of instances by the catalogue id of its device if `key` is
/// property::kDevice: files written by versions before 2026-11 name the device by the family.
/// For readers of files that this program has written.
void use_catalogue_device_id(std::string_view key, PropertyValue& value);

}  // namespace nscope
