#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/run_text.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/trace/session/session_file.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct CaptureImportArguments {
  InputOptions input;
  std::string output;
};

Result<CommandOutput> run(const CaptureImportArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto trace = open_input(options.input, control);
  if (!trace) return fail(trace.error());
  if (auto saved = session_file::save(**trace, options.output, control); !saved) {
    return fail(saved.error());
  }
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(options.output, ignored);
  if (common.json) {
    const Json json{{"schema", "nscope.import/1"},
                    {"session", options.output},
                    {"bytes", bytes},
                    {"events", (*trace)->slice_count()},
                    {"tracks", (*trace)->tracks().size()},
                    {"dependencies", (*trace)->flows().size()},
                    {"diagnostics", diagnostics_json((*trace)->diagnostics())}};
    return CommandOutput{.text = document_text(json)};
  }
  CommandOutput output;
  const Text contents = tr("{}: {}, {}", options.output, contents_text(**trace),
                           as::bytes(static_cast<double>(bytes)));
  output.text = common.language.say(contents) + "\n";
  if (const auto diagnostics = (*trace)->diagnostics(); !diagnostics.empty()) {
    output.note = "\n" + diagnostics_text(diagnostics, common.language);
  }
  return output;
}

}  // namespace

CommandRun define_import(CLI::App& app) {
  const auto options = std::make_shared<CaptureImportArguments>();
  add_input_options(app, options->input, true);
  app.add_option("-o,--output", options->output, help("Session to write (*.nscope)"))
      ->required()
      ->option_text("FILE");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
