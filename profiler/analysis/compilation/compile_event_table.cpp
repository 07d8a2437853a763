#include "profiler/analysis/compilation/compile_event_table.h"

#include "profiler/analysis/compilation/compile_events.h"
#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>

namespace nscope::analysis {
namespace {

Cell text_cell(std::string_view text) {
  return text.empty() ? Cell(Missing{tr("not stated")}) : Cell(std::string(text));
}

Cell argument(const Trace& trace, SliceId slice, std::string_view key) {
  const StringId id = trace.strings().find(key);
  const auto value = id.valid() ? trace.arg(slice, id) : std::nullopt;
  if (!value) return Missing{tr("not stated")};
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) return *whole;
  if (const auto* text = std::get_if<StringId>(&*value)) return std::string(trace.text(*text));
  return std::get<double>(*value);
}

}  // namespace

Result<Table> compile_event_table(const Trace& trace, const SummaryOptions& options,
                                  std::size_t rows, TaskControl& control) {
  const auto events = compile_events(trace, window_of(trace, options), control);
  if (!events) return fail(events.error());
  Table table({{.id = "at_ns", .title = tr("Start"), .unit = "ns", .decimals = 0},
               {.id = "state", .title = tr("State")},
               {.id = "took_ns", .title = tr("Duration"), .unit = "ns", .decimals = 0},
               {.id = "module", .title = tr("Module")},
               {.id = "graph", .title = tr("Graph")},
               {.id = "flags_hash", .title = tr("Flags hash")},
               {.id = "compiler", .title = tr("Compiler")},
               {.id = "neff_bytes", .title = tr("NEFF size"), .unit = "B"},
               {.id = "flags", .title = tr("Flags")},
               {.id = "source", .title = tr("Source")},
               {.id = "error_code", .title = tr("Error code")},
               {.id = "error", .title = tr("Error")},
               {.id = "slice_id", .title = tr("Event")}});
  const std::size_t shown = std::min(rows, events->size());
  for (std::size_t i = 0; i < shown; ++i) {
    const CompileEvent& event = (*events)[i];
    table.add_row(
        {in_ns(trace, event.begin), text_cell(event.state),
         event.duration > 0 ? Cell(in_ns(trace, event.duration)) : Cell(Missing{tr("not stated")}),
         text_cell(event.module), text_cell(event.graph), text_cell(event.flags_hash),
         text_cell(event.compiler), argument(trace, event.slice, key::kNeffBytes),
         text_cell(event.flags), text_cell(event.source), text_cell(event.error_code),
         text_cell(event.error), std::int64_t{event.slice.value}});
  }
  if (events->empty()) {
    table.add_note(tr("The run contains no compile cache and no compilations."));
  }
  if (shown < events->size()) {
    table.add_note(tr("Only the first {} of {} events are listed.",
                      as::count(static_cast<std::int64_t>(shown)),
                      as::count(static_cast<std::int64_t>(events->size()))));
  }
  return table;
}

}  // namespace nscope::analysis
