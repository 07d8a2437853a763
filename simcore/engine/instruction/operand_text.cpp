#include "simcore/engine/instruction/operand_text.h"

#include "profiler/base/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace nscope::sim {
namespace {

/// Start of PSUM in the address space of a partition (docs/formats/ntff.md).
constexpr std::uint64_t kPsumBase = 0x2000000;

std::optional<ElementType> element_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ElementType>, 8> kTypes{
      {{"fp32", ElementType::kFp32},
       {"float32", ElementType::kFp32},
       {"int32", ElementType::kFp32},
       {"uint32", ElementType::kFp32},
       {"bfloat16", ElementType::kBf16},
       {"bf16", ElementType::kBf16},
       {"float16", ElementType::kFp16},
       {"fp16", ElementType::kFp16}}};
  for (const auto& [text, type] : kTypes) {
    if (text == name) return type;
  }
  if (name.starts_with("fp8") || name.starts_with("float8")) return ElementType::kFp8;
  return std::nullopt;
}

/// Reads up to kLimit numbers such as "[1,0,0]".
std::optional<std::vector<std::int64_t>> number_list(TextCursor& in) {
  constexpr std::size_t kLimit = 8;
  in.skip_spaces();
  if (!in.take("[")) return std::nullopt;
  std::vector<std::int64_t> numbers;
  do {
    std::int64_t value = 0;
    in.skip_spaces();
    if (numbers.size() == kLimit || !in.number(value)) return std::nullopt;
    numbers.push_back(value);
    in.skip_spaces();
  } while (in.take(","));
  if (!in.take("]")) return std::nullopt;
  return numbers;
}

/// Reads the text after "src=" or "dst=".
std::optional<AccessPattern> access_pattern(std::string_view text) {
  TextCursor in(text);
  const auto name = in.until('@');
  const auto type = name ? element_type(*name) : std::nullopt;
  std::uint64_t address = 0;
  if (!type || !in.take("0x") || !in.number(address, 16)) return std::nullopt;
  const auto strides = number_list(in);
  const auto sizes = strides ? number_list(in) : std::nullopt;
  if (!sizes) return std::nullopt;
  AccessPattern pattern{.type = *type,
                        .place = address >= kPsumBase ? OnChip::kPsum : OnChip::kSbuf,
                        .elements = 1,
                        .contiguous = std::abs(strides->front()) <= 1};
  for (const std::int64_t size : *sizes) pattern.elements *= static_cast<double>(size);
  if (pattern.elements < 1) return std::nullopt;
  return pattern;
}

}  // namespace

OperandText parse_operands(std::string_view text) {
  OperandText result;
  // "imm_src=" must not match "src=".
  const auto pattern_after = [&](std::string_view word) -> std::optional<AccessPattern> {
    std::size_t at = text.find(word);
    while (at != std::string_view::npos && at > 0 && text[at - 1] != ' ') {
      at = text.find(word, at + 1);
    }
    if (at == std::string_view::npos) return std::nullopt;
    return access_pattern(text.substr(at + word.size()));
  };
  result.source = pattern_after("src=");
  if (!result.source) result.source = pattern_after("src0=");
  result.destination = pattern_after("dst=");
  return result;
}

}  // namespace nscope::sim
