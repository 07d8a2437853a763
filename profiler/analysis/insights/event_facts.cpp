#include "profiler/analysis/insights/run_facts.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

class CompilePass {
 public:
  explicit CompilePass(RunFacts& facts)
      : facts_(facts),
        state_(find(key::kCacheState)),
        graph_(find(key::kGraphHash)),
        flags_(find(key::kFlagsHash)),
        compiler_(find(key::kCacheCompiler)) {}

  Result<> track(const Track& track, const TaskControl& control) {
    SliceArg states(track, state_, ArgColumn::Type::kText);
    SliceArg graphs(track, graph_, ArgColumn::Type::kText);
    SliceArg flags(track, flags_, ArgColumn::Type::kText);
    SliceArg compilers(track, compiler_, ArgColumn::Type::kText);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (row % 65'536 == 0 && control.cancelled()) return cancelled();
      const std::string_view state = facts_.trace.text(states.text(row));
      if (state.empty()) continue;
      facts_.compile.known = true;
      event(track, row, state);
      const bool compiled = state == "miss" || state == "failure" || state == "unfinished";
      if (!compiled) continue;
      busy_.add(track.slices.begin(row).value(), track.slices.end(row).value());
      facts_.add(facts_.compile.compilations, track, row);
      compiled_graph(track, row, graphs.text(row),
                     {flags.text(row).value, compilers.text(row).value});
    }
    return {};
  }

  void finish() {
    facts_.compile.busy_ns = facts_.ns(busy_.length());
    facts_.compile.locked_ns = facts_.ns(locked_.length());
    facts_.compile.graphs = keys_.size();
    facts_.compile.keys = all_keys_.size();
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // flags, compiler

  StringId find(std::string_view text) const { return facts_.trace.strings().find(text); }

  void event(const Track& track, std::size_t row, std::string_view state) {
    if (state == "locked") {
      facts_.add(facts_.compile.locked, track, row);
      locked_.add(track.slices.begin(row).value(), track.slices.end(row).value());
    }
    if (state == "cached_failure") facts_.add(facts_.compile.cached_failures, track, row);
  }

  void compiled_graph(const Track& track, std::size_t row, StringId graph, Key key) {
    all_keys_.insert(key);
    if (!graph.valid()) return;
    const auto [known, first] = keys_.try_emplace(graph.value, key);
    if (first) return;
    facts_.add(facts_.compile.again, track, row);
    if (known->second != key) facts_.compile.again_differs = true;
  }

  RunFacts& facts_;
  StringId state_, graph_, flags_, compiler_;
  IntervalUnion busy_, locked_;
  std::unordered_map<std::uint32_t, Key> keys_;  // key of the first compilation by graph
  std::set<Key> all_keys_;
};

/// Adds the executions and requests that state their numbers of tokens and positions.
void add_padding(RunFacts& facts, const Track& track) {
  const StringTable& strings = facts.trace.strings();
  SliceArg tokens(track, strings.find(key::kTokens), ArgColumn::Type::kInteger);
  SliceArg buckets(track, strings.find(key::kBucket), ArgColumn::Type::kInteger);
  if (!tokens || !buckets) return;
  ServingFacts& to = facts.serving;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const auto real = tokens.at(row);
    const auto bucket = buckets.at(row);
    if (!real || !bucket) continue;
    const auto part = facts.scope.part(track.slices.begin(row), track.slices.end(row));
    const double positions = number_of(*bucket);
    const double used = std::clamp(number_of(*real), 0.0, positions);
    if (!part || positions <= 0) continue;
    to.tokens += used * part->share;
    to.bucket_tokens += positions * part->share;
    to.padding_ns += (1 - used / positions) * facts.ns(part->length());
    facts.add(to.padded, track, row, 0, part->share);
  }
}

/// Adds the part of an event that is in the analysed range.
void add_part(RunFacts& facts, const Track& track, std::size_t row, EventTotals& to) {
  const auto part = facts.scope.part(track.slices.begin(row), track.slices.end(row));
  if (part) facts.add(to, track, row, 0, part->share);
}

void add_all(RunFacts& facts, const Track& track, EventTotals& to) {
  for (std::size_t row = 0; row < track.slices.size(); ++row) add_part(facts, track, row, to);
}

}  // namespace

Result<> gather_compile(RunFacts& facts, const TaskControl& control) {
  CompilePass pass(facts);
  for (const Track& track : facts.trace.tracks()) {
    if (track.slice_kind != SliceKind::kCompile) continue;
    if (auto ok = pass.track(track, control); !ok) return ok;
  }
  pass.finish();
  return {};
}

Result<> gather_serving(RunFacts& facts, const TaskControl& control) {
  const StringId bubble = facts.trace.strings().find("pipeline bubble");
  for (const Track& track : facts.trace.tracks()) {
    if (control.cancelled()) return cancelled();
    const std::string_view name = facts.trace.text(track.name);
    if (track.kind == TrackKind::kExecution || track.kind == TrackKind::kRequest) {
      add_padding(facts, track);
    }
    if (track.kind == TrackKind::kRequest && name == "Queue") {
      add_all(facts, track, facts.serving.queued);
    }
    if (track.kind == TrackKind::kRequest && name == "Prefill") {
      add_all(facts, track, facts.serving.prefilled);
    }
    if (!bubble.valid() || track.kind != TrackKind::kLayer || !facts.scope.holds(track)) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (track.slices.name[row] == bubble) add_part(facts, track, row, facts.serving.bubbles);
    }
  }
  return {};
}

}  // namespace nscope::analysis
