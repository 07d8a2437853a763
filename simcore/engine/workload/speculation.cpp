#include "simcore/engine/workload/speculation.h"

#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/json_members.h"

#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr std::array<DraftMethod, 4> kMethods{DraftMethod::kDraftModel, DraftMethod::kEagle,
                                              DraftMethod::kMtp, DraftMethod::kParallel};
/// The layers of the published P-EAGLE heads (model cards amazon/GPT-OSS-20B-P-EAGLE and
/// amazon/gpt-oss-120b-p-eagle, read 2026-11-26), which read three hidden states as EAGLE-3.
constexpr int kParallelLayers = 4;
constexpr int kParallelStates = 3;

/// The probabilities of accepted candidates from the one member that states them.
std::vector<double> read_acceptance(StrictObject& in, int tokens) {
  const auto rate = in.optional_number("acceptance");
  const auto length = in.optional_number("acceptance_length");
  const bool listed = in.optional("accepted") != nullptr;
  if (int{rate.has_value()} + int{length.has_value()} + int{listed} != 1) {
    in.reject("acceptance",
              tr("one of 'acceptance', 'acceptance_length' and 'accepted' is required: the share "
                 "of accepted candidates depends on the draft and the texts and must be measured"));
    return {};
  }
  if (rate) {
    if (*rate >= 0 && *rate <= 1) return geometric_acceptance(*rate, tokens);
    in.reject("acceptance", tr("must be between 0 and 1"));
    return {};
  }
  if (length) {
    if (*length >= 1 && *length <= tokens + 1) return acceptance_of_length(*length, tokens);
    in.reject(
        "acceptance_length",
        tr("must be between 1 and {}, the candidates and the token of the model", tokens + 1));
    return {};
  }
  std::vector<double> accepted = numbers_member<double>(in, "accepted", 0, 1);
  double sum = 0;
  for (const double chance : accepted) sum += chance;
  if (static_cast<int>(accepted.size()) != tokens + 1 || std::abs(sum - 1) > 1e-6) {
    in.reject("accepted", tr("must be the probabilities of 0 to {} accepted candidates, with a sum "
                             "of 1",
                             tokens));
  }
  return accepted;
}

}  // namespace

std::string_view to_string(DraftMethod method) {
  constexpr std::array<std::string_view, 4> kNames{"draft-model", "eagle", "mtp", "parallel"};
  return kNames[static_cast<std::size_t>(method)];
}

double Speculation::tokens_per_step() const {
  double mean = 1;
  for (std::size_t i = 0; i < accepted.size(); ++i) mean += static_cast<double>(i) * accepted[i];
  return mean;
}

int Speculation::layers() const {
  if (draft_layers > 0) return draft_layers;
  return method == DraftMethod::kParallel ? kParallelLayers : 1;
}

int Speculation::states() const {
  if (hidden_states > 0) return hidden_states;
  return method == DraftMethod::kParallel ? kParallelStates : 1;
}

std::vector<double> geometric_acceptance(double acceptance, int tokens) {
  std::vector<double> accepted;
  double chance = 1;
  for (int i = 0; i < tokens; ++i, chance *= acceptance) {
    accepted.push_back(chance * (1 - acceptance));
  }
  accepted.push_back(chance);
  return accepted;
}

std::vector<double> acceptance_of_length(double length, int tokens) {
  // The mean 1 + r + ... + r^tokens grows with the rate r.
  double low = 0;
  double high = 1;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double rate = (low + high) / 2;
    double mean = 1;
    for (int k = 0; k < tokens; ++k) mean = 1 + rate * mean;
    (mean < length ? low : high) = rate;
  }
  return geometric_acceptance(high, tokens);
}

Speculation read_speculation(StrictObject& in) {
  Speculation out;
  out.method = named_member(in, "method", kMethods).value_or(DraftMethod::kDraftModel);
  out.draft_model = text_member(in, "draft_model");
  const bool derived = out.draft_model.empty();
  if (derived && out.method == DraftMethod::kDraftModel) {
    in.reject("draft_model", tr("is required with the method '{}'", to_string(out.method)));
  }
  constexpr int kMostCandidates = 64;
  constexpr int kMostLayers = 64;
  constexpr int kMostStates = 16;
  constexpr int kMostWords = 1 << 24;
  out.tokens = whole_member(in, "tokens", out.tokens, 1, kMostCandidates);
  out.draft_layers = whole_member(in, "draft_layers", 0, 0, kMostLayers);
  out.hidden_states = whole_member(in, "hidden_states", 0, 0, kMostStates);
  out.draft_vocabulary = whole_member(in, "draft_vocabulary", 0, 0, kMostWords);
  for (const auto& [key, value] : {std::pair("draft_layers", out.draft_layers),
                                   {"hidden_states", out.hidden_states},
                                   {"draft_vocabulary", out.draft_vocabulary}}) {
    if (value > 0 && !derived) in.reject(key, tr("'draft_model' and '{}' cannot be combined", key));
  }
  out.fused = in.optional_boolean("fused", false);
  out.accepted = read_acceptance(in, out.tokens);
  return out;
}

Json to_json(const Speculation& speculation) {
  Json json{{"method", to_string(speculation.method)}, {"tokens", speculation.tokens}};
  if (!speculation.draft_model.empty()) json["draft_model"] = speculation.draft_model;
  if (speculation.draft_layers > 0) json["draft_layers"] = speculation.draft_layers;
  if (speculation.hidden_states > 0) json["hidden_states"] = speculation.hidden_states;
  if (speculation.draft_vocabulary > 0) json["draft_vocabulary"] = speculation.draft_vocabulary;
  if (speculation.fused) json["fused"] = true;
  json["accepted"] = speculation.accepted;
  return json;
}

}  // namespace nscope::sim
