#include "simcore/engine/validation/measured_collectives.h"

#include "simcore/engine/collective_run/collective_run.h"
#include "simcore/engine/documents/error_text.h"

#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Weight of a residual.
constexpr double kWeight = 0.5;
/// A ratio of measured to predicted time that is larger than any error of the prediction, so that
/// the value must come from the other tool.
constexpr double kOtherTool = 4;

MeasuredBy other(MeasuredBy tool) {
  return tool == MeasuredBy::kDevice ? MeasuredBy::kHostTool : MeasuredBy::kDevice;
}

}  // namespace

MeasuredCollectives::MeasuredCollectives(const catalog::Catalog& catalog,
                                         const std::vector<ValidationRow>& rows,
                                         std::vector<SkippedRow>& skipped) {
  const std::set<std::string> with_host = rows_with_host(rows);
  for (const ValidationRow& row : rows) {
    if (row.class_name != kCollectiveClass) continue;
    Text why = add(catalog, row, with_host.contains(row.id));
    if (!why.empty()) skipped.push_back({row.id + " " + row.metric, std::move(why)});
  }
}

Text MeasuredCollectives::add(const catalog::Catalog& catalog, const ValidationRow& row,
                              bool with_host) {
  const RowCollective found = collective_of(catalog, row, with_host);
  if (!found.setup) return found.reason;
  if (row.metric != "time") return tr("the metric is not part of the fit");
  const auto seconds = base_value(row);
  if (!seconds) return tr("'{} {}' is not a valid value of {}", row.value, row.unit, row.metric);
  const Parameters start = initial_parameters();
  const auto run = plan_collective_run(catalog, row.instance, *found.setup, row.sdk, start,
                                       row.logical_core_size.value_or(0));
  if (!run) return text_of(run.error());
  if (!(run->plan.seconds() > 0)) return tr("a collective of a single rank takes no time");
  const CollectiveRequest request = request_of(found, *run);
  const double off = *seconds / seconds_of(run->machine, start, request, found.matrix);
  const bool too_long = off > kOtherTool && request.measured_by == MeasuredBy::kDevice;
  const bool too_short = off < 1 / kOtherTool && request.measured_by == MeasuredBy::kHostTool;
  const bool stated = found.assumption.empty();
  const std::string operation(to_string(request.kind));
  const std::string family = fmt::format("{} of {} ranks", operation, request.group.ranks());
  const std::string& generation = run->machine.device->generation;
  measured_.push_back(
      {.row = row,
       .machine = run->machine,
       .request = request,
       .tool =
           !stated && (too_long || too_short) ? other(request.measured_by) : request.measured_by,
       .matrix = found.matrix,
       .groups = {.model = operation,
                  .family = family,
                  .source = source_group(row.repository, row.source, family, generation),
                  .generation = generation},
       .seconds = *seconds});
  return {};
}

std::vector<RowGroups> MeasuredCollectives::groups() const {
  std::vector<RowGroups> groups;
  for (const Measured& one : measured_) groups.push_back(one.groups);
  return groups;
}

std::vector<std::string> MeasuredCollectives::ids() const {
  std::vector<std::string> ids;
  for (const Measured& one : measured_) ids.push_back(one.row.id);
  return ids;
}

void MeasuredCollectives::add_residuals(const Parameters& parameters, const LeftOut& without,
                                        std::vector<double>& out) const {
  for (const Measured& one : measured_) {
    if (one.matrix > 0 || without.contains(one.groups)) continue;
    CollectiveRequest request = one.request;
    request.measured_by = one.tool;
    out.push_back(kWeight *
                  std::log(seconds_of(one.machine, parameters, request, 0) / one.seconds));
  }
}

void MeasuredCollectives::predict(const LeftOut& only, const Parameters& parameters,
                                  std::vector<RowPrediction>& out) const {
  for (const Measured& one : measured_) {
    if (!only.empty() && !only.contains(one.groups)) continue;
    const double scale = one.row.value / one.seconds;
    out.push_back(predicted_row(
        one.row, seconds_of(one.machine, parameters, one.request, one.matrix) * scale));
    out.back().class_name = collective_class(one.request);
    out.back().groups = one.groups;
  }
}

}  // namespace nscope::sim
