#include "app/documents/model_files.h"

#include "app/documents/config_file.h"
#include "app/documents/model_config.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/language.h"
#include "simcore/engine/gpu/gpu_estimate.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kModelMembers{"model", "draft_model"};

/// Calls `visit` with every text member `model` or `draft_model` of the document and its pointer.
template <class Value, class Visit>
void each_model(Value& json, const std::string& at, const Visit& visit) {
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      each_model(json[i], fmt::format("{}/{}", at, i), visit);
    }
  }
  if (!json.is_object()) return;
  for (auto member = json.begin(); member != json.end(); ++member) {
    const std::string pointer = at + "/" + pointer_part(member.key());
    // The summary of a run names what it ran.
    if (member.key() == "summary") continue;
    const bool names =
        std::find(kModelMembers.begin(), kModelMembers.end(), member.key()) != kModelMembers.end();
    if (names && member->is_string()) {
      visit(*member, pointer);
    } else {
      each_model(*member, pointer, visit);
    }
  }
}

const ModelFile* find_file(const std::vector<ModelFile>& files, const Json& name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const ModelFile& file) { return name == file.name; });
  return found == files.end() ? nullptr : &*found;
}

Result<ModelFile> read_file_of(const std::string& path, const std::string& name) {
  auto configured = read_model_config(path, name);
  if (!configured) return fail(configured.error());
  std::error_code ignored;
  return ModelFile{.name = name,
                   .path = fs::is_directory(path, ignored) ? description_of_folder(path) : path,
                   .configured = std::move(*configured)};
}

/// The document with its schema: which member states the type of weights.
enum class WeightMember { kWorkload, kShape, kPlan, kNone };

WeightMember weight_member_of(const Json& document) {
  const auto member = document.find("schema");
  const std::string schema =
      member != document.end() && member->is_string() ? member->get<std::string>() : std::string();
  if (schema.starts_with("nscope.workload/")) return WeightMember::kWorkload;
  if (schema.starts_with("nscope.cost/") || schema.starts_with("nscope.roi/")) {
    return WeightMember::kShape;
  }
  if (schema.starts_with("nscope.plan/") && !document.contains("training")) {
    return WeightMember::kPlan;
  }
  return WeightMember::kNone;
}

const char* key_of(WeightMember member) {
  switch (member) {
    case WeightMember::kWorkload: return "weight_dtype";
    case WeightMember::kShape: return "dtype";
    case WeightMember::kPlan:
    case WeightMember::kNone: break;
  }
  return "weight_dtypes";
}

/// States the types of one document.
class WeightWriter {
 public:
  WeightWriter(const catalog::Catalog& catalog, const std::vector<ModelFile>& files)
      : catalog_(catalog), files_(files) {}

  /// Of the objects in `json` that name a model. `instance`: that of the enclosing object.
  Result<> state(Json& json, WeightMember member, const std::string& at, std::string instance) {
    if (json.is_array()) {
      for (std::size_t i = 0; i < json.size(); ++i) {
        if (auto ok = state(json[i], member, fmt::format("{}/{}", at, i), instance); !ok) return ok;
      }
    }
    if (!json.is_object()) return {};
    const auto own = json.find("instance");
    if (own != json.end() && own->is_string()) instance = own->get<std::string>();
    if (auto ok = state_here(json, member, at, instance); !ok) return ok;
    for (auto inner = json.begin(); inner != json.end(); ++inner) {
      // The members of "simulate" are those of a workload.
      const WeightMember of = inner.key() == "simulate" ? WeightMember::kWorkload : member;
      if (auto ok = state(*inner, of, at + "/" + pointer_part(inner.key()), instance); !ok) {
        return ok;
      }
    }
    return {};
  }

  std::vector<std::string> take() { return std::move(applied_); }

 private:
  Result<> state_here(Json& object, WeightMember member, const std::string& at,
                      const std::string& instance) {
    const auto model = object.find("model");
    const char* const key = key_of(member);
    if (model == object.end() || !model->is_string() || object.contains(key)) return {};
    const ModelFile* const file = find_file(files_, *model);
    const std::string dtype =
        file == nullptr ? std::string() : weight_dtype_of(file->configured.weights);
    if (dtype.empty()) {
      // A variant with another model does not have the type of the model of the document.
      if (derived_ && at.ends_with("/change")) object[key] = nullptr;
      return {};
    }
    const catalog::StoredWeights& weights = file->configured.weights;
    const bool gpus = sim::is_gpu_instance(catalog_, instance);
    const Text refusal = stored_weights_refusal(weights);
    if (!refusal.empty() && (!gpus || weights.dtype == catalog::kOtherWeights)) {
      return fail(ErrorCode::kUnsupportedVersion,
                  tr("{}; state '{}', the type that they are converted to: int8, fp8 or bf16",
                     refusal, key),
                  at + "/model");
    }
    object[key] = member == WeightMember::kPlan ? Json::array({dtype}) : Json(dtype);
    derived_ = derived_ || at.empty();
    applied_.push_back(file->name);
    return {};
  }

  const catalog::Catalog& catalog_;
  const std::vector<ModelFile>& files_;
  bool derived_ = false;  ///< the document itself has the type of its file
  std::vector<std::string> applied_;
};

}  // namespace

bool is_model_path(std::string_view name) {
  return name.ends_with(".json") || name.starts_with('/') || name.starts_with("./") ||
         name.starts_with("../");
}

Result<> add_model_files(const Json& document, const std::string& name, const std::string& folder,
                         std::vector<ModelFile>& files) {
  Result<> result;
  each_model(document, "", [&](const Json& model, const std::string& at) {
    const auto path = model.get<std::string>();
    if (!result || !is_model_path(path) || find_file(files, model) != nullptr) return;
    auto file = read_file_of((fs::path(folder) / path).string(), path);
    if (file) {
      files.push_back(std::move(*file));
      return;
    }
    const Error& error = file.error();
    result = fail(error.code, tr("{}: {}", error.where.english(), error.message),
                  fmt::format("{}: {}", name, at));
  });
  return result;
}

Result<> use_config(const std::string& config, Json& document, const std::string& name,
                    std::vector<ModelFile>& files) {
  if (config.empty()) return {};
  auto file = read_file_of(config, config);
  if (!file) return fail(file.error());
  bool replaced = false;
  each_model(document, "", [&](Json& model, const std::string& at) {
    if (!at.ends_with("/model")) return;
    model = config;
    replaced = true;
  });
  if (!replaced) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--config: the document names no model that the file could replace"), name);
  }
  files.push_back(std::move(*file));
  return {};
}

Result<std::vector<std::string>> state_stored_weights(Json& document, const std::string& name,
                                                      const catalog::Catalog& catalog,
                                                      const std::vector<ModelFile>& files) {
  if (files.empty() || !document.is_object()) return std::vector<std::string>();
  const WeightMember member = weight_member_of(document);
  if (member == WeightMember::kNone) return std::vector<std::string>();
  WeightWriter writer(catalog, files);
  const auto stated = writer.state(document, member, "", "");
  if (stated) return writer.take();
  return fail(stated.error().code, stated.error().message,
              fmt::format("{}: {}", name, stated.error().where.english()));
}

Result<DocumentCatalog> load_catalog_for(Document& document, const CatalogFolders& folders,
                                         const std::string& config) {
  DocumentCatalog made;
  if (auto used = use_config(config, document.json, document.name, made.files); !used) {
    return fail(used.error());
  }
  std::error_code ignored;
  if (fs::is_regular_file(document.name, ignored)) {
    const std::string folder = fs::path(document.name).parent_path().string();
    if (auto added = add_model_files(document.json, document.name, folder, made.files); !added) {
      return fail(added.error());
    }
  }
  std::vector<catalog::Model> models;
  for (const ModelFile& file : made.files) models.push_back(file.configured.model);
  auto catalog = load_catalog(folders, std::move(models));
  if (!catalog) return fail(catalog.error());
  made.catalog = std::move(*catalog);
  const auto stated = state_stored_weights(document.json, document.name, made.catalog, made.files);
  if (!stated) return fail(stated.error());
  for (ModelFile& file : made.files) {
    if (std::find(stated->begin(), stated->end(), file.name) == stated->end()) continue;
    Text& note = file.configured.model.note;
    const Text weights = stored_weights_note(file.configured.weights);
    note = note.empty() ? weights : tr("{}; {}", note, weights);
  }
  return made;
}

Text model_file_text(const std::string& name, const Text& note) {
  return note.empty() ? tr("{}: the model is read from this file.", name)
                      : tr("{}: the model is read from this file; {}.", name, note);
}

std::string model_files_text(const std::vector<ModelFile>& files, const Language& language) {
  std::string text;
  for (const ModelFile& file : files) {
    text += language.say(model_file_text(file.name, file.configured.model.note)) + "\n";
  }
  return text.empty() ? text : "\n" + text;
}

Json model_files_json(const std::vector<ModelFile>& files) {
  Json json = Json::array();
  for (const ModelFile& file : files) {
    Json entry{{"model", file.name}};
    if (!file.configured.model.note.empty()) entry["note"] = file.configured.model.note;
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace nscope::app
