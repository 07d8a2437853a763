#pragma once

#include "profiler/base/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// How the candidates of speculative decoding are proposed.
enum class DraftMethod {
  kDraftModel,  ///< a separate decoder, one after the other
  kEagle,       ///< a head of one layer that reads hidden states of the model, one after the other
  kMtp,         ///< the multi-token-prediction module of the model, one after the other
  kParallel,    ///< a head of a few layers, all candidates in one pass (P-EAGLE, DFlash)
};
std::string_view to_string(DraftMethod method);  ///< "draft-model", "eagle", "mtp", "parallel"

/// Speculative decoding: a draft proposes candidates, and one pass of the model verifies them,
/// which yields the accepted candidates and one further token. Plain data.
struct Speculation {
  DraftMethod method = DraftMethod::kDraftModel;
  /// Catalogue id. Empty: the dimensions of the draft follow from those of the model.
  std::string draft_model{};
  int tokens = 4;  ///< candidates of a round
  // Dimensions of a draft without a catalogue id. 0: the default of the method.
  int draft_layers = 0;
  int hidden_states = 0;     ///< of the model that the draft reads: 3 for EAGLE-3
  int draft_vocabulary = 0;  ///< with an own LM head; 0: the embedding and LM head of the model
  bool fused = false;        ///< draft and verification are one graph, which the host launches once
  /// Probability of each number of accepted candidates, 0 to `tokens`.
  std::vector<double> accepted{};

  /// Mean tokens of one round, including the token of the model itself.
  double tokens_per_step() const;
  /// Number of executions of the draft in a round.
  int passes() const { return method == DraftMethod::kParallel ? 1 : tokens; }
  /// The layers and hidden states with the defaults of the method.
  int layers() const;
  int states() const;
};

/// The probabilities of 0 to `tokens` accepted candidates if each is accepted with the probability
/// `acceptance` once all candidates before it are: a truncated geometric distribution.
std::vector<double> geometric_acceptance(double acceptance, int tokens);

/// The same with the mean of `length` tokens of a round, which is between 1 and `tokens` + 1.
std::vector<double> acceptance_of_length(double length, int tokens);

/// Reads the members of an object. Errors are reported through it: also for an acceptance that is
/// not stated, because it cannot be computed.
Speculation read_speculation(StrictObject& in);
Json to_json(const Speculation& speculation);

}  // namespace nscope::sim
