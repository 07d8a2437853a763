#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

#include <string>
#include <vector>

namespace nscope::app {

/// The folders with documents of the user that are added to the built-in catalogue.
struct CatalogFolders {
  /// Of files with schema nscope.models/1 and of config.json files, or of one checkpoint.
  std::vector<std::string> models{};
  std::vector<std::string> devices{};  ///< of files with schema nscope.device/1, nscope.instances/1

  friend bool operator==(const CatalogFolders&, const CatalogFolders&) = default;
};

/// The built-in catalogue followed by every file *.json of the folders, in alphabetical order.
/// Subfolders and other files are ignored. A config.json of Hugging Face under another name becomes
/// a model with this name. A folder with config.json, model_index.json or params.json is that of
/// one checkpoint: a model with the name of the folder. Errors: kIo if a folder cannot be read;
/// kBadInput with file and key for a document that is not valid, has the schema of the other
/// option, or has a name that is in the catalogue already; kBadInput for a folder without
/// documents. The catalogue also contains `others`.
Result<catalog::Catalog> load_catalog(const CatalogFolders& folders,
                                      std::vector<catalog::Model> others = {});

}  // namespace nscope::app
