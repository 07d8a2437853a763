#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/output/fact_text.h"
#include "app/documents/model_config.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/catalog_tables.h"
#include "simcore/catalog/config/config_family.h"

#include <memory>
#include <string>
#include <utility>

namespace nscope::cli {
namespace {

struct ModelsArguments {
  std::string name;
  std::string config;
  bool config_types = false;
  app::CatalogFolders catalog;
};

/// The model types whose config.json can be read.
Result<CommandOutput> config_types(const CommonOptions& common) {
  const auto& families = catalog::config_families();
  if (!families) return fail(families.error());
  Table table({{.id = "type", .title = tr("Model type")}, {.id = "kind", .title = tr("Kind")}});
  for (const std::string& type : families->types()) {
    table.add_row({type, std::string(catalog::to_string(families->find(type)->kind))});
  }
  if (!common.json) return CommandOutput{.text = table.to_text(common.language)};
  const Json json{{"schema", "nscope.models/1"}, {"config_types", table.to_json()}};
  return CommandOutput{.text = document_text(json)};
}

/// The facts of one model.
CommandOutput one_model(const catalog::Model& model, const CommonOptions& common) {
  const Table table = catalog::model_table(model);
  if (!common.json) return {.text = fact_text(table, common.language)};
  const Json json{{"schema", "nscope.models/1"}, {"model", model.id}, {"facts", table.to_json()}};
  return {.text = document_text(json)};
}

/// The model of a config.json, with the type of its stored weights.
Result<CommandOutput> configured_model(const std::string& path, const CommonOptions& common) {
  auto read = app::read_model_config(path);
  if (!read) return fail(read.error());
  catalog::Model& model = read->model;
  if (!read->weights.dtype.empty()) {
    const bool other = read->weights.dtype == catalog::kOtherWeights;
    Text weights = other ? app::stored_weights_refusal(read->weights)
                         : app::stored_weights_note(read->weights);
    model.note =
        model.note.empty() ? std::move(weights) : tr("{}; {}", model.note, std::move(weights));
  }
  return one_model(model, common);
}

Result<CommandOutput> run(const ModelsArguments& options, const CommonOptions& common) {
  if (options.config_types) return config_types(common);
  if (!options.config.empty()) return configured_model(options.config, common);
  const auto catalog = app::load_catalog(options.catalog);
  if (!catalog) return fail(catalog.error());
  if (!options.name.empty()) {
    const auto model = catalog->model(options.name);
    if (!model) return fail(model.error());
    return one_model(**model, common);
  }
  const Table table = catalog::model_table(*catalog);
  if (!common.json) return CommandOutput{.text = list_text(table, common.language)};
  const Json json{{"schema", "nscope.models/1"}, {"models", table.to_json()}};
  return CommandOutput{.text = document_text(json)};
}

}  // namespace

CommandRun define_models(CLI::App& app) {
  const auto options = std::make_shared<ModelsArguments>();
  app.add_option("NAME", options->name, help("Show one model, by id or alias"));
  CLI::Option* const config =
      app.add_option(
             "--config", options->config,
             help("Show the model of a config.json (Hugging Face), or of the folder with it"))
          ->option_text("FILE")
          ->excludes("NAME");
  app.add_flag("--config-types", options->config_types,
               help("List the model types whose config.json can be read"))
      ->excludes("NAME")
      ->excludes(config);
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl&) { return run(*options, common); };
}

}  // namespace nscope::cli
