#include "app/sources/source_root.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

Error folder_error(const std::error_code& code, const std::string& path) {
  const bool absent = code == std::errc::no_such_file_or_directory;
  return {absent ? ErrorCode::kNotFound : ErrorCode::kIo, Text::verbatim(code.message()),
          Place(path)};
}

/// Whether `path` is `root` or below it. Both must be canonical.
bool is_below(const fs::path& path, const fs::path& root) {
  const auto [at, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return at == root.end();
}

/// Whether an entry is a regular file in `root`, or a link to one.
bool is_source(const fs::directory_entry& entry, const fs::path& root) {
  std::error_code code;
  if (!entry.is_regular_file(code) || code) return false;
  if (!entry.is_symlink(code)) return !code;
  const fs::path target = fs::canonical(entry.path(), code);
  return !code && is_below(target, root);
}

Result<std::string> read_source(const fs::path& path, const fs::path& root,
                                std::uint64_t most_bytes) {
  std::error_code code;
  const fs::path target = fs::canonical(path, code);
  if (code) return fail(folder_error(code, path.string()));
  if (!is_below(target, root)) {
    return fail(ErrorCode::kIo, tr("the file is a link to a place outside of the folder"),
                Place(path.string()));
  }
  const auto file = ByteSource::open(target.string());
  if (!file) return fail(file.error());
  if (file->size() > most_bytes) {
    return fail(
        ErrorCode::kBadInput,
        tr("the source file has {}, the limit is {}", as::bytes(static_cast<double>(file->size())),
           as::bytes(static_cast<double>(most_bytes))),
        Place(path.string()));
  }
  return std::string(file->text());
}

}  // namespace

Result<SourceRoot> open_source_folder(const std::string& path, const WantedName& wanted,
                                      const SourceLimits& limits, TaskControl& control) {
  std::error_code code;
  const fs::path root = fs::canonical(path, code);
  if (code) return fail(folder_error(code, path));
  SourceRoot found;
  std::size_t entries = 0;
  auto walk =
      fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, code);
  if (code) return fail(folder_error(code, path));
  for (; walk != fs::recursive_directory_iterator(); walk.increment(code)) {
    if (code) break;
    if (control.cancelled_at(entries)) return cancelled();
    if (++entries > limits.entries) {
      found.notes.push_back(
          tr("The folder '{}' has more than {} entries. The rest was not "
             "searched; choose a folder that contains fewer files.",
             path, as::count(static_cast<std::int64_t>(limits.entries))));
      break;
    }
    const std::string name = walk->path().filename().string();
    const bool hidden = name.starts_with('.');
    if (hidden || walk.depth() >= limits.depth) walk.disable_recursion_pending();
    if (!wanted(name) || !is_source(*walk, root)) continue;
    found.names.push_back(walk->path().lexically_relative(root).generic_string());
  }
  std::sort(found.names.begin(), found.names.end());
  found.read = [names = found.names, root, most = limits.file_bytes](std::size_t index) {
    return read_source(root / names[index], root, most);
  };
  return found;
}

}  // namespace nscope::app
