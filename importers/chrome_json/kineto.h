#pragma once

#include "importers/chrome_json/track_table.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace nscope::importers {

/// Whether only PyTorch's profiler (Kineto) writes a member with this key.
bool is_kineto_member(std::string_view key);
/// Whether only Kineto writes events of this category.
bool is_kineto_category(std::string_view category);

/// The class of the track for an event of a Kineto trace. GPU kernels, collectives, copies,
/// annotations and synchronisation of a stream are on separate tracks; all events of a host thread
/// are on one track.
TrackClass kineto_track(std::string_view category, std::string_view name);

/// The class of a kernel of a GPU: a collective by its name, else a kernel.
TrackClass gpu_work(std::string_view name);

/// Whether events of this category are calls of the runtime or driver of a device.
bool is_runtime_category(std::string_view category);

/// The time of ts = 0 that the document states, in nanoseconds: the member "baseTimeNanoseconds"
/// (PyTorch, Proton) or the same inside "viztracer_metadata" (VizTracer), "beginningOfTime"
/// (Clang), "profile_start_ts" inside "otherData" (Bazel). nullopt if `key` is another member or
/// states none.
std::optional<std::int64_t> base_time_ns(std::string_view key, std::string_view json);

/// Writes a member of the document as properties of the run: nested members with dotted names
/// ("deviceProperties.0.name"), lists of plain values as JSON text. Members that are too long or
/// nested too deep are counted.
void put_member(std::string_view key, std::string_view json, TraceWriter& out);

}  // namespace nscope::importers
