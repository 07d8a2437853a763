#include "profiler/base/tables/csv.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 20;

/// Whether a spreadsheet program takes the text for a formula, or would after one or more
/// apostrophes.
bool starts_formula(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of('\''), text.size());
  const std::string_view rest = text.substr(first);
  if (rest.size() < 2 || std::string_view("=+-@\t\r\n").find(rest[0]) == std::string_view::npos) {
    return false;
  }
  const std::size_t sign = rest[0] == '+' ? 1 : 0;  // which from_chars does not read
  const char* const end = rest.data() + rest.size();
  double number = 0.0;
  const auto [read, error] = std::from_chars(rest.data() + sign, end, number);
  return error != std::errc() || read != end;
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string name)
    : name_(std::move(name)), text_(text), ended_(true) {
  if (text_.starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
}

CsvReader::CsvReader(Read read, std::string name)
    : read_(std::move(read)), name_(std::move(name)), buffer_(kFirstBuffer) {}

Text CsvReader::where() const {
  return tr("{}: line {}", name_, row_line_);
}

/// Moves the row to the start of the buffer and reads more text after it.
Result<> CsvReader::refill() {
  const std::size_t kept = text_.size() - begin_;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  begin_ = 0;
  if (kept == buffer_.size()) {
    if (buffer_.size() >= kMaxRow) {
      return fail(ErrorCode::kBadInput,
                  tr("a row is longer than {} MiB; the file may not be CSV, or a quoted field is "
                     "not closed",
                     kMaxRow >> 20),
                  where());
    }
    buffer_.resize(buffer_.size() * 2);
  }
  const auto room = std::as_writable_bytes(std::span(buffer_)).subspan(kept);
  const auto count = read_(room);
  if (!count) return fail(count.error());
  text_ = {buffer_.data(), kept + *count};
  ended_ = *count < room.size();
  if (!started_ && text_.starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
  started_ = true;
  return {};
}

/// False at the end of the text.
Result<bool> CsvReader::skip_empty_lines() {
  while (true) {
    while (begin_ < text_.size() && text_[begin_] == '\n') {
      ++begin_;
      ++line_;
    }
    const bool known =
        begin_ < text_.size() && (text_[begin_] != '\r' || begin_ + 1 < text_.size());
    if (known) {
      if (text_[begin_] != '\r' || text_[begin_ + 1] != '\n') return true;
      ++begin_;
      continue;
    }
    if (ended_) return begin_ < text_.size();
    if (auto ok = refill(); !ok) return fail(ok.error());
  }
}

/// The position of the next `byte`, or the end of the text.
std::size_t CsvReader::find(char byte, std::size_t at) const {
  return std::min(text_.find(byte, at), text_.size());
}

/// Reads a quoted field that starts at `at`; moves `at` to the end of its closing quote.
CsvReader::Step CsvReader::scan_quoted(std::size_t& at, Field& field) {
  field.begin = ++at;
  while (true) {
    const std::size_t quote = find('"', at);
    const std::string_view inside = text_.substr(at, quote - at);
    breaks_ += static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), '\n'));
    at = quote;
    if (at == text_.size()) break;
    if (at + 1 >= text_.size() && !ended_) {
      return Step::kNeedsMore;
    } else if (at + 1 < text_.size() && text_[at + 1] == '"') {
      field.doubled = true;
      at += 2;
    } else {
      field.end = at++;
      return Step::kRow;
    }
  }
  return ended_ ? Step::kUnclosed : Step::kNeedsMore;
}

CsvReader::Step CsvReader::scan_row() {
  fields_.clear();
  breaks_ = 0;
  const std::size_t end = text_.size();
  std::size_t at = begin_;
  while (true) {
    Field& field = fields_.emplace_back(Field{at, at, false});
    if (at < end && text_[at] == '"') {
      if (const Step step = scan_quoted(at, field); step != Step::kRow) return step;
      if (at < end && text_[at] == '\r') {
        if (at + 1 >= end && !ended_) return Step::kNeedsMore;
        if (at + 1 < end && text_[at + 1] == '\n') ++at;
      }
      if (at < end && text_[at] != ',' && text_[at] != '\n') return Step::kTextAfterQuote;
    } else {
      while (at < end && text_[at] != ',' && text_[at] != '\n') ++at;
      field.end = at;
      const bool line_ends = at < end ? text_[at] == '\n' : ended_;
      if (line_ends && field.end > field.begin && text_[field.end - 1] == '\r') --field.end;
    }
    if (at >= end) {
      next_ = at;
      return ended_ ? Step::kRow : Step::kNeedsMore;
    }
    const bool row_ends = text_[at] == '\n';
    ++at;
    if (row_ends) {
      ++breaks_;
      next_ = at;
      return Step::kRow;
    }
  }
}

/// Finds the fields of the next row; false at the end of the text.
Result<bool> CsvReader::find_row() {
  fields_.clear();
  const auto more = skip_empty_lines();
  if (!more) return more;
  row_line_ = line_;
  if (!*more) return false;
  Step step = scan_row();
  while (step == Step::kNeedsMore) {
    if (auto ok = refill(); !ok) return fail(ok.error());
    step = scan_row();
  }
  if (step == Step::kUnclosed) {
    return fail(ErrorCode::kBadInput, tr("a quoted field is not closed"), where());
  }
  if (step == Step::kTextAfterQuote) {
    return fail(ErrorCode::kBadInput, tr("unexpected text after a closing quote"), where());
  }
  const std::string_view row = text_.substr(begin_, next_ - begin_);
  if (const std::size_t at = valid_utf8_prefix(row); at < row.size()) {
    return fail(ErrorCode::kBadInput,
                tr("byte 0x{} is not UTF-8; save the file as UTF-8",
                   fmt::format("{:02x}", static_cast<unsigned char>(row[at]))),
                where());
  }
  line_ += breaks_;
  begin_ = next_;
  return true;
}

/// The field with single quotes for doubled ones. `unquoted_` must have capacity for it.
std::string_view CsvReader::text_of(const Field& field) {
  const std::string_view text = text_.substr(field.begin, field.end - field.begin);
  if (!field.doubled) return text;
  const std::size_t begin = unquoted_.size();
  for (std::size_t at = 0; at < text.size(); ++at) {
    unquoted_ += text[at];
    if (text[at] == '"') ++at;
  }
  return std::string_view(unquoted_).substr(begin);
}

Result<bool> CsvReader::next(std::vector<std::string_view>& fields) {
  fields.clear();
  const auto more = find_row();
  if (!more || !*more) return more;
  std::size_t doubled = 0;
  for (const Field& field : fields_) doubled += field.doubled ? field.end - field.begin : 0;
  unquoted_.clear();
  unquoted_.reserve(doubled);
  for (const Field& field : fields_) fields.push_back(text_of(field));
  return true;
}

Result<bool> CsvReader::next(std::vector<std::string>& fields) {
  fields.clear();
  const auto more = find_row();
  if (!more || !*more) return more;
  for (const Field& field : fields_) {
    unquoted_.clear();
    fields.emplace_back(text_of(field));
  }
  return true;
}

void append_csv_text(std::string_view text, std::string& out) {
  if (starts_formula(text)) return append_csv_field("'" + std::string(text), out);
  append_csv_field(text, out);
}

std::string_view csv_text(std::string_view field) {
  return field.starts_with('\'') && starts_formula(field) ? field.substr(1) : field;
}

void append_csv_field(std::string_view field, std::string& out) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += field;
    return;
  }
  out += '"';
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace nscope
