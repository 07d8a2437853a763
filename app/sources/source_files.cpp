#include "app/sources/source_files.h"

#include "importers/open/unpacked_archive.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/text/source_location.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

/// Longer lines are cut: they are not code that people read.
constexpr std::size_t kLongestLine = 4096;
/// At most this number of equally similar files is compared.
constexpr std::size_t kMostAlternatives = 8;

/// The lines of a text. A byte order mark and the end of the last line are removed.
std::vector<std::string> lines_of(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool cut = line.size() > kLongestLine;
    if (cut) {
      // Cut before the first byte of a character.
      std::size_t size = kLongestLine;
      while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) --size;
      line = line.substr(0, size);
    }
    lines.push_back(displayable_utf8(line) + (cut ? "…" : ""));
  }
  return lines;
}

class SourceSearch {
 public:
  SourceSearch(const SourceRoot& root, const SourceLimits& limits, FoundSources& found)
      : root_(root), limits_(limits), found_(found) {
    for (std::size_t i = 0; i < root.names.size(); ++i) {
      by_name_[std::string(last_path_part(root.names[i]))].push_back(i);
    }
  }

  /// Returns whether a file was found.
  bool find(const StatedSource& stated);

 private:
  std::vector<std::size_t> most_similar(std::string_view path) const;
  std::optional<SourceText> read(std::size_t index);

  const SourceRoot& root_;
  const SourceLimits& limits_;
  FoundSources& found_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;
  std::uint64_t kept_ = 0;
};

/// The files with the most folders in common with `path`; empty if no file has its name.
std::vector<std::size_t> SourceSearch::most_similar(std::string_view path) const {
  std::vector<std::size_t> best;
  std::size_t most = 0;
  const auto same_name = by_name_.find(last_path_part(path));
  if (same_name == by_name_.end()) return best;
  for (const std::size_t index : same_name->second) {
    const std::size_t common = common_path_end(root_.names[index], path);
    if (common > most) best.clear();
    if (common < most || common == 0) continue;
    most = common;
    best.push_back(index);
  }
  return best;
}

std::optional<SourceText> SourceSearch::read(std::size_t index) {
  auto text = root_.read(index);
  if (!text) {
    found_.notes.push_back(tr("'{}' was not read: {}.", root_.names[index], text.error().message));
    return std::nullopt;
  }
  kept_ += text->size();
  if (kept_ > limits_.total_bytes) {
    found_.notes.push_back(tr("'{}' was not read: the source files together are larger than {}.",
                              root_.names[index],
                              as::bytes(static_cast<double>(limits_.total_bytes))));
    return std::nullopt;
  }
  return SourceText{.name = root_.names[index], .lines = lines_of(*text)};
}

bool SourceSearch::find(const StatedSource& stated) {
  const std::vector<std::size_t> candidates = most_similar(stated.path);
  if (candidates.empty()) return false;
  std::optional<SourceText> chosen;
  bool differ = false;
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostAlternatives); ++i) {
    auto text = read(candidates[i]);
    if (!text) continue;
    if (!chosen) {
      chosen = std::move(text);
      continue;
    }
    differ = differ || text->lines != chosen->lines;
    // Prefer a file that has the stated lines.
    const bool fits = text->lines.size() >= stated.last_line;
    if (fits && chosen->lines.size() < stated.last_line) chosen = std::move(text);
  }
  if (!chosen) return true;  // a note states why
  if (differ) {
    std::string names;
    for (std::size_t i = 0; i < std::min(candidates.size(), kMostAlternatives); ++i) {
      names += (i == 0 ? "" : ", ") + root_.names[candidates[i]];
    }
    found_.notes.push_back(
        tr("'{}' can be any of these files: {}. The text is that of '{}'. "
           "Choose a folder that contains only the right one.",
           stated.path, names, chosen->name));
  }
  if (chosen->lines.size() < stated.last_line) {
    found_.notes.push_back(
        tr_plural(chosen->lines.size(),
                  "'{}' has {} line, but the run states line {}. The file is probably another "
                  "version.",
                  "'{}' has {} lines, but the run states line {}. The file is probably another "
                  "version.",
                  chosen->name, as::count(static_cast<std::int64_t>(chosen->lines.size())),
                  as::count(stated.last_line)));
  }
  found_.texts.insert_or_assign(stated.path, std::move(*chosen));
  return true;
}

/// Opens the root with the files whose names the run states.
Result<SourceRoot> open_root(const std::string& root, std::span<const StatedSource> stated,
                             const SourceLimits& limits, TaskControl& control) {
  std::set<std::string, std::less<>> names;
  for (const StatedSource& source : stated) names.emplace(last_path_part(source.path));
  const WantedName wanted = [&](std::string_view name) { return names.contains(name); };
  std::error_code code;
  const bool folder = fs::is_directory(root, code);
  return folder ? open_source_folder(root, wanted, limits, control)
                : open_source_archive(root, wanted, limits, control);
}

Result<FoundSources> search(const std::string& root, std::span<const StatedSource> stated,
                            TaskControl& control, const SourceLimits& limits, bool notes_missing) {
  FoundSources found{.root = root};
  const std::size_t searched = std::min(stated.size(), limits.files);
  if (searched < stated.size()) {
    found.notes.push_back(tr("The run states {} source files. Only the first {} were searched.",
                             as::count(static_cast<std::int64_t>(stated.size())),
                             as::count(static_cast<std::int64_t>(searched))));
    stated = stated.first(searched);
  }
  const auto opened = open_root(root, stated, limits, control);
  if (!opened) return fail(opened.error());
  found.notes.insert(found.notes.end(), opened->notes.begin(), opened->notes.end());
  SourceSearch search(*opened, limits, found);
  std::int64_t missing = 0;
  std::string example;
  for (const StatedSource& source : stated) {
    if (control.cancelled()) return cancelled();
    if (search.find(source)) continue;
    if (missing++ == 0) example = source.path;
  }
  if (notes_missing && missing > 0) {
    found.notes.push_back(tr_plural(missing, "'{}' does not contain {} source file of the run: {}.",
                                    "'{}' does not contain {} source files of the run, for "
                                    "example {}.",
                                    root, as::count(missing), example));
  }
  return found;
}

bool is_archive_file(const std::string& path) {
  const auto file = ByteSource::open(path);
  return file && importers::is_archive(*file);
}

}  // namespace

Result<FoundSources> find_sources(const std::string& root, std::span<const StatedSource> stated,
                                  TaskControl& control, const SourceLimits& limits) {
  return search(root, stated, control, limits, true);
}

FoundSources find_sources_beside(const std::string& capture, std::span<const StatedSource> stated,
                                 TaskControl& control) {
  std::error_code code;
  const fs::path path = fs::absolute(capture, code);
  if (code || capture.empty()) return {};
  const bool is_folder = fs::is_directory(path, code);
  if (!is_folder && is_archive_file(path.string())) {
    auto found = search(path.string(), stated, control, {}, false);
    if (found && !found->texts.empty()) return std::move(*found);
  }
  const fs::path folder = is_folder ? path : path.parent_path();
  // The folder may be a home folder: only what is near is searched.
  const SourceLimits limits{.entries = 5'000, .depth = 3};
  auto found = search(folder.string(), stated, control, limits, false);
  if (!found) return {};
  return std::move(*found);
}

}  // namespace nscope::app
