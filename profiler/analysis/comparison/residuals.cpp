#include "profiler/analysis/comparison/residuals.h"

#include "profiler/analysis/comparison/comparison_tables.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

struct ResidualRow {
  const GroupKey* key;
  const GroupTotals* measured;
  const GroupTotals* simulated;
};

Table table_of(std::vector<ResidualRow> rows, std::size_t one_sided) {
  std::stable_sort(rows.begin(), rows.end(), [](const ResidualRow& a, const ResidualRow& b) {
    return a.measured->time_ns > b.measured->time_ns;
  });
  Table table(
      {{.id = "work", .title = tr("Work")},
       {.id = "engine", .title = tr("Engine")},
       {.id = "name", .title = tr("Name")},
       {.id = "measured_count", .title = tr("Measured count")},
       {.id = "simulated_count", .title = tr("Simulated count")},
       {.id = "measured_mean_ns", .title = tr("Measured mean"), .unit = "ns", .decimals = 1},
       {.id = "simulated_mean_ns", .title = tr("Simulated mean"), .unit = "ns", .decimals = 1},
       {.id = "residual", .title = tr("Measured / simulated"), .decimals = 4},
       {.id = "measured_time_ns", .title = tr("Measured time"), .unit = "ns", .decimals = 1}});
  for (const ResidualRow& row : rows) {
    const double measured = mean_ns(*row.measured).value_or(0.0);
    const double simulated = mean_ns(*row.simulated).value_or(0.0);
    table.add_row({title(row.key->work), std::string(to_string(row.key->engine)),
                   name_cell(*row.key), count_cell(row.measured->count),
                   count_cell(row.simulated->count), measured, simulated,
                   simulated > 0.0 ? Cell(measured / simulated)
                                   : Cell(Missing{tr("the simulated time is zero")}),
                   row.measured->time_ns});
  }
  if (one_sided > 0) {
    table.add_note(
        tr_plural(one_sided, "{} group has no residual because only one of the runs contains it.",
                  "{} groups have no residual because only one of the runs contains them.",
                  as::count(static_cast<std::int64_t>(one_sided))));
  }
  return table;
}

Json runs_json(const ComparedSide& side) {
  return {{"runs", side.labels}, {"total_ns", side.total_ns.value_or(0.0)}};
}

/// The simulated side with the data that is needed to repeat the simulation. `workload` is null for
/// replays and kernels, which have none.
Json simulated_json(const ComparedSide& side) {
  Json json = runs_json(side);
  const Json workload = Json::parse(side.workload, nullptr, false);
  json["workload"] = workload.is_object() ? workload : Json(nullptr);
  json["calibration"] = side.calibration.empty() ? Json(nullptr) : Json(side.calibration);
  return json;
}

}  // namespace

Result<Residuals> residuals_of(const Comparison& comparison) {
  constexpr std::string_view kSimulated = "simulated";
  const bool base_simulated = comparison.base.provenance == kSimulated;
  const bool new_simulated = comparison.now.provenance == kSimulated;
  const bool mixed = comparison.base.provenance.empty() || comparison.now.provenance.empty();
  if (mixed || base_simulated == new_simulated || !comparison.base.total_ns) {
    return fail(ErrorCode::kInvalidArgument,
                tr("residuals need a measured run on one side and a simulated run on the other, "
                   "both with events"));
  }
  std::vector<ResidualRow> rows;
  std::size_t one_sided = 0;
  for (const GroupDifference& group : comparison.groups) {
    if (!claims_time(group.key.work)) continue;
    if (group.base.count <= 0.0 || group.now.count <= 0.0) {
      ++one_sided;
      continue;
    }
    rows.push_back({&group.key, base_simulated ? &group.now : &group.base,
                    base_simulated ? &group.base : &group.now});
  }
  return Residuals{.measured = base_simulated ? comparison.now : comparison.base,
                   .simulated = base_simulated ? comparison.base : comparison.now,
                   .table = table_of(std::move(rows), one_sided)};
}

Json residuals_json(const Residuals& residuals) {
  return {
      {"schema", "nscope.residuals/1"},
      {"measured", runs_json(residuals.measured)},
      {"simulated", simulated_json(residuals.simulated)},
      {"total_residual", residuals.simulated.total_ns.value_or(0.0) > 0.0
                             ? Json(*residuals.measured.total_ns / *residuals.simulated.total_ns)
                             : Json(nullptr)},
      {"rows", residuals.table.to_json()},
      {"notes", residuals.table.notes()}};
}

}  // namespace nscope::analysis
