#include "profiler/base/tables/csv.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope {

CsvReader::CsvReader(std::string_view text, std::string name)
    : text_(text), name_(std::move(name)) {
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ = kByteOrderMark.size();
}

std::string CsvReader::where() const {
  return fmt::format("{}: line {}", name_, row_line_);
}

Result<> CsvReader::read_quoted(std::string& field) {
  for (++at_; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '\n') ++line_;
    if (c != '"') {
      field += c;
    } else if (text_.substr(at_ + 1, 1) == "\"") {
      field += c;
      ++at_;
    } else {
      ++at_;
      return {};
    }
  }
  return fail(ErrorCode::kBadInput, "a quote is not closed", where());
}

Result<> CsvReader::read_field(std::string& field) {
  if (text_.substr(at_, 1) == "\"") {
    if (auto read = read_quoted(field); !read) return read;
    const std::string_view rest = text_.substr(at_);
    const bool ends =
        rest.empty() || rest[0] == ',' || rest[0] == '\n' || rest.substr(0, 2) == "\r\n";
    if (!ends) return fail(ErrorCode::kBadInput, "text after a closing quote", where());
    return {};
  }
  const auto end = std::min(text_.find_first_of(",\n", at_), text_.size());
  field = text_.substr(at_, end - at_);
  at_ = end;
  const bool line_ends = end == text_.size() || text_[end] == '\n';
  if (line_ends && !field.empty() && field.back() == '\r') field.pop_back();
  return {};
}

Result<bool> CsvReader::next(std::vector<std::string>& fields) {
  fields.clear();
  while (at_ < text_.size() && (text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n")) {
    at_ += text_[at_] == '\n' ? 1 : 2;
    ++line_;
  }
  row_line_ = line_;
  if (at_ >= text_.size()) return false;
  while (true) {
    fields.emplace_back();
    if (auto read = read_field(fields.back()); !read) return fail(read.error());
    if (text_.substr(at_, 2) == "\r\n") ++at_;
    if (at_ >= text_.size()) return true;
    const bool row_ends = text_[at_] == '\n';
    ++at_;
    if (row_ends) {
      ++line_;
      return true;
    }
    if (at_ >= text_.size()) {  // the text ends behind a comma: one empty field
      fields.emplace_back();
      return true;
    }
  }
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
