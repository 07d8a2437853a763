#include "profiler/analysis/memory/dma_operands.h"

#include "profiler/base/text/text_cursor.h"

#include <string>

namespace nscope::analysis {
namespace {

// Entries of the address table have an offset of 32 bits; real addresses have 48 bits.
constexpr std::uint64_t kTables = std::uint64_t{1} << 63;
constexpr std::uint64_t kLargestOffset = 0xffffffff;
constexpr int kTableShift = 38;

/// The value after "<side><name>=" in `text`, up to the next space.
std::optional<std::string_view> value_of(std::string_view text, std::string_view side,
                                         std::string_view name) {
  const std::string word = std::string(side) + std::string(name) + "=";
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (at > 0 && text[at - 1] != ' ') continue;
    std::string_view value = text.substr(at + word.size());
    return value.substr(0, value.find(' '));
  }
  return std::nullopt;
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  TextCursor in(text);
  std::uint64_t number = 0;
  return in.take("0x") && in.number(number, 16) && in.done() ? std::optional(number) : std::nullopt;
}

/// The constant address of one side.
std::optional<std::uint64_t> address_of(std::string_view text, std::string_view side) {
  if (const auto value = value_of(text, side, "addr_imm")) return hexadecimal(*value);
  const auto offset = value_of(text, side, "table_offset_imm");
  const auto index = value_of(text, side, "table_index");
  if (!offset || !index) return std::nullopt;
  const auto within = hexadecimal(*offset);
  std::uint32_t table = 0;
  TextCursor in(*index);
  if (!within || *within > kLargestOffset || !in.number(table) || !in.done()) return std::nullopt;
  return kTables | std::uint64_t{table} << kTableShift | *within;
}

std::optional<DmaRows> rows_of(std::string_view text, std::string_view side) {
  const auto size = value_of(text, side, "elem_size");
  const auto pattern = value_of(text, side, "pattern");
  const auto address = address_of(text, side);
  if (!address || !size || !pattern) return std::nullopt;
  DmaRows rows{.address = *address};
  TextCursor bytes(*size);
  if (!bytes.number(rows.row_bytes) || !bytes.done()) return std::nullopt;
  TextCursor in(*pattern);
  const bool valid = in.take("[") && in.number(rows.steps[0]) && in.take(",") &&
                     in.number(rows.steps[1]) && in.take("][") && in.number(rows.counts[0]) &&
                     in.take(",") && in.number(rows.counts[1]) && in.take("]") && in.done();
  return valid ? std::optional(rows) : std::nullopt;
}

}  // namespace

DmaOperands parse_dma_operands(std::string_view text) {
  return {.source = rows_of(text, "src_"), .destination = rows_of(text, "dst_")};
}

}  // namespace nscope::analysis
