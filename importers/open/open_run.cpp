#include "importers/neff/neff_header.h"
#include "importers/ntff/container.h"
#include "importers/open/run_files.h"
#include "importers/open/run_labels.h"
#include "importers/shared/importer.h"
#include "importers/shared/printable.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using TraceResult = Result<std::shared_ptr<const Trace>>;

/// The NEFF of a capture, and whether the user named it.
struct Companion {
  const ByteSource* source = nullptr;
  bool asked_for = false;
};

/// A NEFF in the folder of `capture` with that UUID; the first by name where
/// there are several.
std::optional<ByteSource> find_beside(const std::string& capture, const std::string& uuid) {
  std::filesystem::path folder = std::filesystem::path(capture).parent_path();
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
    if (header && header->uuid == uuid) return std::move(*source);
  }
  return std::nullopt;
}

TraceResult build_trace(const FoundCapture& capture, const ByteSource* companion,
                        const DiagnosticList& notes, TaskControl& control) {
  TraceBuilder builder;
  const auto read = capture.folder != nullptr
                        ? capture.folder->read(capture.path, builder, control)
                        : capture.importer->read({*capture.source, companion}, builder, control);
  if (!read) return fail(read.error());
  if (!notes.empty()) {
    TraceBatch batch;
    batch.diagnostics = notes.entries();
    builder.push(std::move(batch));
  }
  return builder.finish();
}

/// Opens everything that find_run_files() found.
class RunOpener {
 public:
  RunOpener(RunFiles files, const OpenOptions& options, TaskControl& control)
      : files_(std::move(files)),
        options_(options),
        control_(control),
        neff_used_(files_.neffs.size(), false) {}

  TraceResult open();

 private:
  Result<> check_found() const;
  Result<> check_neffs();
  Companion companion_of(std::size_t capture);
  TraceResult read(std::size_t i, DiagnosticList notes);
  TraceResult merge_all();
  Result<> read_all();
  void drop_exports();
  void label_parts();
  Result<> give_offsets();

  RunFiles files_;
  const OpenOptions& options_;
  TaskControl& control_;
  std::vector<bool> neff_used_;
  std::optional<ByteSource> beside_;  ///< the companion of the capture being read
  std::vector<RunPart> parts_;
  std::vector<std::size_t> capture_of_part_;
};

Result<> RunOpener::check_found() const {
  if (!files_.captures.empty()) return {};
  const bool only_given = std::all_of(files_.neffs.begin(), files_.neffs.end(),
                                      [](const auto& n) { return n.asked_for; });
  if (!files_.neffs.empty() && only_given) {
    return fail(ErrorCode::kBadInput,
                "a NEFF holds the compiled model, not a profile: give the NTFF that was captured "
                "with it (\"CAPTURE.ntff MODEL.neff\")",
                files_.neffs.front().path);
  }
  std::string seen;
  for (const std::string& file : files_.unread) {
    seen += fmt::format("{}{}", seen.empty() ? "" : ", ", file);
  }
  for (const FoundNeff& neff : files_.neffs) {
    seen += fmt::format("{}{} (a NEFF, without the NTFF of a run)", seen.empty() ? "" : ", ",
                        file_name(neff.path));
    if (seen.size() > 800) break;
  }
  return fail(ErrorCode::kBadInput,
              seen.empty() ? "the folder is empty"
                           : fmt::format("no capture in this folder can be read. Seen: {}", seen),
              files_.folder.value_or(""));
}

/// Every NEFF that was named must explain a capture.
Result<> RunOpener::check_neffs() {
  const auto given = std::count_if(files_.neffs.begin(), files_.neffs.end(),
                                   [](const FoundNeff& neff) { return neff.asked_for; });
  if (files_.captures.size() == 1 && given == 1 && files_.captures[0].source) {
    return {};  // read() compares them
  }
  for (std::size_t i = 0; i < files_.captures.size(); ++i) (void)companion_of(i);
  for (std::size_t n = 0; n < files_.neffs.size(); ++n) {
    if (neff_used_[n]) continue;
    const FoundNeff& neff = files_.neffs[n];
    if (neff.asked_for) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("belongs to none of the captures given, or is one NEFF too many: its "
                              "UUID is {}",
                              neff.uuid.empty() ? "not set" : neff.uuid),
                  neff.path);
    }
    files_.diagnostics.add(
        "neff_without_capture", Severity::kInfo,
        fmt::format("{}: no capture of this model is among the files", file_name(neff.path)));
  }
  return {};
}

/// By UUID among everything that was given or found; then beside the capture.
Companion RunOpener::companion_of(std::size_t i) {
  const FoundCapture& capture = files_.captures[i];
  beside_.reset();
  if (!capture.source) return {};
  const bool alone = files_.captures.size() == 1;
  const std::string uuid = ntff_neff_uuid(*capture.source);
  std::optional<std::size_t> best;
  for (std::size_t n = 0; n < files_.neffs.size(); ++n) {
    const FoundNeff& neff = files_.neffs[n];
    const bool fits = !uuid.empty() && neff.uuid == uuid;
    if (!fits && !(alone && neff.asked_for)) continue;
    if (!best || (neff.asked_for && !files_.neffs[*best].asked_for)) best = n;
  }
  if (best) {
    neff_used_[*best] = true;
    return {&files_.neffs[*best].source, files_.neffs[*best].asked_for};
  }
  if (uuid.empty() || !options_.find_companion || !capture.asked_for) return {};
  beside_ = find_beside(capture.path, uuid);
  return beside_ ? Companion{&*beside_, false} : Companion{};
}

TraceResult RunOpener::read(std::size_t i, DiagnosticList notes) {
  const FoundCapture& capture = files_.captures[i];
  if (capture.is_session()) return session_file::load(capture.path, control_);
  Companion companion = companion_of(i);
  if (companion.source != nullptr && !is_ntff(*capture.source)) {
    notes.add("companion_not_used", Severity::kWarning,
              fmt::format("{}: a NEFF explains an NTFF, no other capture",
                          file_name(companion.source->name())));
    companion = {};
  }
  const bool found_by_us = companion.source != nullptr && !companion.asked_for;
  DiagnosticList with_companion = notes;
  if (found_by_us) {
    with_companion.add("companion_found", Severity::kInfo,
                       fmt::format("names come from {}, found beside the capture by its UUID",
                                   file_name(companion.source->name())));
  }
  auto trace = build_trace(capture, companion.source, with_companion, control_);
  if (trace || !found_by_us || trace.error().code == ErrorCode::kCancelled) return trace;
  // A NEFF that nobody asked for must not stand in the way of its capture.
  notes.add("companion_not_used", Severity::kWarning, to_string(trace.error()));
  return build_trace(capture, nullptr, notes, control_);
}

/// Reads each capture into a part. One that was named must be readable, one that
/// was found in a folder is left out with its reason.
Result<> RunOpener::read_all() {
  for (std::size_t i = 0; i < files_.captures.size(); ++i) {
    FoundCapture& capture = files_.captures[i];
    auto trace = read(i, {});
    capture.source.reset();
    if (trace) {
      parts_.push_back({std::move(*trace), {}});
      capture_of_part_.push_back(i);
      continue;
    }
    if (capture.asked_for || trace.error().code == ErrorCode::kCancelled) {
      return fail(trace.error());
    }
    files_.unread.push_back(fmt::format("{} ({})", capture.shown, trace.error().message));
    files_.diagnostics.add("capture_not_read", Severity::kError, to_string(trace.error()));
  }
  return {};
}

/// AWS's export of a capture that lies beside it says the same once more.
void RunOpener::drop_exports() {
  const auto place = [&](std::size_t part, const std::string& file) {
    const std::filesystem::path path(files_.captures[capture_of_part_[part]].path);
    return (path.parent_path() / file).lexically_normal();
  };
  std::set<std::filesystem::path> opened;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Trace& trace = *parts_[i].trace;
    if (trace.property_text(property::kSourceFormat) != "ntff") continue;
    opened.insert(place(i, trace.property_text(property::kSourceFile)));
  }
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const FoundCapture& capture = files_.captures[capture_of_part_[i]];
    const std::string of = parts_[i].trace->property_text("profile.ntff_file");
    if (capture.asked_for || of.empty() || !opened.contains(place(i, of))) continue;
    files_.diagnostics.add("export_of_opened_capture", Severity::kInfo,
                           fmt::format("{} repeats {}, which is opened itself", capture.shown, of));
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
    capture_of_part_.erase(capture_of_part_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void RunOpener::label_parts() {
  std::vector<NamedRun> names;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    NamedRun run{.shown = files_.captures[capture_of_part_[i]].shown};
    const PropertyValue* rank = parts_[i].trace->property("rank");
    if (rank != nullptr && std::holds_alternative<std::int64_t>(*rank)) {
      run.rank = std::get<std::int64_t>(*rank);
    }
    names.push_back(std::move(run));
  }
  const auto labels = run_labels(names);
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].label = labels[i];
}

Result<> RunOpener::give_offsets() {
  for (const GivenOffset& given : options_.offsets) {
    bool found = false;
    std::string known;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const FoundCapture& capture = files_.captures[capture_of_part_[i]];
      known += fmt::format("{}'{}'", known.empty() ? "" : ", ", parts_[i].label);
      if (given.part != parts_[i].label && given.part != capture.path &&
          given.part != capture.shown && given.part != file_name(capture.path)) {
        continue;
      }
      found = true;
      parts_[i].offset_ns = given.offset_ns;
    }
    if (!found) {
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("no run is called '{}': there {} {}", given.part,
                              parts_.size() == 1 ? "is only" : "are", known));
    }
  }
  return {};
}

TraceResult RunOpener::merge_all() {
  if (auto ok = read_all(); !ok) return fail(ok.error());
  drop_exports();
  if (parts_.empty()) {
    files_.captures.clear();
    return fail(check_found().error());
  }
  label_parts();
  if (auto ok = give_offsets(); !ok) return fail(ok.error());
  return merge_traces(std::move(parts_),
                      {.align = options_.align, .diagnostics = files_.diagnostics}, control_);
}

TraceResult RunOpener::open() {
  if (auto ok = check_found(); !ok) return fail(ok.error());
  if (auto ok = check_neffs(); !ok) return fail(ok.error());
  // A single session keeps what it is; a single capture needs no group around it.
  const bool plain = files_.captures.size() == 1 && options_.offsets.empty() &&
                     (!files_.captures[0].is_session() || files_.diagnostics.empty());
  return plain ? read(0, files_.diagnostics) : merge_all();
}

}  // namespace

TraceResult open_run(std::span<const std::string> paths, const OpenOptions& options,
                     TaskControl& control) {
  if (paths.empty()) return fail(ErrorCode::kInvalidArgument, "no input file given");
  auto files = find_run_files(paths, control);
  if (!files) return fail(files.error());
  return RunOpener(std::move(*files), options, control).open();
}

}  // namespace nscope::importers
