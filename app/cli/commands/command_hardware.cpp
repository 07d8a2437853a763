#include "app/cli/command.h"
#include "app/cli/output/fact_text.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/catalog_tables.h"
#include "simcore/engine/calibration/calibration.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct HardwareArguments {
  std::string name;
  bool parameters = false;
};

Json envelope(std::string_view schema) {
  return Json{{"schema", schema}};
}

Result<CommandOutput> list_all(const catalog::Catalog& catalog, bool as_json) {
  const Table devices = catalog::device_table(catalog);
  const Table instances = catalog::instance_table(catalog);
  if (as_json) {
    Json json = envelope("nscope.hardware/1");
    json["devices"] = devices.to_json();
    json["instances"] = instances.to_json();
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{
      .text = "Devices\n" + devices.to_text() + "\nInstance types\n" + instances.to_text(),
      .note = "'nscope hardware NAME' shows every number of one with its source.\n"};
}

/// One device or instance type: instance names are tried first.
Result<CommandOutput> show_one(const catalog::Catalog& catalog, const std::string& name,
                               bool as_json) {
  const auto instance = catalog.instance(name);
  const auto device = catalog.device(name);
  if (!instance && !device) {
    // Instance types have a dot, devices have none: suggest from the likely list.
    return fail(name.find('.') != std::string::npos ? instance.error() : device.error());
  }
  const Table table =
      instance ? catalog::instance_table(catalog, **instance) : catalog::device_table(**device);
  if (as_json) {
    Json json = envelope("nscope.hardware/1");
    json[instance ? "instance" : "device"] = instance ? (*instance)->id : (*device)->id;
    json["facts"] = table.to_json();
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{.text = fact_text(table)};
}

/// The simulator's parameters: what nobody publishes, and what it was fitted on.
Result<CommandOutput> show_parameters(bool as_json) {
  const auto calibration = sim::load_calibration();
  if (!calibration) return fail(calibration.error());
  if (as_json) return CommandOutput{.text = sim::to_json(*calibration).dump(2) + "\n"};
  Table parameters(
      {{.id = "parameter"}, {.id = "value"}, {.id = "unit"}, {.id = "kind"}, {.id = "meaning"}});
  for (const sim::ParameterInfo& info : sim::parameter_table()) {
    parameters.add_row(
        {std::string(info.name), fmt::format("{:.4g}", calibration->parameters.*info.member),
         std::string(info.unit), std::string(to_string(info.kind)), std::string(info.meaning)});
  }
  Table residuals({{.id = "class"},
                   {.id = "metric"},
                   {.id = "rows"},
                   {.id = "fit", .unit = "%", .decimals = 1},
                   {.id = "other models", .unit = "%", .decimals = 1},
                   {.id = "p90", .unit = "%", .decimals = 1}});
  for (const sim::ResidualStatistics& r : calibration->residuals) {
    residuals.add_row({r.class_name, r.metric, std::int64_t{r.rows}, r.fit_mape * 100.0,
                       r.lomo_mape * 100.0, r.lomo_p90 * 100.0});
  }
  return CommandOutput{
      .text = fmt::format("Fitted {} on {} rows of {}\n\n{}\nMean absolute error; 'other models': "
                          "of models left out of the fit\n{}",
                          calibration->date, calibration->rows.size(), calibration->data,
                          parameters.to_text(), residuals.to_text())};
}

}  // namespace

CommandRun define_hardware(CLI::App& app) {
  const auto options = std::make_shared<HardwareArguments>();
  app.add_option("NAME", options->name, "A device (trainium2) or instance type (trn2.48xlarge)");
  app.add_flag("--parameters", options->parameters,
               "The simulator's free parameters, fitted and assumed");
  return [options](const CommonOptions& common, TaskControl&) -> Result<CommandOutput> {
    if (options->parameters) return show_parameters(common.json);
    const auto catalog = catalog::Catalog::load();
    if (!catalog) return fail(catalog.error());
    return options->name.empty() ? list_all(*catalog, common.json)
                                 : show_one(*catalog, options->name, common.json);
  };
}

}  // namespace nscope::cli
