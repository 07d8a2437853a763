#pragma once

#include "app/documents/built_in.h"
#include "app/documents/own_catalog.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/config/hf_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::app {

/// A model that a document or --config names by the path of its config.json. Plain data.
struct ModelFile {
  std::string name;  ///< the path as it is written, which is the id of the model
  std::string path;  ///< of the file that describes the model
  catalog::ConfiguredModel configured;
};

/// Whether the name of a model is the path of a file or folder: it ends with ".json", or begins
/// with "/", "./" or "../". Ids of Hugging Face have a slash, too.
bool is_model_path(std::string_view name);

/// The catalogue for a document, with the models that it names by files.
struct DocumentCatalog {
  catalog::Catalog catalog;
  std::vector<ModelFile> files{};
};

/// Reads the models that members `model` and `draft_model` of the document name by paths, which
/// start at the folder of the document, and adds them to those of load_catalog(). A document that
/// is not a file names none. `config`, if it
/// is not empty, is the path of a config.json whose model replaces those of the document; it starts
/// at the working folder. Then state_stored_weights(). Errors: those of load_catalog() and
/// read_model_config(), with the member that names the file; kInvalidArgument if `config` is stated
/// for a document without a model.
Result<DocumentCatalog> load_catalog_for(Document& document, const CatalogFolders& folders,
                                         const std::string& config = {});

/// Adds the models that the document names to `files`, without those that are there. `name`: of the
/// document, for messages; `folder`: where relative paths start.
Result<> add_model_files(const Json& document, const std::string& name, const std::string& folder,
                         std::vector<ModelFile>& files);

/// Reads the config.json and replaces the models of the document by its model. Nothing if `config`
/// is empty. Errors: those of load_catalog_for().
Result<> use_config(const std::string& config, Json& document, const std::string& name,
                    std::vector<ModelFile>& files);

/// States the type of the weights of quantised files beside each member `model` that does not state
/// one: in `weight_dtype` of workloads, `dtype` of cost items and studies, `weight_dtypes` of
/// plans. Returns the names of the models whose type was stated. Errors: kUnsupportedVersion for
/// types that nothing supports there, with the member to state.
Result<std::vector<std::string>> state_stored_weights(Json& document, const std::string& name,
                                                      const catalog::Catalog& catalog,
                                                      const std::vector<ModelFile>& files);

/// "x/config.json: the model is read from this file; the weights are ...".
Text model_file_text(const std::string& name, const Text& note);
/// A line for each file.
std::string model_files_text(const std::vector<ModelFile>& files, const Language& language);
/// [{"model", "note"}]
Json model_files_json(const std::vector<ModelFile>& files);

}  // namespace nscope::app
