#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/document_note.h"
#include "app/cli/options/workload_options.h"
#include "app/cli/studies/compile_study.h"
#include "app/cli/studies/workload_comparison.h"
#include "app/cli/studies/workload_run.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/compile_scenario.h"
#include "simcore/engine/documents/document_variants.h"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct SimulateArguments {
  app::CatalogFolders catalog;
  WorkloadOptions workload;
  std::string output;
};

/// The catalogue with the models that the document names by files. --model and --config replace the
/// model of the document.
Result<app::DocumentCatalog> known_models(const SimulateArguments& options,
                                          std::optional<app::Document>& document) {
  app::Document none;
  const bool replaced = !options.workload.model.empty() || !options.workload.config.empty();
  if (document && document->json.is_object() && replaced) document->json.erase("model");
  return app::load_catalog_for(document ? *document : none, options.catalog);
}

/// Runs the command with the document that was loaded, if any.
Result<CommandOutput> run_document(const SimulateArguments& options, const CommonOptions& common,
                                   std::optional<app::Document> document, TaskControl& control) {
  if (document && sim::is_compile_study(document->json)) {
    const auto known = app::load_catalog_for(*document, options.catalog);
    if (!known) return fail(known.error());
    auto output = run_compile_study(options.workload, *document, options.output, common,
                                    known->catalog, control);
    if (output && !common.json)
      output->text += app::model_files_text(known->files, common.language);
    return output;
  }
  const auto known = known_models(options, document);
  if (!known) return fail(known.error());
  const catalog::Catalog* const catalog = &known->catalog;
  auto described = describe_workload(options.workload, std::move(document), common.seed);
  if (!described) return fail(described.error());
  for (const app::ModelFile& file : known->files) {
    described->model_files.emplace_back(file.name, file.configured.model.note);
  }
  // The JSON of flags is not a document.
  const auto placed = [&](const Error& error) {
    return described->from_flags ? error : in_document(error, described->name, described->json);
  };
  if (sim::has_comparison(described->json)) {
    auto compared = compare_workloads(*catalog, *described, options.output, common, control);
    if (!compared) return fail(placed(compared.error()));
    return compared;
  }
  const auto simulated =
      run_workload(*catalog, *described, options.output, common.language, control);
  if (!simulated) return fail(placed(simulated.error()));
  CommandOutput output;
  output.text = simulated->text;
  if (common.json) {
    Json json = analysis::summary_json(
        {.metrics = simulated->metrics, .unavailable = simulated->unavailable});
    json.update(simulated->json);
    output.text = document_text(json);
  }
  if (simulated->rejection) {
    output.exit_code = 1;  // a rejected workload is a result, not an error
  } else if (!options.output.empty()) {
    output.note = common.language.say(tr("Saved {}", options.output)) + "\n";
  }
  return output;
}

Result<CommandOutput> run(const SimulateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (options.workload.document.empty()) return run_document(options, common, {}, control);
  auto document = app::load_simulation(options.workload.document);
  if (!document) return fail(document.error());
  const std::string note = note_line(document->note, common.language);
  auto output = run_document(options, common, std::move(*document), control);
  if (output) output->note.insert(0, note);
  return output;
}

}  // namespace

CommandRun define_simulate(CLI::App& app) {
  const auto options = std::make_shared<SimulateArguments>();
  add_workload_options(app, options->workload);
  app.add_option("-o", options->output,
                 help("Save the simulated run as a session (*.nscope); not on GPUs"))
      ->option_text("FILE");
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
