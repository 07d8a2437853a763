#pragma once

#include "app/remote/remote_path.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::capture {

/// A server whose profiler is started and stopped through HTTP, as vLLM's is.
struct ProfiledServer {
  std::string url{};                ///< without "/start_profile"
  std::optional<double> seconds{};  ///< time to profile; empty: while the command runs
};

/// A capture to make: a command that runs with the profiler of the Neuron runtime, or a server.
struct CaptureRequest {
  std::vector<std::string> command{};  ///< program and arguments; can be empty for a server
  std::string folder{};                ///< that the runtime or the server writes to
  bool system = true;                  ///< host and runtime events
  bool device = true;                  ///< instructions and DMA of the NeuronCores
  std::vector<int> cores{};            ///< NeuronCores; empty for all
  std::optional<ProfiledServer> server{};
  std::optional<std::string> host{};  ///< "USER@HOST" for ssh; empty: this machine
};

/// The environment variables of the Neuron runtime (aws-neuron-sdk, "Neuron Profiler 2.0",
/// 2026-11-25) that make the capture. Empty for a server, which is started with a profiler.
std::vector<std::pair<std::string, std::string>> environment_of(const CaptureRequest& request);

/// What runs the capture, as lines for a shell on the machine where it runs: what a dry run prints
/// and what ssh runs. Pure.
std::string script_of(const CaptureRequest& request);

/// Errors: kInvalidArgument for a request without anything to run, with neither system nor device,
/// for a URL that is not http:// or https://, and for a host that ssh would take for an option.
Result<> check(const CaptureRequest& request);

}  // namespace nscope::capture
