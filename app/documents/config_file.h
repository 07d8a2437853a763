#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>

namespace nscope::app {

/// A file that describes a model, and its content.
struct ConfigFile {
  std::string path;
  Json json;
};

/// The file that describes the model in the folder of a checkpoint (see read_config_file()); empty
/// if there is none.
std::string description_of_folder(const std::string& folder);

/// Reads the file, or the one that describes the model in the folder: model_index.json, config.json
/// or params.json, also in the only snapshot of a folder of the hub's cache. A params.json of
/// Mistral or Meta is returned with the members of a config.json. Errors: those of opening and
/// parsing; kNotFound for a folder without such a file; kBadInput for weights, adapters, tokenizers
/// and other files that are near a config.json, with what to use instead.
Result<ConfigFile> read_config_file(const std::string& path);

}  // namespace nscope::app
