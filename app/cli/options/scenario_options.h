#pragma once

#include "app/documents/built_in.h"
#include "app/documents/model_files.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// SCENARIO and the flags of `nscope cost`.
struct ScenarioOptions {
  std::string document;  ///< scenario file, built-in name, or nscope.summary/1 file
  std::vector<std::string> instances;
  std::vector<std::string> regions;
  std::vector<std::string> options;
  std::string model;
  std::string config;  ///< config.json of the model
  std::optional<double> tokens_per_second;
  std::string source;
  std::optional<int> count;
  std::optional<int> tensor_parallel;
  std::optional<int> batch;
  std::optional<int> input_tokens;
  std::optional<int> output_tokens;
  std::string dtype;
  std::vector<std::string> limits;  ///< "e2e_p99_s=4"
  std::optional<double> tokens_per_month;
  std::optional<double> run_tokens;
  std::string as_of;
};

void add_scenario_options(CLI::App& app, ScenarioOptions& options);

/// A scenario and its document; `document.name` is empty if it was made from flags.
struct DescribedScenario {
  app::Document document;
  cost::Scenario scenario;
  app::DocumentCatalog known;
};

/// The scenario that document and flags describe. Throughputs that it does not state are
/// determined later, by app::price_scenario(). The models of files are in its catalogue. Errors:
/// those of the document, as kInvalidArgument if there are only flags.
Result<DescribedScenario> read_scenario(const ScenarioOptions& options,
                                        const app::CatalogFolders& folders);

/// The error with the flag that set the member that it is about (with_flag()).
Error blame_flags(Error error, const ScenarioOptions& options);

}  // namespace nscope::cli
