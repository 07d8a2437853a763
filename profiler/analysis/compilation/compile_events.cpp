#include "profiler/analysis/compilation/compile_events.h"

#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nscope::analysis {
namespace {

struct TextFact {
  std::string_view key;
  std::string_view CompileEvent::*text;
};

constexpr auto kCompileFacts =
    std::to_array<TextFact>({{key::kCacheState, &CompileEvent::state},
                             {key::kGraphHash, &CompileEvent::graph},
                             {key::kFlagsHash, &CompileEvent::flags_hash},
                             {key::kCacheCompiler, &CompileEvent::compiler},
                             {key::kCompilerFlags, &CompileEvent::flags},
                             {key::kCacheSource, &CompileEvent::source},
                             {key::kCompileError, &CompileEvent::error},
                             {key::kErrorCode, &CompileEvent::error_code}});

}  // namespace

bool is_lookup(std::string_view state) {
  return state == "hit" || state == "cached_failure" || state == "miss" || state == "failure" ||
         state == "locked" || state == "unfinished";
}

Result<std::vector<CompileEvent>> compile_events(const Trace& trace, const TimeWindow& window,
                                                 TaskControl& control) {
  std::vector<std::pair<StringId, std::string_view CompileEvent::*>> facts;
  for (const TextFact& fact : kCompileFacts) {
    const StringId id = trace.strings().find(fact.key);
    if (id.valid()) facts.emplace_back(id, fact.text);
  }
  std::vector<CompileEvent> events;
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kCompile) continue;
    SliceArgs args(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return cancelled();
      const TraceTime begin = track.slices.begin(row);
      if (!window.holds(begin, begin)) continue;
      CompileEvent& event = events.emplace_back();
      event.slice = Trace::slice_id(track, row);
      event.module = trace.text(track.slices.name[row]);
      event.begin = begin.value();
      event.duration = track.slices.duration[row];
      for (const Arg& arg : args.of(event.slice)) {
        const auto* text = std::get_if<StringId>(&arg.value);
        for (const auto& [id, member] : facts) {
          if (arg.key == id && text != nullptr) event.*member = trace.text(*text);
        }
      }
    }
  }
  std::sort(events.begin(), events.end(), [](const CompileEvent& a, const CompileEvent& b) {
    return std::pair(a.begin, a.slice) < std::pair(b.begin, b.slice);
  });
  return events;
}

}  // namespace nscope::analysis
