#include "tests/bench/synthetic_run.h"

#include <algorithm>

namespace nscope::bench {
namespace {

constexpr std::size_t kOpcodesPerEngine = 4;
constexpr std::array<std::array<std::string_view, kOpcodesPerEngine>, kEngines> kOpcodes = {{
    {"MATMUL", "MATMUL_FP8", "TRANSPOSE", "LDWEIGHTS"},
    {"TENSOR_TENSOR", "TENSOR_REDUCE", "BN_STATS", "COPY"},
    {"ACTIVATE_GELU", "ACTIVATE_EXP", "ACTIVATE_RSQRT", "COPY_SCALED"},
    {"IOTA", "PARTITION_REDUCE", "CUSTOM_OP", "MEMSET"},
    {"DMA_LOAD", "DMA_STORE", "DMA_TRANSPOSE", "DMA_GATHER"},
    {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "SEND_RECV"},
}};
constexpr std::array<std::string_view, 8> kOperators = {
    "qkv_proj", "attention", "out_proj", "mlp_up", "mlp_act", "mlp_down", "rmsnorm", "embed"};

constexpr std::size_t opcode_index(int engine, std::uint64_t choice) {
  return static_cast<std::size_t>(engine) * kOpcodesPerEngine + choice % kOpcodesPerEngine;
}

constexpr std::size_t operator_index(int layer, std::size_t choice) {
  return kEngines * kOpcodesPerEngine + static_cast<std::size_t>(layer) * kOperators.size() +
         choice % kOperators.size();
}

std::vector<std::string> make_names() {
  std::vector<std::string> names;
  for (const auto& opcodes : kOpcodes) names.insert(names.end(), opcodes.begin(), opcodes.end());
  for (int layer = 0; layer < kLayers; ++layer) {
    const std::string prefix = (layer < 10 ? "layer0" : "layer") + std::to_string(layer) + "/";
    for (const std::string_view name : kOperators) names.push_back(prefix + std::string(name));
  }
  return names;
}

}  // namespace

const std::vector<std::string>& run_names() {
  static const std::vector<std::string> names = make_names();
  return names;
}

SyntheticRun::SyntheticRun(const RunSpec& spec)
    : spec_(spec),
      random_(spec.seed),
      engine_free_(static_cast<std::size_t>(spec.cores) * kEngines),
      cores_(static_cast<std::size_t>(spec.cores)),
      instructions_(static_cast<std::size_t>(std::max<std::int64_t>(kInstructions, spec.depth))) {
  // Engines that start together would all change at the same pixel.
  for (std::size_t i = 0; i < engine_free_.size(); ++i) {
    engine_free_[i] = 1000 * static_cast<std::int64_t>(i % 7);
  }
}

/// SplitMix64: one step of a Weyl sequence, then mixed.
std::uint64_t SyntheticRun::draw() {
  std::uint64_t value = random_ += 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

bool SyntheticRun::next(RunGroup& group) {
  if (counts_.slices >= spec_.slices) return false;
  const auto tracks = static_cast<std::int64_t>(engine_free_.size());
  const std::int64_t round = groups_ / tracks;  // how often each engine had its turn
  const auto track = static_cast<std::size_t>(groups_ % tracks);
  group = {.core = static_cast<int>(track) / kEngines,
           .engine = static_cast<int>(track) % kEngines,
           .layer = static_cast<int>(round / 4 % kLayers),
           .start = engine_free_[track],
           .first_pc = counts_.slices};
  group.name = operator_index(group.layer, static_cast<std::size_t>(round));
  connect(group);
  const std::int64_t rest = spec_.slices - counts_.slices - 1;
  if (spec_.depth > 2) {
    place_stack(group, std::min<std::int64_t>(spec_.depth - 1, rest));
  } else {
    place_instructions(group, std::min(kInstructions, rest));
  }
  engine_free_[track] = group.start + group.duration + static_cast<std::int64_t>(draw() & 0xff);
  sample(group);
  ++groups_;
  return true;
}

void SyntheticRun::connect(RunGroup& group) {
  Core& core = cores_[static_cast<std::size_t>(group.core)];
  if (core.open_flow != 0) {
    group.flow_in = core.open_flow;
    // A consumer never starts before its producer.
    group.start = std::max(group.start, core.open_flow_start + 4);
    core.open_flow = 0;
    ++counts_.flows;
  }
  if (groups_ % 2 == 0) {
    group.flow_out = ++last_flow_;
    core.open_flow = group.flow_out;
    core.open_flow_start = group.start;
  }
}

void SyntheticRun::place_instructions(RunGroup& group, std::int64_t count) {
  std::int64_t now = group.start + 20;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t random = draw();
    // Mostly below 1 us, one in eight much longer, gaps up to 127 ns.
    const std::uint64_t duration = 40 + (random & 0x3ff) * (1 + (random >> 10 & 7));
    instructions_[static_cast<std::size_t>(i)] = {.name = opcode_index(group.engine, random >> 20),
                                                  .start = now,
                                                  .duration = static_cast<std::int64_t>(duration)};
    now += static_cast<std::int64_t>(duration + (random >> 32 & 0x7f));
  }
  group.instructions = std::span(instructions_).first(static_cast<std::size_t>(count));
  group.duration = now - group.start + 10;
  counts_.slices += 1 + count;
}

/// Places instructions that each enclose the next one.
void SyntheticRun::place_stack(RunGroup& group, std::int64_t count) {
  constexpr std::int64_t kMargin = 20;
  const std::uint64_t random = draw();
  // An innermost instruction of up to 8 us.
  const auto innermost = static_cast<std::int64_t>(40 + (random & 0x3ff) * (1 + (random >> 10 & 7)));
  for (std::int64_t i = 0; i < count; ++i) {
    instructions_[static_cast<std::size_t>(i)] = {
        .name = opcode_index(group.engine, (random >> 20) + static_cast<std::uint64_t>(i)),
        .start = group.start + kMargin * (i + 1),
        .duration = innermost + 2 * kMargin * (count - 1 - i)};
  }
  group.instructions = std::span(instructions_).first(static_cast<std::size_t>(count));
  group.duration = innermost + 2 * kMargin * count;
  counts_.slices += 1 + count;
}

void SyntheticRun::sample(RunGroup& group) {
  Core& core = cores_[static_cast<std::size_t>(group.core)];
  core.slices_since_sample += 1 + static_cast<std::int64_t>(group.instructions.size());
  if (core.slices_since_sample < kSlicesPerSample) return;
  core.slices_since_sample -= kSlicesPerSample;
  const std::uint64_t random = draw();
  group.sampled = true;
  group.counters = {static_cast<std::int64_t>(random % 2900),
                    static_cast<std::int64_t>((random >> 32) % 101)};
  counts_.samples += static_cast<std::int64_t>(group.counters.size());
}

}  // namespace nscope::bench
