#include "app/runs/read_runs.h"

#include "app/remote/fetch.h"
#include "importers/open/unpacked_archive.h"
#include "importers/shared/importer.h"
#include "profiler/analysis/gate/run_folder.h"
#include "profiler/analysis/metrics/summary_document.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestFolder = 8;
constexpr std::size_t kMostFiles = 100'000;
constexpr std::size_t kMostExamples = 5;

/// Moves metrics that are infinite or not a number to the unavailable ones, because they cannot be
/// compared.
void set_aside_no_numbers(analysis::Summary& summary) {
  const auto is_number = [](const Metric& metric) { return std::isfinite(metric.value); };
  for (const Metric& metric : summary.metrics) {
    if (!is_number(metric)) {
      summary.unavailable.emplace_back(metric.name, tr("not a finite number"));
    }
  }
  std::erase_if(summary.metrics, [&](const Metric& metric) { return !is_number(metric); });
}

class RunReader {
 public:
  explicit RunReader(TaskControl& control) : control_(control) {}

  Result<> read(const std::string& path);
  RunsRead take() && { return std::move(read_); }

 private:
  Result<> read_folder(const fs::path& folder, int depth);
  Result<> read_in_folder(const fs::path& path, int depth);
  Result<> read_summary(const ByteSource& source);
  Result<> read_trace(const std::string& path);
  void leave_out(const std::string& path, const Text& why);

  TaskControl& control_;
  RunsRead read_;
  std::size_t seen_ = 0;
};

void RunReader::leave_out(const std::string& path, const Text& why) {
  ++read_.left_out;
  if (read_.examples.size() < kMostExamples) {
    read_.examples.push_back(tr("{}: {}", path, why));
  }
}

Result<> RunReader::read_summary(const ByteSource& source) {
  auto summary = analysis::summary_from_text(source.text(), source.name());
  if (!summary) return fail(summary.error());
  read_.runs.push_back({.name = source.name(), .summary = std::move(*summary)});
  return {};
}

Result<> RunReader::read_trace(const std::string& path) {
  const std::vector<std::string> paths{path};
  const auto trace = importers::open_run(paths, {}, control_);
  if (!trace) return fail(trace.error());
  gate::Run run{.name = path, .summary = analysis::summarize(**trace)};
  // The columns of a large session are checked when they are first read.
  if (const auto damage = (*trace)->storage_error()) return fail(*damage);
  set_aside_no_numbers(run.summary);
  read_.runs.push_back(std::move(run));
  return {};
}

Result<> RunReader::read(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    if (importers::detect_folder(path) != nullptr) return read_trace(path);
    return read_folder(path, 0);
  }
  const auto source = ByteSource::open(path);
  if (!source) return fail(source.error());
  return analysis::is_summary_document(source->text()) ? read_summary(*source) : read_trace(path);
}

Result<> RunReader::read_folder(const fs::path& folder, int depth) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++seen_ > kMostFiles) {
      return fail(ErrorCode::kBadInput, tr("contains more than {} files", as::count(kMostFiles)),
                  folder.string());
    }
    // Hidden files are never runs.
    if (!it->path().filename().string().starts_with('.')) entries.push_back(it->path());
  }
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), folder.string());
  std::sort(entries.begin(), entries.end());
  std::stable_partition(entries.begin(), entries.end(), [](const fs::path& entry) {
    return !gate::run_folder::is_added(entry.filename().string());
  });
  for (const fs::path& entry : entries) {
    if (control_.cancelled()) return cancelled();
    if (auto ok = read_in_folder(entry, depth); !ok) return ok;
  }
  return {};
}

/// Reads an entry of a folder. An entry that is not a run is omitted with a reason, not an error.
Result<> RunReader::read_in_folder(const fs::path& path, int depth) {
  const std::string name = path.string();
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_directory(status)) {
    if (importers::detect_folder(path) != nullptr) return read_trace(name);
    if (depth < kDeepestFolder) return read_folder(path, depth + 1);
    leave_out(name, tr("the folder is nested too deeply"));
    return {};
  }
  const auto source = ByteSource::open(name);
  if (!source) {
    leave_out(name, source.error().message);
    return {};
  }
  if (analysis::is_summary_document(source->text())) return read_summary(*source);
  if (importers::is_archive(*source)) {
    auto ok = read_trace(name);
    if (ok || ok.error().code != ErrorCode::kBadInput) return ok;
    leave_out(name, ok.error().message);
    return {};
  }
  if (!session_file::sniff(source->head())) {
    const auto known = importers::detect(*source);
    if (!known) {
      leave_out(name, tr("unknown format"));
      return {};
    }
  }
  return read_trace(name);
}

}  // namespace

Result<RunsRead> read_runs(std::span<const std::string> paths, TaskControl& control) {
  const auto local = remote::local_paths(paths, control);
  if (!local) return fail(local.error());
  RunReader reader(control);
  control.begin(phrase("Reading runs"), 0);
  for (const std::string& path : *local) {
    if (control.cancelled()) return cancelled();
    if (auto ok = reader.read(path); !ok) return fail(ok.error());
  }
  RunsRead read = std::move(reader).take();
  if (read.runs.empty()) {
    return fail(ErrorCode::kBadInput,
                read.examples.empty()
                    ? tr("contains no run")
                    : tr("contains no run; omitted: {}", joined_by_semicolons(read.examples)),
                fmt::format("{}", fmt::join(paths, ", ")));
  }
  return read;
}

}  // namespace nscope::app
