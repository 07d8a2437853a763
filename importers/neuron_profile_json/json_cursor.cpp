#include "importers/neuron_profile_json/json_cursor.h"

#include "importers/neuron_profile_json/structure_mask.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// A few megabytes are scanned in milliseconds: often enough to notice a cancel.
constexpr std::size_t kReportEvery = 4u << 20;

constexpr auto make_table(std::string_view members) {
  std::array<bool, 256> table{};
  for (const char c : members) table[static_cast<unsigned char>(c)] = true;
  return table;
}
using std::string_view_literals::operator""sv;
constexpr auto kSpace = make_table(" \t\r\n");
// No JSON has a zero byte: the hole of a sparse file is not scanned to its end.
constexpr auto kStringStop = make_table("\"\\\0"sv);
constexpr auto kContainerStop = make_table("\"{}[]\0"sv);
constexpr auto kScalarStop = make_table(" \t\r\n,:\"{}[]\0"sv);
constexpr const char* kZeroByte = "a zero byte, which no JSON has";

bool in(const std::array<bool, 256>& table, char c) {
  return table[static_cast<unsigned char>(c)];
}

}  // namespace

JsonCursor::JsonCursor(std::string_view text, std::string name, TaskControl& control,
                       std::size_t position, std::size_t done)
    : text_(text),
      name_(std::move(name)),
      control_(control),
      position_(position),
      begin_(position),
      done_(done),
      next_report_(position + kReportEvery) {}

char JsonCursor::peek() {
  while (position_ < text_.size() && in(kSpace, text_[position_])) ++position_;
  return position_ < text_.size() ? text_[position_] : '\0';
}

bool JsonCursor::take(char expected) {
  if (peek() != expected || position_ >= text_.size()) return false;
  ++position_;
  return true;
}

bool JsonCursor::keep_going() {
  next_report_ = position_ + kReportEvery;
  if (released_from_ != nullptr) {
    released_from_->release(position_, released_);
    released_ = position_;
  }
  control_.advance_to(done_ + position_ - begin_);
  return !control_.cancelled();
}

Result<> JsonCursor::skip_string() {
  ++position_;  // the opening quote
  return skip_string_rest();
}

Result<> JsonCursor::skip_string_rest() {
  while (true) {
    const std::size_t limit = std::min(text_.size(), next_report_);
    while (position_ < limit && !in(kStringStop, text_[position_])) ++position_;
    if (position_ >= text_.size()) return fail(error("the file ends inside a string"));
    if (position_ >= next_report_) {
      if (!keep_going()) return cancelled();
      continue;
    }
    if (text_[position_] == '"') {
      ++position_;
      return {};
    }
    if (text_[position_] == '\0') return fail(error(kZeroByte));
    position_ = std::min(position_ + 2, text_.size());
  }
}

Result<std::string_view> JsonCursor::take_string() {
  if (peek() != '"') return fail(error("expected a string in quotes"));
  const std::size_t begin = position_ + 1;
  if (auto ok = skip_string(); !ok) return fail(ok.error());
  return text_.substr(begin, position_ - 1 - begin);
}

Result<> JsonCursor::skip_value(RowEnds* row_ends) {
  const char first = peek();
  if (first == '\0' && position_ >= text_.size()) {
    return fail(error("the file ends where a value should be"));
  }
  if (first == '"') return skip_string();
  if (first != '{' && first != '[') {
    const std::size_t begin = position_;
    while (position_ < text_.size() && !in(kScalarStop, text_[position_])) ++position_;
    if (position_ == begin) return fail(error(fmt::format("expected a value, found '{}'", first)));
    return {};
  }
  return skip_container(row_ends);
}

/// Whole blocks at once, as far as the text has them. True where the container
/// ended; otherwise the rest is up to skip_container().
Result<bool> JsonCursor::skip_blocks(std::size_t& depth, RowEnds* row_ends) {
  StringState strings;
  while (position_ + StructureMask::kBytes <= text_.size()) {
    if (position_ >= next_report_ && !keep_going()) return cancelled();
    const char* const block = text_.data() + position_;
    const StructureMask mask = structure_mask(block);
    std::uint64_t stops = (mask.brackets & ~strings.inside(mask)) | mask.zeros;
    for (; stops != 0; stops &= stops - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(stops));
      if (block[at] == '\0') {
        position_ += at;
        return fail(error(kZeroByte));
      }
      if (block[at] == '{' || block[at] == '[') {
        ++depth;
      } else if (--depth == 0) {
        position_ += at + 1;
        return true;
      } else if (depth == 1 && row_ends != nullptr) {
        row_ends->add(position_ + at + 1);
      }
    }
    position_ += StructureMask::kBytes;
  }
  if (strings.in_string()) {
    if (strings.next_is_escaped()) position_ = std::min(position_ + 1, text_.size());
    if (auto ok = skip_string_rest(); !ok) return fail(ok.error());
  }
  return false;
}

Result<> JsonCursor::skip_container(RowEnds* row_ends) {
  std::size_t depth = 0;
  if (kHasStructureMask) {
    const auto ended = skip_blocks(depth, row_ends);
    if (!ended) return fail(ended.error());
    if (*ended) return {};
  }
  while (true) {
    const std::size_t limit = std::min(text_.size(), next_report_);
    while (position_ < limit && !in(kContainerStop, text_[position_])) ++position_;
    if (position_ >= text_.size()) {
      return fail(error(
          fmt::format("the file ends inside {} open bracket{}", depth, depth == 1 ? "" : "s")));
    }
    if (position_ >= next_report_) {
      if (!keep_going()) return cancelled();
      continue;
    }
    const char c = text_[position_];
    if (c == '"') {
      if (auto ok = skip_string(); !ok) return ok;
    } else if (c == '\0') {
      return fail(error(kZeroByte));
    } else {
      ++position_;
      if (c == '{' || c == '[') {
        ++depth;
      } else if (--depth == 0) {
        return {};
      }
    }
  }
}

Error JsonCursor::error(std::string reason) const {
  return {ErrorCode::kBadInput, std::move(reason), fmt::format("{}: byte {}", name_, position_)};
}

}  // namespace nscope::importers
