#include "app/cli/command.h"
#include "app/cli/output/fact_text.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/catalog_tables.h"

#include <memory>

namespace nscope::cli {
namespace {

Result<CommandOutput> run(const std::string& name, const CommonOptions& common) {
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  Json json{{"schema", "nscope.models/1"}};
  Table table;
  if (name.empty()) {
    table = catalog::model_table(*catalog);
    json["models"] = table.to_json();
  } else {
    const auto model = catalog->model(name);
    if (!model) return fail(model.error());
    table = catalog::model_table(**model);
    json["model"] = (*model)->id;
    json["facts"] = table.to_json();
  }
  if (common.json) return CommandOutput{.text = document_text(json)};
  return CommandOutput{.text = name.empty() ? table.to_text(common.language)
                                            : fact_text(table, common.language)};
}

}  // namespace

CommandRun define_models(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  app.add_option("NAME", *name, help("Show one model, by id or alias"));
  return [name](const CommonOptions& common, TaskControl&) { return run(*name, common); };
}

}  // namespace nscope::cli
