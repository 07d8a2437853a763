#include "importers/ntff/neff_link.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::uint32_t kFirstCompared = 2;  // slots 0 and 1 are rewritten by the loader
constexpr std::uint32_t kNotCompiled = 0xffffffff;
constexpr int kMaxCandidates = 16;
/// Limit for the mean number of predecessors of an instruction; real programs have one to five.
/// It prevents quadratic time for a NEFF in which every instruction depends on all others.
constexpr std::size_t kMostPredecessors = 64;
constexpr std::size_t kFreePredecessors = 100'000;
constexpr std::array<std::string_view, kHardwareEngines> kEngineNames{
    "TensorE", "ScalarE", "GpSimdE", "VectorE", "SyncE"};

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::uint8_t opcode_at(std::span<const std::byte> code, std::size_t word) {
  return static_cast<std::uint8_t>(code[word * kInstructionWord]);
}

/// What the loader does with the pseudo instructions of the compiler.
namespace pseudo {
constexpr std::uint8_t kDmaTrigger = 0xc1;     // WRITEs to tail pointers, see RingTail
constexpr std::uint8_t kTensorLoad = 0xce;     // TENSOR_LOAD
constexpr std::uint8_t kRegisterSetUp = 0xda;  // removed; a MOVE is before the DMA_DIRECT2D
}  // namespace pseudo

/// Matches loaded words with compiled words, one after the other.
class StreamMatcher {
 public:
  StreamMatcher(std::span<const std::byte> loaded, std::span<const std::byte> compiled,
                std::uint32_t first)
      : loaded_(loaded), compiled_(compiled), at_(first + kFirstCompared) {
    compiled_of_.resize(kFirstCompared, kNotCompiled);
    // The loader inserts a word before the first word of the stream and removes the label
    // after it.
    compiled_of_[1] = 0;
  }

  /// For each loaded word from `first` on its compiled word; nullopt if the streams differ.
  std::optional<std::vector<std::uint32_t>> match() {
    const auto n = static_cast<std::uint32_t>(compiled_.size() / kInstructionWord);
    for (std::uint32_t k = kFirstCompared; k < n; ++k) {
      if (!match_one(k)) return std::nullopt;
    }
    return std::move(compiled_of_);
  }

 private:
  bool next_is(std::uint8_t opcode) const {
    return at_ < loaded_.size() / kInstructionWord && opcode_at(loaded_, at_) == opcode;
  }
  bool take(std::uint8_t opcode, std::uint32_t compiled) {
    if (!next_is(opcode)) return false;
    compiled_of_.push_back(compiled);
    ++at_;
    return true;
  }
  /// Whether the next word adds descriptors to the transfer of the WRITE before it.
  bool next_adds_descriptors() const {
    if (!next_is(opcode::kWrite)) return false;
    const auto word = loaded_.subspan(at_ * kInstructionWord).first<kInstructionWord>();
    const auto tail = decode_instruction(word).ring_tail;
    return tail && tail->left_out != 0;
  }
  bool match_one(std::uint32_t compiled) {
    const std::uint8_t opcode = opcode_at(compiled_, compiled);
    switch (opcode) {
      case pseudo::kRegisterSetUp: return true;
      case pseudo::kTensorLoad: return take(opcode::kTensorLoad, compiled);
      case pseudo::kDmaTrigger:
        if (!take(opcode::kWrite, compiled)) return false;
        while (next_adds_descriptors()) take(opcode::kWrite, compiled);
        return true;
      case opcode::kPseudoDmaDirect2d:
        if (next_is(opcode::kMove)) take(opcode::kMove, compiled);
        return take(opcode::kDmaDirect2d, compiled);
      default: return take(opcode, compiled);
    }
  }

  std::span<const std::byte> loaded_;
  std::span<const std::byte> compiled_;
  std::size_t at_;
  std::vector<std::uint32_t> compiled_of_;
};

/// The place of the compiled stream in the loaded code: from one word before the relaxed
/// SET_ORDERING_MODE that starts the compiler's code.
std::optional<NeffLink::Place> find_stream(std::span<const std::byte> loaded,
                                           std::span<const std::byte> compiled) {
  if (compiled.size() < kInstructionWord) return std::nullopt;
  int tried = 0;
  for (std::size_t pc = loaded.size() / kInstructionWord; pc-- > 1 && tried < kMaxCandidates;) {
    const auto word = loaded.subspan(pc * kInstructionWord, kInstructionWord);
    if (static_cast<std::uint8_t>(word[0]) != opcode::kSetOrderingMode ||
        word[12] != std::byte{0}) {
      continue;
    }
    ++tried;
    const auto first = static_cast<std::uint32_t>(pc - 1);
    auto words = StreamMatcher(loaded, compiled, first).match();
    if (words) return NeffLink::Place{first, std::move(*words)};
  }
  return std::nullopt;
}

}  // namespace

NeffLink::NeffLink(const CoreRun& run, const NeffSubgraph& subgraph)
    : run_(run), subgraph_(subgraph) {
  for (std::size_t e = 0; e < kHardwareEngines; ++e) {
    if (subgraph.code[e].empty() || run.core.code[e].empty()) continue;
    places_[e] = find_stream(run.core.code[e], as_bytes(subgraph.code[e]));
    if (!places_[e]) mismatches_.push_back(kEngineNames[e]);
  }
  explained_.reserve(run.code.size());
  for (std::uint32_t n = 0; n < run.code.size(); ++n) explained_.push_back(explain(n));
}

std::optional<std::uint32_t> NeffLink::compiler_pc(const ProgramCode::Place& place) const {
  const auto e = static_cast<std::size_t>(place.engine);
  if (!places_[e] || place.pc < places_[e]->first) return std::nullopt;
  const std::uint32_t offset = place.pc - places_[e]->first;
  if (offset >= places_[e]->compiled.size()) return std::nullopt;
  const std::uint32_t pc = places_[e]->compiled[offset];
  if (pc >= subgraph_.bir_ids[e].size()) return std::nullopt;
  return pc;
}

const NeffTensor* NeffLink::tensor_of(const DmaSide& side) const {
  if ((side.form & DmaSide::kTableForm) != 0) {
    return side.table_index < subgraph_.address_table.size()
               ? subgraph_.tensor(subgraph_.address_table[side.table_index])
               : nullptr;
  }
  if (side.form != DmaSide::kTensorForm) return nullptr;
  return subgraph_.tensor(static_cast<std::int64_t>(side.address >> 32 & 0xffffff));
}

CompiledFrom NeffLink::explain(std::uint32_t number) const {
  CompiledFrom result;
  const ProgramCode::Place& place = run_.code.place(number);
  const auto pc = compiler_pc(place);
  if (!pc) return result;
  result.compiler_pc = pc;
  const auto e = static_cast<std::size_t>(place.engine);
  if (const auto& ids = subgraph_.bir_ids[e][*pc]; !ids.empty()) {
    result.bir_id = ids.front();
    const auto bir = subgraph_.bir.find(ids.front());
    if (bir != subgraph_.bir.end()) result.bir = &bir->second;
  }
  const Instruction& executed = run_.code.word(number);
  const std::size_t at = std::size_t{*pc} * kInstructionWord;
  const auto code = as_bytes(subgraph_.code[e]);
  if (!executed.dma_source || at + kInstructionWord > code.size()) {
    return result;
  }
  const Instruction compiled = decode_instruction(code.subspan(at).first<kInstructionWord>());
  if (!compiled.dma_source) return result;
  // Only the loaded word shows in which memory an operand is.
  if (!executed.dma_source->in_sbuf()) result.read_tensor = tensor_of(*compiled.dma_source);
  if (!executed.dma_destination->in_sbuf()) {
    result.write_tensor = tensor_of(*compiled.dma_destination);
  }
  return result;
}

Predecessors NeffLink::predecessors() const {
  // (execution, BIR id) -> instruction word -> its runs in order of time.
  using Runs = std::map<std::pair<HardwareEngine, std::uint32_t>, std::vector<std::uint32_t>>;
  struct Key {
    std::uint32_t execution;
    std::uint64_t bir_id;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::uint64_t>()(key.bir_id * 31 + key.execution);
    }
  };
  std::unordered_map<Key, Runs, Hash> groups;
  std::vector<const BirInstruction*> bir(run_.size(), nullptr);
  for (std::size_t i = 0; i < run_.size(); ++i) {
    if (run_.numbers[i] == ProgramCode::kNoWord) continue;
    const CompiledFrom& from = explained_[run_.numbers[i]];
    if (!from.bir_id) continue;
    bir[i] = from.bir;
    const InstructionRow& row = run_.row(i);
    groups[{row.execution, *from.bir_id}][{row.engine, row.pc}].push_back(
        static_cast<std::uint32_t>(i));
  }
  Predecessors result;
  const std::size_t most = kFreePredecessors + kMostPredecessors * run_.size();
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < run_.size(); ++i) {
    if (bir[i] == nullptr) continue;
    const InstructionRow& consumer = run_.row(i);
    for (const BirDependence& dependence : bir[i]->predecessors) {
      const auto group = groups.find({consumer.execution, dependence.bir_id});
      looked_at += group == groups.end() ? 1 : group->second.size();
      if (looked_at > most) {
        result.complete = false;
        return result;
      }
      if (group == groups.end()) continue;
      for (const auto& [word, runs] : group->second) {
        auto it = std::upper_bound(runs.begin(), runs.end(), consumer.begin,
                                   [&](std::int64_t time, std::uint32_t producer) {
                                     return time < run_.row(producer).begin;
                                   });
        if (it != runs.begin()) --it;
        result.edges.push_back({{*it, static_cast<std::uint32_t>(i)}, dependence.kind});
      }
    }
  }
  return result;
}

std::string dependence_name(std::uint64_t kind) {
  switch (static_cast<DependenceKind>(kind <= 4 ? kind : 0)) {
    case DependenceKind::kOrdered: return std::string(flow_kind::kOrdered);
    case DependenceKind::kAnti: return std::string(flow_kind::kAntiDependence);
    case DependenceKind::kOutput: return std::string(flow_kind::kOutputDependence);
    case DependenceKind::kFlow: return std::string(flow_kind::kFlowDependence);
  }
  return fmt::format("dependence_{}", kind);
}

}  // namespace nscope::importers
