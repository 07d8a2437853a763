#include "profiler/analysis/host/runtime_failures.h"

#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/trace/failure_keys.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr auto kRuntimeParameters = std::to_array<Parameter>(
    {{.id = "rows",
      .title = phrase("Maximum rows"),
      .meaning = phrase("Number of rows, in the order of the first message"),
      .value = 200,
      .lowest = 1,
      .highest = 1e6}});

struct RuntimeFact {
  std::string_view key;
  std::string_view text{};
};

/// Messages with the same code and cause or, without both, with the same text.
struct RuntimeGroup {
  bool warning = false;
  std::string_view code{};
  std::string_view cause{};
  std::string_view remedy{};
  std::string_view source{};
  std::string_view message{};  ///< of the first one
  std::int64_t messages = 0;
  std::set<TrackId> tracks{};
  std::set<std::string> places{};
  std::int64_t begin = 0;  ///< ticks
  SliceId first{};
};

using RuntimeGroups =
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, RuntimeGroup>;

std::string place_name(std::int64_t device, std::int64_t core) {
  return core < 0 ? fmt::format("ND {}", device) : fmt::format("ND {} NC {}", device, core);
}

Result<std::vector<RuntimeGroup>> runtime_groups(const Trace& trace, const TimeWindow& window,
                                                 TaskControl& control) {
  RuntimeGroups groups;
  const StringId level = trace.strings().find(key::kFailureLevel);
  if (!level.valid()) return std::vector<RuntimeGroup>();
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kHost) continue;
    SliceArgs args(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return cancelled();
      const TraceTime begin = track.slices.begin(row);
      if (!window.holds(begin, begin)) continue;
      const SliceId slice = Trace::slice_id(track, row);
      auto facts = std::to_array<RuntimeFact>({{key::kFailureLevel},
                                               {key::kErrorCode},
                                               {key::kFailureCause},
                                               {key::kFailureRemedy},
                                               {key::kFailureSource},
                                               {key::kFailureMessage}});
      std::int64_t device = -1;
      std::int64_t core = -1;
      for (const Arg& arg : args.of(slice)) {
        const std::string_view name = trace.text(arg.key);
        const auto* const number = std::get_if<std::int64_t>(&arg.value);
        if (number != nullptr && name == key::kFailureDevice) device = *number;
        if (number != nullptr && name == key::kFailureCore) core = *number;
        const auto* const text = std::get_if<StringId>(&arg.value);
        for (RuntimeFact& fact : facts) {
          if (text != nullptr && name == fact.key) fact.text = trace.text(*text);
        }
      }
      const auto& [level_fact, code, cause, remedy, source, whole] = facts;
      if (level_fact.text.empty()) continue;
      // The name is a part of a long message, and of a failed allocation only what it was for.
      constexpr std::size_t kLongest = 300;
      const bool shown_whole = !whole.text.empty() && whole.text.size() <= kLongest;
      const std::string_view message =
          shown_whole ? whole.text : trace.text(track.slices.name[row]);
      const bool alike = !code.text.empty() || !cause.text.empty();
      RuntimeGroup& group = groups[{code.text, cause.text, alike ? std::string_view() : message}];
      if (group.messages++ == 0 || begin.value() < group.begin) {
        group.warning = level_fact.text == "warning";
        group.code = code.text;
        group.cause = cause.text;
        group.remedy = remedy.text;
        group.source = source.text;
        group.message = message;
        group.begin = begin.value();
        group.first = slice;
      }
      group.tracks.insert(track.id);
      constexpr std::size_t kMostPlaces = 64;
      if (device >= 0 && group.places.size() < kMostPlaces) {
        group.places.insert(place_name(device, core));
      }
    }
  }
  std::vector<RuntimeGroup> sorted;
  for (auto& [id, group] : groups) sorted.push_back(std::move(group));
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.warning, a.begin, a.first) < std::tuple(b.warning, b.begin, b.first);
  });
  return sorted;
}

Result<Table> runtime_failure_table(const Trace& trace, const AnalysisRequest& request,
                                    TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto groups = runtime_groups(trace, window_of(trace, request.scope), control);
  if (!groups) return fail(groups.error());
  Table table({{.id = "error_code", .title = tr("Error code")},
               {.id = "level", .title = tr("Level")},
               {.id = "messages", .title = tr("Messages")},
               {.id = "processes", .title = tr("Processes")},
               {.id = "places", .title = tr("Devices and cores")},
               {.id = "cause", .title = tr("Cause")},
               {.id = "remedy", .title = tr("Remedy")},
               {.id = "message", .title = tr("First message")},
               {.id = "documentation", .title = tr("Documentation")},
               {.id = "slice_id", .title = tr("First event")}});
  const Missing not_stated{tr("not stated")};
  const Missing not_published{tr("not published")};
  const std::size_t shown = std::min(groups->size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) {
    const RuntimeGroup& group = (*groups)[i];
    const auto text = [](std::string_view value, const Missing& missing) {
      return value.empty() ? Cell(missing) : Cell(Text::of_resource(value));
    };
    table.add_row({group.code.empty() ? Cell(not_stated) : Cell(std::string(group.code)),
                   group.warning ? Cell(tr("warning")) : Cell(tr("error")), group.messages,
                   static_cast<std::int64_t>(group.tracks.size()),
                   group.places.empty() ? Cell(not_stated)
                                        : Cell(fmt::format("{}", fmt::join(group.places, ", "))),
                   text(group.cause, not_published), text(group.remedy, not_published),
                   group.message.empty() ? Cell(not_stated) : Cell(std::string(group.message)),
                   group.source.empty() ? Cell(not_published) : Cell(std::string(group.source)),
                   static_cast<std::int64_t>(group.first.value)});
  }
  if (groups->empty()) table.add_note(tr("The run contains no errors of the Neuron Runtime."));
  if (shown < groups->size()) {
    const auto hidden = static_cast<std::int64_t>(groups->size() - shown);
    table.add_note(tr_plural(hidden, "{} later row is not listed (parameter 'rows').",
                             "{} later rows are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  return table;
}

}  // namespace

constinit const Analysis kRuntimeFailuresAnalysis{
    .id = "runtime-failures",
    .group = phrase("Host and GPU"),
    .title = phrase("Errors of the Neuron Runtime"),
    .shows = phrase("Errors and warnings of the runtime, its driver and its collectives in a log, "
                    "with cause and remedy"),
    .definition = phrase(
        "One row for each error code and cause, or for each message without both, of the messages "
        "in the analysed range; errors first, in the order of their first message, which is often "
        "the reason for those that follow. Failed allocations count. messages = their number. "
        "processes = number of processes that the log tells apart. places = devices (ND) and cores "
        "(NC) that they name. Cause and remedy are known for messages that are explained in the "
        "documentation of the runtime or in a public report; documentation is the address."),
    .run = runtime_failure_table,
    .parameters = kRuntimeParameters,
    .plot = {Plot::Kind::kBars, "error_code", "messages", ""}};

}  // namespace nscope::analysis
