#include "importers/compile_cache/cache_scan.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace nscope::importers {
namespace {

/// The time of the last change. File systems can have any year; times are limited to the years 1843
/// to 2096, so that differences fit into 64 bits.
std::int64_t modified_ns(const struct stat& info) {
  constexpr std::int64_t kFarthest = 4'000'000'000;  // seconds from 1970
  const auto seconds = static_cast<std::int64_t>(info.st_mtim.tv_sec);
  return std::clamp(seconds, -kFarthest, kFarthest) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

struct Subfolder {
  std::filesystem::path path;
  std::string relative;
  std::size_t depth = 0;
  std::int64_t modified_ns = 0;
};

/// Searches folders with a list of pending ones instead of recursion.
class Scanner {
 public:
  Scanner(const ScanLimits& limits, TaskControl& control, TraceWriter* out)
      : limits_(limits), control_(control), out_(out) {}

  Result<std::vector<CacheDirectory>> run(const std::filesystem::path& root) {
    struct stat info{};
    if (::stat(root.c_str(), &info) != 0) return cannot_read(root);
    pending_.push_back({root, {}, 0, modified_ns(info)});
    while (!pending_.empty()) {
      if (control_.cancelled()) return cancelled();
      const Subfolder next = std::move(pending_.back());
      pending_.pop_back();
      if (!read(next) && next.depth == 0) return cannot_read(root);
    }
    if (control_.cancelled()) return cancelled();
    std::sort(found_.begin(), found_.end(),
              [](const auto& a, const auto& b) { return a.relative < b.relative; });
    return std::move(found_);
  }

 private:
  static tl::unexpected<Error> cannot_read(const std::filesystem::path& root) {
    return fail(ErrorCode::kIo, tr("cannot read the folder: {}", std::strerror(errno)),
                root.string());
  }

  void count(std::string_view code, Severity severity, Text example) {
    if (out_ != nullptr) out_->diagnose(code, severity, std::move(example));
  }

  bool read(const Subfolder& folder) {
    DIR* const handle = ::opendir(folder.path.c_str());
    if (handle == nullptr) {
      const int error = errno;
      count(
          "unreadable_folder", Severity::kWarning,
          tr("cannot read the folder '{}': {}", printable(folder.relative), std::strerror(error)));
      errno = error;
      return false;
    }
    CacheDirectory directory{.path = folder.path,
                             .relative = folder.relative,
                             .files = {},
                             .has_folders = false,
                             .modified_ns = folder.modified_ns};
    while (const dirent* const entry = ::readdir(handle)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++entries_ > limits_.entries || control_.cancelled()) {
        count("too_many_files", Severity::kWarning,
              tr("only the first {} files were read",
                 as::count(static_cast<std::int64_t>(limits_.entries))));
        pending_.clear();
        break;
      }
      add(folder, directory, name);
    }
    ::closedir(handle);
    std::sort(directory.files.begin(), directory.files.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    found_.push_back(std::move(directory));
    return true;
  }

  void add(const Subfolder& folder, CacheDirectory& directory, std::string_view name) {
    const std::filesystem::path path = folder.path / name;
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0) return;
    if (S_ISDIR(info.st_mode)) {
      directory.has_folders = true;
      if (folder.depth + 1 > limits_.depth) {
        count("too_deep", Severity::kInfo,
              tr("a folder in '{}' was skipped: it is more than {} levels deep",
                 printable(folder.relative), limits_.depth));
        return;
      }
      pending_.push_back({path,
                          folder.relative.empty() ? std::string(name)
                                                  : fmt::format("{}/{}", folder.relative, name),
                          folder.depth + 1, modified_ns(info)});
    } else if (S_ISREG(info.st_mode)) {
      directory.files.push_back({std::string(name), static_cast<std::int64_t>(info.st_size),
                                 modified_ns(info), info.st_dev, info.st_ino});
    }
  }

  const ScanLimits& limits_;
  TaskControl& control_;
  TraceWriter* out_;
  std::vector<Subfolder> pending_;
  std::vector<CacheDirectory> found_;
  std::size_t entries_ = 0;
};

constexpr std::string_view kFolderMark = ".compilation_complete";

bool is_graph(std::string_view name) {
  return name.ends_with(".hlo_module.pb") || name.ends_with(".hlo.pb") || name.ends_with(".hlo");
}

/// The part of a file's name that the files of one entry have in common if a folder contains
/// several entries: "abc" of "abc.neff".
std::string_view stem(std::string_view name) {
  return name.substr(0, name.find('.', name.starts_with('.') ? 1 : 0));
}

void place_file(const CacheFile& file, CacheEntry& entry) {
  const std::string_view name = file.name;
  if (name.ends_with(".neff")) {
    entry.neff = file;
  } else if (name.ends_with(".lock")) {
    entry.lock = file;
  } else if (is_graph(name)) {
    entry.graph = file;
  } else if (name == "compile_flags.json") {
    entry.flags = file;
  } else if (name.ends_with(".log") || name == kCompilerLog) {
    entry.log = file;
  } else if (name.ends_with(".done") || name == kFolderMark) {
    entry.done = true;
  }
}

bool belongs_to_a_cache(const CacheEntry& entry) {
  return entry.neff || entry.graph || entry.flags || entry.done ||
         (!entry.key.module.empty() && (entry.log || entry.lock));
}

/// Whether the entry is of the current layout of the Neuron persistent cache, which always has
/// completion marks: ".../MODULE_<graph>+<flags>/model.neff".
bool needs_mark(const CacheEntry& entry) {
  return !entry.key.flags_hash.empty() && entry.neff && entry.neff->name == "model.neff";
}

/// Entries of one group have completion marks, or none of them has one: those of the same folder.
std::string group_of(const CacheEntry& entry) {
  return entry.directory->path.parent_path().string();
}

/// Adds an entry for each NEFF of a folder with several. Returns whether the folder has completion
/// marks, for each of them or for all.
bool add_entries_of_files(const CacheEntry& whole, std::vector<CacheEntry>& entries) {
  const std::vector<CacheFile>& files = whole.directory->files;
  const auto has = [&](const auto& fits) { return std::any_of(files.begin(), files.end(), fits); };
  const bool marks =
      has([](const CacheFile& file) { return std::string_view(file.name).ends_with(".done"); });
  const bool mark = has([](const CacheFile& file) { return file.name == kFolderMark; });
  for (const CacheFile& file : files) {
    if (!std::string_view(file.name).ends_with(".neff")) continue;
    CacheEntry entry = whole;
    entry.relative += entry.relative.empty() ? file.name : "/" + file.name;
    entry.done = !marks;
    for (const CacheFile& other : files) {
      if (stem(other.name) == stem(file.name)) place_file(other, entry);
    }
    entry.neff = file;
    if (entry.key.module.empty()) entry.key.module = printable(stem(file.name));
    entries.push_back(std::move(entry));
  }
  return marks || mark;
}

}  // namespace

Result<std::vector<CacheDirectory>> scan_cache(const std::filesystem::path& root,
                                               const ScanLimits& limits, TaskControl& control,
                                               TraceWriter* out) {
  return Scanner(limits, control, out).run(root);
}

std::vector<CacheEntry> cache_entries(const std::vector<CacheDirectory>& directories) {
  std::vector<CacheEntry> entries;
  std::set<std::string> marked;  // groups of entries that have completion marks
  std::vector<std::size_t>
      unmarked;  // entries that need no mark unless others of the group have one
  for (const CacheDirectory& directory : directories) {
    CacheEntry whole;
    whole.directory = &directory;
    whole.relative = directory.relative;
    // The opened folder may be a part of a cache, so its absolute path is used.
    whole.key = module_in(directory.path.string());
    const auto neffs = std::count_if(
        directory.files.begin(), directory.files.end(),
        [](const auto& file) { return std::string_view(file.name).ends_with(".neff"); });
    if (neffs > 1) {
      const std::size_t first = entries.size();
      const bool own_marks = add_entries_of_files(whole, entries);
      if (own_marks) marked.insert(group_of(whole));
      for (std::size_t i = first; i < entries.size() && !own_marks; ++i) unmarked.push_back(i);
      continue;
    }
    for (const CacheFile& file : directory.files) place_file(file, whole);
    const bool bare = directory.files.empty() && !directory.has_folders &&
                      directory.path.filename().string().starts_with("MODULE_");
    if (!bare && !belongs_to_a_cache(whole)) continue;
    if (whole.done) marked.insert(group_of(whole));
    // The old layout ".../MODULE_x/MODULE_0_SyncTensorsGraph.../UUID/" has no completion mark.
    const bool old = directory.relative.find("/MODULE_") != directory.relative.rfind("/MODULE_");
    if (whole.neff && old) whole.done = true;
    if (whole.neff && !whole.done && directory.files.size() == 1 && !needs_mark(whole)) {
      whole.done = true;
      unmarked.push_back(entries.size());
    }
    if (whole.key.module.empty()) whole.key.module = printable(directory.path.filename().string());
    entries.push_back(std::move(whole));
  }
  for (const std::size_t index : unmarked) {
    if (marked.contains(group_of(entries[index]))) entries[index].done = false;
  }
  return entries;
}

}  // namespace nscope::importers
