#include "simcore/engine/machine/instruction_cost.h"

#include "simcore/engine/machine/core_timing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

bool is_fp32(const Instruction& in) {
  return in.type == ElementType::kFp32;
}
bool is_16bit(const Instruction& in) {
  return in.type == ElementType::kBf16 || in.type == ElementType::kFp16;
}
bool is_fp8(const Instruction& in) {
  return in.type == ElementType::kFp8;
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

struct NamedCondition {
  std::string_view name;
  CostCondition holds;
};
constexpr std::array kConditions{
    NamedCondition{"", [](const Instruction&) { return true; }},
    NamedCondition{"fp8", is_fp8},
    NamedCondition{"16bit_or_fp8",
                   [](const Instruction& in) { return is_16bit(in) || is_fp8(in); }},
    // The next three are performance modes of VectorE, which the hardware selects.
    NamedCondition{
        "sbuf_16bit_contiguous",
        [](const Instruction& in) { return in_sbuf(in) && is_16bit(in) && in.contiguous; }},
    NamedCondition{
        "sbuf_fp8_contiguous",
        [](const Instruction& in) { return in_sbuf(in) && is_fp8(in) && in.contiguous; }},
    NamedCondition{"16bit_strided_or_one_side_in_psum",
                   [](const Instruction& in) {
                     return is_16bit(in) &&
                            ((in_sbuf(in) && !in.contiguous) || (in.contiguous && one_in_psum(in)));
                   }},
    NamedCondition{"inputs_in_two_memories",
                   [](const Instruction& in) { return in.input != in.second_input; }},
    NamedCondition{"sbuf_16bit_inputs",
                   [](const Instruction& in) { return inputs_in_sbuf(in) && is_16bit(in); }},
    NamedCondition{"sbuf_16bit_contiguous_add_multiply_subtract",
                   [](const Instruction& in) {
                     return inputs_in_sbuf(in) && is_16bit(in) && in.contiguous &&
                            (in.alu == "add" || in.alu == "multiply" || in.alu == "subtract");
                   }},
    NamedCondition{"32_by_32",
                   [](const Instruction& in) { return in.partitions <= 32 && in.elements <= 32; }},
    NamedCondition{"bf16_subtract_multiply_even",
                   [](const Instruction& in) {
                     return in.type == ElementType::kBf16 && in.alu == "subtract" &&
                            in.second_alu == "multiply" && std::fmod(in.elements, 2) == 0;
                   }},
    NamedCondition{"bf16_add_or_max",
                   [](const Instruction& in) {
                     return in.type == ElementType::kBf16 && (in.alu == "add" || in.alu == "max");
                   }},
    NamedCondition{"16bit_zero", [](const Instruction& in) { return in.zero && is_16bit(in); }},
};

double elements_cycles(const CostRule& rule, const Instruction& in) {
  return std::max(rule.at_least, rule.cycles * in.elements / rule.elements) + rule.plus;
}

double gather_cycles(const CoreTiming& timing, const Instruction& in) {
  const double bytes = is_fp32(in) || in.type == ElementType::kTf32 ? 4 : is_fp8(in) ? 1 : 2;
  const double e = in.per_index;
  const double word = timing.gather_word * e;
  const double rate = (timing.gather_start + word) / word / std::min(4 / bytes, e);
  return timing.gpsimd_start + in.indices * e / rate;
}

double cycles_of(const CoreTiming& timing, const CostRule& rule, const Instruction& in) {
  switch (rule.formula) {
    case CostFormula::kElements: return elements_cycles(rule, in);
    case CostFormula::kElementsAndK: return elements_cycles(rule, in) + in.k;
    case CostFormula::kMatmul: return matmul_cycles(timing, in.stationary, in.moving, is_fp32(in));
    case CostFormula::kMatmulNarrow: return matmul_cycles(timing, in.stationary, in.moving, false);
    case CostFormula::kTranspose:
      return std::max(in.partitions, std::min(timing.minimum, in.elements));
    case CostFormula::kGather: return gather_cycles(timing, in);
  }
  return 0;
}

}  // namespace

std::optional<CoreGeneration> parse_generation(std::string_view text) {
  if (text == "v1") return CoreGeneration::kV1;
  if (text == "v2") return CoreGeneration::kV2;
  if (text == "v3") return CoreGeneration::kV3;
  if (text == "v4") return CoreGeneration::kV4;
  return std::nullopt;
}

CostCondition cost_condition(std::string_view name) {
  const auto* const found = std::ranges::find(kConditions, name, &NamedCondition::name);
  return found == kConditions.end() ? nullptr : found->holds;
}

double matmul_cycles(const CoreTiming& timing, double stationary, double moving, bool fp32) {
  const double cycles = std::max(std::min(timing.minimum, stationary), moving);
  return fp32 ? timing.fp32_passes * cycles : cycles;
}

double matmul_sweep_cycles(const CoreTiming& timing, double stationary, double moving, bool fp32) {
  const double full = std::floor(moving / timing.moving_maximum);
  const double rest = moving - full * timing.moving_maximum;
  double cycles = full * matmul_cycles(timing, stationary, timing.moving_maximum, fp32);
  if (rest > 0) cycles += matmul_cycles(timing, stationary, rest, fp32);
  return cycles;
}

double elementwise_cycles(const CoreTiming& timing, double elements) {
  return std::max(timing.minimum, elements);
}

Result<double> instruction_cycles(const CoreTiming& timing, CoreGeneration generation,
                                  const Instruction& instruction) {
  const unsigned wanted = 1u << static_cast<unsigned>(generation);
  const unsigned engine = 1u << static_cast<unsigned>(instruction.engine);
  const auto operation =
      std::ranges::lower_bound(timing.operations, instruction.op, {}, &CoreTiming::Operation::name);
  if (operation != timing.operations.end() && operation->name == instruction.op) {
    for (const CostRule& rule : operation->rules) {
      if ((rule.generations & wanted) != 0 && (rule.engines & engine) != 0 &&
          rule.when(instruction)) {
        return cycles_of(timing, rule, instruction);
      }
    }
  }
  return fail(ErrorCode::kNotFound,
              tr("no instruction cost is published for {} on the {} engine of NeuronCore-v{}",
                 instruction.op, to_string(instruction.engine), static_cast<int>(generation) + 1));
}

}  // namespace nscope::sim
