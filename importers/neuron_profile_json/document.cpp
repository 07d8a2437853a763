#include "importers/neuron_profile_json/document.h"

#include "importers/neuron_profile_json/json_cursor.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Behind the colon of `"key" :`, or the reason why not.
Result<std::string> take_key(JsonCursor& cursor) {
  const auto key = cursor.take_string();
  if (!key) return fail(key.error());
  if (!cursor.take(':')) return fail(cursor.error("expected ':' after the name of a member"));
  return std::string(*key);
}

}  // namespace

Result<std::vector<DocumentMember>> index_document(const ByteSource& file, TaskControl& control) {
  JsonCursor cursor(file.text(), file.name(), control);
  cursor.release_behind(file);
  if (!cursor.take('{')) return fail(cursor.error("expected '{': the file is not a JSON object"));
  std::vector<DocumentMember> members;
  if (!cursor.take('}')) {
    do {
      auto key = take_key(cursor);
      if (!key) return fail(key.error());
      DocumentMember member;
      member.key = std::move(*key);
      member.first = cursor.peek();
      member.begin = cursor.position();
      RowEnds row_ends{.next = member.begin + RowEnds::kSpacing};
      if (auto ok = cursor.skip_value(member.first == '[' ? &row_ends : nullptr); !ok) {
        Error error = ok.error();
        if (error.code == ErrorCode::kBadInput) {
          error.message += fmt::format(" (in '{}', which starts at byte {})",
                                       member.key.substr(0, 80), member.begin);
        }
        return fail(std::move(error));
      }
      member.end = cursor.position();
      member.row_ends = std::move(row_ends.positions);
      members.push_back(std::move(member));
    } while (cursor.take(','));
    if (!cursor.take('}')) {
      return fail(cursor.error("expected ',' or '}' after a member of the document"));
    }
  }
  if (cursor.peek() != '\0' || cursor.position() < file.size()) {
    return fail(cursor.error("something follows the end of the JSON document"));
  }
  return members;
}

std::vector<std::string> leading_list_keys(const ByteSource& file, std::size_t limit) {
  TaskControl control;
  JsonCursor cursor(file.text().substr(0, limit), file.name(), control);
  std::vector<std::string> keys;
  if (!cursor.take('{')) return keys;
  do {
    auto key = take_key(cursor);
    if (!key || cursor.peek() != '[') break;
    JsonCursor inside(file.text().substr(0, limit), file.name(), control, cursor.position() + 1);
    if (const char first = inside.peek(); first != '{' && first != ']' && first != '\0') {
      break;
    }
    keys.push_back(std::move(*key));
  } while (cursor.skip_value() && cursor.take(','));
  return keys;
}

}  // namespace nscope::importers
