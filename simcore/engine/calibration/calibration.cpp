#include "simcore/engine/calibration/calibration.h"

#include "simcore/engine/calibration/parameter_json.h"
#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.calibration/3";
constexpr const char* kBuiltIn = "calibration/neuroncore-v2.json";

Result<ResidualStatistics> read_residuals(const Json& json, std::string where) {
  StrictObject in(json, std::move(where));
  ResidualStatistics out;
  out.class_name = in.string("class");
  out.metric = in.string("metric");
  out.generation = in.string("generation");
  out.rows = static_cast<int>(in.integer("rows"));
  out.groups = static_cast<int>(in.integer("groups"));
  out.fit_mape = in.number("fit_mape");
  out.lomo_mape = in.number("lomo_mape");
  out.lomo_median = in.number("lomo_median");
  out.lomo_p90 = in.number("lomo_p90");
  out.family_mape = in.number("family_mape");
  out.source_mape = in.number("source_mape");
  out.source_median = in.number("source_median");
  out.bias = in.number("bias");
  out.coverage = in.number("coverage");
  const ValueRange ratios = ratios_member(in);
  out.low_ratio = ratios.low;
  out.high_ratio = ratios.high;
  if (auto done = in.finish(); !done) return fail(done.error());
  return out;
}

Result<CalibratedDomain> read_domain(const Json& json, std::string where) {
  StrictObject in(json, std::move(where));
  CalibratedDomain domain;
  domain.class_name = in.string("class");
  domain.generations = texts_member(in, "generations");
  domain.types = texts_member(in, "types");
  domain.weight_types = texts_member(in, "weight_types");
  domain.sizes = ranges_member(in, "sizes");
  domain.models = texts_member(in, "models");
  domain.features = texts_member(in, "features");
  if (auto done = in.finish(); !done) return fail(done.error());
  return domain;
}

}  // namespace

const ResidualStatistics* Calibration::find(std::string_view class_name, std::string_view metric,
                                            std::string_view generation) const {
  const ResidualStatistics* of_all = nullptr;
  for (const ResidualStatistics& entry : residuals) {
    if (entry.class_name != class_name || entry.metric != metric) continue;
    if (entry.generation.empty()) of_all = &entry;
    if (!generation.empty() && entry.generation == generation) return &entry;
  }
  return of_all;
}

Result<Calibration> load_calibration() {
  const auto json = parse_json_resource(kBuiltIn);
  if (!json) return fail(json.error());
  return calibration_from_json(*json, kBuiltIn);
}

const Result<Calibration>& built_in_calibration() {
  static const Result<Calibration> loaded = load_calibration();
  return loaded;
}

Result<Calibration> calibration_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  Calibration calibration;
  calibration.date = in.string("date");
  calibration.data = in.string("data");
  calibration.software = in.string("software");
  if (!is_version(calibration.software)) in.reject("software", tr("must be a version"));
  calibration.rows = texts_member(in, "rows");
  const Json& parameters = in.object("parameters");
  const Json& domains = in.array("domains");
  const Json& residuals = in.array("residuals");
  if (auto done = in.finish(); !done) return fail(done.error());
  const auto values = parameters_from_json(parameter_table(), parameters, in.path("parameters"));
  if (!values) return fail(values.error());
  calibration.parameters = *values;
  Result<> ok = read_entries(domains, in.path("domains"), read_domain, calibration.domains);
  if (ok) ok = read_entries(residuals, in.path("residuals"), read_residuals, calibration.residuals);
  if (!ok) return fail(ok.error());
  return calibration;
}

Json to_json(const Calibration& calibration) {
  Json json;
  json["schema"] = kSchema;
  json["date"] = calibration.date;
  json["data"] = calibration.data;
  json["software"] = calibration.software;
  json["parameters"] = parameters_json(parameter_table(), calibration.parameters);
  json["domains"] = Json::array();
  for (const CalibratedDomain& domain : calibration.domains) {
    json["domains"].push_back({{"class", domain.class_name},
                               {"generations", domain.generations},
                               {"types", domain.types},
                               {"weight_types", domain.weight_types},
                               {"sizes", ranges_json(domain.sizes)},
                               {"models", domain.models},
                               {"features", domain.features}});
  }
  json["residuals"] = Json::array();
  for (const ResidualStatistics& entry : calibration.residuals) {
    json["residuals"].push_back({{"class", entry.class_name},
                                 {"metric", entry.metric},
                                 {"generation", entry.generation},
                                 {"rows", entry.rows},
                                 {"groups", entry.groups},
                                 {"fit_mape", entry.fit_mape},
                                 {"lomo_mape", entry.lomo_mape},
                                 {"lomo_median", entry.lomo_median},
                                 {"lomo_p90", entry.lomo_p90},
                                 {"family_mape", entry.family_mape},
                                 {"source_mape", entry.source_mape},
                                 {"source_median", entry.source_median},
                                 {"bias", entry.bias},
                                 {"coverage", entry.coverage},
                                 {"low_ratio", entry.low_ratio},
                                 {"high_ratio", entry.high_ratio}});
  }
  json["rows"] = calibration.rows;
  return json;
}

std::string label_of(const Calibration& calibration) {
  return fmt::format("{}, {}", calibration.date, calibration.data);
}

std::string family_of(const catalog::Model& model) {
  if (model.layers == 0) return model.id;
  return fmt::format("{} layers of {}", model.layers, model.hidden);
}

}  // namespace nscope::sim
