#include "importers/open/run_files.h"

#include "importers/neff/neff_header.h"
#include "importers/open/detect.h"
#include "importers/shared/printable.h"
#include "importers/system_recording/system_recording.h"
#include "importers/xplane/xplane.h"
#include "profiler/base/files/packed_file.h"
#include "profiler/base/files/piped_input.h"
#include "profiler/trace/run_place.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 12;
constexpr std::size_t kMaxFiles = 20'000;
constexpr std::size_t kMaxListed = 8;

class Finder {
 public:
  explicit Finder(TaskControl& control) : control_(control) {}

  Result<> register_path(const std::string& path);
  Result<> add_path(const std::string& path);
  RunFiles take() { return std::move(found_); }

 private:
  Result<> add_folder(const fs::path& folder, int depth);
  Result<> add_compile_cache(const fs::path& folder, const FolderImporter& importer);
  Result<> add_entries(const fs::path& folder, int depth);
  Result<> add_entry(const fs::directory_entry& entry, int depth);
  bool is_given(const fs::path& path) const;
  bool is_part_of_capture(const std::string& path) const;
  void add_found_file(const fs::path& path);
  Result<> add_file(const std::string& path, std::string shown, bool given_by_user);
  Result<> add_archive(const std::string& path, const ByteSource& file);
  std::string shown(const fs::path& path) const {
    std::string text = printable(path.lexically_relative(root_).string());
    return text.empty() || text == "." ? printable(path.filename().string()) : text;
  }
  void unread(std::string_view code, Severity severity, const fs::path& path, Text why);

  TaskControl& control_;
  RunFiles found_;
  fs::path root_;                ///< the folder that is searched
  std::set<std::string> given_;  ///< canonical paths that the user gave
  std::set<std::string> known_;  ///< canonical paths that were found in folders
  std::vector<FoundCapture> sessions_;  ///< of the archive that is searched
  bool in_archive_ = false;
  std::size_t looked_at_ = 0;
  std::size_t unread_captures_ = 0;  ///< entries of `unread` that could be captures
};

void Finder::unread(std::string_view code, Severity severity, const fs::path& path, Text why) {
  const Text text = tr("{} ({})", shown(path), std::move(why));
  found_.diagnostics.add(code, severity, text);
  if (severity == Severity::kInfo) {
    if (found_.unread.size() < kMaxListed) found_.unread.push_back(text);
    return;
  }
  // What could be a capture is listed before files of other kinds.
  if (unread_captures_ >= kMaxListed) return;
  found_.unread.insert(found_.unread.begin() + static_cast<std::ptrdiff_t>(unread_captures_++),
                       text);
  if (found_.unread.size() > kMaxListed) found_.unread.pop_back();
}

Result<> Finder::add_file(const std::string& path, std::string name, bool given_by_user) {
  auto input = given_by_user ? open_input_file(path, control_)
                             : ByteSource::open(path).map([](ByteSource&& content) {
                                 return InputFile{std::move(content)};
                               });
  if (!input && given_by_user && input.error().code == ErrorCode::kNotFound) {
    const PlaceLink link = split_link(path);
    std::error_code ignored;
    if (!link.place.empty() && std::filesystem::exists(link.path, ignored)) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("is a link to a place, which is not used here; leave out '#{}'", link.place),
                  path);
    }
  }
  if (!input) return fail(input.error());
  ByteSource source = std::move(input->content);
  if (is_archive(source)) {
    if (given_by_user) return add_archive(path, source);
    unread("archive_in_folder", Severity::kInfo, path,
           in_archive_ ? tr("an archive in an archive; unpack it first")
                       : tr("an archive; open it by its own path"));
    return {};
  }
  if (session_file::sniff(source.head())) {
    if (in_archive_) {
      sessions_.push_back({.path = path, .shown = std::move(name), .given_by_user = false});
      return {};
    }
    if (!given_by_user) {
      unread("session_in_folder", Severity::kInfo, path,
             tr("a saved session; open it by its own path"));
      return {};
    }
    if (input->piped) {
      return fail(ErrorCode::kBadInput,
                  tr("a saved session cannot be read from a pipe; open it by its path"),
                  source.name());
    }
    found_.captures.push_back({.path = path, .shown = std::move(name)});
    return {};
  }
  if (is_neff(source)) {
    const auto header = read_neff_header(source);
    if (!header && !given_by_user) {
      unread("neff_not_read", Severity::kWarning, path, header.error().message);
      return {};
    }
    found_.neffs.push_back(
        {path, header ? header->uuid : std::string(), given_by_user, std::move(source)});
    return {};
  }
  auto importer = detect(source);
  if (auto text = importer ? std::nullopt : without_zero_bytes(source)) {
    if (const auto known = detect(*text)) {
      importer = known;
      found_.diagnostics.add("zero_bytes", Severity::kWarning,
                             tr("{}: {} zero bytes were skipped, which a crash or the truncation "
                                "of an open log leaves",
                                printable(name), as::count(source.size() - text->size())));
      source = *std::move(text);
    }
  }
  if (!importer && given_by_user) return fail(importer.error());
  if (!importer) {
    unread("file_not_read", Severity::kInfo, path, looks_like(source));
    return {};
  }
  std::vector<std::string> parts;
  if ((*importer)->whole_folder) {
    if (is_part_of_capture(path)) return {};
    parts = recording_parts(source);
    if (std::any_of(parts.begin(), parts.end(),
                    [&](const std::string& part) { return is_part_of_capture(part); })) {
      unread("file_not_read", Severity::kWarning, path,
             tr("its recording is opened without it, because its name is not one of those that "
                "belong together"));
      return {};
    }
  }
  if ((*importer)->id == "ntff" && packing_of(source.head()) != Packing::kNone) {
    // Unpacked now, because its NEFF is found by the UUID in its header.
    auto unpacked = unpack_file(source, control_);
    if (!unpacked && given_by_user) return fail(unpacked.error());
    if (!unpacked) {
      unread("file_not_read", Severity::kWarning, path, unpacked.error().message);
      return {};
    }
    source = std::move(unpacked->content);
  }
  if (input->piped) name = source.name();
  found_.captures.push_back({.path = path,
                             .shown = std::move(name),
                             .given_by_user = given_by_user,
                             .importer = *importer,
                             .source = std::move(source),
                             .parts = std::move(parts)});
  return {};
}

/// Searches the files of an archive like those of a folder. A session is opened if it is all that
/// the archive contains: beside captures, it is probably made from them.
Result<> Finder::add_archive(const std::string& path, const ByteSource& file) {
  auto archive = UnpackedArchive::unpack(file, found_.diagnostics, control_);
  if (!archive) return fail(archive.error());
  root_ = archive->folder();
  if (!found_.folder) found_.folder = path;
  found_.archives.push_back(std::move(*archive));
  const std::size_t before = found_.captures.size();
  in_archive_ = true;
  auto ok = add_folder(root_, 0);
  in_archive_ = false;
  if (!ok) return fail(found_.as_given(ok.error()));
  std::vector<FoundCapture> sessions = std::exchange(sessions_, {});
  if (found_.captures.size() == before) {
    std::move(sessions.begin(), sessions.end(), std::back_inserter(found_.captures));
  } else {
    for (const FoundCapture& session : sessions) {
      unread("session_in_folder", Severity::kInfo, session.path,
             tr("a saved session; open it by its own path"));
    }
  }
  return {};
}

/// Whether a file of a format with several files per capture belongs to a capture that was found.
bool Finder::is_part_of_capture(const std::string& path) const {
  return std::any_of(found_.captures.begin(), found_.captures.end(), [&](const auto& capture) {
    return std::find(capture.parts.begin(), capture.parts.end(), path) != capture.parts.end();
  });
}

bool Finder::is_given(const fs::path& path) const {
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  return !error && given_.contains(canonical.string());
}

void Finder::add_found_file(const fs::path& path) {
  if (is_given(path)) return;
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  if (!error && !known_.insert(canonical.string()).second) return;
  if (const std::string profile = xplane_of_export(path.string()); !profile.empty()) {
    found_.diagnostics.add("export_of_opened_capture", Severity::kInfo,
                           tr("{} was skipped: it is an export of {}, which was opened too",
                              shown(path), printable(profile)));
    return;
  }
  if (auto ok = add_file(path.string(), shown(path), false); !ok) {
    unread("file_not_read", Severity::kWarning, path, ok.error().message);
  }
}

Result<> Finder::add_entry(const fs::directory_entry& entry, int depth) {
  if (control_.cancelled()) return cancelled();
  if (++looked_at_ > kMaxFiles) {
    if (looked_at_ == kMaxFiles + 1) {
      unread("folder_too_large", Severity::kWarning, entry.path(),
             tr("not searched, nor are the files after it: only the first {} are searched",
                as::count(kMaxFiles)));
    }
    return {};
  }
  std::error_code error;
  if (entry.is_directory(error)) {
    const bool hidden = entry.path().filename().string().starts_with('.');
    if (entry.is_symlink(error)) {
      unread("link_not_followed", Severity::kInfo, entry.path(),
             tr("a symbolic link to a folder; not searched"));
    } else if (is_given(entry.path())) {
      return {};
    } else if (hidden) {
      unread("hidden_folder", Severity::kInfo, entry.path(), tr("a hidden folder; not searched"));
    } else if (depth >= kMaxDepth) {
      unread("folder_too_deep", Severity::kWarning, entry.path(),
             tr("more than {} folders deep; not searched", kMaxDepth));
    } else {
      return add_folder(entry.path(), depth + 1);
    }
  } else if (entry.is_regular_file(error)) {
    add_found_file(entry.path());
  } else {
    unread("file_not_read", Severity::kInfo, entry.path(), tr("neither a file nor a folder"));
  }
  return {};
}

Result<> Finder::add_folder(const fs::path& folder, int depth) {
  const FolderImporter* const importer = detect_folder(folder);
  if (importer != nullptr && !importer->nested) {
    return depth == 0 ? add_compile_cache(folder, *importer) : add_entries(folder, depth);
  }
  if (importer == nullptr) return add_entries(folder, depth);
  found_.captures.push_back({.path = folder.string(),
                             .shown = shown(folder),
                             .given_by_user = depth == 0,
                             .folder = importer});
  return {};
}

/// A run directory without an NTFF contains the same NEFFs and HLO modules as a compile cache. The
/// folder is a cache unless it contains a capture other than the logs of its compilations.
Result<> Finder::add_compile_cache(const fs::path& folder, const FolderImporter& importer) {
  const std::size_t captures = found_.captures.size();
  const std::size_t neffs = found_.neffs.size();
  const std::vector<Text> listed = found_.unread;
  const std::size_t listed_captures = unread_captures_;
  const DiagnosticList diagnostics = found_.diagnostics;
  if (auto ok = add_entries(folder, 0); !ok) return ok;
  if (std::any_of(found_.captures.begin() + static_cast<std::ptrdiff_t>(captures),
                  found_.captures.end(), [](const FoundCapture& capture) {
                    return capture.importer == nullptr || capture.importer->id != "compile-log";
                  })) {
    return {};
  }
  found_.captures.resize(captures);
  found_.neffs.erase(found_.neffs.begin() + static_cast<std::ptrdiff_t>(neffs), found_.neffs.end());
  found_.unread = listed;
  unread_captures_ = listed_captures;
  found_.diagnostics = diagnostics;
  found_.captures.push_back({.path = folder.string(),
                             .shown = shown(folder),
                             .given_by_user = true,
                             .folder = &importer});
  return {};
}

Result<> Finder::add_entries(const fs::path& folder, int depth) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (entries.size() > kMaxFiles) break;  // add_entry() reports it
    entries.push_back(*it);
  }
  if (error) {
    Text why = tr("cannot list the folder: {}", error.message());
    if (depth == 0) return fail(ErrorCode::kIo, std::move(why), folder.string());
    unread("folder_not_read", Severity::kWarning, folder, std::move(why));
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.path() < b.path(); });
  for (const fs::directory_entry& entry : entries) {
    if (auto ok = add_entry(entry, depth); !ok) return ok;
  }
  return {};
}

/// Must be called for all paths before add_path(), so that a file that was given is not found
/// again in a folder that was given.
Result<> Finder::register_path(const std::string& path) {
  std::error_code error;
  fs::path canonical = fs::canonical(path, error);
  if (is_standard_input(path)) {
    canonical = "-";
    error.clear();
  }
  if (!error && !given_.insert(canonical.string()).second) {
    return fail(ErrorCode::kInvalidArgument, tr("the path was given twice"), path);
  }
  return {};
}

Result<> Finder::add_path(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return add_file(path, file_name(path), true);
  root_ = path;
  if (!found_.folder) found_.folder = path;
  return add_folder(root_, 0);
}

}  // namespace

Error RunFiles::as_given(const Error& error) const {
  Error given = error;
  for (const UnpackedArchive& archive : archives) {
    const auto name = [&](std::string_view path) { return archive.as_in_archive(path); };
    given.where = given.where.with_names(name);
    given.message = given.message.with_names(name);
  }
  return given;
}

Result<RunFiles> find_run_files(std::span<const std::string> paths, TaskControl& control) {
  Finder finder(control);
  control.begin(phrase("Searching for captures"), 0);
  for (const std::string& path : paths) {
    if (auto ok = finder.register_path(path); !ok) return fail(ok.error());
  }
  for (const std::string& path : paths) {
    if (auto ok = finder.add_path(path); !ok) return fail(ok.error());
  }
  return finder.take();
}

}  // namespace nscope::importers
