#include "simcore/engine/validation/operator_residuals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.residuals/1";

/// nullopt if a duration is 0.
std::optional<OperatorResidual> read_row(StrictObject& in) {
  OperatorResidual row{
      .work = in.string("work"), .engine = in.string("engine"), .name = in.string("name")};
  row.measured_mean = in.number("measured_mean_ns");
  row.simulated_mean = in.number("simulated_mean_ns");
  row.measured_time = in.number("measured_time_ns");
  for (const auto& [key, value] : {std::pair("measured_mean_ns", row.measured_mean),
                                   std::pair("simulated_mean_ns", row.simulated_mean),
                                   std::pair("measured_time_ns", row.measured_time)}) {
    if (!std::isfinite(value) || value < 0)
      in.reject(key, tr("must be a finite number of at least 0"));
  }
  if (row.measured_mean <= 0 || row.simulated_mean <= 0 || row.measured_time <= 0) {
    return std::nullopt;
  }
  return row;
}

Result<> read_simulated(StrictObject& in, ResidualDocument& to) {
  StrictObject simulated(in.object("simulated"), in.path("simulated"));
  const Json* const workload = simulated.optional("workload");
  if (workload != nullptr && !workload->is_null()) {
    auto read = workload_from_json(*workload, simulated.path("workload"));
    if (!read) return fail(read.error());
    to.workload = std::move(*read);
  }
  const Json* const calibration = simulated.optional("calibration");
  if (calibration != nullptr && calibration->is_string()) {
    to.calibration = calibration->get<std::string>();
  }
  return simulated.first_error();
}

/// A row and the index of its document.
struct Entry {
  const OperatorResidual* row;
  std::size_t document;
};

/// The weighted sum of logarithms of ratios, from which a factor is computed.
struct Logs {
  double sum = 0;
  double weight = 0;

  void add(const OperatorResidual& row) {
    sum += row.measured_time * std::log(row.ratio());
    weight += row.measured_time;
  }
  double factor() const { return weight > 0 ? std::exp(sum / weight) : 1.0; }
  /// The factor without `part`; 1 if `part` is everything.
  double factor_without(const Logs& part) const {
    return Logs{.sum = sum - part.sum, .weight = weight - part.weight}.factor();
  }
};

template <class Factor>
double error_with(const std::vector<Entry>& entries, Factor factor) {
  double sum = 0;
  double weight = 0;
  for (const Entry& entry : entries) {
    sum += entry.row->measured_time * std::abs(factor(entry) / entry.row->ratio() - 1.0);
    weight += entry.row->measured_time;
  }
  return sum / weight;
}

ClassFactor class_factor(const std::vector<Entry>& entries) {
  ClassFactor out{.work = entries.front().row->work, .engine = entries.front().row->engine};
  Logs all;
  std::map<std::string_view, Logs> names;
  std::map<std::size_t, Logs> documents;
  for (const Entry& entry : entries) {
    all.add(*entry.row);
    names[entry.row->name].add(*entry.row);
    documents[entry.document].add(*entry.row);
  }
  out.measured_time = all.weight;
  out.operators = names.size();
  out.factor = all.factor();
  out.error = error_with(entries, [](const Entry&) { return 1.0; });
  if (entries.size() > 1) {
    out.fit = error_with(entries, [&](const Entry&) { return out.factor; });
  }
  if (names.size() >= kFewestOperators) {
    out.operator_out = error_with(
        entries, [&](const Entry& left) { return all.factor_without(names.at(left.row->name)); });
  }
  if (documents.size() > 1) {
    out.document_out = error_with(entries, [&](const Entry& left) {
      return all.factor_without(documents.at(left.document));
    });
  }
  return out;
}

Json cell(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Result<ResidualDocument> residuals_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  ResidualDocument document{.name = std::string(name)};
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  if (auto ok = read_simulated(in, document); !ok) return fail(ok.error());
  const Json& rows = in.array("rows");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    StrictObject at(rows[i], in.path(fmt::format("rows/{}", i)));
    auto row = read_row(at);
    if (auto ok = at.first_error(); !ok) return fail(ok.error());
    if (row) {
      document.rows.push_back(std::move(*row));
    } else {
      ++document.without_time;
    }
  }
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  if (document.rows.empty()) {
    return fail(ErrorCode::kBadInput, tr("the two runs have no common operator with a duration"),
                std::string(name));
  }
  return document;
}

bool ClassFactor::is_common() const {
  return operator_out && *operator_out < error && (!document_out || *document_out < error);
}

std::vector<ClassFactor> class_factors(const std::vector<ResidualDocument>& documents) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Entry>> classes;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const OperatorResidual& row : documents[i].rows) {
      classes[{row.work, row.engine}].push_back({&row, i});
    }
  }
  std::vector<ClassFactor> factors;
  for (const auto& [key, entries] : classes) factors.push_back(class_factor(entries));
  std::stable_sort(factors.begin(), factors.end(), [](const ClassFactor& a, const ClassFactor& b) {
    return a.measured_time > b.measured_time;
  });
  return factors;
}

Json to_json(const std::vector<ResidualDocument>& documents,
             const std::vector<ClassFactor>& factors) {
  Json files = Json::array();
  for (const ResidualDocument& document : documents) {
    files.push_back({{"name", document.name},
                     {"rows", document.rows.size()},
                     {"rows_without_time", document.without_time},
                     {"calibration",
                      document.calibration.empty() ? Json(nullptr) : Json(document.calibration)}});
  }
  Json classes = Json::array();
  for (const ClassFactor& one : factors) {
    classes.push_back({{"work", one.work},
                       {"engine", one.engine},
                       {"operators", one.operators},
                       {"measured_time_ns", one.measured_time},
                       {"factor", one.factor},
                       {"error", one.error},
                       {"error_fit", cell(one.fit)},
                       {"error_operator_left_out", cell(one.operator_out)},
                       {"error_document_left_out", cell(one.document_out)},
                       {"is_common", one.is_common()}});
  }
  return {{"documents", std::move(files)}, {"classes", std::move(classes)}};
}

}  // namespace nscope::sim
