#include "app/sweep/array_job.h"

#include "app/batch/child_process.h"
#include "app/batch/shell_word.h"
#include "app/sweep/shard.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/temporary_entry.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::sweep {
namespace {

namespace fs = std::filesystem;
using batch::shell_word;

/// "results" for "runs/results.db", with the folder.
std::string stem_path(const std::string& output) {
  const fs::path path(output);
  return (path.parent_path() / path.stem()).string();
}

std::vector<std::string> merge_words(const ArrayJob& job) {
  std::vector<std::string> words = job.merge;
  for (std::size_t i = 0; i < job.tasks; ++i) {
    words.push_back(path_of_shard(job.output, {i, job.tasks}));
  }
  return words;
}

/// The name of a job: letters, digits, '-' and '_', which both schedulers accept. AWS Batch
/// requires that it begins with a letter or digit.
std::string job_name(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, 100)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (text.empty() && !plain) continue;
    text += plain || c == '_' ? c : '-';
  }
  return text.empty() ? "sweep" : text;
}

std::string script(const std::string& settings, const std::vector<std::string>& words) {
  return fmt::format("#!/bin/bash\n{}exec {}\n", settings, batch::shell_line(words));
}

std::string trimmed(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.pop_back();
  }
  return text;
}

std::string content_of(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source ? trimmed(std::string(source->text())) : std::string();
}

/// Runs `sbatch` and returns its output.
Result<std::string> run_sbatch(std::vector<std::string> words, const std::string& script_path,
                               TaskControl& control) {
  const TemporaryEntry out(script_path, TemporaryEntry::Kind::kFile);
  const TemporaryEntry log(script_path, TemporaryEntry::Kind::kFile);
  words.insert(words.begin(), {"env", "sbatch"});
  words.push_back(script_path);
  auto child = batch::ChildProcess::start({.program = "/usr/bin/env",
                                           .words = std::move(words),
                                           .folder = ".",
                                           .standard_output = fs::absolute(out.path()).string(),
                                           .standard_error = fs::absolute(log.path()).string()});
  if (!child) return fail(child.error());
  const auto end = child->wait(control);
  if (!end) return fail(end.error());
  if (end->exit_code == 127) {
    return fail(ErrorCode::kNotFound,
                tr("there is no program 'sbatch' on this machine; run the command where Slurm is "
                   "installed, or submit {} there",
                   script_path));
  }
  if (end->exit_code != 0) {
    return fail(ErrorCode::kIo, tr("sbatch failed: {}", content_of(log.path())), script_path);
  }
  return content_of(out.path());
}

}  // namespace

std::vector<JobFile> slurm_files(const ArrayJob& job) {
  const std::string stem = stem_path(job.output);
  const std::string name = job_name(job.name);
  const std::string array =
      fmt::format("#SBATCH --job-name={}\n#SBATCH --array=0-{}\n#SBATCH --output={}.%a.log\n", name,
                  job.tasks - 1, shell_word(stem));
  const std::string merge = fmt::format(
      "#SBATCH --job-name={}-merge\n#SBATCH --output={}.merge.log\n", name, shell_word(stem));
  return {{stem + ".slurm.sh", script(array, job.command)},
          {stem + ".merge.slurm.sh", script(merge, merge_words(job))}};
}

JobFile aws_batch_file(const ArrayJob& job, const std::string& queue,
                       const std::string& definition) {
  std::vector<std::string> command = job.command;
  if (!command.empty()) command.front() = "nscope";  // of the image, not the path on this machine
  const Json json{{"jobName", job_name(job.name)},
                  {"jobQueue", queue},
                  {"jobDefinition", definition},
                  {"arrayProperties", {{"size", job.tasks}}},
                  {"containerOverrides", {{"command", command}}}};
  return {stem_path(job.output) + ".aws-batch.json", document_text(json)};
}

Result<std::vector<std::string>> submit_to_slurm(const std::vector<JobFile>& scripts,
                                                 TaskControl& control) {
  std::vector<std::string> ids;
  for (const JobFile& file : scripts) {
    std::vector<std::string> words{"--parsable"};
    if (!ids.empty()) words.push_back("--dependency=afterok:" + ids.back());
    auto id = run_sbatch(std::move(words), file.path, control);
    if (!id) return fail(id.error());
    ids.push_back(id->substr(0, id->find(';')));  // "id;cluster" with several clusters
  }
  return ids;
}

}  // namespace nscope::sweep
