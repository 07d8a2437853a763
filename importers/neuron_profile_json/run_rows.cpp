#include "importers/neuron_profile_json/lists.h"
#include "importers/neuron_profile_json/summary_metric.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Whether the current row is the first of a list that should have one row; others are counted.
bool is_first(RowReader& rows, bool& seen, ImportState& state) {
  if (!seen) return seen = true;
  state.out.diagnose("further_record", Severity::kWarning,
                     tr("{} was skipped: the list should have only one row", rows.place()));
  return false;
}

void put_positive(ImportState& state, std::string_view name, std::optional<double> value,
                  double factor) {
  if (value && *value > 0.0) put_property(state, name, PropertyValue(*value * factor));
}

}  // namespace

Result<> read_metadata(const ListInput& in, ImportState& state) {
  enum : std::size_t {
    kPeClock,
    kOtherClock,
    kRows,
    kColumns,
    kHbm,
    kCores,
    kVersion,
    kFirst,
    kLast,
    kSimulation
  };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"pe_clock_freq", "pe_clock_others", "pe_num_rows", "pe_num_cols", "hbm_ddr_bandwidth",
       "num_physical_cores", "ntff_version", "first_hw_timestamp", "last_hw_timestamp",
       "is_simulation"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  bool seen = false;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (!is_first(rows, seen, state)) continue;
    constexpr double kGigahertz = 1e9;
    put_positive(state, property::kPeClock, rows.number(kPeClock), kGigahertz);
    put_positive(state, property::kEngineClock, rows.number(kOtherClock), kGigahertz);
    put_positive(state, property::kHbmBandwidth, rows.number(kHbm), 1.0);
    const auto put_count = [&](std::string_view name, std::size_t field) {
      if (const auto n = rows.integer(field); n && *n > 0) put_property(state, name, *n);
    };
    put_count(property::kPeRows, kRows);
    put_count(property::kPeColumns, kColumns);
    put_count(property::kPhysicalCores, kCores);
    put_count(property::kNtffVersion, kVersion);
    const auto moment = [&](std::size_t field) {
      const auto time = rows.integer(field);
      if (!time || possible_time(*time)) return time;
      state.out.diagnose("impossible_window", Severity::kWarning,
                         tr("{}: the '{}' {} is out of range and was ignored", rows.place(),
                            kFields[field], *time));
      return std::optional<std::int64_t>();
    };
    state.first_time = moment(kFirst);
    state.last_time = moment(kLast);
    bool simulated = false;
    if (rows.has(kSimulation) && rows.value(kSimulation).get(simulated) != simdjson::SUCCESS) {
      rows.wrong_type(kFields[kSimulation], rows.value(kSimulation), phrase("true or false"));
    }
    put_property(state, property::kProvenance,
                 PropertyValue(std::string(simulated ? "simulated" : "measured")));
    for (const auto& [field, value] : rows.others()) {
      put_property(state, "metadata." + collapse_space(field), value);
    }
  }
  return end_of(more);
}

Result<> read_summary(const ListInput& in, ImportState& state) {
  RowReader rows(in.file, in.list, {}, state.out, in.control);
  bool seen = false;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (!is_first(rows, seen, state)) continue;
    for (const auto& [name, value] : rows.others()) add_summary_metric(name, value, state);
  }
  return end_of(more);
}

Result<> read_profile_info(const ListInput& in, ImportState& state) {
  enum : std::size_t { kNtffFile, kNeffName, kVersion };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"ntff_filename", "neff_name", "profiler_version"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  bool seen = false;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (!is_first(rows, seen, state)) continue;
    // Only the name is used: the folder is on the machine on which the export was made.
    if (const auto name = file_name(rows.text(kNtffFile)); !name.empty()) {
      put_property(state, "profile.ntff_file", PropertyValue(name));
    }
    if (const auto name = file_name(rows.text(kNeffName)); !name.empty()) {
      put_property(state, property::kNeffName, PropertyValue(name));
    }
    if (rows.has(kVersion)) {
      put_property(state, property::kProfilerVersion, rows.value(kVersion));
    }
    for (const auto& [field, value] : rows.others()) {
      put_property(state, "profile." + collapse_space(field), value);
    }
  }
  return end_of(more);
}

Result<> read_messages(const ListInput& in, ImportState& state) {
  enum : std::size_t { kCategory, kMessage };
  static constexpr auto kFields = std::to_array<std::string_view>({"category", "message"});
  const bool errors = in.list.key.starts_with("error");
  const std::string_view code = errors ? "capture_error" : "capture_warning";
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  int count = 0;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    std::string text = collapse_space(rows.text(kMessage));
    if (const auto category = collapse_space(rows.text(kCategory)); !category.empty()) {
      text = category + ": " + text;
    }
    for (const auto& [field, value] : rows.others()) {
      text += fmt::format(" {}={}", collapse_space(field), collapse_space(simdjson::minify(value)));
    }
    // A diagnostic keeps only one example; the properties keep all texts.
    put_property(state, fmt::format("{}.{}", code, ++count), PropertyValue(text));
    state.out.diagnose(code, errors ? Severity::kError : Severity::kWarning,
                       Text::verbatim(std::move(text)));
  }
  return end_of(more);
}

}  // namespace nscope::importers
