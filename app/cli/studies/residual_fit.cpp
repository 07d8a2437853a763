#include "app/cli/studies/residual_fit.h"

#include "app/documents/built_in.h"
#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"

#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// A parameter that moved by less is told nothing by the operators.
constexpr double kLeastMove = 0.005;
/// A mean error below this needs no factor.
constexpr double kAgrees = 0.01;

std::string error_text(const std::optional<double>& error) {
  return error ? format_percent(*error, 1) : "";
}

std::string verdict(const sim::ClassFactor& factor) {
  if (!factor.operator_out) {
    return fmt::format("too few operators: {}", sim::kFewestOperators);
  }
  if (factor.error < kAgrees) return "agrees";
  return factor.holds() ? "one factor holds" : "no common factor";
}

}  // namespace

Result<ResidualFit> read_residuals(const catalog::Catalog& catalog,
                                   std::span<const std::string> paths) {
  const auto& built_in = sim::built_in_calibration();
  if (!built_in) return fail(built_in.error());
  ResidualFit fit{.simulated_with = *built_in};
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    if (!seen.insert(path).second) {
      return fail(ErrorCode::kInvalidArgument, "is named twice and would count twice", path);
    }
    const auto json = app::read_json_file(path);
    if (!json) return fail(json.error());
    auto document = sim::residuals_from_json(*json, path);
    if (!document) return fail(document.error());
    if (auto ok = fit.evidence.add(catalog, *document, fit.simulated_with); !ok) {
      return fail(ok.error());
    }
    fit.documents.push_back(std::move(*document));
  }
  fit.factors = sim::class_factors(fit.documents);
  return fit;
}

std::string factor_text(const ResidualFit& fit) {
  Table table({{.id = "work"},
               {.id = "engine"},
               {.id = "operators"},
               {.id = "measured / simulated"},
               {.id = "error"},
               {.id = "operator left out"},
               {.id = "run left out"},
               {.id = "so"}});
  for (const sim::ClassFactor& one : fit.factors) {
    table.add_row({one.work, one.engine, static_cast<std::int64_t>(one.operators),
                   fmt::format("{:.4f}", one.factor), format_percent(one.error, 1),
                   error_text(one.operator_out), error_text(one.document_out), verdict(one)});
  }
  std::string text = table.to_text();
  for (const std::string& line : fit.evidence.not_used()) {
    text += fmt::format("Not used in a fit: {}\n", line);
  }
  return text;
}

std::string evidence_text(const ResidualFit& fit, const sim::Parameters& fitted) {
  if (fit.evidence.empty()) return "No operator joined the fit.\n";
  Table operators({{.id = "run"},
                   {.id = "operator"},
                   {.id = "engine"},
                   {.id = "measured / simulated"},
                   {.id = "after the fit"}});
  const std::vector<double> after = fit.evidence.ratios(fitted);
  const std::vector<sim::OperatorEvidence::Row> rows = fit.evidence.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const sim::OperatorResidual& row = rows[i].residual;
    operators.add_row({rows[i].document, row.name, row.engine, fmt::format("{:.4f}", row.ratio()),
                       fmt::format("{:.4f}", after[i])});
  }
  Table moved({{.id = "parameter"}, {.id = "built in"}, {.id = "fitted"}, {.id = "change"}});
  for (const sim::ParameterInfo& info : sim::parameter_table()) {
    const double before = fit.simulated_with.parameters.*info.member;
    const double change = fitted.*info.member / before - 1.0;
    if (info.kind != sim::ParameterKind::kFitted || std::abs(change) < kLeastMove) continue;
    moved.add_row({std::string(info.name), fmt::format("{:.5g}", before),
                   fmt::format("{:.5g}", fitted.*info.member),
                   fmt::format("{:+.1f} %", 100 * change)});
  }
  return operators.to_text() + "\n" + moved.to_text();
}

Json residual_json(const ResidualFit& fit, const sim::Parameters* fitted) {
  Json json = sim::to_json(fit.documents, fit.factors);
  json["not_used"] = fit.evidence.not_used();
  if (fitted == nullptr) return json;
  Json operators = Json::array();
  const std::vector<double> after = fit.evidence.ratios(*fitted);
  const std::vector<sim::OperatorEvidence::Row> rows = fit.evidence.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const sim::OperatorResidual& row = rows[i].residual;
    operators.push_back({{"document", rows[i].document},
                         {"work", row.work},
                         {"engine", row.engine},
                         {"name", row.name},
                         {"residual", row.ratio()},
                         {"residual_after_fit", after[i]}});
  }
  json["operators"] = std::move(operators);
  return json;
}

}  // namespace nscope::cli
