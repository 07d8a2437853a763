#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/output/fact_text.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/catalog_tables.h"
#include "simcore/catalog/config/config_family.h"

#include <memory>

namespace nscope::cli {
namespace {

struct ModelsArguments {
  std::string name;
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

Result<CommandOutput> run(const ModelsArguments& options, const CommonOptions& common) {
  if (options.config_types) return config_types(common);
  const auto catalog = app::load_catalog(options.catalog);
  if (!catalog) return fail(catalog.error());
  Json json{{"schema", "nscope.models/1"}};
  Table table;
  if (options.name.empty()) {
    table = catalog::model_table(*catalog);
    json["models"] = table.to_json();
  } else {
    const auto model = catalog->model(options.name);
    if (!model) return fail(model.error());
    table = catalog::model_table(**model);
    json["model"] = (*model)->id;
    json["facts"] = table.to_json();
  }
  if (common.json) return CommandOutput{.text = document_text(json)};
  return CommandOutput{.text = options.name.empty() ? list_text(table, common.language)
                                                    : fact_text(table, common.language)};
}

}  // namespace

CommandRun define_models(CLI::App& app) {
  const auto options = std::make_shared<ModelsArguments>();
  app.add_option("NAME", options->name, help("Show one model, by id or alias"));
  app.add_flag("--config-types", options->config_types,
               help("List the model types whose config.json can be read"))
      ->excludes("NAME");
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl&) { return run(*options, common); };
}

}  // namespace nscope::cli
