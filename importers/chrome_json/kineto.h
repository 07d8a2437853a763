#pragma once

#include "importers/chrome_json/track_table.h"
#include "profiler/trace/build/trace_writer.h"

#include <string_view>

namespace nscope::importers {

/// True for members that only PyTorch's profiler (Kineto) writes.
bool is_kineto_member(std::string_view key);
/// True for event categories that only Kineto writes.
bool is_kineto_category(std::string_view category);

/// The row for an event of a Kineto trace: GPU kernels, collectives, copies and
/// annotations of a stream are apart, everything of a host thread is together.
RowClass kineto_row(std::string_view category, std::string_view name);

/// Writes a member beside the events as properties of the run: nested ones with
/// dotted names ("deviceProperties.0.name"), lists of plain values as JSON text.
/// What is too long or too deep for that is counted.
void put_member(std::string_view key, std::string_view json, TraceWriter& out);

}  // namespace nscope::importers
