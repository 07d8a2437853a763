#include "app/cli/options/catalog_options.h"

#include "app/cli/command.h"

namespace nscope::cli {

void add_catalog_options(CLI::App& app, app::CatalogFolders& folders) {
  app.add_option("--models", folders.models,
                 help("Folder with your own models (*.json, schema nscope.models/1 or config.json "
                      "files), or of a checkpoint; can be repeated"))
      ->option_text("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--devices", folders.devices,
                 help("Folder with your own devices and instance types (*.json, schemas "
                      "nscope.device/1 and nscope.instances/1); can be repeated"))
      ->option_text("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

CLI::Option* add_config_option(CLI::App& app, std::string& config) {
  return app
      .add_option("--config", config,
                  help("Hugging Face config.json of a model, or the folder with it, instead of the "
                       "models of the document"))
      ->option_text("FILE");
}

void show_model_files(const std::vector<app::ModelFile>& files, Json& json) {
  if (!files.empty()) json["model_files"] = app::model_files_json(files);
}

}  // namespace nscope::cli
