#pragma once

#include "profiler/base/json/json_scanner.h"

#include <string_view>

// Recognises events and lists of events by the keys of their first members.
namespace nscope::importers {

/// Whether the next value, a list, begins with an event: an object with a phase "ph" and a time, a
/// process, a name or a category. The first element is consumed, and of an event possibly only a
/// part.
bool begins_with_event(JsonScanner& in);

/// The text of a list from its first element on. Commas and empty objects before it, which some
/// programs write, are left out.
std::string_view first_element(std::string_view list);

/// What the first object of a file is.
enum class OuterObject {
  kDocument,  ///< an object with a list of events as a member
  kEvent,     ///< the first one of events that follow each other without a list
  kOther,     ///< neither, as far as the text can be read
};

/// Reads the next value, an object, up to the member that decides.
OuterObject outer_object(JsonScanner& in);

}  // namespace nscope::importers
