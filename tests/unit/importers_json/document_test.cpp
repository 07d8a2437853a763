#include "importers/neuron_profile_json/document.h"

#include "tests/unit/importers_json/read_json.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Result<std::vector<DocumentMember>> index(std::string_view text) {
  TaskControl control;
  const ByteSource file = json_file(text);
  return index_document(file, control);
}

TEST(Document, FindsMembersInFileOrder) {
  const auto members = index(R"( { "b" : [1, {"x": 2}] , "a": {}, "c":"t" } )");
  ASSERT_TRUE(members);
  ASSERT_EQ(members->size(), 3u);
  EXPECT_EQ((*members)[0].key, "b");
  EXPECT_EQ((*members)[0].begin, 9u);
  EXPECT_EQ((*members)[0].size(), 13u);
  EXPECT_EQ((*members)[1].first, '{');
  EXPECT_EQ((*members)[2].first, '"');
  EXPECT_TRUE(index("{}")->empty());
}

TEST(Document, ErrorsNameByteAndReason) {
  struct Case {
    std::string_view text;
    std::string_view where;
    std::string_view message;
  };
  for (const Case& c : {
           Case{"", "run.json: byte 0", "must be a JSON object"},
           Case{"[1]", "run.json: byte 0", "must be a JSON object"},
           Case{R"({"a" 1})", "run.json: byte 5", "expected ':'"},
           Case{R"({"a":})", "run.json: byte 5", "expected a value, found '}'"},
           Case{R"({"a":[1,2)", "run.json: byte 9", "end of file: 1 bracket is not closed (in 'a'"},
           Case{R"({"a":[] "b":[]})", "run.json: byte 8", "expected ',' or '}'"},
           Case{R"({"a":[]} x)", "run.json: byte 9", "unexpected data"},
           Case{R"({a:1})", "run.json: byte 1", "expected a string in quotes"},
       }) {
    const auto members = index(c.text);
    ASSERT_FALSE(members) << c.text;
    EXPECT_EQ(members.error().code, ErrorCode::kBadInput);
    EXPECT_EQ(members.error().where.english(), c.where) << c.text;
    EXPECT_NE(members.error().message.english().find(c.message), std::string::npos)
        << c.text << ": " << members.error().message.english();
  }
}

}  // namespace
}  // namespace nscope::importers
