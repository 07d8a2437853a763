#include "app/python/result_table.h"

#include "profiler/base/text/utf8.h"

#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace nscope::python {
namespace {

/// Slots of the cache of recent texts; a power of two.
constexpr std::size_t kRecentTexts = 1024;

std::string number_text(double value) {
  return fmt::format("{}", value);
}

}  // namespace

void ResultColumn::add(bool value) {
  if (kind_ == ValueKind::kNone) become(ValueKind::kBoolean);
  if (kind_ != ValueKind::kBoolean) return add(std::string_view(value ? "true" : "false"));
  booleans_.push_back(value ? 1 : 0);
  mark_present();
}

void ResultColumn::add_integer_slowly(std::int64_t value) {
  if (kind_ == ValueKind::kReal) return add(static_cast<double>(value));
  if (kind_ == ValueKind::kText || kind_ == ValueKind::kBoolean) {
    return add(std::string_view(fmt::format("{}", value)));
  }
  become(ValueKind::kInteger);
  add(value);
}

void ResultColumn::add_real_slowly(double value) {
  if (kind_ == ValueKind::kText || kind_ == ValueKind::kBoolean) {
    return add(std::string_view(number_text(value)));
  }
  become(ValueKind::kReal);
  add(value);
}

void ResultColumn::add_missing() {
  if (missing_count_ == 0) missing_.append(0, size_);
  missing_.push_back(1);
  ++missing_count_;
  ++size_;
  switch (kind_) {
    case ValueKind::kNone: return;
    case ValueKind::kBoolean: return booleans_.push_back(0);
    case ValueKind::kInteger: return integers_.push_back(0);
    case ValueKind::kReal: return reals_.push_back(std::numeric_limits<double>::quiet_NaN());
    case ValueKind::kText: return codes_.push_back(-1);
  }
}

/// Converts the values so far.
void ResultColumn::become(ValueKind kind) {
  if (kind == ValueKind::kBoolean) booleans_.append(0, size_);
  if (kind == ValueKind::kInteger) integers_.append(0, size_);
  if (kind == ValueKind::kReal) become_real();
  if (kind == ValueKind::kText) become_text();
  kind_ = kind;
}

void ResultColumn::become_real() {
  reals_.append(std::numeric_limits<double>::quiet_NaN(), size_);
  for (std::size_t i = 0; i < integers_.size(); ++i) {
    if (missing_.size() == 0 || missing_[i] == 0) reals_[i] = static_cast<double>(integers_[i]);
  }
  integers_ = GrowingArray<std::int64_t>();
}

void ResultColumn::become_text() {
  codes_.reserve(size_ + 64);
  for (std::size_t i = 0; i < size_; ++i) {
    if (kind_ == ValueKind::kNone || (missing_.size() > 0 && missing_[i] != 0)) {
      codes_.push_back(-1);
    } else if (kind_ == ValueKind::kInteger) {
      codes_.push_back(code_of(fmt::format("{}", integers_[i])));
    } else if (kind_ == ValueKind::kReal) {
      codes_.push_back(code_of(number_text(reals_[i])));
    } else {
      codes_.push_back(code_of(booleans_[i] != 0 ? "true" : "false"));
    }
  }
  integers_ = GrowingArray<std::int64_t>();
  reals_ = GrowingArray<double>();
  booleans_ = GrowingArray<std::uint8_t>();
}

std::int32_t ResultColumn::code_of(std::string_view text) {
  // Names of a trace repeat, at the same address. The text is compared, because the memory of
  // other texts is used again.
  if (recent_.empty()) recent_.assign(kRecentTexts, -1);
  const auto address = reinterpret_cast<std::uintptr_t>(text.data());
  std::int32_t& slot = recent_[(address >> 4) % kRecentTexts];
  if (slot < 0 || texts_[static_cast<std::size_t>(slot)] != text) slot = new_code(text);
  return slot;
}

std::int32_t ResultColumn::new_code(std::string_view text) {
  if (const auto found = code_of_text_.find(text); found != code_of_text_.end()) {
    return found->second;
  }
  if (!is_utf8(text)) return new_code(valid_utf8(text));
  // A row has at most one new text, and Arrow's indices have 32 bits, as SQLite's rows would need
  // 100 GB for as many texts.
  const auto code = static_cast<std::int32_t>(texts_.size());
  texts_.emplace_back(text);
  text_bytes_ += sizeof(std::string) + 40 + text.size();
  code_of_text_.emplace(texts_.back(), code);
  return code;
}

void ResultColumn::shrink() {
  missing_.shrink();
  booleans_.shrink();
  integers_.shrink();
  reals_.shrink();
  codes_.shrink();
  code_of_text_ = {};
  recent_ = {};
}

std::size_t ResultColumn::bytes() const {
  return missing_.size() + booleans_.size() + (integers_.size() + reals_.size()) * 8 +
         codes_.size() * 4 + text_bytes_;
}

void ResultTable::finish() {
  std::set<std::string> taken;
  for (ResultColumn& column : columns) {
    std::string id = column.id;
    for (int i = 2; !taken.insert(id).second; ++i) id = fmt::format("{}_{}", column.id, i);
    column.id = id;
    column.shrink();
  }
}

std::size_t ResultTable::bytes() const {
  std::size_t sum = 0;
  for (const ResultColumn& column : columns) sum += column.bytes();
  return sum;
}

ResultTable to_columns(const Table& table) {
  ResultTable result;
  result.rows = table.row_count();
  const Language english;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const Table::Column& heading = table.columns()[c];
    ResultColumn& column = result.columns.emplace_back();
    column.id = heading.id;
    column.title = english.say(heading.title);
    column.unit = heading.unit;
    for (std::size_t r = 0; r < table.row_count(); ++r) {
      const Cell& cell = table.at(r, c);
      if (const auto* missing = std::get_if<Missing>(&cell)) {
        column.add_missing();
        result.reasons[c][r] = english.say(missing->reason);
      } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        column.add(*whole);
      } else if (const auto* real = std::get_if<double>(&cell)) {
        column.add(*real);
      } else if (const auto* truth = std::get_if<bool>(&cell)) {
        column.add(*truth);
      } else if (const auto* name = std::get_if<std::string>(&cell)) {
        column.add(std::string_view(*name));
      } else {
        column.add(std::string_view(english.say(std::get<Text>(cell))));
      }
    }
  }
  for (const Text& note : table.notes()) result.notes.push_back(english.say(note));
  result.finish();
  return result;
}

}  // namespace nscope::python
