#pragma once

#include "app/documents/model_files.h"
#include "app/documents/own_catalog.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// Declares --models and --devices, the folders of the user's own models, devices and instances.
void add_catalog_options(CLI::App& app, app::CatalogFolders& folders);

/// Declares --config, the config.json whose model replaces those of a document.
CLI::Option* add_config_option(CLI::App& app, std::string& config);

/// Adds the models that files describe to the JSON of a command.
void show_model_files(const std::vector<app::ModelFile>& files, Json& json);

}  // namespace nscope::cli
