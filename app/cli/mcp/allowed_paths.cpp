#include "app/cli/mcp/allowed_paths.h"

#include "app/documents/model_files.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

namespace fs = std::filesystem;

/// Largest folder that is searched for links to the outside.
constexpr int kMostEntries = 100'000;
constexpr int kAnyDepth = 1'000'000;
/// How deep commands look for files that belong to a file.
constexpr int kSurroundings = 2;
/// How often a document can name a document that names a document.
constexpr int kMostNested = 4;
constexpr std::size_t kLongestName = 4096;
/// Named documents may be as large as a message.
constexpr std::uintmax_t kLongestDocument = std::uintmax_t{8} << 20u;

/// Messages to clients are not translated: the model reads them.
tl::unexpected<Error> refuse(ErrorCode code, std::string message) {
  return fail(code, Text::verbatim(std::move(message)));
}

std::optional<fs::path> existing(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::canonical(path, error);
  if (error) return std::nullopt;
  return found;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto end = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end.first == folder.end();
}

Result<fs::path> folder_at(const std::string& path) {
  const auto folder = existing(path);
  std::error_code error;
  if (!folder || !fs::is_directory(*folder, error)) {
    return fail(ErrorCode::kNotFound, tr("there is no folder with this name"), path);
  }
  return *folder;
}

tl::unexpected<Error> outside(const std::string& at, const std::string& text) {
  return refuse(ErrorCode::kInvalidArgument,
                fmt::format("{}: '{}' is not a file in a folder that may be opened", at, text));
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The path of "file:///a%20b"; empty for other URIs and other hosts.
std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return {};
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(std::string_view("localhost").size());
  if (!uri.starts_with('/')) return {};
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
    if (low >= 0) i += 2;
    path += low >= 0 ? static_cast<char>(16 * high + low) : uri[i];
  }
  return path.find('\0') == std::string::npos ? path : std::string();
}

}  // namespace

Result<> AllowedPaths::add_root(const std::string& folder) {
  auto found = folder_at(folder);
  if (!found) return fail(found.error());
  roots_.push_back(*std::move(found));
  return {};
}

Result<> AllowedPaths::set_output_folder(const std::string& folder) {
  auto found = folder_at(folder);
  if (!found) return fail(found.error());
  output_ = *std::move(found);
  return {};
}

void AllowedPaths::set_client_roots(const std::vector<std::string>& uris) {
  client_roots_.clear();
  for (const std::string& uri : uris) {
    const std::string path = path_of_uri(uri);
    if (path.empty()) continue;
    if (auto folder = folder_at(path)) client_roots_.push_back(*std::move(folder));
  }
}

std::vector<std::string> AllowedPaths::roots() const {
  std::vector<std::string> names;
  for (const auto* list : {&roots_, &client_roots_}) {
    for (const fs::path& root : *list) names.push_back(root.string());
  }
  if (may_write()) names.push_back(output_.string());
  return names;
}

bool AllowedPaths::is_allowed(const fs::path& path) const {
  return std::ranges::any_of(roots(), [&](const auto& root) { return is_below(path, root); });
}

Result<> AllowedPaths::check_links(const fs::path& folder, int depth) const {
  std::error_code error;
  int count = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (++count > kMostEntries) {
      return refuse(ErrorCode::kInvalidArgument,
                    fmt::format("{} has more than {} entries; name a file or a folder in it",
                                folder.string(), kMostEntries));
    }
    if (entry.depth() >= depth) entry.disable_recursion_pending();
    if (!entry->is_symlink(error)) continue;
    const auto target = existing(entry->path());
    if (target && !is_allowed(*target)) {
      return refuse(ErrorCode::kInvalidArgument,
                    fmt::format("{} has a symbolic link out of the folders that may be opened: {}",
                                folder.string(), entry->path().filename().string()));
    }
  }
  return {};
}

Result<std::string> AllowedPaths::readable(std::string_view path) const {
  const std::vector<std::string> folders = roots();
  if (folders.empty()) {
    return refuse(ErrorCode::kInvalidArgument,
                  "no folder may be opened; start the server with 'nscope mcp --root FOLDER', or "
                  "let the client name its roots");
  }
  if (path.find('\0') != std::string_view::npos) {
    return refuse(ErrorCode::kInvalidArgument, "a path must not have a NUL character");
  }
  std::optional<fs::path> found;
  for (const std::string& folder : folders) {
    found = existing(fs::path(folder) / path);  // an absolute path replaces the folder
    if (found) break;
  }
  // The same error for both, so that a client cannot find out which files exist elsewhere.
  if (!found || !is_allowed(*found)) {
    return refuse(ErrorCode::kNotFound,
                  fmt::format("{}: there is no such file in the folders that may be opened: {}",
                              path, fmt::join(folders, ", ")));
  }
  std::error_code error;
  if (fs::is_directory(*found, error)) {
    if (auto ok = check_links(*found, kAnyDepth); !ok) return fail(ok.error());
  } else if (!fs::is_regular_file(*found, error)) {
    return refuse(ErrorCode::kInvalidArgument,
                  fmt::format("{}: neither a file nor a folder", path));
  }
  return found->string();
}

Result<> AllowedPaths::check_surroundings(const std::string& file) const {
  return check_links(fs::path(file).parent_path(), kSurroundings);
}

Result<> AllowedPaths::check_document(const Json& document, const std::string& folder) const {
  return check_value(document, "", folder, 0);
}

Result<> AllowedPaths::check_value(const Json& value, const std::string& at,
                                   const std::string& folder, int depth) const {
  if (value.is_string()) return check_text(value, at, folder, depth);
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      // A document that is not a file gets a folder of its own, where such paths lead nowhere.
      const bool model = (key == "model" || key == "draft_model") && member.is_string();
      if (model && folder.empty() && app::is_model_path(member.get_ref<const std::string&>()) &&
          !member.get_ref<const std::string&>().starts_with('/')) {
        return refuse(ErrorCode::kInvalidArgument,
                      fmt::format("{}/{}: '{}' must be an absolute path, because the document is "
                                  "not a file",
                                  at, key, member.get_ref<const std::string&>()));
      }
      auto ok = check_value(member, at + "/" + pointer_part(key), folder, depth);
      if (!ok) return ok;
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      auto ok = check_value(value[i], fmt::format("{}/{}", at, i), folder, depth);
      if (!ok) return ok;
    }
  }
  return {};
}

/// A text that may be the name of a file. The error is the same for files that do not exist.
Result<> AllowedPaths::check_text(const std::string& text, const std::string& at,
                                  const std::string& folder, int depth) const {
  if (text.empty() || text.size() > kLongestName || text.find('\0') != std::string::npos) return {};
  const bool leaves_folder =
      text.starts_with('/') || text.starts_with("../") || text.find("/../") != std::string::npos;
  bool is_file = false;
  for (const fs::path& path : {fs::path(text), fs::path(folder) / text}) {
    const auto found = existing(path);
    std::error_code error;
    if (!found) continue;
    if (fs::is_directory(*found, error)) {
      // A document names the folder of a checkpoint by such a path; other texts can equal a name.
      if (!text.starts_with('/') && !text.starts_with('.')) continue;
      if (!is_allowed(*found)) return outside(at, text);
      if (auto ok = check_links(*found, kSurroundings); !ok) return ok;
      is_file = true;
      continue;
    }
    is_file = true;
    if (!is_allowed(*found)) return outside(at, text);
    const auto size = fs::file_size(*found, error);
    if (error || size > kLongestDocument || depth == kMostNested) continue;
    const auto source = ByteSource::open(found->string());
    if (!source) continue;
    const std::size_t first = source->text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || source->text()[first] != '{') continue;
    const auto document = parse_foreign_json(source->text(), text);
    if (!document) continue;  // the command reports it
    // The index of a pipeline names files in folders beside it.
    if (document->is_object() && document->contains("_class_name")) {
      if (auto ok = check_links(found->parent_path(), kSurroundings); !ok) return ok;
    }
    if (auto ok = check_value(*document, "", found->parent_path().string(), depth + 1); !ok)
      return ok;
  }
  const bool is_sentence = text.find_first_of(" \t\n") != std::string::npos;
  return leaves_folder && !is_file && !is_sentence ? outside(at, text) : Result<>();
}

Result<std::string> AllowedPaths::writable(std::string_view path) const {
  if (!may_write()) {
    return refuse(ErrorCode::kInvalidArgument,
                  "the server may not write files; start it with --allow-write FOLDER");
  }
  const fs::path wanted = output_ / path;
  const auto folder = existing(wanted.parent_path());
  if (!folder || !is_below(*folder, output_) || !wanted.has_filename() ||
      wanted.filename() == ".." || wanted.filename() == ".") {
    return refuse(ErrorCode::kInvalidArgument,
                  fmt::format("{}: files can only be written in {}", path, output_.string()));
  }
  const fs::path file = *folder / wanted.filename();
  std::error_code error;
  if (fs::symlink_status(file, error).type() != fs::file_type::not_found) {
    return refuse(ErrorCode::kInvalidArgument,
                  fmt::format("{}: exists already; choose another name", file.string()));
  }
  return file.string();
}

}  // namespace nscope::cli
