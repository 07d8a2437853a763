#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/output/fact_text.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/catalog_tables.h"
#include "simcore/engine/calibration/calibration.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct HardwareArguments {
  app::CatalogFolders catalog;
  std::string name;
  bool parameters = false;
};

Json envelope(std::string_view schema) {
  return Json{{"schema", schema}};
}

Result<CommandOutput> list_all(const catalog::Catalog& catalog, const CommonOptions& common) {
  const Table devices = catalog::device_table(catalog);
  const Table instances = catalog::instance_table(catalog);
  if (common.json) {
    Json json = envelope("nscope.hardware/1");
    json["devices"] = devices.to_json();
    json["instances"] = instances.to_json();
    return CommandOutput{.text = document_text(json)};
  }
  const Language& language = common.language;
  return CommandOutput{.text = language.say(tr("Devices")) + "\n" + devices.to_text(language) +
                               "\n" + language.say(tr("Instance types")) + "\n" +
                               instances.to_text(language),
                       .note = language.say(tr("'nscope hardware NAME' shows a device or instance "
                                               "type with the source of each figure.")) +
                               "\n"};
}

/// Shows one device or instance type.
Result<CommandOutput> show_one(const catalog::Catalog& catalog, const std::string& name,
                               const CommonOptions& common) {
  const auto instance = catalog.instance(name);
  const auto device = catalog.device(name);
  if (!instance && !device) {
    // The error suggests similar names. Instance types have a dot, devices do not.
    return fail(name.find('.') != std::string::npos ? instance.error() : device.error());
  }
  const Table table =
      instance ? catalog::instance_table(catalog, **instance) : catalog::device_table(**device);
  if (common.json) {
    Json json = envelope("nscope.hardware/1");
    json[instance ? "instance" : "device"] = instance ? (*instance)->id : (*device)->id;
    json["facts"] = table.to_json();
    return CommandOutput{.text = document_text(json)};
  }
  return CommandOutput{.text = fact_text(table, common.language)};
}

/// Shows the parameters of the simulator, which nobody publishes, and the errors of their fit.
Result<CommandOutput> show_parameters(const CommonOptions& common) {
  const auto calibration = sim::load_calibration();
  if (!calibration) return fail(calibration.error());
  if (common.json) return CommandOutput{.text = document_text(sim::to_json(*calibration))};
  Table parameters({{.id = "parameter", .title = tr("Parameter")},
                    {.id = "value", .title = tr("Value")},
                    {.id = "unit", .title = tr("Unit")},
                    {.id = "kind", .title = tr("Kind")},
                    {.id = "meaning", .title = tr("Meaning")}});
  for (const sim::ParameterInfo& info : sim::parameter_table()) {
    const double value = calibration->parameters.*info.member;
    parameters.add_row({std::string(info.name), tr("{}", as::exact(fmt::format("{:.4g}", value))),
                        std::string(info.unit), Text(title(info.kind)), info.meaning});
  }
  Table residuals({{.id = "class", .title = tr("Class")},
                   {.id = "metric", .title = tr("Metric")},
                   {.id = "rows", .title = tr("Rows")},
                   {.id = "fit", .title = tr("Error of fit"), .unit = "%", .decimals = 1},
                   {.id = "other", .title = tr("Other models"), .unit = "%", .decimals = 1},
                   {.id = "p90", .title = tr("Other models p90"), .unit = "%", .decimals = 1}});
  for (const sim::ResidualStatistics& r : calibration->residuals) {
    residuals.add_row({r.class_name, r.metric, std::int64_t{r.rows}, r.fit_mape * 100.0,
                       r.lomo_mape * 100.0, r.lomo_p90 * 100.0});
  }
  const Language& language = common.language;
  const Text heading = tr("Fitted on {} to {} rows of {}", calibration->date,
                          calibration->rows.size(), calibration->data);
  const Text errors = tr(
      "Mean absolute errors. 'Other models' are predictions of models that the fit did not use.");
  return CommandOutput{.text = language.say(heading) + "\n\n" + parameters.to_text(language) +
                               "\n" + language.say(errors) + "\n" + residuals.to_text(language)};
}

}  // namespace

CommandRun define_hardware(CLI::App& app) {
  const auto options = std::make_shared<HardwareArguments>();
  app.add_option("NAME", options->name,
                 help("A device (trainium2) or instance type (trn2.48xlarge)"));
  app.add_flag("--parameters", options->parameters,
               help("Show the fitted and assumed parameters of the simulator"));
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl&) -> Result<CommandOutput> {
    if (options->parameters) return show_parameters(common);
    const auto catalog = app::load_catalog(options->catalog);
    if (!catalog) return fail(catalog.error());
    return options->name.empty() ? list_all(*catalog, common)
                                 : show_one(*catalog, options->name, common);
  };
}

}  // namespace nscope::cli
