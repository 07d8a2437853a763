#include "profiler/base/json/json_scanner.h"

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/task_control.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ByteSource json_source(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return ByteSource::from_bytes("t.json", {bytes.begin(), bytes.end()});
}

/// Runs `read` on a text in pieces; returns the error as text, or "".
std::string of_stream(std::string_view text, const std::function<void(JsonScanner&)>& read) {
  const ByteSource file = json_source(text);
  TaskControl control;
  JsonScanner in(UnpackedText::open(file).value(), control);
  read(in);
  const auto ok = in.finish();
  return ok ? std::string() : to_string(ok.error());
}

/// The same for a text in memory, where positions are bytes.
std::string of_memory(std::string_view text, const std::function<void(JsonScanner&)>& read) {
  // The buffer has no byte after the text.
  const std::vector<char> exact(text.begin(), text.end());
  TaskControl control;
  JsonScanner in({exact.data(), exact.size()}, "t.json", control);
  read(in);
  const auto ok = in.finish();
  return ok ? std::string() : to_string(ok.error());
}

void skip(JsonScanner& in) {
  in.skip();
}

TEST(JsonScanner, ReadsMembersAndElements) {
  const std::string_view text =
      "{\"a\": \"x\", \"b\": [1, -2.5e3, true, null], \"c\": {}, \"d\": []} ";
  const auto read = [](JsonScanner& in) {
    std::vector<std::string> found;
    std::string name;
    std::string value;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "b") {
        in.begin_array();
        while (in.next_element() && in.string(value)) found.push_back(value);
      } else if (in.kind() == JsonScanner::Kind::kString) {
        in.string(value);
        found.push_back(name + value);
      } else {
        in.skip();
        found.push_back(name);
      }
    }
    EXPECT_THAT(found, ElementsAre("ax", "1", "-2.5e3", "true", "null", "c", "d"));
  };
  EXPECT_EQ(of_stream(text, read), "");
  EXPECT_EQ(of_memory(text, read), "");
}

TEST(JsonScanner, SkipsCompleteValues) {
  for (const std::string value :
       {R"("a")", R"("a\"]}")", R"("\\")", "12.5e3", "null", "[]", R"({"a":[{"]":"}"},2]})"}) {
    // At every position in the blocks of the scanner.
    for (std::size_t before = 0; before < 130; ++before) {
      const std::string text = std::string(before, ' ') + value + " ,";
      TaskControl control;
      JsonScanner in(text, "t", control);
      in.skip();
      ASSERT_TRUE(in.ok()) << value;
      EXPECT_EQ(in.position(), before + value.size()) << value;
      EXPECT_TRUE(in.take(','));
    }
  }
}

TEST(JsonScanner, ValuesMayStartWhereProgressIsReported) {
  for (const std::string value : {"[[1]]", R"("text")", R"({"a":"b\""})"}) {
    for (std::size_t before = (4u << 20) - 8; before < (4u << 20) + 8; ++before) {
      const std::string text = std::string(before, ' ') + value;
      TaskControl control;
      JsonScanner in(text, "t", control);
      in.skip();
      ASSERT_TRUE(in.ok());
      ASSERT_EQ(in.position(), text.size()) << value << " at " << before;
    }
  }
}

TEST(JsonScanner, FindsPositionsToSplitAnArray) {
  std::string text = "[";
  std::vector<std::size_t> ends;
  for (int i = 0; i < 2'000; ++i) {
    text += (i > 0 ? ",[\"" : "[\"") + std::string(1'000, 'x') + "\", {}]";
    ends.push_back(text.size());
  }
  text += "]";
  ElementEnds found;
  EXPECT_EQ(of_memory(text, [&](JsonScanner& in) { in.skip(&found); }), "");
  ASSERT_EQ(found.positions.size(), 4u);
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    EXPECT_THAT(ends, testing::Contains(found.positions[i]));
    const std::size_t last = i == 0 ? 0 : found.positions[i - 1] + ElementEnds::kSpacing;
    EXPECT_GE(found.positions[i], last);
  }
}

TEST(JsonScanner, ReadsEscapesAcrossBlocks) {
  // A text longer than a block, with escapes at every offset of its end.
  for (std::size_t shift = 0; shift < 12; ++shift) {
    const std::string text = "{\"" + std::string((std::size_t{1} << 20) - 10 + shift, 'a') +
                             "\": \"\\u00e9\\ud83d\\ude00\\\"\\\\\\n\"}";
    const auto read = [](JsonScanner& in) {
      std::string name;
      std::string value;
      in.begin_object();
      ASSERT_TRUE(in.next_member(name));
      in.string(value);
      EXPECT_FALSE(in.next_member(name));
      EXPECT_EQ(value, "\xc3\xa9\xf0\x9f\x98\x80\"\\\n");
    };
    EXPECT_EQ(of_stream(text, read), "");
    EXPECT_EQ(of_memory(text, read), "");
  }
}

TEST(JsonScanner, KeepsTheTextOfAValueAcrossBlocks) {
  const std::string inner = "{\"x\": [\"" + std::string(9 << 20, 'b') + "\", {\"y\": \"]\"}]}";
  const auto read = [&](JsonScanner& in) {
    std::string text;
    in.begin_array();
    ASSERT_TRUE(in.next_element());
    in.raw(text);
    EXPECT_EQ(text, inner);
    ASSERT_TRUE(in.next_element());
    in.string(text);
    EXPECT_EQ(text, "2");
    EXPECT_FALSE(in.next_element());
  };
  EXPECT_EQ(of_stream("  [ " + inner + " , 2]", read), "");
  EXPECT_EQ(of_memory("  [ " + inner + " , 2]", read), "");
}

TEST(JsonScanner, LimitsDepthAndSize) {
  std::string out;
  EXPECT_EQ(of_stream(std::string(100'000, '['), skip),
            "t.json: line 1: more than 500 levels of nesting");
  EXPECT_EQ(of_memory(std::string(3'000'000, '['), skip),
            "t.json: byte 500: more than 500 levels of nesting");
  EXPECT_EQ(of_memory(std::string(500, '[') + std::string(500, ']'), skip), "");
  EXPECT_THAT(of_stream("[\"" + std::string(std::size_t{4} << 20, 'a') + "\"]",
                        [&](JsonScanner& in) { in.raw(out, 1 << 20); }),
              HasSubstr("larger than"));
  EXPECT_THAT(of_stream("\"" + std::string(std::size_t{20} << 20, 'a') + "\"",
                        [&](JsonScanner& in) { in.string(out); }),
              HasSubstr("16 MiB"));
  EXPECT_THAT(
      of_stream(std::string(std::size_t{2} << 20, '1'), [&](JsonScanner& in) { in.string(out); }),
      HasSubstr("4096"));
}

TEST(JsonScanner, ANulByteEndsTheSearch) {
  for (const std::string before : {"[1, ", R"(["te)", "{\"a\": "}) {
    const std::string text = before + std::string(1000, '\0') + "]";
    EXPECT_EQ(of_memory(text, skip),
              "t.json: byte " + std::to_string(before.size()) + ": unexpected NUL byte");
    EXPECT_EQ(of_stream(text, skip), "t.json: line 1: unexpected NUL byte");
  }
}

TEST(JsonScanner, ErrorsHaveAPositionAndAReason) {
  std::string text;
  const auto members = [&](JsonScanner& in) {
    in.begin_object();
    while (in.next_member(text)) in.skip();
  };
  const auto elements = [&](JsonScanner& in) {
    in.begin_array();
    while (in.next_element()) in.string(text);
  };
  EXPECT_EQ(of_memory("", members), "t.json: byte 0: unexpected end of file: expected a value");
  EXPECT_EQ(of_memory(" [", members), "t.json: byte 1: expected '{'");
  EXPECT_EQ(of_memory("{a", members), "t.json: byte 1: expected a string in quotes");
  EXPECT_EQ(of_memory("{\"a", members), "t.json: byte 3: unexpected end of file inside a string");
  EXPECT_EQ(of_memory("{\"a\\", members), "t.json: byte 3: unexpected end of file inside a string");
  EXPECT_EQ(of_memory("{\"a\" 1", members), "t.json: byte 5: expected ':' after a key");
  EXPECT_EQ(of_memory("{\"a\":}", members), "t.json: byte 5: expected a value, found '}'");
  EXPECT_EQ(of_memory("{\"a\":", members),
            "t.json: byte 5: unexpected end of file: 1 bracket is not closed");
  EXPECT_EQ(of_memory("{\"a\":[{", members),
            "t.json: byte 7: unexpected end of file: 2 brackets are not closed");
  EXPECT_EQ(of_memory("{\"a\":1 \"b\":2}", members),
            "t.json: byte 7: expected ',' or '}' after a member");
  EXPECT_EQ(of_memory("{\"a\":1,}", members), "t.json: byte 7: expected a string in quotes");
  EXPECT_EQ(of_memory("{\"a\":[1}}", members), "t.json: byte 7: expected ']', found '}'");
  EXPECT_EQ(of_memory("{} x", members), "t.json: byte 3: unexpected data after the JSON document");
  EXPECT_EQ(of_stream("[1,\n2 3]", elements),
            "t.json: line 2: expected ',' or ']' after an element");
  EXPECT_EQ(of_stream("[1,\n\n]", elements), "t.json: line 3: expected a value, found ']'");
  EXPECT_EQ(of_stream("[{}]", elements),
            "t.json: line 1: expected a string or a number, found '{'");
  for (const char* escape : {R"(["\x"])", R"(["\u12g4"])", R"(["\ud800"])", R"(["\ude00"])"}) {
    EXPECT_EQ(of_stream(escape, elements), "t.json: line 1: invalid escape sequence in a string");
  }
}

TEST(JsonScanner, ACancellationIsNoticedInsideOneValue) {
  for (const std::string& text :
       {'"' + std::string(20u << 20, 'x') + '"', "[\"" + std::string(20u << 20, 'x') + "\"]"}) {
    TaskControl control;
    control.request_cancel();
    JsonScanner in(text, "t", control);
    in.skip();
    ASSERT_FALSE(in.ok());
    EXPECT_EQ(in.status().error().code, ErrorCode::kCancelled);
    EXPECT_LT(in.position(), text.size() / 2);
  }
}

}  // namespace
}  // namespace nscope
