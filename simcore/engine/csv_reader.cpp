#include "simcore/engine/csv_reader.h"

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// A position in the text that knows its line.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;
  int line = 1;

  bool done() const { return at >= text.size(); }
  char peek() const { return text[at]; }
  char take() {
    const char c = text[at++];
    if (c == '\n') ++line;
    return c;
  }
};

/// Reads one field; false for a malformed one.
bool read_field(Cursor& in, std::string& field) {
  field.clear();
  if (in.done() || in.peek() != '"') {
    while (!in.done() && in.peek() != ',' && in.peek() != '\n' && in.peek() != '\r') {
      if (in.peek() == '"') return false;
      field += in.take();
    }
    return true;
  }
  in.take();
  while (!in.done()) {
    const char c = in.take();
    if (c != '"') {
      field += c;
    } else if (!in.done() && in.peek() == '"') {
      field += in.take();
    } else {
      return in.done() || in.peek() == ',' || in.peek() == '\n' || in.peek() == '\r';
    }
  }
  return false;  // no closing quote
}

}  // namespace

Result<std::vector<CsvRecord>> read_csv(std::string_view text, std::string_view name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Cursor in{text};
  std::vector<CsvRecord> records;
  while (!in.done()) {
    CsvRecord record{.line = in.line, .fields = {}};
    const auto where = [&] { return fmt::format("{}: line {}", name, record.line); };
    bool more = true;
    while (more) {
      std::string field;
      if (!read_field(in, field)) {
        return fail(ErrorCode::kBadInput, "a quoted field is not closed properly", where());
      }
      record.fields.push_back(std::move(field));
      more = !in.done() && in.peek() == ',';
      if (more) in.take();
    }
    if (!in.done() && in.peek() == '\r') in.take();
    if (!in.done() && in.take() != '\n') {
      return fail(ErrorCode::kBadInput, "a carriage return stands inside a record", where());
    }
    if (record.fields.size() == 1 && record.fields[0].empty()) continue;  // blank line
    if (!records.empty() && record.fields.size() != records.front().fields.size()) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("{} fields where the heading has {}", record.fields.size(),
                              records.front().fields.size()),
                  where());
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace nscope::sim
