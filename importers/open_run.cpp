#include "importers/importer.h"
#include "importers/neff/neff_header.h"
#include "importers/ntff/container.h"
#include "importers/printable.h"
#include "profiler/trace/session_file.h"
#include "profiler/trace/trace_builder.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

struct Input {
  std::string path;
  ByteSource source;
};

bool is_session(const ByteSource& file) {
  return session_file::sniff(file.head());
}

/// A NEFF in the folder of `capture` with the UUID that the capture names; the
/// first by name where there are several.
std::optional<Input> find_companion(const Input& capture) {
  const std::string uuid = ntff_neff_uuid(capture.source);
  if (uuid.empty()) return std::nullopt;
  std::filesystem::path folder = std::filesystem::path(capture.path).parent_path();
  if (folder.empty()) folder = ".";
  std::vector<std::string> candidates;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".neff") candidates.push_back(it->path().string());
  }
  std::sort(candidates.begin(), candidates.end());
  for (const std::string& path : candidates) {
    auto source = ByteSource::open(path);
    if (!source || !is_neff(*source)) continue;
    const auto header = read_neff_header(*source);
    if (header && header->uuid == uuid) return Input{path, std::move(*source)};
  }
  return std::nullopt;
}

Result<std::shared_ptr<const Trace>> build_trace(const Importer& importer, const Input& capture,
                                                 const Input* companion, Diagnostic note,
                                                 TaskControl& control) {
  TraceBuilder builder;
  const ByteSource* const explained_by = companion == nullptr ? nullptr : &companion->source;
  if (auto read = importer.read({capture.source, explained_by}, builder, control); !read) {
    return fail(read.error());
  }
  if (!note.code.empty()) {
    TraceBatch batch;
    batch.diagnostics.push_back(std::move(note));
    builder.push(std::move(batch));
  }
  return builder.finish();
}

Result<std::shared_ptr<const Trace>> read_capture(const Input& capture, const Input* companion,
                                                  bool found_by_us, TaskControl& control) {
  const auto importer = detect(capture.source);
  if (!importer) return fail(importer.error());
  Diagnostic note;
  if (found_by_us) {
    note = {"companion_found", Severity::kInfo, 1,
            fmt::format("names come from {}, found beside the capture by its UUID",
                        file_name(companion->path))};
  }
  auto trace = build_trace(**importer, capture, companion, note, control);
  if (trace || !found_by_us || trace.error().code == ErrorCode::kCancelled) return trace;
  // A NEFF that nobody asked for must not stand in the way of its capture.
  note = {"companion_not_used", Severity::kWarning, 1, to_string(trace.error())};
  return build_trace(**importer, capture, nullptr, note, control);
}

Result<std::shared_ptr<const Trace>> read_folder(const std::filesystem::path& folder,
                                                 TaskControl& control) {
  const FolderImporter* const importer = detect_folder(folder);
  if (importer == nullptr) {
    return fail(ErrorCode::kBadInput, "not a folder of a format that is read", folder.string());
  }
  TraceBuilder builder;
  if (auto read = importer->read(folder, builder, control); !read) return fail(read.error());
  return builder.finish();
}

}  // namespace

Result<std::shared_ptr<const Trace>> open_run(std::span<const std::string> paths,
                                              const OpenOptions& options, TaskControl& control) {
  if (paths.empty()) return fail(ErrorCode::kInvalidArgument, "no input file given");
  std::error_code ignored;
  if (paths.size() == 1 && std::filesystem::is_directory(paths[0], ignored)) {
    return read_folder(paths[0], control);
  }
  std::vector<Input> captures;
  std::vector<Input> neffs;
  for (const std::string& path : paths) {
    auto source = ByteSource::open(path);
    if (!source) return fail(source.error());
    if (is_session(*source)) {
      if (paths.size() > 1) {
        return fail(ErrorCode::kInvalidArgument, "a session is opened alone, not with other files",
                    path);
      }
      return session_file::load(path, control);
    }
    const bool neff = is_neff(*source);
    (neff ? neffs : captures).push_back({path, std::move(*source)});
  }
  if (captures.empty()) {
    return fail(ErrorCode::kBadInput,
                "a NEFF holds the compiled model, not a profile: give the NTFF that was captured "
                "with it (\"CAPTURE.ntff MODEL.neff\")",
                neffs.front().path);
  }
  if (captures.size() > 1) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("one run is one capture; {} and {} are two. Import them one by one",
                            captures[0].path, captures[1].path));
  }
  if (neffs.size() > 1) {
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("a capture has one NEFF; {} and {} were given", neffs[0].path, neffs[1].path));
  }
  if (!neffs.empty()) return read_capture(captures[0], &neffs[0], false, control);
  std::optional<Input> companion;
  if (options.find_companion) companion = find_companion(captures[0]);
  return read_capture(captures[0], companion ? &*companion : nullptr, companion.has_value(),
                      control);
}

}  // namespace nscope::importers
