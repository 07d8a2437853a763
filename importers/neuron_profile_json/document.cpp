#include "importers/neuron_profile_json/document.h"

#include "profiler/base/json/json_scanner.h"

#include <utility>

namespace nscope::importers {

Result<std::vector<DocumentMember>> index_document(const ByteSource& file, TaskControl& control) {
  JsonScanner in(file.text(), file.name(), control);
  in.release_behind(file);
  if (in.kind() != JsonScanner::Kind::kObject) {
    in.reject(in.error(tr("the document must be a JSON object")));
  }
  in.begin_object();
  std::vector<DocumentMember> members;
  std::string key;
  while (in.next_member(key)) {
    DocumentMember member;
    member.key = key;
    member.first = in.peek();
    member.begin = in.position();
    ElementEnds row_ends{.next = member.begin + ElementEnds::kSpacing};
    in.skip(member.first == '[' ? &row_ends : nullptr);
    if (auto ok = in.status(); !ok) {
      Error error = ok.error();
      if (error.code == ErrorCode::kBadInput) {
        error.message = tr("{} (in '{}', which starts at byte {})", error.message,
                           member.key.substr(0, 80), member.begin);
      }
      return fail(std::move(error));
    }
    member.end = in.position();
    member.row_ends = std::move(row_ends.positions);
    members.push_back(std::move(member));
  }
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return members;
}

std::vector<std::string> leading_list_keys(const ByteSource& file, std::size_t limit) {
  const std::string_view text = file.text().substr(0, limit);
  TaskControl control;
  JsonScanner in(text, file.name(), control);
  std::vector<std::string> keys;
  std::string key;
  in.begin_object();
  while (in.next_member(key) && in.kind() == JsonScanner::Kind::kArray) {
    const std::size_t first = text.find_first_not_of(" \t\r\n", in.position() + 1);
    if (first != std::string_view::npos && text[first] != '{' && text[first] != ']') break;
    keys.push_back(key);
    in.skip();
  }
  return keys;
}

}  // namespace nscope::importers
