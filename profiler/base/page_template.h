#pragma once

#include "profiler/base/language.h"
#include "profiler/base/result.h"

#include <string>

#include <kainjow/mustache.hpp>

namespace nscope {

/// Renders a template of the resources ("reports/decision.mustache"). Errors: kNotFound;
/// kInternal for an invalid Mustache template.
Result<std::string> render_template(const std::string& resource,
                                    const kainjow::mustache::data& values);

/// The same for an HTML page. Adds the values "style", the style sheet of all pages, "program",
/// the name and version of the program, and "lang", the language as an HTML attribute, and the
/// partial {{> page_table}} for the values of page_table().
Result<std::string> render_page(const std::string& resource, kainjow::mustache::data values,
                                const Language& language = {});

}  // namespace nscope
