#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// Id in resources/devices of the chip of an instance type ("trn2.48xlarge") or of a
/// family of types ("trn2"): "trainium2". Nothing for a type that the catalogue does not
/// have. Reads one small data file. Thread-safe.
std::optional<std::string> device_of_instance(std::string_view instance_type);

/// Captures read by versions before 2026-11 call their chip by the family of its
/// instances: where `key` is property::kDevice and `value` is one, it becomes the
/// catalogue id. For readers of what this program has written.
void use_catalogue_device_id(std::string_view key, PropertyValue& value);

}  // namespace nscope
