#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/network_graph.h"
#include "simcore/engine/machine/machine.h"

#include <string>
#include <vector>

namespace nscope::sim {

struct Workload;

/// Inference in calls of one compiled shape, as encoders, image networks and
/// diffusion models run: inputs go to the device, its networks pass over them one
/// after the other, outputs come back. Copies of the model share NeuronCores. Refers
/// to a machine that must outlive it.
struct FixedCall {
  /// A network and how often a call passes through it.
  struct Phase {
    std::string name;  ///< "network", "unet"
    catalog::Network network;
    NetworkInput input;
    int passes = 1;
    bool denoises = false;  ///< the host works between its passes
    bool joined = false;    ///< compiled into one graph with the phase before: no launch
  };
  const Machine* machine = nullptr;
  std::vector<Phase> phases;
  int batch = 1;             ///< samples of a call
  int copies = 1;            ///< of the model, running at the same time
  int cores = 1;             ///< NeuronCores that the copies share
  int cores_per_copy = 1;    ///< that work on a call side by side: halves of the guidance
  double element_bytes = 2;  ///< of activations
  double input_bytes = 0;    ///< of a call, host to device
  double output_bytes = 0;   ///< of a call, device to host
  bool images = false;       ///< the compiler treats networks over images otherwise
  std::string software;      ///< Neuron SDK, "2.21"; empty: the newest

  int denoising_steps() const;
  /// Of one pass of a phase, and of bytes between host and device; seconds of the host.
  double launch_seconds(const Phase& phase, const Parameters& parameters) const;
  double transfer_seconds(double bytes, const Parameters& parameters) const;
  /// Copies that run without sharing their cores.
  int places() const;
  /// Multiply-accumulates of one sample's call on one core.
  double macs() const;
};

/// Errors: kInvalidArgument for models whose networks are not described, image sizes
/// and element types that make no sense.
Result<FixedCall> plan_fixed_call(const Machine& machine, const catalog::Model& model,
                                  const Workload& workload);

/// The graph of one pass of a phase on one core.
StepGraph phase_graph(const FixedCall& call, const FixedCall::Phase& phase,
                      const Parameters& parameters);

/// The closed form of a call.
///   device  = sum over phases of passes x graph
///   host    = passes x launch + bytes / host bandwidth + denoising steps x host step
///   cycle   = max(copies on the core x device, device + host): while one copy waits for
///             the host, others use its core (on Inferentia they wait: copies x sum)
///   latency = the median copy's cycle; throughput = the sum of copies x batch / cycle
struct FixedCallTimes {
  std::vector<StepTotals> phases;  ///< of one pass each
  double device_seconds = 0;       ///< of one call
  double host_seconds = 0;         ///< of one call
  double latency = 0;              ///< s, median over the copies
  double throughput = 0;           ///< samples/s of all copies
};
FixedCallTimes time_fixed_call(const FixedCall& call, const Parameters& parameters);

}  // namespace nscope::sim
