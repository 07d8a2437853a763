#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/network_graph.h"
#include "simcore/engine/machine/machine.h"
#include "simcore/engine/workload/image_size.h"

#include <string>
#include <vector>

namespace nscope::sim {

struct Workload;

/// Inference in calls of one compiled shape, as used for encoders, image networks and diffusion
/// models: inputs are copied to the device, networks process them in sequence, and outputs are
/// copied back. Copies of the model share NeuronCores. The machine must outlive it.
struct FixedCall {
  /// A network and the number of its passes in a call.
  struct Phase {
    std::string name;  ///< "network", "unet"
    catalog::Network network;
    NetworkInput input;
    int passes = 1;
    bool denoises = false;  ///< the host works between its passes
    bool joined = false;    ///< compiled into one graph with the previous phase, without a launch
  };
  const Machine* machine = nullptr;
  std::vector<Phase> phases;
  int batch = 1;   ///< samples of a call
  int copies = 1;  ///< of the model, running concurrently
  int cores = 1;   ///< NeuronCores that the copies share
  /// Cores that work on a call in parallel: halves of the guidance, each on the cores that share
  /// the columns and the rows of a pass.
  int cores_per_copy = 1;
  double element_bytes = 2;    ///< of activations
  double input_bytes = 0;      ///< of a call, host to device
  double output_bytes = 0;     ///< of a call, device to host
  bool images = false;         ///< image networks, for which the compiler differs
  bool casts_matmuls = false;  ///< matrices of an fp32 model are bf16
  /// Parts of a diffusion model that the catalogue does not describe and that the call leaves out.
  std::vector<std::string> left_out{};
  std::string software;  ///< Neuron SDK, "2.21"; empty: the newest

  int denoising_steps() const;
  /// Seconds of the host for one pass of a phase, and for moving bytes between host and device.
  double launch_seconds(const Phase& phase, const Parameters& parameters) const;
  double transfer_seconds(double bytes, const Parameters& parameters) const;
  /// Number of copies that can run without sharing their cores.
  int places() const;
  /// Multiply-accumulates of a call for one sample on one core.
  double macs() const;
};

/// Whether tensor and context parallelism can divide the calls of a model over cores: all of its
/// networks that are described are transformers.
bool can_divide_calls(const catalog::Model& model);

/// The image size of the workload, or the smallest one with which the model was published; nullopt
/// if there is none.
std::optional<ImageSize> used_image_size(const catalog::Model& model, const Workload& workload);

/// Errors: kInvalidArgument for models whose networks are not described, and for invalid image
/// sizes and element types.
Result<FixedCall> plan_fixed_call(const Machine& machine, const catalog::Model& model,
                                  const Workload& workload);

/// The graph of one pass of a phase on one core.
StepGraph phase_graph(const FixedCall& call, const FixedCall::Phase& phase,
                      const Parameters& parameters);

/// The closed form of a call.
///   device  = sum over phases of passes x graph
///   host    = passes x launch + bytes / host bandwidth + denoising steps x host step
///   cycle   = max(copies on the core x device, device + host): while one copy waits for the host,
///             others use its core (on Inferentia they wait: copies x sum)
///   latency = the cycle of the median copy; throughput = the sum of copies x batch / cycle
struct FixedCallTimes {
  std::vector<StepTotals> phases;  ///< of one pass each
  double device_seconds = 0;       ///< of one call
  double host_seconds = 0;         ///< of one call
  double step_seconds = 0;         ///< of one denoising step with its launch and host work
  double latency = 0;              ///< s, median over the copies
  double throughput = 0;           ///< samples/s of all copies
};
FixedCallTimes time_fixed_call(const FixedCall& call, const Parameters& parameters);

}  // namespace nscope::sim
