#pragma once

#include "app/gui/forms/field_list.h"

namespace nscope::gui {

// Fields about serving that capacity plans and cost scenarios share; `at` is the pointer in the
// document. GUI thread, because the functions translate texts.

/// Adds latency limits below `at` ("/sla"). Limits of percentiles other than p99 are included if
/// `all` is true or if the document sets them.
void add_latency_limits(FieldList& fields, const std::string& at, bool all);

/// Adds the arrival process of the requests at `at` ("/traffic/arrivals").
void add_arrivals(FieldList& fields, const std::string& at);
/// Removes leftover members of an arrival process that was chosen before. `traffic` must be an
/// object.
void make_normal_arrivals(Json& traffic);

/// Adds the host software at `at` ("/stack").
void add_stack(FieldList& fields, const std::string& at);

}  // namespace nscope::gui
