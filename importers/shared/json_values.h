#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

// Members of parsed JSON objects, for formats whose fields are optional: a member that is
// missing, null or of another type counts as absent.
namespace nscope::importers {

std::optional<simdjson::dom::object> object_at(simdjson::dom::object in, std::string_view key);
std::optional<simdjson::dom::array> list_at(simdjson::dom::object in, std::string_view key);
std::optional<double> number_at(simdjson::dom::object in, std::string_view key);
/// A whole number, also from a string of digits.
std::optional<std::int64_t> integer_at(simdjson::dom::object in, std::string_view key);
/// "" if absent.
std::string_view text_at(simdjson::dom::object in, std::string_view key);

/// Numbers as they are, text without control characters, true and false as 1
/// and 0, lists and objects as JSON text; nullopt for null and "".
std::optional<PropertyValue> property_of(simdjson::dom::element value);

}  // namespace nscope::importers
