#include "simcore/engine/validation/measured_servers.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/run/calibrated_domain.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kLatency = "itl_mean";

/// A key that is equal for rows of the same server under different loads.
std::string sweep_of(const ValidationRow& row) {
  return fmt::format("{}|{}|{}|{}|{}", row.model, row.instance, row.batch.value_or(0),
                     row.sequence_length.value_or(0), row.stack);
}

/// Sweeps with a row whose inter-token latency is much lower than that of a single user, which is
/// not possible with one compiled shape.
std::set<std::string> contradicting_sweeps(const std::vector<ValidationRow>& rows) {
  constexpr double kFaster = 0.7;
  std::map<std::string, double> alone;
  for (const ValidationRow& row : rows) {
    if (serves(row.class_name) && row.metric == kLatency && row.concurrency == 1) {
      alone.emplace(sweep_of(row), row.value);
    }
  }
  std::set<std::string> sweeps;
  for (const ValidationRow& row : rows) {
    if (!serves(row.class_name) || row.metric != kLatency) continue;
    const auto single = alone.find(sweep_of(row));
    if (single != alone.end() && row.value < kFaster * single->second) {
      sweeps.insert(sweep_of(row));
    }
  }
  return sweeps;
}

/// The factor from the unit of the predicted metric to the unit of the row: 1000 if the table has
/// ms. `value` is set to the predicted value.
std::optional<double> factor_of(const std::vector<Metric>& metrics, const ValidationRow& row,
                                double& value) {
  for (const Metric& metric : metrics) {
    if (metric.name != row.metric) continue;
    value = metric.value;
    return unit_factor(metric.unit, row.unit);
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Metric>> serve_row(const catalog::Catalog& catalog, const ServingRow& row,
                                      const Parameters& parameters, TaskControl& control) {
  if (!row.workload) return fail(ErrorCode::kInvalidArgument, row.reason);
  const auto server = prepare_server(catalog, *row.workload, row.setup, parameters);
  if (!server) return fail(server.error());
  auto plan = plan_serving(server->served, row.setup, parameters);
  if (!plan) return fail(plan.error());
  if (row.offline) plan->costs.request = 0;  // without a socket
  const auto requests = requests_of(row, *plan, row.workload->seed);
  if (!requests) return fail(requests.error());
  const auto run = simulate_serving(*plan, *requests, row.workload->seed, control);
  if (!run) return fail(run.error());
  std::vector<Metric> metrics = serving_metrics(*plan, *run);
  name_as_published(row, *run, metrics);
  return metrics;
}

MeasuredServers::MeasuredServers(const catalog::Catalog& catalog,
                                 const std::vector<ValidationRow>& rows,
                                 std::vector<SkippedRow>& skipped)
    : catalog_(catalog) {
  const std::set<std::string> contradicting = contradicting_sweeps(rows);
  for (const ValidationRow& row : rows) {
    if (!serves(row.class_name)) continue;
    ServingRow server = serving_row(catalog, row);
    Text why = server.reason;
    if (contradicting.contains(sweep_of(row))) {
      why = tr("the sweep is faster under load than with a single user");
    }
    if (!why.empty()) {
      skipped.push_back({row.id + " " + row.metric, std::move(why)});
      continue;
    }
    const bool known = !servers_.empty() && servers_.back().measured.front().id == row.id;
    if (!known) {
      const auto model = catalog.model(row.model);
      const std::string family = family_of(**model);
      const std::string generation = generation_of(catalog, row.instance);
      servers_.push_back(
          {.row = std::move(server),
           .groups = {.model = (*model)->id,
                      .family = family,
                      .source = source_group(row.repository, row.source, family, generation),
                      .generation = generation},
           .model = *model,
           .measured = {}});
    }
    servers_.back().measured.push_back(row);
  }
}

std::vector<RowGroups> MeasuredServers::groups() const {
  std::vector<RowGroups> groups;
  for (const Server& server : servers_) groups.push_back(server.groups);
  return groups;
}

std::vector<std::string> MeasuredServers::ids() const {
  std::vector<std::string> ids;
  for (const Server& server : servers_) ids.push_back(server.measured.front().id);
  return ids;
}

CalibratedDomain MeasuredServers::domain(const Parameters& parameters) const {
  CalibratedDomain domain;
  domain.class_name = kServingClass;
  for (const Server& server : servers_) {
    const auto run = plan_run(catalog_, *server.row.workload, parameters);
    // Servers of models with other layers are classes of their own, without a domain.
    if (run && catalog::caches_keys(*run->model)) {
      extend(domain, *run, *server.row.workload);
    }
  }
  return domain;
}

Result<> MeasuredServers::predict(const LeftOut& only, const Parameters& parameters,
                                  TaskControl& control, std::vector<RowPrediction>& out,
                                  std::vector<SkippedRow>* skipped) const {
  const auto skip = [&](const ValidationRow& row, Text why) {
    if (skipped != nullptr) skipped->push_back({row.id + " " + row.metric, std::move(why)});
  };
  for (const Server& server : servers_) {
    if (!only.empty() && !only.contains(server.groups)) continue;
    if (control.cancelled()) return cancelled();
    const auto metrics = serve_row(catalog_, server.row, parameters, control);
    if (!metrics && metrics.error().code == ErrorCode::kCancelled) return cancelled();
    for (const ValidationRow& row : server.measured) {
      if (!metrics) {
        skip(row, text_of(metrics.error()));
        continue;
      }
      double value = 0;
      const auto factor = factor_of(*metrics, row, value);
      if (!factor || !(value > 0)) {
        skip(row, tr("the metric does not apply to the configuration, or has another unit than {}",
                     row.unit));
        continue;
      }
      out.push_back(predicted_row(row, value * *factor));
      out.back().groups = server.groups;
      out.back().class_name = accuracy_class(row.class_name, *server.model);
    }
  }
  return {};
}

}  // namespace nscope::sim
