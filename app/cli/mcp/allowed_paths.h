#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cli {

/// The folders whose files a client may open and write. Symbolic links are followed before a path
/// is checked. One thread.
class AllowedPaths {
 public:
  /// Adds folders that the user named. Errors: kNotFound, also for files.
  Result<> add_root(const std::string& folder);
  Result<> set_output_folder(const std::string& folder);
  /// Replaces the folders that the client named by URIs such as file:///home/me/runs. URIs of
  /// other kinds and folders that do not exist are ignored.
  void set_client_roots(const std::vector<std::string>& uris);

  std::vector<std::string> roots() const;
  bool may_write() const { return !output_.empty(); }

  /// The absolute path of an existing file or folder, without symbolic links. Relative paths start
  /// at a root. Errors: kNotFound; kInvalidArgument for a path outside of the roots, a folder with
  /// a link to the outside, and what is neither a file nor a folder.
  Result<std::string> readable(std::string_view path) const;
  /// Whether files that a command finds in the folder of `file` by itself are within the roots: those
  /// up to two folders below. Errors: kInvalidArgument for a link to the outside.
  Result<> check_surroundings(const std::string& file) const;
  /// Whether the files that a document names can be opened. Commands resolve names in the working
  /// folder; `folder` is that of the document, if it is a file. Every text of the document is
  /// checked, in named documents, too. Errors: kInvalidArgument with the JSON pointer of the name.
  Result<> check_document(const Json& document, const std::string& folder) const;
  /// The absolute path of a file that can be written. Relative paths start at the output folder.
  /// Errors: kInvalidArgument for paths outside of it and for existing files.
  Result<std::string> writable(std::string_view path) const;

 private:
  bool is_allowed(const std::filesystem::path& path) const;
  Result<> check_links(const std::filesystem::path& folder, int depth) const;
  Result<> check_text(const std::string& text, const std::string& at, const std::string& folder,
                      int depth) const;
  Result<> check_value(const Json& value, const std::string& at, const std::string& folder,
                       int depth) const;

  std::vector<std::filesystem::path> roots_;
  std::vector<std::filesystem::path> client_roots_;
  std::filesystem::path output_;
};

}  // namespace nscope::cli
