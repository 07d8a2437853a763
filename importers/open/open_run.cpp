#include "importers/neff/neff_header.h"
#include "importers/ntff/file/container.h"
#include "importers/open/device_placement.h"
#include "importers/open/run_files.h"
#include "importers/open/run_labels.h"
#include "importers/shared/error_text.h"
#include "importers/shared/importer.h"
#include "importers/shared/printable.h"
#include "importers/system_recording/system_recording.h"
#include "profiler/trace/build/background_builder.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using TraceResult = Result<std::shared_ptr<const Trace>>;

/// The NEFF of a capture, and whether the user gave it.
struct Companion {
  const ByteSource* source = nullptr;
  bool given_by_user = false;
};

/// A NEFF in the folder of `capture` with this UUID; the first by name if there are several.
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
  BackgroundBuilder builder;
  const auto read =
      capture.folder != nullptr
          ? capture.folder->read(capture.path, builder, control)
          : read_file(*capture.importer, {*capture.source, companion}, builder, control);
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
  TraceResult read_capture(std::size_t i, DiagnosticList notes);
  TraceResult load_session(const FoundCapture& capture);
  TraceResult merge_all();
  Result<> read_all();
  void drop_exports();
  void drop_overlong();
  void drop_export(std::size_t part, std::string_view of);
  void drop_part(std::size_t part);
  void order_parts();
  void label_parts();
  Result<> give_offsets();

  RunFiles files_;
  const OpenOptions& options_;
  TaskControl& control_;
  std::vector<bool> neff_used_;
  std::optional<ByteSource> beside_;  ///< companion found in the folder of the current capture
  std::vector<RunPart> parts_;
  std::vector<std::size_t> capture_of_part_;
};

Result<> RunOpener::check_found() const {
  if (!files_.captures.empty()) return {};
  const bool only_given = std::all_of(files_.neffs.begin(), files_.neffs.end(),
                                      [](const auto& n) { return n.given_by_user; });
  if (!files_.neffs.empty() && only_given) {
    return fail(ErrorCode::kBadInput,
                tr("a NEFF contains a compiled model, not a profile; open it together with an "
                   "NTFF of that model: CAPTURE.ntff MODEL.neff"),
                files_.neffs.front().path);
  }
  constexpr std::size_t kMaxListed = 12;
  std::vector<Text> contents = files_.unread;
  for (const FoundNeff& neff : files_.neffs) {
    if (contents.size() >= kMaxListed) break;
    contents.push_back(tr("{} (a NEFF without a matching NTFF)", file_name(neff.path)));
  }
  return fail(
      ErrorCode::kBadInput,
      contents.empty()
          ? (files_.archives.empty() ? tr("the folder is empty") : tr("the archive is empty"))
      : files_.archives.empty()
          ? tr("no capture in this folder can be opened; it contains: {}", joined(contents))
          : tr("no capture in this archive can be opened; it contains: {}", joined(contents)),
      files_.folder.value_or(""));
}

/// Every NEFF that the user gave must belong to a capture.
Result<> RunOpener::check_neffs() {
  const auto given = std::count_if(files_.neffs.begin(), files_.neffs.end(),
                                   [](const FoundNeff& neff) { return neff.given_by_user; });
  if (files_.captures.size() == 1 && given == 1 && files_.captures[0].source) {
    return {};  // read() compares them
  }
  for (std::size_t i = 0; i < files_.captures.size(); ++i) (void)companion_of(i);
  for (std::size_t n = 0; n < files_.neffs.size(); ++n) {
    if (neff_used_[n]) continue;
    const FoundNeff& neff = files_.neffs[n];
    if (neff.given_by_user) {
      return fail(ErrorCode::kBadInput,
                  neff.uuid.empty()
                      ? tr("this NEFF has no UUID, so it cannot be matched to a capture")
                      : tr("this NEFF belongs to none of the given captures or repeats another "
                           "NEFF; its UUID is {}",
                           neff.uuid),
                  neff.path);
    }
    files_.diagnostics.add(
        "neff_without_capture", Severity::kInfo,
        tr("{} was not used: there is no capture of this model", file_name(neff.path)));
  }
  return {};
}

/// Searches by UUID, first all NEFFs that were given or found, then the capture's folder.
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
    if (!fits && !(alone && neff.given_by_user)) continue;
    if (!best || (neff.given_by_user && !files_.neffs[*best].given_by_user)) best = n;
  }
  if (best) {
    neff_used_[*best] = true;
    return {&files_.neffs[*best].source, files_.neffs[*best].given_by_user};
  }
  if (uuid.empty() || !options_.find_companion || !capture.given_by_user) return {};
  beside_ = find_beside(capture.path, uuid);
  return beside_ ? Companion{&*beside_, false} : Companion{};
}

/// The columns of a large session are read on first use; its file in an archive is then gone.
TraceResult RunOpener::load_session(const FoundCapture& capture) {
  auto trace = session_file::load(capture.path, control_);
  if (!trace || capture.given_by_user) return trace;
  if (auto ok = session_file::load_columns(**trace, control_); !ok) return fail(ok.error());
  return trace;
}

TraceResult RunOpener::read(std::size_t i, DiagnosticList notes) {
  auto trace = read_capture(i, std::move(notes));
  if (!trace) return fail(files_.as_given(trace.error()));
  return trace;
}

TraceResult RunOpener::read_capture(std::size_t i, DiagnosticList notes) {
  const FoundCapture& capture = files_.captures[i];
  if (capture.is_session()) return load_session(capture);
  Companion companion = companion_of(i);
  if (companion.source != nullptr && !is_ntff(*capture.source)) {
    notes.add("companion_not_used", Severity::kWarning,
              tr("{} was not used: a NEFF can be combined only with an NTFF",
                 file_name(companion.source->name())));
    companion = {};
  }
  const bool found_by_us = companion.source != nullptr && !companion.given_by_user;
  DiagnosticList with_companion = notes;
  if (found_by_us) {
    with_companion.add(
        "companion_found", Severity::kInfo,
        tr("names are from {}, the NEFF in the same folder with the UUID of the capture",
           file_name(companion.source->name())));
  }
  auto trace = build_trace(capture, companion.source, with_companion, control_);
  if (trace || !found_by_us || trace.error().code == ErrorCode::kCancelled) return trace;
  // A broken NEFF that the user did not give must not prevent opening the capture.
  notes.add("companion_not_used", Severity::kWarning, error_text(files_.as_given(trace.error())));
  return build_trace(capture, nullptr, notes, control_);
}

/// Reads each capture into a part. A capture that the user gave must be readable; one that was
/// found in a folder is skipped and its error becomes a diagnostic.
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
    if (capture.given_by_user || trace.error().code == ErrorCode::kCancelled) {
      return fail(trace.error());
    }
    files_.unread.push_back(tr("{} ({})", capture.shown, trace.error().message));
    files_.diagnostics.add("capture_not_read", Severity::kError, error_text(trace.error()));
  }
  return {};
}

/// Whether all processes of AWS's parsed output of a recording are the process of `recording`.
bool is_output_of(const Trace& parsed, const Trace& recording) {
  const auto process = recording.property_number(property::kProcessId);
  if (!process) return false;
  const std::string name = fmt::format("Process {}", static_cast<std::int64_t>(*process));
  bool any = false;
  for (const Track& track : parsed.tracks()) {
    if (!parsed.text(track.name).starts_with("Process ")) continue;
    if (parsed.text(track.name) != name) return false;
    any = true;
  }
  return any;
}

void RunOpener::drop_part(std::size_t part) {
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(part));
  capture_of_part_.erase(capture_of_part_.begin() + static_cast<std::ptrdiff_t>(part));
}

void RunOpener::drop_export(std::size_t part, std::string_view of) {
  files_.diagnostics.add("export_of_opened_capture", Severity::kInfo,
                         tr("{} was skipped: it is an export of {}, which was opened too",
                            files_.captures[capture_of_part_[part]].shown, of));
  drop_part(part);
}

/// Drops what was found in a folder and covers more time than the axis of all runs can, such as a
/// log of months beside a device profile.
void RunOpener::drop_overlong() {
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const FoundCapture& capture = files_.captures[capture_of_part_[i]];
    if (capture.given_by_user || is_short_enough(parts_, i)) continue;
    const Trace& trace = *parts_[i].trace;
    files_.diagnostics.add(
        "capture_not_read", Severity::kError,
        tr("{} covers {}, more than a time axis with the other captures can; open it alone",
           capture.shown,
           as::duration_ns(static_cast<double>(trace.to_ns(trace.end() - trace.begin())))));
    drop_part(i);
  }
}

/// Shows the framework, then the runtime, then the device, if the files of a folder include a
/// system recording.
void RunOpener::order_parts() {
  const auto format = [&](std::size_t part) {
    return parts_[part].trace->property_text(property::kSourceFormat);
  };
  const auto folder = [&](std::size_t part) {
    return std::filesystem::path(files_.captures[capture_of_part_[part]].path).parent_path();
  };
  std::set<std::filesystem::path> recorded;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (format(i) == kSystemRecordingFormat) recorded.insert(folder(i));
  }
  const auto level = [&](std::size_t part) {
    if (format(part) == kSystemRecordingFormat) return 1;
    return files_.captures[capture_of_part_[part]].importer != nullptr &&
                   files_.captures[capture_of_part_[part]].importer->id == "chrome-json"
               ? 0
               : 2;
  };
  std::vector<std::size_t> order(parts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && folder(end) == folder(begin)) ++end;
    if (recorded.contains(folder(begin))) {
      std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                       order.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](std::size_t a, std::size_t b) { return level(a) < level(b); });
    }
    begin = end;
  }
  std::vector<RunPart> parts;
  std::vector<std::size_t> captures;
  for (const std::size_t part : order) {
    parts.push_back(std::move(parts_[part]));
    captures.push_back(capture_of_part_[part]);
  }
  parts_ = std::move(parts);
  capture_of_part_ = std::move(captures);
}

/// Drops AWS's exports of captures that are opened themselves: they contain the same run.
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
    if (capture.given_by_user || of.empty() || !opened.contains(place(i, of))) continue;
    drop_export(i, of);
  }
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const bool parsed =
        parts_[i].trace->property_text(property::kSourceFormat) == "neuron system profile json";
    if (!parsed || files_.captures[capture_of_part_[i]].given_by_user) continue;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const Trace& recording = *parts_[k].trace;
      if (recording.property_text(property::kSourceFormat) != kSystemRecordingFormat ||
          !is_output_of(*parts_[i].trace, recording)) {
        continue;
      }
      drop_export(i, recording.property_text(property::kSourceFile));
      break;
    }
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
    std::vector<Text> known;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const FoundCapture& capture = files_.captures[capture_of_part_[i]];
      known.push_back(Text::verbatim(fmt::format("'{}'", parts_[i].label)));
      if (given.part != parts_[i].label && given.part != capture.path &&
          given.part != capture.shown && given.part != file_name(capture.path)) {
        continue;
      }
      found = true;
      parts_[i].offset_ns = given.offset_ns;
    }
    if (!found) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("unknown run '{}'; known runs: {}", given.part, joined(known)));
    }
  }
  return {};
}

TraceResult RunOpener::merge_all() {
  if (auto ok = read_all(); !ok) return fail(ok.error());
  drop_exports();
  drop_overlong();
  order_parts();
  if (parts_.empty()) {
    files_.captures.clear();
    return fail(check_found().error());
  }
  label_parts();
  if (auto ok = give_offsets(); !ok) return fail(ok.error());
  std::vector<std::string> paths;
  for (const std::size_t capture : capture_of_part_) paths.push_back(files_.captures[capture].path);
  std::vector<PartFlow> flows = place_device_captures(parts_, paths, files_.diagnostics);
  return merge_traces(
      std::move(parts_),
      {.align = options_.align, .diagnostics = files_.diagnostics, .flows = std::move(flows)},
      control_);
}

TraceResult RunOpener::open() {
  if (auto ok = check_found(); !ok) return fail(ok.error());
  if (auto ok = check_neffs(); !ok) return fail(ok.error());
  // A single session is opened unchanged, and a single capture needs no group around it.
  const bool plain = files_.captures.size() == 1 && options_.offsets.empty() &&
                     (!files_.captures[0].is_session() || files_.diagnostics.empty());
  return plain ? read(0, files_.diagnostics) : merge_all();
}

}  // namespace

TraceResult open_run(std::span<const std::string> paths, const OpenOptions& options,
                     TaskControl& control) {
  if (paths.empty()) return fail(ErrorCode::kInvalidArgument, tr("no input file given"));
  auto files = find_run_files(paths, control);
  if (!files) return fail(files.error());
  return RunOpener(std::move(*files), options, control).open();
}

}  // namespace nscope::importers
