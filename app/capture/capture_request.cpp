#include "app/capture/capture_request.h"

#include "app/batch/shell_word.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::capture {
namespace {

using batch::shell_word;

tl::unexpected<Error> invalid(Text why) {
  return fail(ErrorCode::kInvalidArgument, std::move(why));
}

/// "~/..." stays relative to the home folder.
std::string folder_word(const std::string& folder) {
  return folder.starts_with("~/") ? "~/" + shell_word(folder.substr(2)) : shell_word(folder);
}

std::string post(const std::string& url, std::string_view action) {
  return fmt::format("curl -fsS -X POST {}", shell_word(fmt::format("{}/{}", url, action)));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> environment_of(const CaptureRequest& request) {
  if (request.server) return {};
  std::vector<std::pair<std::string, std::string>> variables{
      {"NEURON_RT_INSPECT_ENABLE", "1"},
      {"NEURON_RT_INSPECT_OUTPUT_DIR", request.folder},
      {"NEURON_RT_INSPECT_SYSTEM_PROFILE", request.system ? "1" : "0"},
      {"NEURON_RT_INSPECT_DEVICE_PROFILE", request.device ? "1" : "0"}};
  if (request.device) variables.emplace_back("NEURON_RT_ENABLE_DGE_NOTIFICATIONS", "1");
  if (!request.cores.empty()) {
    variables.emplace_back("NEURON_RT_INSPECT_EVENT_FILTER_NC",
                           fmt::format("{}", fmt::join(request.cores, ",")));
  }
  return variables;
}

std::string script_of(const CaptureRequest& request) {
  std::string script;
  if (request.server) {
    const std::string& url = request.server->url;
    script += post(url, "start_profile") + "\n";
    if (!request.command.empty()) script += batch::shell_line(request.command) + "\n";
    if (request.server->seconds) script += fmt::format("sleep {:g}\n", *request.server->seconds);
    return script + post(url, "stop_profile") + "\n";
  }
  script += fmt::format("mkdir -p {}\n", folder_word(request.folder));
  for (const auto& [name, value] : environment_of(request)) {
    const bool folder = name == "NEURON_RT_INSPECT_OUTPUT_DIR";
    script += fmt::format("{}={} \\\n", name, folder ? folder_word(value) : shell_word(value));
  }
  return script + batch::shell_line(request.command) + "\n";
}

Result<> check(const CaptureRequest& request) {
  if (request.server) {
    const auto& [url, seconds] = *request.server;
    if (!url.starts_with("http://") && !url.starts_with("https://")) {
      return invalid(tr("--server {}: must begin with http:// or https://", url));
    }
    if (request.command.empty() && !seconds) {
      return invalid(tr("state a command that sends requests, or --seconds"));
    }
    if (seconds && !(*seconds > 0 && *seconds <= 3600)) {
      return invalid(tr("--seconds must be between 0 and {}", as::count(3600)));
    }
  } else {
    if (request.command.empty()) return invalid(tr("there is no command to run"));
    if (!request.system && !request.device) {
      return invalid(tr("--no-system and --no-device leave nothing to capture"));
    }
  }
  if (request.host) {
    const auto host = remote::parse_remote_path("ssh://" + *request.host + "/x");
    if (!host) return fail(host.error());
  }
  return {};
}

}  // namespace nscope::capture
