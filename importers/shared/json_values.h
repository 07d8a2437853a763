#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace nscope {
class TraceWriter;
}

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

/// `json` with U+FFFD instead of bytes that are not UTF-8, which are counted in the diagnostic
/// text_not_utf8.
simdjson::padded_string repaired_json(std::string_view json, TraceWriter& out);

/// Parses JSON of a capture. Text that is not UTF-8 is repaired and counted. `json` need not
/// outlive the document, but `parser` must.
simdjson::error_code parse_values(simdjson::dom::parser& parser, std::string_view json,
                                  TraceWriter& out, simdjson::dom::element& document);

/// Numbers as they are, text as printable() shows it, true and false as 1
/// and 0, lists and objects as JSON text; nullopt for null and "".
std::optional<PropertyValue> property_of(simdjson::dom::element value);

}  // namespace nscope::importers
