#pragma once

#include "app/gui/plan/forms/field_list.h"

namespace nscope::gui {

// The fields of serving that capacity plans and cost scenarios have in common, each at a pointer of
// its document. Free functions; GUI thread, as they translate.

/// Latency limits below `at` ("/sla"): of the 99th percentile; of the others only with `all`, or
/// where the document sets them.
void add_latency_limits(FieldList& fields, const std::string& at, bool all);

/// How requests follow each other, at `at` ("/traffic/arrivals").
void add_arrivals(FieldList& fields, const std::string& at);
/// Takes the members of an arrival process out that was chosen before; `traffic` is an object.
void make_normal_arrivals(Json& traffic);

/// The host software, at `at` ("/stack").
void add_stack(FieldList& fields, const std::string& at);

}  // namespace nscope::gui
