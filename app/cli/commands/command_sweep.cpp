#include "app/batch/fingerprint.h"
#include "app/batch/shell_word.h"
#include "app/cli/command.h"
#include "app/cli/options/book_options.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/options/document_note.h"
#include "app/cli/output/sweep_text.h"
#include "app/cli/studies/sweep_evaluation.h"
#include "app/documents/built_in.h"
#include "app/documents/own_catalog.h"
#include "app/sweep/array_job.h"
#include "app/sweep/point_table.h"
#include "app/sweep/results_parquet.h"
#include "app/sweep/run_sweep.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/version.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct SweepArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::string shard;
  bool merge = false;
  std::optional<std::int64_t> point;
  std::string submit;
  std::optional<std::size_t> tasks;
  std::string queue;
  std::string definition;
  bool dry_run = false;
  std::string as_of;
  app::CatalogFolders catalog;
  std::string config;
  BookOptions book;
};

/// A sweep that has been read, with its points.
struct Prepared {
  sweep::Spec spec;
  sweep::Points points;
  SweptKind kind = SweptKind::kWorkload;
  std::vector<app::ModelFile> files;
  Text note{};  ///< of the document that is varied
};

/// The report. Points that failed are a failed check.
CommandOutput sweep_output(const sweep::Results& results, const std::string& path,
                           const CommonOptions& common) {
  CommandOutput output;
  output.exit_code = results.count(sweep::Outcome::kFailed) > 0 ? 1 : 0;
  output.text =
      common.json ? document_text(sweep_json(results, path)) : sweep_text(results, common.language);
  if (!common.json) output.note = common.language.say(tr("Results: {}", path)) + "\n";
  return output;
}

/// The document that the sweep varies: a built-in one, or a file beside the sweep.
Result<app::Document> load_base(const Json& stated, const std::string& file) {
  if (stated.is_object()) return app::Document{stated, file + ": /document"};
  const auto name = stated.get<std::string>();
  const std::string beside = (std::filesystem::path(file).parent_path() / name).string();
  static constexpr std::array kKinds{app::BuiltIn::Kind::kWorkload, app::BuiltIn::Kind::kScenario,
                                     app::BuiltIn::Kind::kPlan};
  if (const auto found = app::find_built_in(name, kKinds)) {
    auto document =
        app::load_document(fmt::format("{}:{}", word(found->kind), found->name), found->kind);
    if (document) document->note = app::namesake_note(name, beside);
    return document;
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(beside, error)) {
    return fail(ErrorCode::kNotFound,
                tr("there is neither a file '{}' nor a built-in document with this name", beside),
                file + ": /document");
  }
  auto json = app::read_json_file(beside);
  if (!json) return fail(json.error());
  return app::Document{std::move(*json), beside};
}

/// The models that the document and the varied members name by files, with the one of --config,
/// which replaces that of the document. Paths start at the folder of the document or, if it is part
/// of the sweep, at that of the sweep.
Result<std::vector<app::ModelFile>> read_models(const std::string& config, const std::string& file,
                                                sweep::Spec& spec) {
  std::vector<app::ModelFile> files;
  if (auto used = app::use_config(config, spec.base, spec.base_name, files); !used) {
    return fail(used.error());
  }
  std::error_code error;
  const bool own_file = std::filesystem::is_regular_file(spec.base_name, error);
  const auto folder = std::filesystem::path(own_file ? spec.base_name : file).parent_path();
  if (auto added = app::add_model_files(spec.base, spec.base_name, folder.string(), files);
      !added) {
    return fail(added.error());
  }
  for (const sweep::Variation& variation : spec.variations) {
    for (std::size_t i = 0; i < variation.members.size() && !variation.values.empty(); ++i) {
      if (!variation.members[i].pointer.ends_with("/model")) continue;
      if (!config.empty()) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("--config: the sweep varies the model; remove one of them"), file);
      }
      Json names = Json::array();
      for (const auto& row : variation.values) names.push_back(Json{{"model", row[i]}});
      if (auto added = app::add_model_files(names, file + ": /vary", folder.string(), files);
          !added) {
        return fail(added.error());
      }
    }
  }
  return files;
}

Result<Prepared> prepare(const std::string& file, const std::string& config, TaskControl& control) {
  const auto json = app::read_json_file(file);
  if (!json) return fail(json.error());
  const auto stated = sweep::base_of(*json, file);
  if (!stated) return fail(stated.error());
  auto base = load_base(*stated, file);
  if (!base) return fail(base.error());
  const auto kind = swept_kind(base->json, base->name);
  if (!kind) return fail(kind.error());
  Text note = std::move(base->note);
  auto spec = sweep::spec_from_json(*json, file, std::move(base->json), std::move(base->name));
  if (!spec) return fail(spec.error());
  auto files = read_models(config, file, *spec);
  if (!files) return fail(files.error());
  control.begin(phrase("Choosing the points"), 0);
  auto points = sweep::points_of(*spec, control);
  if (!points) return fail(in_document(points.error(), file, *json));
  return Prepared{std::move(*spec), std::move(*points), *kind, std::move(*files), std::move(note)};
}

Result<CommandOutput> run_merge(const SweepArguments& options, const CommonOptions& common,
                                TaskControl& control) {
  std::vector<std::pair<std::string, sweep::Results>> parts;
  control.begin(phrase("Reading the results"), options.inputs.size());
  for (const std::string& path : options.inputs) {
    auto part = sweep::load_results(path);
    if (!part) return fail(part.error());
    parts.emplace_back(path, std::move(*part));
    control.advance_to(parts.size());
    if (control.cancelled()) return cancelled();
  }
  const auto merged = sweep::merge(std::move(parts));
  if (!merged) return fail(merged.error());
  if (auto saved = sweep::save(*merged, options.output, control); !saved) {
    return fail(saved.error());
  }
  return sweep_output(*merged, options.output, common);
}

CommandOutput saved_file(const std::string& path, const CommonOptions& common) {
  CommandOutput output;
  output.note = common.language.say(tr("Saved {}", path)) + "\n";
  return output;
}

/// Writes results as a table in the format of the file name.
Result<> write_results_table(const sweep::Results& results, const std::string& path,
                             TaskControl& control) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".parquet") return sweep::save_parquet(results, path, control);
  if (extension == ".csv") return write_file(path, sweep::table_of(results).to_csv());
  if (extension == ".json") {
    return write_file(path, document_text(sweep::table_of(results).to_json()));
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("-o {}: results are written as *.csv, *.json or *.parquet", path));
}

/// Prints or writes the document of one point.
Result<CommandOutput> point_document(const sweep::Results& results, const SweepArguments& options,
                                     const CommonOptions& common) {
  const std::string& path = options.inputs.front();
  const auto row = std::find_if(results.rows.begin(), results.rows.end(),
                                [&](const auto& each) { return each.id == *options.point; });
  if (row == results.rows.end()) {
    return fail(ErrorCode::kNotFound,
                tr("--point {}: the results do not have this point; their column \"id\" has the "
                   "numbers of the points",
                   *options.point),
                path);
  }
  std::vector<sweep::Value> members;
  for (std::size_t i = 0; i < results.columns.size(); ++i) {
    if (results.columns[i].kind == sweep::Column::Kind::kMember) members.push_back(row->values[i]);
  }
  const auto document = sweep::document_of_point(results.identity, row->id, members);
  if (!document) {
    return fail(document.error().code, document.error().message,
                fmt::format("{}: {}", path, document.error().where.english()));
  }
  if (options.output.empty())
    return CommandOutput{.text = document_text(*document), .is_data = true};
  if (std::filesystem::path(options.output).extension() != ".json") {
    return fail(ErrorCode::kInvalidArgument,
                tr("-o {}: the document of a point is written as *.json", options.output));
  }
  if (auto saved = write_file(options.output, document_text(*document)); !saved) {
    return fail(saved.error());
  }
  return saved_file(options.output, common);
}

/// Prints results, or writes them as a table.
Result<CommandOutput> show_results(const SweepArguments& options, const CommonOptions& common,
                                   TaskControl& control) {
  const auto results = sweep::load_results(options.inputs.front());
  if (!results) return fail(results.error());
  if (options.point) return point_document(*results, options, common);
  if (options.output.empty()) return sweep_output(*results, options.inputs.front(), common);
  if (auto saved = write_results_table(*results, options.output, control); !saved) {
    return fail(saved.error());
  }
  return saved_file(options.output, common);
}

/// The command of a task or of the merge, with absolute paths of the program.
Result<std::vector<std::string>> own_command() {
  std::error_code error;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), "/proc/self/exe");
  return std::vector<std::string>{program, "sweep"};
}

std::vector<std::string> task_words(const SweepArguments& options, const CommonOptions& common,
                                    cost::Day today) {
  std::vector<std::string> words{
      options.inputs.front(), "-o",      options.output,   "--shard", "auto", "--as-of",
      cost::to_string(today), "--quiet", "--progress=none"};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  if (common.seed) add("--seed", fmt::format("{}", *common.seed));
  add("--book", options.book.path);
  add("--known", options.book.known);
  add("--config", options.config);
  for (const std::string& folder : options.catalog.models) add("--models", folder);
  for (const std::string& folder : options.catalog.devices) add("--devices", folder);
  return words;
}

/// The shell command that merges the files of all shards of `output`.
std::string merge_command(const std::string& output, std::size_t shards) {
  const std::filesystem::path whole(output);
  const std::filesystem::path stem = whole.parent_path() / whole.stem();
  const std::string extension = whole.extension().string();
  return fmt::format("nscope sweep --merge -o {} {}.*-of-{:04}{}", batch::shell_word(output),
                     batch::shell_word(stem.string()), shards,
                     extension.empty() ? extension : batch::shell_word(extension));
}

/// Writes the files of an array job and, with Slurm, submits it.
Result<CommandOutput> submit(const SweepArguments& options, const CommonOptions& common,
                             cost::Day today, TaskControl& control) {
  const auto prepared = prepare(options.inputs.front(), options.config, control);
  if (!prepared) return fail(prepared.error());
  auto command = own_command();
  if (!command) return fail(command.error());
  const std::size_t tasks = *options.tasks;
  if (tasks > prepared->points.values.size()) {
    return fail(ErrorCode::kInvalidArgument, tr("--tasks {}: the sweep has only {} points", tasks,
                                                as::count(prepared->points.values.size())));
  }
  sweep::ArrayJob job{.name = std::filesystem::path(options.output).stem().string(),
                      .tasks = tasks,
                      .output = options.output,
                      .command = *command,
                      .merge = *command};
  const auto words = task_words(options, common, today);
  job.command.insert(job.command.end(), words.begin(), words.end());
  job.merge.insert(job.merge.end(), {"--merge", "-o", options.output});
  const bool slurm = options.submit == "slurm";
  const auto files =
      slurm ? sweep::slurm_files(job)
            : std::vector{sweep::aws_batch_file(job, options.queue, options.definition)};
  CommandOutput output;
  output.note = note_line(prepared->note, common.language);
  for (const sweep::JobFile& file : files) {
    if (auto saved = write_file(file.path, file.content); !saved) return fail(saved.error());
    output.note += common.language.say(tr("Saved {}", file.path)) + "\n";
  }
  if (!slurm) {
    output.text = common.language.say(tr("Submit the array with: {}",
                                         "aws batch submit-job --cli-input-json file://" +
                                             batch::shell_word(files.front().path))) +
                  "\n" +
                  common.language.say(tr("Then merge the files of the shards with: {}",
                                         merge_command(options.output, tasks))) +
                  "\n";
    return output;
  }
  if (options.dry_run) return output;
  const auto ids = sweep::submit_to_slurm(files, control);
  if (!ids) return fail(ids.error());
  output.text =
      common.language.say(tr("Submitted Slurm array job {} with {} tasks, and job {} that "
                             "merges their results in {}.",
                             ids->front(), tasks, ids->back(), options.output)) +
      "\n";
  return output;
}

Result<CommandOutput> evaluate(const SweepArguments& options, const CommonOptions& common,
                               cost::Day today, TaskControl& control) {
  const auto shard =
      options.shard.empty()
          ? Result<sweep::Shard>(sweep::Shard{})
          : sweep::parse_shard(options.shard, [](const char* name) -> std::optional<std::string> {
              const char* const value = std::getenv(name);
              return value == nullptr ? std::nullopt : std::optional<std::string>(value);
            });
  if (!shard) return fail(shard.error());
  const auto prepared = prepare(options.inputs.front(), options.config, control);
  if (!prepared) return fail(prepared.error());
  std::vector<catalog::Model> models;
  for (const app::ModelFile& file : prepared->files) models.push_back(file.configured.model);
  auto catalog = app::load_catalog(options.catalog, std::move(models));
  if (!catalog) return fail(catalog.error());
  auto user = load_book(options.book);
  if (!user) return fail(user.error());
  sweep::Surroundings surroundings{
      .version = fmt::format("{}, seed {}", kVersion,
                             common.seed ? fmt::format("{}", *common.seed) : "of the documents"),
      .prices = fmt::format("{}, revision {}", cost::to_string(today), user->revision)};
  for (const app::ModelFile& file : prepared->files) {
    const auto content = batch::fingerprint(file.path, control);
    if (!content) return fail(content.error());
    surroundings.version += fmt::format(", {}: {}", file.name, *content);
  }
  const std::string identity = sweep::identity_of(prepared->spec, surroundings);
  const SweepEvaluation evaluation({.kind = prepared->kind,
                                    .name = prepared->spec.base_name,
                                    .catalog = std::move(*catalog),
                                    .files = prepared->files,
                                    .user = std::move(*user),
                                    .today = today,
                                    .seed = common.seed});
  const auto evaluate_one = [&](const Json& document) {
    TaskControl part(&control);
    return evaluation.evaluate(document, part);
  };
  const std::string path = sweep::path_of_shard(options.output, *shard);
  const auto run = sweep::run_sweep(prepared->spec, prepared->points, *shard, identity, path,
                                    evaluate_one, control);
  if (!run) {
    // Other errors are about the file of the results.
    const ErrorCode code = run.error().code;
    const bool of_document = code == ErrorCode::kBadInput || code == ErrorCode::kNotFound;
    return of_document
               ? fail(in_document(run.error(), prepared->spec.base_name, prepared->spec.base))
               : fail(run.error());
  }
  auto output = sweep_output(run->results, path, common);
  output.note.insert(0, note_line(prepared->note, common.language));
  output.note += sweep_note(*run, common.language);
  output.note += app::model_files_text(prepared->files, common.language);
  return output;
}

/// Whether the name is that of a table that is written from results.
bool is_table_name(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".csv" || extension == ".json" || extension == ".parquet";
}

Result<> check(const SweepArguments& options) {
  const auto reject = [](Text why) { return fail(ErrorCode::kInvalidArgument, std::move(why)); };
  if (!options.merge && options.inputs.size() != 1) {
    return reject(tr("state one sweep; several files are only merged (--merge)"));
  }
  if (options.merge && (!options.shard.empty() || !options.submit.empty())) {
    return reject(tr("--merge excludes --shard and --submit"));
  }
  if (!options.submit.empty() && !options.tasks) {
    return reject(tr("--submit needs the number of tasks (--tasks N)"));
  }
  const bool batch = options.submit == "aws-batch";
  if (batch && (options.queue.empty() || options.definition.empty())) {
    return reject(tr("--submit aws-batch needs --queue and --definition"));
  }
  if (!batch && !(options.queue.empty() && options.definition.empty())) {
    return reject(tr("--queue and --definition are only for --submit aws-batch"));
  }
  return {};
}

Result<CommandOutput> run(const SweepArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  const bool shows = !options.merge && sweep::is_results_file(options.inputs.front());
  if (shows) return show_results(options, common, control);
  if (options.output.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("state the file of the results (-o FILE.db)"));
  }
  if (options.point) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("--point {} is for the results of a sweep, which are a *.db file", *options.point));
  }
  if (is_table_name(options.output)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("-o {}: a sweep is saved as a database, from which tables are written. Run "
                   "'nscope sweep {} -o results.db', then 'nscope sweep results.db -o {}'",
                   options.output, options.merge ? "--merge SHARDS" : options.inputs.front(),
                   options.output));
  }
  if (options.merge) return run_merge(options, common, control);
  const auto today = price_day_or_today(options.as_of);
  if (!today) return fail(today.error());
  if (!options.submit.empty()) return submit(options, common, *today, control);
  return evaluate(options, common, *today, control);
}

}  // namespace

CommandRun define_sweep(CLI::App& app) {
  const auto options = std::make_shared<SweepArguments>();
  app.add_option("SWEEP", options->inputs,
                 help("A sweep of schema nscope.sweep/1 (see docs/sweep.md), or results to show or "
                      "to write as a table; with --merge, the results of the shards"))
      ->required()
      ->option_text("FILE...");
  app.add_option("-o,--output", options->output,
                 help("File of the results, a SQLite database; *.csv, *.json or *.parquet for "
                      "results that were read"))
      ->option_text("FILE");
  app.add_option(
         "--shard", options->shard,
         help("Evaluate only shard I of N; 'auto': the task of the Slurm or AWS Batch array "
              "in which the command runs"))
      ->option_text("I/N|auto");
  app.add_flag("--merge", options->merge, help("Join the results of all shards"));
  app.add_option("--point", options->point,
                 help("Print the document of one point of results, or write it (-o FILE.json), to "
                      "run it with 'simulate', 'cost' or 'plan'"))
      ->check(CLI::Range(std::int64_t{0}, static_cast<std::int64_t>(sweep::kMostPoints) - 1))
      ->option_text("ID");
  app.add_option("--submit", options->submit,
                 help("Write the sweep as an array job, and submit it with Slurm"))
      ->check(CLI::IsMember({"slurm", "aws-batch"}))
      ->option_text("slurm|aws-batch");
  app.add_option("--tasks", options->tasks, help("Number of tasks of the array job"))
      ->check(CLI::Range(std::size_t{2}, sweep::kMostShards))
      ->option_text("N");
  app.add_option("--queue", options->queue, help("Job queue of AWS Batch"))->option_text("NAME");
  app.add_option("--definition", options->definition, help("Job definition of AWS Batch"))
      ->option_text("NAME");
  app.add_flag("--dry-run", options->dry_run,
               help("With --submit slurm: only write the scripts of the jobs"));
  app.add_option("--as-of", options->as_of, help("Date of the prices (default: today)"))
      ->option_text("DATE");
  add_book_options(app, options->book);
  add_config_option(app, options->config);
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
