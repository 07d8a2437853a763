#include "app/capture/run_capture.h"
#include "app/cli/command.h"
#include "app/documents/today.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct CaptureArguments {
  std::vector<std::string> command;
  std::string folder;
  std::string output;
  std::string host;
  std::string server;
  std::optional<double> seconds;
  std::vector<int> cores;
  bool no_system = false;
  bool no_device = false;
  bool dry_run = false;
};

/// "neuron-capture-20261127-141500".
std::string new_folder() {
  std::string stamp = app::time_stamp();
  stamp.erase(
      std::remove_if(stamp.begin(), stamp.end(), [](char c) { return c == '-' || c == ':'; }),
      stamp.end());
  std::replace(stamp.begin(), stamp.end(), 'T', '-');
  return "neuron-capture-" + stamp;
}

Result<capture::CaptureRequest> request_of(const CaptureArguments& options) {
  capture::CaptureRequest request{.command = options.command,
                                  .folder = options.folder,
                                  .system = !options.no_system,
                                  .device = !options.no_device,
                                  .cores = options.cores};
  if (!options.host.empty()) request.host = options.host;
  if (!options.server.empty()) {
    if (options.folder.empty()) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("--server needs --folder, the folder that the profiler of the server writes "
                     "to"));
    }
    request.server = capture::ProfiledServer{options.server, options.seconds};
  } else if (options.seconds) {
    return fail(ErrorCode::kInvalidArgument, tr("--seconds is only for --server"));
  }
  if (request.folder.empty()) request.folder = new_folder();
  return request;
}

Result<CommandOutput> run(const CaptureArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto request = request_of(options);
  if (!request) return fail(request.error());
  if (auto ok = capture::check(*request); !ok) return fail(ok.error());
  const std::string output = options.output.empty() ? request->folder + ".nscope" : options.output;
  CommandOutput result;
  if (options.dry_run) {
    result.text = capture::script_of(*request);
    result.note =
        common.language.say(request->host ? tr("This would run on {}; then {} would be copied and "
                                               "saved as {}.",
                                               *request->host, request->folder, output)
                                          : tr("This would run here; then {} would be saved as {}.",
                                               request->folder, output)) +
        "\n";
    return result;
  }
  const auto captured = capture::run_capture(*request, output, control);
  if (!captured) return fail(captured.error());
  result.exit_code = captured->exit_code == 0 ? 0 : 1;
  if (common.json) {
    result.text = document_text(Json{{"schema", "nscope.capture/1"},
                                     {"session", captured->session},
                                     {"folder", request->folder},
                                     {"events", captured->events},
                                     {"exit_code", captured->exit_code}});
  } else {
    result.text = common.language.say(tr("Saved {} with {} events", captured->session,
                                         as::count(static_cast<std::int64_t>(captured->events)))) +
                  "\n";
  }
  if (captured->exit_code != 0) {
    result.note =
        common.language.say(tr("The command ended with exit code {}.", captured->exit_code)) + "\n";
  }
  return result;
}

}  // namespace

CommandRun define_capture(CLI::App& app) {
  const auto options = std::make_shared<CaptureArguments>();
  app.add_option("COMMAND", options->command,
                 help("The program to profile with its arguments, after --"))
      ->option_text("COMMAND...");
  app.add_option("-o", options->output, help("Session to save (default: the folder with .nscope)"))
      ->option_text("FILE");
  app.add_option("--folder", options->folder,
                 help("Folder that the profiler writes to (default: a new folder here)"))
      ->option_text("DIR");
  app.add_option("--ssh", options->host, help("Run on this machine and copy the session"))
      ->option_text("[USER@]HOST[:PORT]");
  app.add_option("--cores", options->cores, help("Only these NeuronCores (default: all)"))
      ->option_text("N...")
      ->delimiter(',');
  app.add_flag("--no-system", options->no_system, help("Without events of the host and runtime"));
  app.add_flag("--no-device", options->no_device,
               help("Without instructions and DMA of the NeuronCores"));
  app.add_option("--server", options->server,
                 help("Start and stop the profiler of this server instead, such as vLLM"))
      ->option_text("URL");
  app.add_option("--seconds", options->seconds, help("With --server: time to profile"))
      ->option_text("X");
  app.add_flag("--dry-run", options->dry_run, help("Only print what would run"));
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
