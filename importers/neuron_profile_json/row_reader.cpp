#include "importers/neuron_profile_json/row_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Bounds the memory of one row; rows of real exports have about 1 KiB.
constexpr std::size_t kMaxRow = 16u << 20;

constexpr std::uint8_t kFree = 0xff;
constexpr std::size_t kSlots = 256;  // four times the fields at least: short probes

std::size_t hash(std::string_view name) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  if (name.empty()) return 0;
  return (name.size() * 37u + byte(0) * 5u + byte(name.size() / 2) * 11u +
          byte(name.size() - 1) * 3u) %
         kSlots;
}

static_assert(ByteSource::kPadding >= simdjson::SIMDJSON_PADDING,
              "rows are parsed in place and read past their end");

}  // namespace

RowReader::RowReader(const ByteSource& file, const DocumentMember& list,
                     std::span<const std::string_view> fields, TraceWriter& out,
                     TaskControl& control)
    : file_(file),
      list_(list),
      fields_(fields),
      out_(out),
      control_(control),
      cursor_(file.text().substr(0, list.end), file.name(), control, list.begin, list.done),
      parser_(kMaxRow),
      slots_(kSlots, kFree),
      values_(fields.size()),
      present_(fields.size()) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::size_t slot = hash(fields[i]);
    while (slots_[slot] != kFree) slot = (slot + 1) % kSlots;
    slots_[slot] = static_cast<std::uint8_t>(i);
  }
}

std::size_t RowReader::find(std::string_view name) const {
  for (std::size_t slot = hash(name); slots_[slot] != kFree; slot = (slot + 1) % kSlots) {
    if (fields_[slots_[slot]] == name) return slots_[slot];
  }
  return fields_.size();
}

Result<bool> RowReader::next() {
  while (true) {
    if (control_.cancelled()) return cancelled();
    if (row_ % 1024 == 0) {
      control_.advance_to(list_.done + cursor_.position() - list_.begin);
    }
    if (!started_) {
      started_ = true;
      cursor_.take('[');
      if (cursor_.take(']')) return false;
    } else if (cursor_.take(']')) {
      return false;
    } else if (!cursor_.take(',')) {
      return fail(
          cursor_.error(fmt::format("expected ',' or ']' after row {} of '{}'", row_, list_.key)));
    }
    cursor_.peek();
    row_begin_ = cursor_.position();
    if (auto ok = cursor_.skip_value(); !ok) return fail(ok.error());
    ++row_;
    const std::string_view row = file_.text().substr(row_begin_, cursor_.position() - row_begin_);
    if (row.size() > kMaxRow) {
      out_.diagnose("row_too_large", Severity::kWarning,
                    fmt::format("{}: {} bytes, not read", place(), row.size()));
      continue;
    }
    if (auto ok = load(row); !ok) return fail(ok.error());
    if (is_object_) return true;
    out_.diagnose("row_not_an_object", Severity::kWarning, place());
  }
}

Result<> RowReader::load(std::string_view row) {
  const auto parsed = parser_.parse(row.data(), row.size(), false);
  if (parsed.error() != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput,
                fmt::format("row {} of '{}' is not valid JSON: {}", row_, list_.key,
                            simdjson::error_message(parsed.error())),
                fmt::format("{}: byte {}", file_.name(), row_begin_));
  }
  others_.clear();
  std::fill(present_.begin(), present_.end(), false);
  const simdjson::dom::element element = parsed.value_unsafe();
  is_object_ = element.is_object();
  if (!is_object_) return {};
  for (const auto field : simdjson::dom::object(element)) {
    const std::size_t known = find(field.key);
    if (known == fields_.size()) {
      others_.emplace_back(field.key, field.value);
    } else {
      values_[known] = field.value;
      present_[known] = true;
    }
  }
  return {};
}

std::string RowReader::place() const {
  return fmt::format("list '{}', row {} (byte {})", list_.key, row_, row_begin_);
}

std::optional<std::int64_t> RowReader::integer(std::size_t field) {
  if (!present_[field]) return std::nullopt;
  const auto result = whole_number(values_[field]);
  if (!result) wrong_type(fields_[field], values_[field], "a whole number");
  return result;
}

std::optional<double> RowReader::number(std::size_t field) {
  if (!present_[field]) return std::nullopt;
  double result = 0.0;
  if (values_[field].is_number() && values_[field].get(result) == simdjson::SUCCESS) return result;
  wrong_type(fields_[field], values_[field], "a number");
  return std::nullopt;
}

std::string_view RowReader::text(std::size_t field) {
  if (!present_[field]) return {};
  std::string_view result;
  if (values_[field].get(result) == simdjson::SUCCESS) return result;
  if (!values_[field].is_null()) wrong_type(fields_[field], values_[field], "a string");
  return {};
}

void RowReader::wrong_type(std::string_view field, simdjson::dom::element value,
                           std::string_view expected) {
  out_.diagnose(
      "wrong_field_type", Severity::kWarning,
      fmt::format("{}: '{}' is {}, expected {}", place(), field, type_name(value), expected));
}

std::optional<std::int64_t> whole_number(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::INT64: return std::int64_t(value);
    case simdjson::dom::element_type::DOUBLE: {
      const double number = double(value);
      if (std::floor(number) != number || std::abs(number) > 9007199254740992.0) break;
      return static_cast<std::int64_t>(number);
    }
    case simdjson::dom::element_type::STRING: {
      const std::string_view text(value);
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size()) return number;
      break;
    }
    default: break;
  }
  return std::nullopt;
}

std::string_view type_name(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::ARRAY: return "a list";
    case simdjson::dom::element_type::OBJECT: return "an object";
    case simdjson::dom::element_type::STRING: return "a string";
    case simdjson::dom::element_type::BOOL: return "true or false";
    case simdjson::dom::element_type::NULL_VALUE: return "null";
    case simdjson::dom::element_type::DOUBLE: return "a fractional number";
    case simdjson::dom::element_type::UINT64: return "a number beyond 2^63";
    default: return "a number";
  }
}

std::string collapse_space(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace nscope::importers
