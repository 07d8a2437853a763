#include "profiler/base/tables/csv_stream.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 20;

}  // namespace

CsvStream::CsvStream(Read read, std::string name)
    : read_(std::move(read)), name_(std::move(name)), buffer_(kFirstBuffer, '\0') {}

std::string CsvStream::where() const {
  return fmt::format("{}: line {}", name_, row_line_);
}

/// Moves the row to the start of the buffer and reads on behind it.
Result<> CsvStream::refill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() >= kMaxRow) {
      return fail(ErrorCode::kBadInput,
                  "a row of more than 16 MiB: this is no table, or a quote is not closed", where());
    }
    buffer_.resize(buffer_.size() * 2);
  }
  const auto room = std::as_writable_bytes(std::span(buffer_)).subspan(end_);
  const auto count = read_(room);
  if (!count) return fail(count.error());
  end_ += *count;
  ended_ = *count < room.size();
  if (!started_) {
    started_ = true;
    const std::string_view text(buffer_.data(), end_);
    if (text.starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
  }
  return {};
}

/// False at the end of the text.
Result<bool> CsvStream::skip_empty_lines() {
  while (true) {
    while (begin_ < end_ && buffer_[begin_] == '\n') {
      ++begin_;
      ++line_;
    }
    const bool known = begin_ < end_ && (buffer_[begin_] != '\r' || begin_ + 1 < end_);
    if (known) {
      if (buffer_[begin_] != '\r' || buffer_[begin_ + 1] != '\n') return true;
      ++begin_;
      continue;
    }
    if (ended_) return begin_ < end_;
    if (auto ok = refill(); !ok) return fail(ok.error());
  }
}

/// The next such byte of the text, or its end.
std::size_t CsvStream::find(char byte, std::size_t at) const {
  return std::min(std::string_view(buffer_.data(), end_).find(byte, at), end_);
}

/// Reads a quoted field that starts at `at`; moves behind its closing quote.
CsvStream::Step CsvStream::scan_quoted(std::size_t& at, Field& field) {
  field.begin = ++at;
  while (true) {
    const std::size_t quote = find('"', at);
    breaks_ +=
        static_cast<std::uint64_t>(std::count(buffer_.data() + at, buffer_.data() + quote, '\n'));
    at = quote;
    if (at == end_) break;
    if (at + 1 >= end_ && !ended_) {
      return Step::kNeedsMore;
    } else if (at + 1 < end_ && buffer_[at + 1] == '"') {
      field.doubled = true;
      at += 2;
    } else {
      field.end = at++;
      return Step::kRow;
    }
  }
  return ended_ ? Step::kUnclosed : Step::kNeedsMore;
}

CsvStream::Step CsvStream::scan_row() {
  fields_.clear();
  breaks_ = 0;
  std::size_t at = begin_;
  while (true) {
    Field& field = fields_.emplace_back(Field{at, at, false});
    if (at < end_ && buffer_[at] == '"') {
      if (const Step step = scan_quoted(at, field); step != Step::kRow) return step;
      if (at < end_ && buffer_[at] == '\r') {
        if (at + 1 >= end_ && !ended_) return Step::kNeedsMore;
        if (at + 1 < end_ && buffer_[at + 1] == '\n') ++at;
      }
      if (at < end_ && buffer_[at] != ',' && buffer_[at] != '\n') return Step::kTextAfterQuote;
    } else {
      while (at < end_ && buffer_[at] != ',' && buffer_[at] != '\n') ++at;
      field.end = at;
      const bool line_ends = at < end_ ? buffer_[at] == '\n' : ended_;
      if (line_ends && field.end > field.begin && buffer_[field.end - 1] == '\r') --field.end;
    }
    if (at >= end_) {
      next_ = at;
      return ended_ ? Step::kRow : Step::kNeedsMore;
    }
    const bool row_ends = buffer_[at] == '\n';
    ++at;
    if (row_ends) {
      ++breaks_;
      next_ = at;
      return Step::kRow;
    }
  }
}

/// Takes one quote of each pair out, in place.
void CsvStream::hand_out(std::vector<std::string_view>& fields) {
  fields.clear();
  for (const Field& field : fields_) {
    std::size_t end = field.end;
    if (field.doubled) {
      end = field.begin;
      for (std::size_t at = field.begin; at < field.end; ++at) {
        buffer_[end++] = buffer_[at];
        if (buffer_[at] == '"') ++at;
      }
    }
    fields.emplace_back(buffer_.data() + field.begin, end - field.begin);
  }
}

Result<bool> CsvStream::next(std::vector<std::string_view>& fields) {
  const auto more = skip_empty_lines();
  if (!more) return fail(more.error());
  row_line_ = line_;
  if (!*more) {
    fields.clear();
    return false;
  }
  Step step = scan_row();
  while (step == Step::kNeedsMore) {
    if (auto ok = refill(); !ok) return fail(ok.error());
    step = scan_row();
  }
  if (step == Step::kUnclosed) {
    return fail(ErrorCode::kBadInput, "a quote is not closed", where());
  }
  if (step == Step::kTextAfterQuote) {
    return fail(ErrorCode::kBadInput, "text after a closing quote", where());
  }
  line_ += breaks_;
  hand_out(fields);
  begin_ = next_;
  return true;
}

}  // namespace nscope
