#include "app/cli/command.h"
#include "app/cli/mcp/mcp_server.h"
#include "app/cli/mcp/standard_streams.h"
#include "profiler/base/files/temporary_entry.h"

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <unistd.h>

namespace nscope::cli {
namespace {

struct ServerArguments {
  std::vector<std::string> roots;
  std::string output_folder;
  double call_timeout = 120;
};

/// The working folder changes, so relative paths in the environment become absolute.
void make_absolute(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0' || *value == '/') return;
  std::error_code error;
  const auto path = std::filesystem::absolute(value, error);
  if (!error) ::setenv(variable, path.c_str(), 1);
}

Result<CommandOutput> run(const ServerArguments& options, TaskControl& control) {
  McpServer::Settings settings;
  for (const std::string& root : options.roots) {
    if (auto ok = settings.paths.add_root(root); !ok) return fail(ok.error());
  }
  if (!options.output_folder.empty()) {
    if (auto ok = settings.paths.set_output_folder(options.output_folder); !ok) {
      return fail(ok.error());
    }
  }
  settings.time_limit = std::chrono::duration<double>(options.call_timeout);
  make_absolute("NSCOPE_PRICE_BOOK");
  const TemporaryEntry folder(std::filesystem::temp_directory_path() / "nscope-mcp",
                              TemporaryEntry::Kind::kFolder);
  settings.folder = folder.path();
  // Commands look for documents in the working folder. In an empty one, a name that a client gives
  // can only be that of a built-in document.
  if (::chdir(folder.path().c_str()) != 0) {
    return fail(ErrorCode::kIo, tr("cannot create a temporary folder"), folder.path());
  }
  auto server = McpServer::create(std::move(settings), run_line);
  if (!server) return fail(server.error());
  serve_standard_streams(**server, control);
  if (::chdir("/") != 0) return fail(ErrorCode::kIo, tr("cannot leave the temporary folder"));
  return CommandOutput{};
}

}  // namespace

CommandRun define_mcp(CLI::App& app) {
  const auto options = std::make_shared<ServerArguments>();
  app.add_option("--root", options->roots,
                 help("Folder whose files the client may open; can be repeated (default: the roots "
                      "that the client names)"))
      ->option_text("FOLDER");
  app.add_option("--allow-write", options->output_folder,
                 help("Folder in which the client may create files (default: none)"))
      ->option_text("FOLDER");
  app.add_option("--call-timeout", options->call_timeout,
                 help("Time limit of each call (default: 120)"))
      ->check(CLI::Range(1.0, 1e5))
      ->option_text("SECONDS");
  return [options](const CommonOptions&, TaskControl& control) { return run(*options, control); };
}

}  // namespace nscope::cli
