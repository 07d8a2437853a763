#include "app/documents/own_catalog.h"

#include "app/documents/config_file.h"
#include "app/documents/model_config.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/json.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

// The documents of all public models together have a few hundred kilobytes.
constexpr std::size_t kMostFiles = 1000;
constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20;

/// The paths of the documents of a folder, sorted.
Result<std::vector<std::string>> documents_of(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != ".json" || !it->is_regular_file(error)) continue;
    paths.push_back(it->path().string());
    if (paths.size() > kMostFiles) {
      return fail(ErrorCode::kBadInput, tr("has more than {} files *.json", kMostFiles), folder);
    }
  }
  if (error) return fail(ErrorCode::kIo, tr("cannot read the folder: {}", error.message()), folder);
  if (paths.empty()) {
    return fail(ErrorCode::kBadInput, tr("has no files *.json; a folder of documents is required"),
                folder);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The text of a document whose schema must be one of `schemas`.
Result<catalog::Catalog::File> read_file(const std::string& path,
                                         std::initializer_list<std::string_view> schemas,
                                         std::string_view option) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  if (file->text().size() > kLargestFile) {
    return fail(ErrorCode::kBadInput,
                tr("value out of range; the file has {}, the limit is {}",
                   as::bytes(static_cast<double>(file->text().size())),
                   as::bytes(static_cast<double>(kLargestFile))),
                path);
  }
  auto json = parse_json(file->text(), path);
  if (!json) return fail(json.error());
  const bool fits =
      json->is_object() && json->contains("schema") && (*json)["schema"].is_string() &&
      std::find(schemas.begin(), schemas.end(), (*json)["schema"].get_ref<const std::string&>()) !=
          schemas.end();
  if (!fits) {
    return fail(ErrorCode::kBadInput,
                tr("must be {}, because the folder is that of {}",
                   fmt::format("{}", fmt::join(schemas.begin(), schemas.end(), " or ")), option),
                fmt::format("{}: /schema", path));
  }
  return catalog::Catalog::File{path, std::move(*json)};
}

/// Appends the documents of the folders.
Result<> add_files(const std::vector<std::string>& folders,
                   std::initializer_list<std::string_view> schemas, std::string_view option,
                   std::vector<catalog::Catalog::File>& files) {
  for (const std::string& folder : folders) {
    const auto paths = documents_of(folder);
    if (!paths) return fail(paths.error());
    for (const std::string& path : *paths) {
      auto file = read_file(path, schemas, option);
      if (!file) return fail(file.error());
      files.push_back(std::move(*file));
    }
  }
  return {};
}

/// Whether the file is a config.json of Hugging Face or another description of one model.
bool is_model_config(const std::string& path) {
  std::error_code error;
  if (fs::file_size(path, error) > kLargestFile || error) return false;
  const auto file = read_config_file(path);
  if (!file || !file->json.is_object() || file->json.contains("schema")) return false;
  return std::any_of(file->json.items().begin(), file->json.items().end(), [](const auto& item) {
    return item.key() == "model_type" || item.key() == "architectures" ||
           item.key() == "_class_name";
  });
}

/// The model of a config.json, named `id`. Says the type of its stored weights, which a workload
/// states by itself.
Result<catalog::Model> configured_model(const std::string& path, std::string id) {
  auto read = read_model_config(path);
  if (!read) return fail(read.error());
  catalog::Model& model = read->model;
  model.id = std::move(id);
  if (!read->weights.dtype.empty()) {
    const Text weights =
        tr("quantization_config states {} weights ({}), which a workload states by "
           "'weight_dtype'",
           read->weights.dtype, read->weights.method);
    model.note = model.note.empty() ? weights : tr("{}; {}", model.note, weights);
  }
  return std::move(model);
}

/// The name of a folder, also of "." and "models/".
std::string name_of_folder(const std::string& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(folder, error);
  return error ? folder : whole.filename().string();
}

/// Appends the documents and the config.json files of a folder. In the folder of a checkpoint, the
/// other files are its tokenizer and settings.
Result<> add_models(const std::string& folder, std::vector<catalog::Catalog::File>& files,
                    std::vector<catalog::Model>& models) {
  const auto add = [&](const std::string& path, std::string id) -> Result<> {
    auto model = configured_model(path, std::move(id));
    if (!model) return fail(model.error());
    models.push_back(std::move(*model));
    return {};
  };
  if (const std::string described = description_of_folder(folder);
      !described.empty() && is_model_config(described)) {
    return add(described, name_of_folder(folder));
  }
  const auto paths = documents_of(folder);
  if (!paths) return fail(paths.error());
  for (const std::string& path : *paths) {
    if (is_model_config(path)) {
      if (auto added = add(path, fs::path(path).stem().string()); !added) return added;
      continue;
    }
    auto file = read_file(path, {"nscope.models/1"}, "--models");
    if (!file) return fail(file.error());
    files.push_back(std::move(*file));
  }
  return {};
}

}  // namespace

Result<catalog::Catalog> load_catalog(const CatalogFolders& folders,
                                      std::vector<catalog::Model> others) {
  std::vector<catalog::Catalog::File> files;
  if (auto read =
          add_files(folders.devices, {"nscope.device/1", "nscope.instances/1"}, "--devices", files);
      !read) {
    return fail(read.error());
  }
  std::vector<catalog::Model> models = std::move(others);
  for (const std::string& folder : folders.models) {
    if (auto read = add_models(folder, files, models); !read) return fail(read.error());
  }
  return catalog::Catalog::load(files, std::move(models));
}

}  // namespace nscope::app
