#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/printable.h"

#include <array>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

/// The first of these fields that is text is the name of a row of an unknown list.
constexpr auto kNameFields =
    std::to_array<std::string_view>({"name", "opcode", "op", "label", "type"});

std::string name_of(RowReader& rows, std::string_view fallback) {
  for (const std::string_view candidate : kNameFields) {
    for (const auto& [field, value] : rows.others()) {
      if (field != candidate || !value.is_string()) continue;
      const std::string text = collapse_space(std::string_view(value));
      if (!text.empty()) return text;
    }
  }
  return std::string(fallback);
}

}  // namespace

Result<> skip_texts(const ListInput& in, ImportState& state) {
  RowReader rows(in.file, in.list, {}, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    state.out.diagnose("text_list_not_imported", Severity::kInfo,
                       tr("list '{}' was skipped: it contains texts of AWS's user interface",
                          collapse_space(rows.list())));
  }
  return end_of(more);
}

Result<> read_unknown_list(const ListInput& in, ImportState& state) {
  enum : std::size_t { kTimestamp, kDuration, kCore };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "duration", "subgraph"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  const std::string list = collapse_space(in.list.key);
  TrackId track;
  const StringId core_key = state.out.intern("subgraph");
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const bool has_time = rows.has(kTimestamp) && whole_number(rows.value(kTimestamp));
    state.out.diagnose(
        "unknown_list", Severity::kWarning,
        has_time ? tr("unknown list '{}': its rows are on a track with this name", list)
                 : tr("a row of the unknown list '{}' was skipped: it has no time", list));
    if (!has_time) continue;
    const auto interval = interval_of(rows, kTimestamp, kDuration, state);
    if (!interval) continue;
    if (!track.valid()) {
      track = state.out.track({.name = list, .kind = TrackKind::kOther, .order = 90000});
    }
    const SliceId slice = state.out.slice(track, state.out.intern(name_of(rows, list)),
                                          interval->start, interval->duration);
    if (rows.has(kCore)) add_arg(state, slice, core_key, rows.value(kCore));
    for (const auto& [field, value] : rows.others()) {
      add_arg(state, slice, state.out.intern(collapse_space(field)), value);
    }
  }
  return end_of(more);
}

}  // namespace nscope::importers
