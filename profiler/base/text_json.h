#pragma once

#include "profiler/base/json.h"
#include "profiler/base/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// The template and the arguments of a text as JSON on one line, so that a file can be shown in
/// any language when it is read again. Files keep it in addition to the text in English. Empty
/// for a text that is empty, is not translated (verbatim), or is nested too deeply.
///
///   {"text":"{} of {} packets","args":[{"value":12,"form":"count"},"run.ntff"]}
///
/// `text` is the template; `one` and `count` are the template for one and the number of a plural.
/// An argument is a string (a name), an integer, a number with `value`, `form`, `digits`, `unit`
/// and `exact` as in TextNumber, an object like the outermost one, or {"verbatim": "..."}.
std::string text_parts(const Text& text);

/// The text of text_parts(); owns its template. nullopt if `parts` is not of that form: the
/// content of a file is not trusted, and the caller then uses the text in English.
std::optional<Text> parse_text_parts(std::string_view parts);

}  // namespace nscope
