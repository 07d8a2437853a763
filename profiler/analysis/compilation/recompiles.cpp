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

namespace nscope::analysis {
namespace {

constexpr auto kRecompilesParameters =
    std::to_array<Parameter>({{.id = "rows",
                               .title = phrase("Maximum rows"),
                               .meaning = phrase("Number of rows, most time first"),
                               .value = 200,
                               .lowest = 1,
                               .highest = 1e6}});

/// The difference from an earlier compilation, in order of decreasing similarity.
enum class KeyChange { kNothing, kRetry, kFlags, kCompiler, kFlagsAndCompiler, kGraph, kUnknown };

Phrase title(KeyChange change) {
  switch (change) {
    case KeyChange::kNothing: return phrase("nothing");
    case KeyChange::kRetry: return phrase("nothing (retry after a failure)");
    case KeyChange::kFlags: return phrase("flags");
    case KeyChange::kCompiler: return phrase("compiler version");
    case KeyChange::kFlagsAndCompiler: return phrase("flags and compiler version");
    case KeyChange::kGraph: return phrase("graph");
    case KeyChange::kUnknown: break;
  }
  return phrase("unknown");
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

Text name_or_unknown(std::string_view name) {
  return name.empty() ? tr("unknown") : Text::verbatim(std::string(name));
}

Text flags_detail(const CompileEvent& earlier, const CompileEvent& now) {
  if (earlier.flags.empty() && now.flags.empty()) {
    return tr("flags hash {} instead of {}", name_or_unknown(now.flags_hash),
              name_or_unknown(earlier.flags_hash));
  }
  return tr("{} instead of {}", flags_missing_in(earlier.flags, now.flags),
            flags_missing_in(now.flags, earlier.flags));
}

Text compiler_detail(const CompileEvent& earlier, const CompileEvent& now) {
  return tr("{} instead of {}", name_or_unknown(now.compiler), name_or_unknown(earlier.compiler));
}

Text details(KeyChange change, const CompileEvent& earlier, const CompileEvent& now) {
  switch (change) {
    case KeyChange::kFlags: return flags_detail(earlier, now);
    case KeyChange::kCompiler: return compiler_detail(earlier, now);
    case KeyChange::kFlagsAndCompiler:
      return tr("{}; {}", flags_detail(earlier, now), compiler_detail(earlier, now));
    default: return {};
  }
}

/// Compilations with the same cause.
struct Reason {
  KeyChange change = KeyChange::kGraph;
  std::string_view module;  ///< empty for a row of all graphs
  Text detail;
  std::int64_t compilations = 0;
  std::int64_t timed = 0;
  std::int64_t time = 0;  ///< ticks
  const CompileEvent* longest = nullptr;
};

class Collector {
 public:
  /// Adds an entry that was found in the cache; later compilations are compared with it.
  void found(const CompileEvent& event) {
    if (!event.graph.empty()) keep(event, entries_[event.graph]);
  }

  void compiled(const CompileEvent& event) {
    if (event.graph.empty()) {
      return count(KeyChange::kUnknown, {}, tr("the graph hash is not stated"), event);
    }
    auto& earlier = entries_[event.graph];
    const CompileEvent* nearest = nullptr;
    KeyChange change = KeyChange::kGraph;
    for (const CompileEvent* candidate : earlier) {
      const KeyChange of = change_between(*candidate, event);
      // If several are equally similar, the latest is used, which comes last.
      if (of <= change) change = of, nearest = candidate;
    }
    if (nearest == nullptr) {
      count(KeyChange::kGraph, {}, tr("compiled for the first time"), event);
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
  /// Keeps one entry for each key, and only the latest entries if there are very many.
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

  void count(KeyChange change, std::string_view module, Text detail, const CompileEvent& event) {
    const auto key = std::tuple(change, module, detail.english());
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
  Table table({{.id = "changed", .title = tr("Changed")},
               {.id = "module", .title = tr("Module")},
               {.id = "detail", .title = tr("Details")},
               {.id = "compilations", .title = tr("Compilations")},
               {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
               {.id = "longest_ns", .title = tr("Longest"), .unit = "ns", .decimals = 0},
               {.id = "slice_id", .title = tr("Longest event")}});
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const std::size_t shown = std::min(reasons.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) {
    const Reason& reason = reasons[i];
    const auto ns = [&](std::int64_t ticks) {
      return reason.timed > 0 ? Cell(static_cast<double>(ticks) / ticks_per_ns)
                              : Cell(Missing{tr("not stated")});
    };
    table.add_row({title(reason.change),
                   reason.module.empty() ? Cell(tr("(all)")) : Cell(std::string(reason.module)),
                   reason.detail, reason.compilations, ns(reason.time),
                   ns(reason.longest->duration),
                   static_cast<std::int64_t>(reason.longest->slice.value)});
  }
  if (reasons.empty()) table.add_note(tr("The run contains no compilations."));
  if (shown < reasons.size()) {
    const auto hidden = static_cast<std::int64_t>(reasons.size() - shown);
    table.add_note(tr_plural(hidden, "{} row with less time is not listed (parameter 'rows').",
                             "{} rows with less time are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  return table;
}

}  // namespace

constinit const Analysis kRecompilesAnalysis{
    .id = "recompiles",
    .group = phrase("Compile cache"),
    .title = phrase("Causes of compilations"),
    .shows =
        phrase("Part of the cache key that changed since the most similar earlier compilation"),
    .definition = phrase(
        "Each compilation (miss, failure, success, unfinished) is compared with the most similar "
        "earlier entry of the same graph, compiled or found in the cache; if several are equally "
        "similar, with the latest of them. changed = graph, if there is no earlier entry (one row "
        "for all such graphs); flags; compiler version; both; or nothing, if the cache did not "
        "keep the entry, is not shared, or two processes compiled it at the same time. time_ns = "
        "sum of the known durations of these compilations. Only entries that were compiled or "
        "found in the run are known, and of each graph only the latest 64 keys."),
    .run = recompile_table,
    .parameters = kRecompilesParameters,
    .plot = {Plot::Kind::kBars, "changed", "time_ns", ""}};

}  // namespace nscope::analysis
