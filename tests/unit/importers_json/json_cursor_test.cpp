#include "importers/neuron_profile_json/json_cursor.h"

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

TEST(JsonCursor, SkipsWholeValues) {
  for (const std::string value :
       {R"("a")", R"("a\"]}")", R"("\\")", "12.5e3", "null", "[]", R"({"a":[{"]":"}"},2]})"}) {
    const std::string text = "  " + value + " ,";
    TaskControl control;
    JsonCursor cursor(text, "t", control);
    ASSERT_TRUE(cursor.skip_value()) << value;
    EXPECT_EQ(cursor.position(), 2 + value.size()) << value;
    EXPECT_TRUE(cursor.take(','));
  }
}

TEST(JsonCursor, DeepNestingCostsNoStack) {
  const std::string text(3'000'000, '[');
  TaskControl control;
  JsonCursor cursor(text, "deep.json", control);
  const auto skipped = cursor.skip_value();
  ASSERT_FALSE(skipped);
  EXPECT_EQ(skipped.error().where, "deep.json: byte 3000000");
  EXPECT_EQ(skipped.error().message, "the file ends inside 3000000 open brackets");
}

TEST(JsonCursor, AZeroByteEndsTheSearch) {
  for (const std::string before : {"[1, ", R"(["te)", "{\"a\": "}) {
    const std::string text = before + std::string(1000, '\0') + "]";
    TaskControl control;
    JsonCursor cursor(text, "hole.json", control);
    const auto skipped = cursor.skip_value();
    ASSERT_FALSE(skipped) << before;
    EXPECT_EQ(skipped.error().where, "hole.json: byte " + std::to_string(before.size()));
    EXPECT_EQ(skipped.error().message, "a zero byte, which no JSON has");
  }
}

TEST(JsonCursor, ValuesMayStartWhereProgressIsReported) {
  for (const std::string value : {"[[1]]", R"("text")", R"({"a":"b"})"}) {
    for (std::size_t before = (4u << 20) - 8; before < (4u << 20) + 8; ++before) {
      const std::string text = std::string(before, ' ') + value;
      TaskControl control;
      JsonCursor cursor(text, "t", control);
      ASSERT_TRUE(cursor.skip_value());
      ASSERT_EQ(cursor.position(), text.size()) << value << " at " << before;
    }
  }
}

TEST(JsonCursor, CancelIsNoticedInsideOneValue) {
  const std::string text = '"' + std::string(20u << 20, 'x') + '"';
  TaskControl control;
  control.request_cancel();
  JsonCursor cursor(text, "t", control);
  const auto skipped = cursor.skip_value();
  ASSERT_FALSE(skipped);
  EXPECT_EQ(skipped.error().code, ErrorCode::kCancelled);
  EXPECT_LT(cursor.position(), text.size() / 2);
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
           Case{"", "run.json: byte 0", "not a JSON object"},
           Case{"[1]", "run.json: byte 0", "not a JSON object"},
           Case{R"({"a" 1})", "run.json: byte 5", "expected ':'"},
           Case{R"({"a":})", "run.json: byte 5", "expected a value, found '}'"},
           Case{R"({"a":[1,2)", "run.json: byte 9", "ends inside 1 open bracket (in 'a'"},
           Case{R"({"a":[] "b":[]})", "run.json: byte 8", "expected ',' or '}'"},
           Case{R"({"a":[]} x)", "run.json: byte 9", "something follows"},
           Case{R"({a:1})", "run.json: byte 1", "expected a string in quotes"},
       }) {
    const auto members = index(c.text);
    ASSERT_FALSE(members) << c.text;
    EXPECT_EQ(members.error().code, ErrorCode::kBadInput);
    EXPECT_EQ(members.error().where, c.where) << c.text;
    EXPECT_NE(members.error().message.find(c.message), std::string::npos)
        << c.text << ": " << members.error().message;
  }
}

}  // namespace
}  // namespace nscope::importers
