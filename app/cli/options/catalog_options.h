#pragma once

#include "app/documents/own_catalog.h"

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// Declares --models and --devices, the folders of the user's own models, devices and instances.
void add_catalog_options(CLI::App& app, app::CatalogFolders& folders);

}  // namespace nscope::cli
