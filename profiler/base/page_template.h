#pragma once

#include "profiler/base/result.h"

#include <string>

#include <kainjow/mustache.hpp>

namespace nscope {

/// Fills in a template of the resources ("reports/decision.mustache"). Errors: kNotFound,
/// kInternal for a template that is no Mustache.
Result<std::string> render_template(const std::string& resource,
                                    const kainjow::mustache::data& values);

/// The same for a page of HTML: also gives it "style" and "program", the look of all pages
/// and what made it, and {{> page_table}}, the markup of what page_table() returns.
Result<std::string> render_page(const std::string& resource, kainjow::mustache::data values);

}  // namespace nscope
