#include "costmodel/price_formats/csv_stream.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kLongestRow = std::size_t{1} << 20;

/// Where a row that begins at `at` ends: its line feed outside of quotes, or npos.
std::size_t end_of_row(std::string_view text, std::size_t at) {
  std::size_t line_end = text.find('\n', at);
  while (true) {
    const std::size_t quote = text.find('"', at);
    if (quote >= line_end) return line_end;
    const std::size_t closing = text.find('"', quote + 1);
    if (closing == std::string_view::npos) return closing;
    at = closing + 1;
    if (at > line_end) line_end = text.find('\n', at);
  }
}

}  // namespace

std::string CsvStream::where() const {
  return fmt::format("{}: line {}", stream_.name(), row_line_);
}

Result<bool> CsvStream::fill() {
  const auto block = stream_.next();
  if (!block) return fail(block.error());
  window_.erase(0, at_);
  at_ = 0;
  window_ += *block;
  return !block->empty();
}

Result<bool> CsvStream::next(std::vector<std::string>& fields) {
  while (true) {
    std::size_t end = end_of_row(window_, at_);
    if (end == std::string::npos && !ended_) {
      if (window_.size() - at_ > kLongestRow) {
        return fail(ErrorCode::kBadInput, "a row is longer than 1 MiB: a quote is not closed",
                    fmt::format("{}: line {}", stream_.name(), line_));
      }
      const auto filled = fill();
      if (!filled) return fail(filled.error());
      ended_ = !*filled;
      continue;
    }
    row_line_ = line_;
    if (at_ >= window_.size()) return false;
    end = std::min(end, window_.size());
    std::string_view row(window_.data() + at_, end - at_);
    at_ = std::min(end + 1, window_.size());
    line_ += 1 + static_cast<std::uint64_t>(std::count(row.begin(), row.end(), '\n'));
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (row.empty()) continue;
    if (auto ok = split(row, fields); !ok) return fail(ok.error());
    return true;
  }
}

Result<> CsvStream::split(std::string_view row, std::vector<std::string>& fields) const {
  std::size_t count = 0;
  const auto field = [&]() -> std::string& {
    if (count == fields.size()) fields.emplace_back();
    return fields[count++];
  };
  while (true) {
    std::string& to = field();
    if (!row.starts_with('"')) {
      const std::size_t comma = std::min(row.find(','), row.size());
      to.assign(row, 0, comma);
      row.remove_prefix(comma);
    } else {
      to.clear();
      while (row.starts_with('"')) {
        const std::size_t closing = row.find('"', 1);
        if (closing == std::string_view::npos) {
          return fail(ErrorCode::kBadInput, "a quote is not closed", where());
        }
        to.append(row, 1, closing - 1);
        row.remove_prefix(closing + 1);
        if (row.starts_with('"')) to += '"';
      }
      if (!row.empty() && row.front() != ',') {
        return fail(ErrorCode::kBadInput, "text after a closing quote", where());
      }
    }
    if (row.empty()) break;
    row.remove_prefix(1);
  }
  fields.resize(count);
  return {};
}

std::size_t CsvColumns::find(std::string_view name) const {
  const auto found = std::find(heading_.begin(), heading_.end(), name);
  return found == heading_.end() ? kNone : static_cast<std::size_t>(found - heading_.begin());
}

}  // namespace nscope::cost
