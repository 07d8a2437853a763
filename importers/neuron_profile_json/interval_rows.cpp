#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/clock_limit_name.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::importers {

Result<> read_ham(const ListInput& in, ImportState& state) {
  enum : std::size_t { kTimestamp, kDuration, kCore, kType, kLimit, kOf };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "duration", "subgraph", "type", "k", "n"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  const StringId type_key = state.out.intern(key::kThrottleType);
  const StringId limit_key = state.out.intern(key::kThrottleK);
  const StringId of_key = state.out.intern(key::kThrottleN);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto interval = interval_of(rows, kTimestamp, kDuration, state);
    if (!interval) continue;
    const auto limit = rows.integer(kLimit);
    const auto of = rows.integer(kOf);
    const SliceId slice = state.out.slice(state.tracks.throttle(core_of(rows, kCore, state)),
                                          state.out.intern(clock_limit_name(limit, of)),
                                          interval->start, interval->duration);
    if (const auto type = rows.integer(kType)) state.out.arg(slice, type_key, *type);
    if (limit) state.out.arg(slice, limit_key, *limit);
    if (of) state.out.arg(slice, of_key, *of);
    add_other_fields(rows, slice, state);
  }
  return end_of(more);
}

Result<> read_layer_summary(const ListInput& in, ImportState& state) {
  enum : std::size_t { kStart, kDuration, kName, kSubgraph, kEnd };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"start", "duration", "name", "fully_qualified_subgraph", "end"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto interval = interval_of(rows, kStart, kDuration, state);
    if (!interval) continue;
    const std::string name = collapse_space(rows.text(kName));
    const SliceId slice = state.out.slice(state.tracks.layers(core_of(rows, kSubgraph, state)),
                                          state.out.intern(name.empty() ? "unknown" : name),
                                          interval->start, interval->duration);
    // Times, counts and utilisations of the engines in this layer, under AWS's names.
    for (const auto& [field, value] : rows.others()) {
      add_arg(state, slice, state.out.intern(collapse_space(field)), value);
    }
  }
  return end_of(more);
}

Result<> read_active_time(const ListInput& in, ImportState& state) {
  enum : std::size_t { kStart, kDuration, kCore, kEngine, kEnd, kCoreIndex };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"start_ts", "duration_ns", "subgraph", "engine", "end_ts", "pcore_idx"});
  struct Name {
    std::string_view text;
    Engine engine;
  };
  static constexpr auto kEngines = std::to_array<Name>({{"tensor", Engine::kTensor},
                                                        {"vector", Engine::kVector},
                                                        {"scalar", Engine::kScalar},
                                                        {"gpsimd", Engine::kGpSimd},
                                                        {"sync", Engine::kSync}});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  const StringId active = state.out.intern("active");
  std::int64_t redundant = 0;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (state.has_instructions) {
      ++redundant;
      continue;
    }
    const auto interval = interval_of(rows, kStart, kDuration, state);
    if (!interval) continue;
    Engine engine = Engine::kNone;
    for (const Name& name : kEngines) {
      if (name.text == rows.text(kEngine)) engine = name.engine;
    }
    const SliceId slice = state.out.slice(
        state.tracks.engine(core_of(rows, kCore, state), engine, false, SliceKind::kOther), active,
        interval->start, interval->duration);
    state.latest_event =
        std::max(state.latest_event, (interval->start + interval->duration).value());
    add_other_fields(rows, slice, state);
  }
  if (redundant > 0) {
    state.out.diagnose("active_time_not_imported", Severity::kInfo,
                       tr("a row of 'active_time' was skipped: the instructions are imported"),
                       redundant);
  }
  return end_of(more);
}

}  // namespace nscope::importers
