#include "app/cli/command.h"
#include "app/cli/mcp/http_server.h"
#include "app/cli/mcp/http_token.h"
#include "app/cli/mcp/mcp_server.h"
#include "app/cli/mcp/standard_streams.h"
#include "profiler/base/files/temporary_entry.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

struct ServerArguments {
  std::vector<std::string> roots;
  std::string output_folder;
  double call_timeout = 120;
  std::string http;  ///< address; empty: standard streams
  std::string token_file;
  bool allow_network = false;
};

/// The working folder changes, so relative paths in the environment become absolute.
void make_absolute(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0' || *value == '/') return;
  std::error_code error;
  const auto path = std::filesystem::absolute(value, error);
  if (!error) ::setenv(variable, path.c_str(), 1);
}

/// What the options say about HTTP. Errors: kInvalidArgument; those of http_token().
struct HttpService {
  HttpAddress address;
  HttpAccess access;
  bool new_token = false;
};
Result<std::optional<HttpService>> http_service(const ServerArguments& options) {
  if (options.http.empty()) {
    if (options.token_file.empty() && !options.allow_network) return std::nullopt;
    return fail(ErrorCode::kInvalidArgument,
                tr("--token-file and --allow-network require --http ADDRESS:PORT"));
  }
  const auto address = parse_http_address(options.http);
  if (!address) {
    return fail(ErrorCode::kInvalidArgument,
                tr("'{}' is not an address with a port, such as 127.0.0.1:8765", options.http));
  }
  if (!address->is_loopback && !options.allow_network) {
    return fail(ErrorCode::kInvalidArgument,
                tr("'{}' can be reached from other machines, and HTTP is not encrypted; use "
                   "127.0.0.1, or add --allow-network",
                   options.http));
  }
  if (options.roots.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--http requires --root FOLDER, because clients over HTTP cannot name folders"));
  }
  auto token = http_token(options.token_file);
  if (!token) return fail(token.error());
  return HttpService{
      .address = *address,
      .access = {.token = std::move(token->text), .loopback_only = address->is_loopback},
      .new_token = token->is_new};
}

/// Printed at once, because the server runs until it is stopped.
void print_service(const HttpService& service, unsigned short port) {
  const std::string& host = service.address.host;
  const bool six = host.find(':') != std::string::npos;
  fmt::print("Address: http://{}{}{}:{}{}\n", six ? "[" : "", host, six ? "]" : "", port,
             kEndpoint);
  if (service.new_token) fmt::print("Token: {}\n", service.access.token);
  std::fflush(stdout);
}

Result<> serve(const std::optional<HttpService>& http, McpServer::Settings settings,
               TaskControl& control) {
  if (http) {
    settings.client_names_roots = false;
    return serve_http(http->address, http->access, std::move(settings), run_line, control,
                      [&](unsigned short port) { print_service(*http, port); });
  }
  auto server = McpServer::create(std::move(settings), run_line);
  if (!server) return fail(server.error());
  serve_standard_streams(**server, control);
  return {};
}

Result<CommandOutput> run(const ServerArguments& options, TaskControl& control) {
  const auto http = http_service(options);
  if (!http) return fail(http.error());
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
  std::error_code error;
  const auto temporary = std::filesystem::temp_directory_path(error);
  if (error) {
    return fail(ErrorCode::kIo, tr("there is no temporary folder (TMPDIR): {}", error.message()));
  }
  const TemporaryEntry folder(temporary / "nscope-mcp", TemporaryEntry::Kind::kFolder);
  const TemporaryEntry empty(temporary / "nscope-mcp-empty", TemporaryEntry::Kind::kFolder);
  settings.folder = folder.path();
  // Commands look for documents in the working folder. In an empty one, a name that a client gives
  // can only be that of a built-in document.
  if (::chdir(empty.path().c_str()) != 0) {
    return fail(ErrorCode::kIo, tr("cannot create a temporary folder"), empty.path());
  }
  auto served = serve(*http, std::move(settings), control);
  if (::chdir("/") != 0) return fail(ErrorCode::kIo, tr("cannot leave the temporary folder"));
  if (!served) return fail(served.error());
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
  app.add_option(
         "--http", options->http,
         help("Serve clients over HTTP at this address instead of standard input and output; "
              "port 0 chooses a free one"))
      ->option_text("ADDRESS:PORT");
  app.add_option("--token-file", options->token_file,
                 help("File with the token that HTTP clients must send (default: the variable "
                      "NSCOPE_MCP_TOKEN, or a new token, which is printed)"))
      ->option_text("FILE");
  app.add_flag("--allow-network", options->allow_network,
               help("Allow --http with an address that other machines can reach"));
  return [options](const CommonOptions&, TaskControl& control) { return run(*options, control); };
}

}  // namespace nscope::cli
