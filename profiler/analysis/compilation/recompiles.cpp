#include "profiler/analysis/compilation/compile_cache.h"
#include "profiler/analysis/compilation/compile_events.h"
#include "profiler/analysis/metrics/time_window.h"
#include "profiler/trace/build/compile_slice.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr auto kRecompilesParameters =
    std::to_array<Parameter>({{.id = "rows",
                               .title = "Rows at most",
                               .meaning = "those with the most time",
                               .value = 200,
                               .lowest = 1,
                               .highest = 1e6}});

/// What differs from the nearest earlier compilation; the order is that of nearness.
enum class KeyChange { kNothing, kRetry, kFlags, kCompiler, kFlagsAndCompiler, kGraph, kUnknown };

std::string_view to_string(KeyChange change) {
  switch (change) {
    case KeyChange::kNothing: return "nothing";
    case KeyChange::kRetry: return "nothing, it had failed";
    case KeyChange::kFlags: return "flags";
    case KeyChange::kCompiler: return "compiler version";
    case KeyChange::kFlagsAndCompiler: return "flags and compiler version";
    case KeyChange::kGraph: return "graph";
    case KeyChange::kUnknown: break;
  }
  return "not known";
}

bool same_flags(const CompileEvent& a, const CompileEvent& b) {
  return a.flags_hash.empty() && b.flags_hash.empty() ? a.flags == b.flags
                                                      : a.flags_hash == b.flags_hash;
}

KeyChange change_between(const CompileEvent& earlier, const CompileEvent& now) {
  const bool flags = same_flags(earlier, now);
  const bool compiler = earlier.compiler == now.compiler;
  if (flags && compiler) {
    return earlier.state == "failure" ? KeyChange::kRetry : KeyChange::kNothing;
  }
  if (compiler) return KeyChange::kFlags;
  return flags ? KeyChange::kCompiler : KeyChange::kFlagsAndCompiler;
}

std::string details(KeyChange change, const CompileEvent& earlier, const CompileEvent& now) {
  const auto or_unknown = [](std::string_view text) { return text.empty() ? "unknown" : text; };
  std::string text;
  if (change == KeyChange::kFlags || change == KeyChange::kFlagsAndCompiler) {
    text = earlier.flags.empty() && now.flags.empty()
               ? fmt::format("flags hash {} after {}", or_unknown(now.flags_hash),
                             or_unknown(earlier.flags_hash))
               : fmt::format("{} instead of {}", flags_missing_in(earlier.flags, now.flags),
                             flags_missing_in(now.flags, earlier.flags));
  }
  if (change == KeyChange::kCompiler || change == KeyChange::kFlagsAndCompiler) {
    text += fmt::format("{}{} after {}", text.empty() ? "" : "; ", or_unknown(now.compiler),
                        or_unknown(earlier.compiler));
  }
  return text;
}

/// Compilations of one reason.
struct Reason {
  KeyChange change = KeyChange::kGraph;
  std::string_view module;  ///< the first; "" where all graphs stand in one row
  std::string detail;
  std::int64_t compilations = 0;
  std::int64_t timed = 0;
  std::int64_t time = 0;  ///< ticks
  const CompileEvent* longest = nullptr;
};

class Collector {
 public:
  /// An entry that is there: what is compiled later is compared with it.
  void found(const CompileEvent& event) {
    if (!event.graph.empty()) keep(event, entries_[event.graph]);
  }

  void compiled(const CompileEvent& event) {
    if (event.graph.empty()) return count(KeyChange::kUnknown, {}, "no hash of the graph", event);
    auto& earlier = entries_[event.graph];
    const CompileEvent* nearest = nullptr;
    KeyChange change = KeyChange::kGraph;
    for (const CompileEvent* candidate : earlier) {
      const KeyChange of = change_between(*candidate, event);
      // Of equally near ones the latest, which comes last.
      if (of <= change) change = of, nearest = candidate;
    }
    if (nearest == nullptr) {
      count(KeyChange::kGraph, {}, "compiled for the first time", event);
    } else {
      count(change, event.module, details(change, *nearest, event), event);
    }
    keep(event, earlier);
  }

  std::vector<Reason> sorted() && {
    std::stable_sort(reasons_.begin(), reasons_.end(),
                     [](const Reason& a, const Reason& b) { return a.time > b.time; });
    return std::move(reasons_);
  }

 private:
  /// One entry for each key is enough to compare with; of very many the latest.
  static void keep(const CompileEvent& event, std::vector<const CompileEvent*>& earlier) {
    for (const CompileEvent*& known : earlier) {
      if (!same_flags(*known, event) || known->compiler != event.compiler) continue;
      known = &event;
      return;
    }
    constexpr std::size_t kMostKeys = 64;
    if (earlier.size() == kMostKeys) earlier.erase(earlier.begin());
    earlier.push_back(&event);
  }

  void count(KeyChange change, std::string_view module, std::string detail,
             const CompileEvent& event) {
    const auto key = std::tuple(change, module, detail);
    const auto [entry, added] = index_.try_emplace(key, reasons_.size());
    if (added) {
      reasons_.push_back({.change = change, .module = module, .detail = std::move(detail)});
    }
    Reason& reason = reasons_[entry->second];
    ++reason.compilations;
    reason.timed += event.duration > 0 ? 1 : 0;
    reason.time += event.duration;
    if (reason.longest == nullptr || event.duration > reason.longest->duration) {
      reason.longest = &event;
    }
  }

  std::unordered_map<std::string_view, std::vector<const CompileEvent*>> entries_;
  std::map<std::tuple<KeyChange, std::string_view, std::string>, std::size_t> index_;
  std::vector<Reason> reasons_;
};

Result<Table> recompile_table(const Trace& trace, const AnalysisRequest& request,
                              TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto events = compile_events(trace, window_of(trace, request.scope), control);
  if (!events) return fail(events.error());
  Collector collector;
  for (const CompileEvent& event : *events) {
    if (was_compiled(event.state)) collector.compiled(event);
    if (event.state == "hit") collector.found(event);
  }
  const auto reasons = std::move(collector).sorted();
  Table table({{.id = "changed", .title = "Changed"},
               {.id = "module", .title = "Module"},
               {.id = "detail", .title = "How"},
               {.id = "compilations", .title = "Compilations"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 0},
               {.id = "longest_ns", .title = "Longest", .unit = "ns", .decimals = 0},
               {.id = "slice_id", .title = "Longest event"}});
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const std::size_t shown = std::min(reasons.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) {
    const Reason& reason = reasons[i];
    const auto ns = [&](std::int64_t ticks) {
      return reason.timed > 0 ? Cell(static_cast<double>(ticks) / ticks_per_ns)
                              : Cell(Missing{"no time is stated"});
    };
    table.add_row({std::string(to_string(reason.change)),
                   std::string(reason.module.empty() ? "(all)" : reason.module), reason.detail,
                   reason.compilations, ns(reason.time), ns(reason.longest->duration),
                   static_cast<std::int64_t>(reason.longest->slice.value)});
  }
  if (reasons.empty()) table.add_note("the run shows no compilations");
  if (shown < reasons.size()) {
    table.add_note(fmt::format("{} rows with less time are left out", reasons.size() - shown));
  }
  return table;
}

}  // namespace

constinit const Analysis kRecompilesAnalysis{
    .id = "recompiles",
    .group = "Compile cache",
    .title = "Why graphs were compiled",
    .shows = "which part of the cache's key had changed against the nearest earlier compilation",
    .definition =
        "Compilations (miss, failure, success, unfinished) in order of time, each against the "
        "nearest earlier entry of the same graph, compiled or found in the cache: the one of which "
        "the least differs, of those the latest. Changed: graph (it has no entry yet; all of them "
        "are one row), flags, "
        "compiler version, both, or nothing: the cache did not keep it, is not shared, or two "
        "processes compiled at once. time_ns: what these compilations took. Entries that "
        "nothing in the run compiles or finds are not known here; of a graph the latest 64 keys "
        "count.",
    .run = recompile_table,
    .parameters = kRecompilesParameters,
    .plot = {Plot::Kind::kBars, "changed", "time_ns", ""}};

}  // namespace nscope::analysis
