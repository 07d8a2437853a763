#include "app/cli/studies/residual_fit.h"

#include "app/documents/built_in.h"
#include "profiler/base/tables/table.h"

#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// Smaller relative changes of a parameter are not listed.
constexpr double kLeastMove = 0.005;
/// A mean error below this value needs no factor.
constexpr double kAgrees = 0.01;

Text error_text(const std::optional<double>& error) {
  return error ? tr("{}", as::percent(*error)) : Text();
}

Text ratio_text(double ratio) {
  return tr("{}", as::fixed(ratio, 4));
}

Text verdict(const sim::ClassFactor& factor) {
  if (!factor.operator_out) {
    return tr("too few operators (at least {})", sim::kFewestOperators);
  }
  if (factor.error < kAgrees) return tr("agrees");
  return factor.is_common() ? tr("common factor") : tr("no common factor");
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
      return fail(ErrorCode::kInvalidArgument, tr("duplicate file"), path);
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

std::string factor_text(const ResidualFit& fit, const Language& language) {
  Table table({{.id = "work", .title = tr("Work")},
               {.id = "engine", .title = tr("Engine")},
               {.id = "operators", .title = tr("Operators")},
               {.id = "factor", .title = tr("Measured / simulated")},
               {.id = "error", .title = tr("Error")},
               {.id = "operator_out", .title = tr("Operator left out")},
               {.id = "run_out", .title = tr("Run left out")},
               {.id = "result", .title = tr("Result")}});
  for (const sim::ClassFactor& one : fit.factors) {
    table.add_row({one.work, one.engine, static_cast<std::int64_t>(one.operators),
                   ratio_text(one.factor), error_text(one.error), error_text(one.operator_out),
                   error_text(one.document_out), verdict(one)});
  }
  std::string text = table.to_text(language);
  for (const Text& reason : fit.evidence.not_used()) {
    text += language.say(tr("Not used in a fit: {}", reason)) + "\n";
  }
  return text;
}

std::string evidence_text(const ResidualFit& fit, const sim::Parameters& fitted,
                          const Language& language) {
  if (fit.evidence.empty()) {
    return language.say(tr("The fit contains no measured operators.")) + "\n";
  }
  Table operators({{.id = "run", .title = tr("Run")},
                   {.id = "operator", .title = tr("Operator")},
                   {.id = "engine", .title = tr("Engine")},
                   {.id = "before", .title = tr("Measured / simulated")},
                   {.id = "after", .title = tr("After the fit")}});
  const std::vector<double> after = fit.evidence.ratios(fitted);
  const std::vector<sim::OperatorEvidence::Row> rows = fit.evidence.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const sim::OperatorResidual& row = rows[i].residual;
    operators.add_row(
        {rows[i].document, row.name, row.engine, ratio_text(row.ratio()), ratio_text(after[i])});
  }
  Table changes({{.id = "parameter", .title = tr("Parameter")},
                 {.id = "built_in", .title = tr("Built-in value")},
                 {.id = "fitted", .title = tr("Fitted value")},
                 {.id = "change", .title = tr("Change")}});
  const auto digits = [](double value) {
    return tr("{}", as::exact(fmt::format("{:.5g}", value)));
  };
  for (const sim::ParameterInfo& info : sim::parameter_table()) {
    const double before = fit.simulated_with.parameters.*info.member;
    const double change = fitted.*info.member / before - 1.0;
    if (info.kind != sim::ParameterKind::kFitted || std::abs(change) < kLeastMove) continue;
    changes.add_row({std::string(info.name), digits(before), digits(fitted.*info.member),
                     tr("{}", as::exact(fmt::format("{:+.1f} %", 100 * change)))});
  }
  return operators.to_text(language) + "\n" + changes.to_text(language);
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
