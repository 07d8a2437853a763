#pragma once

#include "importers/ntff/ntff.h"
#include "importers/shared/importer.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/ntff_writer.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {

/// Imports an NTFF from memory, with its NEFF unless that is empty.
inline Result<std::shared_ptr<const Trace>> import_text(const std::string& ntff,
                                                        const std::string& neff = {}) {
  const ByteSource file = source_of(ntff);
  const ByteSource companion = source_of(neff, "test.neff");
  TraceBuilder builder;
  TaskControl control;
  const auto ok = read_ntff({file, neff.empty() ? nullptr : &companion}, builder, control);
  if (!ok) return fail(ok.error());
  return builder.finish();
}

/// The slices of the track with this name, in order of time.
inline std::vector<SliceId> slices_on(const Trace& trace, std::string_view track_name, int core) {
  for (const Track& track : trace.tracks()) {
    if (track.core != core || trace.text(track.name) != track_name) continue;
    std::vector<SliceId> slices;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      slices.push_back(Trace::slice_id(track, row));
    }
    return slices;
  }
  return {};
}

inline std::string name_of(const Trace& trace, SliceId slice) {
  return std::string(trace.text(trace.slice(slice).name()));
}

inline std::string text_arg(const Trace& trace, SliceId slice, std::string_view name) {
  const auto value = trace.arg(slice, trace.strings().find(name));
  if (!value || !std::holds_alternative<StringId>(*value)) return {};
  return std::string(trace.text(std::get<StringId>(*value)));
}

inline std::int64_t number_arg(const Trace& trace, SliceId slice, std::string_view name) {
  return trace.arg_integer(slice, trace.strings().find(name), -1);
}

/// The count of a diagnostic; 0 if the trace does not have it.
inline std::int64_t diagnosed(const Trace& trace, std::string_view code) {
  for (const Diagnostic& d : trace.diagnostics()) {
    if (d.code == code) return d.count;
  }
  return 0;
}

inline bool has_flow(const Trace& trace, SliceId from, SliceId to, std::string_view kind) {
  for (const Flow& flow : trace.flows_from(from)) {
    if (flow.to == to && trace.text(flow.kind) == kind) return true;
  }
  return false;
}

}  // namespace nscope::importers
