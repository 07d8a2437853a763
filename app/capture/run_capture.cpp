#include "app/capture/run_capture.h"

#include "app/batch/child_process.h"
#include "app/remote/fetch.h"
#include "profiler/trace/session/session_file.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::capture {
namespace {

namespace fs = std::filesystem;

constexpr auto kPollInterval = std::chrono::milliseconds(20);
constexpr int kNotThere = 127;

/// Runs a program with the streams of this one. The result is its exit code.
Result<int> run_program(std::vector<std::string> words) {
  words.insert(words.begin(), "env");
  auto child = batch::ChildProcess::start({.program = "/usr/bin/env",
                                           .words = std::move(words),
                                           .folder = ".",
                                           .standard_output = {},
                                           .standard_error = {},
                                           .inherits_streams = true});
  if (!child) return fail(child.error());
  // Ctrl+C ends the program itself; this one waits for it and imports what it wrote.
  const TaskControl never;
  const auto end = child->wait(never);
  if (!end) return fail(end.error());
  return end->exit_code;
}

Result<> post(const std::string& url) {
  const auto code = run_program({"curl", "-fsS", "-o", "/dev/null", "-X", "POST", "--", url});
  if (!code) return fail(code.error());
  if (*code == 0) return {};
  if (*code == kNotThere) {
    return fail(ErrorCode::kIo, tr("the program 'curl' is needed and not installed"), url);
  }
  return fail(ErrorCode::kIo,
              tr("the server did not accept the request (exit code {} of curl); start it with a "
                 "profiler",
                 *code),
              url);
}

Result<int> run_command(const CaptureRequest& request) {
  std::vector<std::string> words;
  for (const auto& [name, value] : environment_of(request)) words.push_back(name + "=" + value);
  words.insert(words.end(), request.command.begin(), request.command.end());
  return run_program(std::move(words));
}

/// Profiles a server while the command runs, or for a time.
Result<int> profile_server(const CaptureRequest& request, TaskControl& control) {
  const ProfiledServer& server = *request.server;
  if (auto started = post(server.url + "/start_profile"); !started) return fail(started.error());
  Result<int> code = 0;
  if (!request.command.empty()) code = run_command(request);
  if (server.seconds) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(*server.seconds);
    while (std::chrono::steady_clock::now() < end && !control.cancelled()) {
      std::this_thread::sleep_for(kPollInterval);
    }
  }
  // The profiler is stopped also if the command failed.
  if (auto stopped = post(server.url + "/stop_profile"); !stopped) return fail(stopped.error());
  return code;
}

bool has_files(const std::string& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  return !error && entries != fs::directory_iterator();
}

Result<Captured> save_run(const std::string& path, const std::string& output, int exit_code,
                          TaskControl& control) {
  const auto trace = remote::open_run(std::vector{path}, {}, control);
  if (!trace) return fail(trace.error());
  if (auto saved = session_file::save(**trace, output, control); !saved) {
    return fail(saved.error());
  }
  return Captured{exit_code, output, (*trace)->slice_count()};
}

Result<Captured> save_folder(const std::string& folder, const std::string& output, int exit_code) {
  if (!has_files(folder)) {
    std::error_code error;
    fs::remove(folder, error);  // an empty folder that this program has made
    return fail(ErrorCode::kBadInput,
                tr("the command has written no profile (exit code {}); check that it runs on a "
                   "Neuron device with the Neuron runtime",
                   exit_code),
                folder);
  }
  // A new control: the run may have been ended by Ctrl+C, and its capture is still wanted.
  TaskControl control;
  return save_run(folder, output, exit_code, control);
}

/// Runs the script on another machine and copies the session.
Result<Captured> capture_on_host(const CaptureRequest& request, const std::string& output,
                                 TaskControl& control) {
  const auto host =
      remote::parse_remote_path("ssh://" + *request.host + "/" +
                                (request.folder.starts_with('/') ? "" : "~/") + request.folder);
  if (!host) return fail(host.error());
  const auto connection = remote::connection_from_environment(::isatty(STDIN_FILENO) != 0);
  std::vector<std::string> words{connection.ssh};
  if (host->port) words.insert(words.end(), {"-p", fmt::format("{}", *host->port)});
  words.insert(words.end(), {"--", host->target, script_of(request)});
  const auto code = run_program(std::move(words));
  if (!code) return fail(code.error());
  const auto copied = remote::fetch(*host, connection, control);
  if (!copied) return fail(copied.error());
  return save_run(*copied, output, *code, control);
}

}  // namespace

Result<Captured> run_capture(const CaptureRequest& request, const std::string& output,
                             TaskControl& control) {
  if (auto ok = check(request); !ok) return fail(ok.error());
  if (request.host) return capture_on_host(request, output, control);
  if (!request.server) {
    if (has_files(request.folder)) {
      return fail(ErrorCode::kInfeasible,
                  tr("the folder has files already; state a new folder with --folder"),
                  request.folder);
    }
    std::error_code error;
    fs::create_directories(request.folder, error);
    if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), request.folder);
  }
  const auto code = request.server ? profile_server(request, control) : run_command(request);
  if (!code) return fail(code.error());
  if (*code == kNotThere && !request.server) {
    std::error_code error;
    if (!has_files(request.folder)) fs::remove(request.folder, error);
    return fail(ErrorCode::kNotFound, tr("the program is not installed"), request.command.front());
  }
  return save_folder(request.folder, output, *code);
}

}  // namespace nscope::capture
