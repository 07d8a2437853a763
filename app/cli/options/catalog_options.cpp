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

}  // namespace nscope::cli
