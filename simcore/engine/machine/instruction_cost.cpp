#include "simcore/engine/machine/instruction_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using Cycles = double (*)(const Instruction&);
using Condition = bool (*)(const Instruction&);

// Which engines and generations a rule is for, as bit sets.
enum EngineSet : unsigned { kT = 1, kV = 2, kS = 4, kG = 8 };
enum GenerationSet : unsigned { kGen2 = 2, kGen3 = 4, kGen4 = 8 };
constexpr unsigned kAll = kGen2 | kGen3 | kGen4;
constexpr unsigned kNewer = kGen3 | kGen4;

struct Rule {
  std::string_view op;
  unsigned engines;
  unsigned generations;
  Condition when;
  Cycles cycles;
};

bool always(const Instruction&) {
  return true;
}
bool is_fp32(const Instruction& in) {
  return in.type == ElementType::kFp32;
}
bool is_16bit(const Instruction& in) {
  return in.type == ElementType::kBf16 || in.type == ElementType::kFp16;
}
bool is_fp8(const Instruction& in) {
  return in.type == ElementType::kFp8;
}
bool is_narrow(const Instruction& in) {
  return is_16bit(in) || is_fp8(in);
}
bool in_sbuf(const Instruction& in) {
  return in.input == OnChip::kSbuf && in.output == OnChip::kSbuf;
}
bool one_in_psum(const Instruction& in) {
  return (in.input == OnChip::kPsum) != (in.output == OnChip::kPsum);
}
bool inputs_in_sbuf(const Instruction& in) {
  return in.input == OnChip::kSbuf && in.second_input == OnChip::kSbuf;
}
bool inputs_differ(const Instruction& in) {
  return in.input != in.second_input;
}
bool fast_tensor_tensor_v2(const Instruction& in) {
  return inputs_in_sbuf(in) && is_16bit(in) && in.contiguous &&
         (in.alu == "add" || in.alu == "multiply" || in.alu == "subtract");
}
bool fast_tensor_tensor_v3(const Instruction& in) {
  return inputs_in_sbuf(in) && is_16bit(in);
}
// VectorE performance modes of v3 and later, chosen by the hardware.
bool quadruple_mode(const Instruction& in) {
  return in_sbuf(in) && is_16bit(in) && in.contiguous;
}
bool quadruple_mode_fp8(const Instruction& in) {
  return in_sbuf(in) && is_fp8(in) && in.contiguous;
}
bool double_mode(const Instruction& in) {
  return is_16bit(in) && ((in_sbuf(in) && !in.contiguous) || (in.contiguous && one_in_psum(in)));
}

double issue(double cycles) {
  return std::max(kMinIssueInterval, cycles);
}
double plain(const Instruction& in) {
  return in.elements;
}
double floored(const Instruction& in) {
  return issue(in.elements);
}
double floored_half(const Instruction& in) {
  return issue(in.elements / 2);
}
double floored_quarter(const Instruction& in) {
  return issue(in.elements / 4);
}
double floored_double(const Instruction& in) {
  return issue(2 * in.elements);
}
double with_reduction(const Instruction& in) {
  return issue(in.elements) + kMinIssueInterval;
}
double matmul(const Instruction& in) {
  return matmul_cycles(in.stationary, in.moving, is_fp32(in));
}
double matmul_narrow(const Instruction& in) {
  return matmul_cycles(in.stationary, in.moving, false);
}
double on_gpsimd(const Instruction& in) {
  return kGpSimdStart + in.elements;
}
double gather(const Instruction& in) {
  constexpr double kWordCycles = 4;
  constexpr double kStart = 28;
  const double bytes = is_fp32(in) || in.type == ElementType::kTf32 ? 4 : is_fp8(in) ? 1 : 2;
  const double e = in.per_index;
  const double rate = (kStart + kWordCycles * e) / (kWordCycles * e) / std::min(4 / bytes, e);
  return kGpSimdStart + in.indices * e / rate;
}

// First match wins, so the special cases stand before the general one.
constexpr std::array kRules{
    Rule{"nc_matmul", kT, kAll, always, matmul},
    Rule{"nc_matmul_double_row", kT, kNewer, is_fp8, matmul_narrow},
    Rule{"nc_matmul_mx", kT, kGen4, always, matmul_narrow},
    Rule{"nc_transpose", kT, kAll, always,
         [](const Instruction& in) {
           return std::max(in.partitions, std::min(kMinIssueInterval, in.elements));
         }},
    Rule{"nc_transpose", kV, kAll,
         [](const Instruction& in) { return in.partitions <= 32 && in.elements <= 32; }, floored},
    Rule{"activation", kS, kAll, always, floored},
    Rule{"activation_reduce", kS, kAll, always, with_reduction},
    Rule{"tensor_scalar", kV, kNewer, quadruple_mode, floored_quarter},
    Rule{"tensor_scalar", kV, kGen4, quadruple_mode_fp8, floored_quarter},
    Rule{"tensor_scalar", kV, kNewer, double_mode, floored_half},
    Rule{"tensor_scalar", kS, kGen4, is_narrow, floored_half},
    Rule{"tensor_scalar", kV | kS | kG, kAll, always, floored},
    Rule{"tensor_copy", kV, kNewer, quadruple_mode, floored_quarter},
    Rule{"tensor_copy", kV, kGen4, quadruple_mode_fp8, floored_quarter},
    Rule{"tensor_copy", kV, kNewer, double_mode, floored_half},
    Rule{"tensor_copy", kS, kGen4, is_narrow, floored_half},
    Rule{"tensor_copy", kV | kS | kG, kAll, always, floored},
    Rule{"tensor_tensor", kV, kAll, inputs_differ, floored},
    Rule{"tensor_tensor", kV, kAll, fast_tensor_tensor_v2, floored},
    Rule{"tensor_tensor", kV, kNewer, fast_tensor_tensor_v3, floored},
    Rule{"tensor_tensor", kV, kAll, always, floored_double},
    Rule{"tensor_tensor_scan", kV, kAll, always, floored_double},
    Rule{"tensor_scalar_reduce", kV, kAll, always, with_reduction},
    Rule{"scalar_tensor_tensor", kV, kAll,
         [](const Instruction& in) {
           return in.type == ElementType::kBf16 && in.alu == "subtract" &&
                  in.second_alu == "multiply" && std::fmod(in.elements, 2) == 0;
         },
         plain},
    Rule{"scalar_tensor_tensor", kV, kAll, always,
         [](const Instruction& in) { return 2 * in.elements; }},
    Rule{"tensor_reduce", kV, kAll,
         [](const Instruction& in) {
           return in.type == ElementType::kBf16 && (in.alu == "add" || in.alu == "max");
         },
         [](const Instruction& in) { return in.elements / 2; }},
    Rule{"tensor_reduce", kV, kAll, always, plain},
    Rule{"bn_stats", kV, kAll, always, floored},
    Rule{"dropout", kV, kAll, always, floored},
    Rule{"nc_stream_shuffle", kV, kAll, always, floored},
    Rule{"range_select", kV, kNewer, always, floored},
    Rule{"bn_aggr", kV, kAll, always,
         [](const Instruction& in) { return issue(13 * in.elements / 3); }},
    Rule{"reciprocal", kV, kAll, always,
         [](const Instruction& in) { return issue(8 * in.elements); }},
    Rule{"memset", kV | kG, kAll, [](const Instruction& in) { return in.zero && is_16bit(in); },
         floored_half},
    Rule{"memset", kV | kG, kAll, always, floored},
    Rule{"max8", kV, kAll, always, plain},
    Rule{"nc_find_index8", kV, kAll, always, plain},
    Rule{"nc_match_replace8", kV, kAll, always, floored},
    Rule{"tensor_copy_predicated", kV, kAll, inputs_differ, floored},
    Rule{"tensor_copy_predicated", kV, kAll, always, floored_double},
    // Not published; taken as tensor_copy_predicated from SBUF.
    Rule{"select_reduce", kV, kNewer, always, floored_double},
    Rule{"tensor_copy_dynamic", kV | kS | kG, kAll, always,
         [](const Instruction& in) { return std::max(kMinIssueIntervalDynamic, in.elements); }},
    Rule{"iota", kG, kAll, always, on_gpsimd},
    Rule{"affine_select", kG, kAll, always, on_gpsimd},
    Rule{"local_gather", kG, kAll, always, gather},
    Rule{"topk", kG, kNewer, always, [](const Instruction& in) { return 4 * in.elements + in.k; }},
    Rule{"exponential", kV, kGen4, always, floored_quarter},
    Rule{"quantize_mx", kV, kGen4, always, floored_quarter},
    Rule{"rand2", kV, kGen4, always, floored_quarter},
};

unsigned engine_bit(Engine engine) {
  switch (engine) {
    case Engine::kTensor: return kT;
    case Engine::kVector: return kV;
    case Engine::kScalar: return kS;
    case Engine::kGpSimd: return kG;
    default: return 0;
  }
}

}  // namespace

std::optional<CoreGeneration> parse_generation(std::string_view text) {
  if (text == "v1") return CoreGeneration::kV1;
  if (text == "v2") return CoreGeneration::kV2;
  if (text == "v3") return CoreGeneration::kV3;
  if (text == "v4") return CoreGeneration::kV4;
  return std::nullopt;
}

double matmul_cycles(double stationary, double moving, bool fp32) {
  constexpr double kFp32Passes = 4;
  const double cycles = std::max(std::min(kMinIssueInterval, stationary), moving);
  return fp32 ? kFp32Passes * cycles : cycles;
}

double matmul_sweep_cycles(double stationary, double moving, bool fp32) {
  const double full = std::floor(moving / kMatmulMovingMaximum);
  const double rest = moving - full * kMatmulMovingMaximum;
  double cycles = full * matmul_cycles(stationary, kMatmulMovingMaximum, fp32);
  if (rest > 0) cycles += matmul_cycles(stationary, rest, fp32);
  return cycles;
}

double elementwise_cycles(double elements) {
  return issue(elements);
}

Result<double> instruction_cycles(CoreGeneration generation, const Instruction& instruction) {
  const unsigned wanted = 1u << static_cast<unsigned>(generation);
  const unsigned engine = engine_bit(instruction.engine);
  for (const Rule& rule : kRules) {
    if (rule.op == instruction.op && (rule.generations & wanted) != 0 &&
        (rule.engines & engine) != 0 && rule.when(instruction)) {
      return rule.cycles(instruction);
    }
  }
  return fail(
      ErrorCode::kNotFound,
      fmt::format("no instruction cost is published for {} on {} of NeuronCore-v{}", instruction.op,
                  to_string(instruction.engine), static_cast<int>(generation) + 1));
}

}  // namespace nscope::sim
