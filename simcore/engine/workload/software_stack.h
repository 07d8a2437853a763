#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/machine/instruction_cost.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A limit of the support of a software stack for some generations of NeuronCores.
struct SupportLimit {
  enum class State {
    kEnded,        ///< no release follows
    kMaintenance,  ///< only corrections follow
    kUnsupported,  ///< does not run
  };
  State state = State::kUnsupported;
  std::vector<CoreGeneration> generations{};
  std::string since{};  ///< Neuron SDK from which the limit applies; empty: all
  std::string source{};
  std::string date{};  ///< of the source
};

/// Software that compiles and runs a model on NeuronCores, with the features that change the work
/// of the device or the host.
struct SoftwareStack {
  std::string id;     ///< "nxd"
  std::string title;  ///< "NxD Inference"
  /// If there are fewer KV heads than cores: one copy for every query head of a core instead of one
  /// copy per core.
  bool copies_kv_heads = false;
  bool copies_kv_heads_alone = false;  ///< the same if the model runs on one core
  /// The kernel for the attention of long prompts takes only at least 8,192 tokens, in multiples of
  /// 2,048, and as many KV heads as query heads on a core.
  bool equal_heads_kernel = false;
  bool fuses_layers = false;        ///< kernels fuse most operators of a layer of a decode step
  bool block_experts = false;       ///< a prefill sorts its tokens into blocks of one expert each
  bool next_bucket = false;         ///< a prompt that fills a bucket takes the next longer one
  bool eager = false;               ///< the host launches every operator on its own
  bool launches_layers = false;     ///< the host launches every layer of a decoder on its own
  bool all_experts = false;         ///< every expert computes every token, chosen or not
  bool gathers_experts = false;     ///< the chosen experts of every token are copied in HBM before
                                    ///< they are used, each as often as tokens choose it
  bool fp8_cache = false;           ///< the KV cache can be stored as fp8
  bool one_core_attention = false;  ///< of denoisers: the kernel of long attention uses one
                                    ///< physical core of a logical core
  bool plain_operators = false;     ///< in training, every operator reads its inputs from HBM and
                                    ///< writes its results to it
  bool plain_states = false;   ///< no kernel updates recurrent states: every operator reads them
                               ///< from HBM and writes its result to it
  bool returns_cache = false;  ///< a decode step returns a copy of the whole KV cache instead of
                               ///< writing to it
  bool separate_sequences = false;  ///< of `plain_states`: for one sequence after the other
  double stream_share = 1;     ///< rate of HBM streams of decoders and of training divided by that
                               ///< of other stacks
  double operator_launch = 0;  ///< s of the host for each operator of training; 0: the host
                               ///< launches whole graphs
  /// s of the host for a decode step of an encoder-decoder, from the first release of NxD Inference
  /// (SDK 2.21) on; 0: the parameter with this name.
  double generate_launch = 0;
  std::vector<SupportLimit> limits{};
};

/// The stack of a text, such as the column `stack` of a table of measurements.
struct NamedStack {
  const SoftwareStack* stack = nullptr;  ///< null: the text names no known stack
  bool casts_matmuls = false;            ///< fp32 matrix products run in bf16
};

/// All known stacks and the rules that find them in texts.
class SoftwareStacks {
 public:
  /// Null if there is no stack with this id.
  const SoftwareStack* find(std::string_view id) const;
  /// The stack of the first rule whose words are all contained in the text. Ignores case.
  NamedStack named(std::string_view text) const;
  /// "transformers-neuronx, nxd, ...", of the stacks with the feature if it is not null.
  std::string ids(bool SoftwareStack::*feature = nullptr) const;

  /// Reads a document with the schema nscope.software-stacks/1 strictly. Errors: kBadInput with the
  /// key.
  static Result<SoftwareStacks> from_json(const Json& json, std::string_view name);

 private:
  struct NameRule {
    std::vector<std::string> words;  ///< lower case
    std::size_t stack = 0;           ///< index into stacks_
    bool casts_matmuls = false;
  };
  std::vector<SoftwareStack> stacks_;
  std::vector<NameRule> rules_;
};

/// The stacks of resources/calibration/software-stacks.json, which also states their sources; read
/// once. Thread-safe.
const Result<SoftwareStacks>& built_in_software_stacks();

/// The id of the stack that a workload without `stack` is assumed to use for text generation.
std::string_view default_stack(CoreGeneration generation);

/// Whether the stack of a workload ("" for the default) copies KV heads to every query head.
bool copies_kv_heads(std::string_view stack, CoreGeneration generation);
/// The stack of a workload ("" for the default). Without any features if it is not known.
const SoftwareStack& stack_of_workload(std::string_view stack, CoreGeneration generation);

/// One note for each limit of the stack on the device, titled `device`, with the Neuron SDK
/// `software` (empty: the newest).
std::vector<Text> support_notes(const SoftwareStack& stack, CoreGeneration generation,
                                std::string_view device, std::string_view software);

}  // namespace nscope::sim
