#include "profiler/base/json.h"

#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/json/foreign_json.h"
#include "profiler/base/json/repeated_keys.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(ParseJson, ErrorsHaveLineAndColumn) {
  const auto json = parse_json("{\n  \"a\": 1,\n  oops\n}", "x.json");
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(json.error().where.english(), "x.json: line 3, column 3");
}

TEST(ParseJson, OtherBytesThanUtf8AreErrorsWithTheirPlace) {
  for (const std::string& text :
       {std::string("{\n \"a\": \"caf\xe9\"}"), std::string("{\n \"a\": \xff"),
        std::string("{\n \"\xed\xa0\x80\": 1}")}) {
    const auto json = parse_json(text, "x.json");
    ASSERT_FALSE(json);
    EXPECT_EQ(json.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(json.error().where.english().starts_with("x.json: line 2, column "))
        << json.error().where.english();
    EXPECT_NE(to_string(json.error()).find("is not UTF-8"), std::string::npos);
  }
}

TEST(DocumentText, ReplacesOtherBytes) {
  const Json json{{"path", "caf\xe9"}};
  EXPECT_EQ(document_text(json), "{\n  \"path\": \"caf\uFFFD\"\n}\n");
  EXPECT_EQ(compact_text(json), "{\"path\":\"caf\uFFFD\"}");
}

TEST(InDocument, NamesTheFileAndThePointerOfAName) {
  const Json json = *parse_json(R"({"a/b": [{"model": "llama"}, {"model": "lama"}]})", "x.json");
  const auto placed = [&](Error error) { return to_string(in_document(error, "x.json", json)); };
  EXPECT_EQ(placed({ErrorCode::kNotFound, tr("unknown model '{}'", "lama"), {}}),
            "x.json: /a~1b/1/model: unknown model 'lama'");
  EXPECT_EQ(placed({ErrorCode::kNotFound, tr("unknown model '{}'", "other"), {}}),
            "x.json: unknown model 'other'");
  EXPECT_EQ(placed({ErrorCode::kInfeasible, tr("does not fit"), "variant 2"}),
            "x.json: variant 2: does not fit");
  EXPECT_EQ(placed({ErrorCode::kBadInput, tr("missing key"), "x.json: /b"}),
            "x.json: /b: missing key");
  EXPECT_EQ(placed({ErrorCode::kIo, tr("cannot write"), "out.pdf"}), "out.pdf: cannot write");
}

TEST(ParseJson, DuplicateKeysAreErrorsThatNameBoth) {
  const auto json = parse_json(
      "{\"a/b\": [{}, {\"x\": {\"x\": 1}, \"y\": [\"x\", 2],\n  \"\\u0078\": 3}], \"c\": 1}",
      "x.json");
  ASSERT_FALSE(json);
  EXPECT_EQ(to_string(json.error()),
            "x.json: /a~1b/1/x: duplicate key, first in line 1, column 15 and again in line 2, "
            "column 3; remove or rename one of them");
  EXPECT_TRUE(parse_json(R"({"a": {"a": ["a", "a"]}, "b": [{"a": 1}, {"a": ":"}]})", "x.json"));
}

TEST(ParseJson, TheLastOfEqualKeysAppliesInForeignFiles) {
  const auto json = parse_foreign_json(R"({"a": 1, "a": 2})", "x.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("a"), 2);
}

TEST(ParseJson, ManyKeysOfOneObjectTakeLinearTime) {
  std::string text = "{";
  constexpr int kKeys = 300'000;  // quadratic time would be ten minutes
  for (int i = 0; i < kKeys; ++i)
    text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  text += "\"last\":{}}";
  const auto json = parse_json(text, "x.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->size(), kKeys + 1U);
  EXPECT_EQ(json->front(), 0);
}

TEST(ParseJson, KeepsEveryKindOfValue) {
  const std::string text =
      R"({"z":null,"a":[true,-3,18446744073709551615,2.5,"t\u00e9",[],{}],"m":{"k":{"l":[[1]]}}})";
  const auto json = parse_json(text, "x.json");
  ASSERT_TRUE(json);
  EXPECT_EQ(*json, Json::parse(text));
  EXPECT_EQ(json->dump(), Json::parse(text).dump());
}

TEST(RepeatedKeys, ReadsNothingBeyondInvalidText) {
  for (const std::string_view text : {"", "\"", "{\"a", "{\"a\\", "}]", "{\"a\":1]",
                                      "[\"a\":1,\"a\":2]", "{\"\\u12\":1,\"b\":{\"c\""}) {
    EXPECT_FALSE(repeated_key(text)) << text;
  }
}

TEST(ParseJson, TruncatedAndEmptyInputAreErrors) {
  EXPECT_FALSE(parse_json("", "x.json"));
  EXPECT_FALSE(parse_json("{\"a\": [1, 2", "x.json"));
}

TEST(ParseJson, RejectsDeepNesting) {
  const std::string fine = std::string(500, '[') + std::string(500, ']');
  EXPECT_TRUE(parse_json(fine, "a.json"));
  const auto deep = parse_json("[" + fine + "]", "a.json");
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().where.english(), "a.json: byte 500");
  // Brackets in strings are not counted.
  EXPECT_TRUE(parse_json("\"\\\"" + std::string(600, '[') + "\"", "a.json"));
}

TEST(StrictObject, ReadsMembers) {
  const Json json = *parse_json(R"({"s":"t","n":1.5,"i":7,"b":true})", "x.json");
  StrictObject in(json, "x.json");
  EXPECT_EQ(in.string("s"), "t");
  EXPECT_EQ(in.number("n"), 1.5);
  EXPECT_EQ(in.integer("i"), 7);
  EXPECT_TRUE(in.boolean("b"));
  EXPECT_FALSE(in.optional_number("absent"));
  EXPECT_TRUE(in.finish());
}

TEST(StrictObject, ReportsTheFirstError) {
  const Json json = *parse_json(R"({"n":"text"})", "x.json");
  StrictObject in(json, "x.json");
  in.number("n");
  in.string("missing");
  const auto result = in.finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.error()), "x.json: /n: must be a number");
}

TEST(StrictObject, RejectsUnknownKeys) {
  const Json json = *parse_json(R"({"known":1,"typo":2})", "x.json");
  StrictObject in(json, "x.json: /device");
  in.integer("known");
  const auto result = in.finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.error()),
            "x.json: /device/typo: unknown key; the known keys are known");
}

TEST(StrictObject, UnknownKeysSuggestTheClosestAndListAll) {
  const auto error_of = [](const char* text, std::initializer_list<const char*> keys) {
    const Json json = *parse_json(text, "x.json");
    StrictObject in(json, "x.json");
    for (const char* const key : keys) in.optional(key);
    const auto result = in.finish();
    return result ? std::string("accepted") : to_string(result.error());
  };
  EXPECT_EQ(error_of(R"({"bacth": 2})", {"batch", "cores", "model"}),
            "x.json: /bacth: unknown key; did you mean 'batch'? The known keys are batch, cores, "
            "model");
  EXPECT_EQ(error_of(R"({"Model": 2})", {"model", "batch"}),
            "x.json: /Model: unknown key; did you mean 'model'? The known keys are batch, model");
  // Keys that the reader accepts are known even if the document omits them or has null.
  EXPECT_EQ(error_of(R"({"batch": null, "x": 2})", {"batch"}),
            "x.json: /x: unknown key; the known keys are batch");
  EXPECT_EQ(error_of(R"({"cores": 2})", {"model", "batch"}),
            "x.json: /cores: unknown key; the known keys are batch, model")
      << "nothing is similar";
  EXPECT_EQ(error_of(R"({"tokens": 2})", {"input_tokens", "batch"}),
            "x.json: /tokens: unknown key; did you mean 'input_tokens'? The known keys are batch, "
            "input_tokens");
  EXPECT_EQ(error_of(R"({"x": 2})", {}), "x.json: /x: unknown key; this object has no keys");
  EXPECT_EQ(error_of(R"({"batch": 2})", {"batch"}), "accepted");
}

TEST(StrictObject, FirstErrorToleratesUnknownKeysButNotWrongValues) {
  const Json json = *parse_json(R"({"known":1,"more":2})", "x.json");
  StrictObject in(json, "x.json");
  in.integer("known");
  EXPECT_TRUE(in.first_error());
  in.string("missing");
  ASSERT_FALSE(in.first_error());
  EXPECT_EQ(to_string(in.first_error().error()), "x.json: /missing: missing key");
}

TEST(StrictObject, AdoptsTheErrorOfANestedObjectWithItsPath) {
  const Json json = *parse_json(R"({"a":{"b":1,"typo":2}})", "x.json");
  StrictObject in(json, "x.json");
  StrictObject nested(in.object("a"), in.path("a"));
  nested.integer("b");
  in.adopt(nested);
  const auto result = in.finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.error()), "x.json: /a/typo: unknown key; the known keys are b");
}

TEST(StrictObject, RejectsOtherValuesThanObjects) {
  const Json json = *parse_json("[1]", "x.json");
  StrictObject in(json, "x.json");
  in.string("a");
  EXPECT_FALSE(in.finish());
}

TEST(StrictObject, RejectsIntegersThatDoNotFit) {
  const Json json =
      *parse_json(R"({"most":9223372036854775807,"beyond":18446744073709551615})", "x.json");
  StrictObject in(json, "x.json");
  EXPECT_EQ(in.integer("most"), 9223372036854775807);
  EXPECT_TRUE(in.first_error());
  EXPECT_EQ(in.integer("beyond"), 0);
  ASSERT_FALSE(in.finish());
  EXPECT_EQ(to_string(in.finish().error()), "x.json: /beyond: must be at most 9223372036854775807");
}

TEST(StrictObject, AnIntegerHasNoFraction) {
  const Json json = *parse_json(R"({"i":1.5})", "x.json");
  StrictObject in(json, "x.json");
  in.integer("i");
  EXPECT_FALSE(in.finish());
}

}  // namespace
}  // namespace nscope
