#include "app/runs/compared_runs.h"

#include "app/remote/fetch.h"
#include "importers/shared/importer.h"
#include "profiler/analysis/metrics/summary_document.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

/// The summary document in a file; nullopt if the file is not a summary document.
Result<std::optional<analysis::Summary>> summary_in(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  if (!analysis::is_summary_document(file->text())) return std::nullopt;
  auto summary = analysis::summary_from_text(file->text(), path);
  if (!summary) return fail(summary.error());
  return std::move(*summary);
}

std::string file_name(const std::string& path) {
  const fs::path name(path);
  return name.has_filename() ? name.filename().string() : name.parent_path().filename().string();
}

}  // namespace

Result<std::vector<std::string>> expand_runs(const std::vector<std::string>& paths) {
  std::vector<std::string> runs;
  for (const std::string& path : paths) {
    std::error_code error;
    std::vector<std::string> sessions;
    if (fs::is_directory(path, error)) {
      for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".nscope") sessions.push_back(it->path().string());
      }
      if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
    }
    std::sort(sessions.begin(), sessions.end());
    if (sessions.empty()) sessions.push_back(path);
    runs.insert(runs.end(), sessions.begin(), sessions.end());
  }
  return runs;
}

std::vector<std::string> labels_of(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(file_name(path));
  const bool unique = std::set<std::string>(names.begin(), names.end()).size() ==
                      std::set<std::string>(paths.begin(), paths.end()).size();
  return unique ? names : paths;
}

Result<ComparedRun> open_compared_run(const std::string& path, bool find_companion,
                                      TaskControl& control) {
  const auto paths = remote::local_paths({&path, 1}, control);
  if (!paths) return fail(paths.error());
  auto summary = summary_in(paths->front());
  if (!summary) return fail(summary.error());
  if (*summary) return ComparedRun{.summary = std::move(**summary)};
  auto trace = importers::open_run(*paths, {.find_companion = find_companion}, control);
  if (!trace) return fail(trace.error());
  return ComparedRun{.trace = std::move(*trace)};
}

Result<> add_run(analysis::RunComparison& comparison, analysis::RunComparison::Side side,
                 const std::string& label, const ComparedRun& run, TaskControl& control) {
  if (run.trace) return comparison.add(side, label, run.trace, control);
  comparison.add(side, label, run.summary.value_or(analysis::Summary{}));
  return {};
}

}  // namespace nscope::app
