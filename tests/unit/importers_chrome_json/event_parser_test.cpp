#include "importers/chrome_json/event_parser.h"

#include "importers/chrome_json/file/decimal_time.h"
#include "importers/chrome_json/file/text_blocks.h"
#include "profiler/base/files/byte_source.h"

#include <bit>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using Reason = ParseStop::Reason;

ParseStop parse(std::string text, EventBlock& block) {
  const std::size_t size = text.size();
  text.resize(size + ByteSource::kPadding);
  return parse_events(std::string_view(text).substr(0, size), block);
}

std::string args_text(const EventBlock& block) {
  std::string text;
  for (const EventArg& arg : block.args) {
    text += fmt::format("{}=", block.strings.view(arg.key));
    if (arg.type == EventArg::Type::kInteger) text += std::to_string(arg.bits);
    if (arg.type == EventArg::Type::kReal) {
      text += fmt::format("{}", std::bit_cast<double>(arg.bits));
    }
    if (arg.type == EventArg::Type::kText) {
      text += fmt::format("'{}'", block.strings.view(static_cast<std::uint32_t>(arg.bits)));
    }
    text += ' ';
  }
  return text;
}

TEST(DecimalTime, IsExact) {
  const auto read = [](std::string text) {
    DecimalTime time;
    const std::size_t size = text.size();
    text.resize(size + ByteSource::kPadding);
    const char* const end = text.data() + size;
    return parse_microseconds(text.data(), end, time) == end
               ? fmt::format("{}+{}", time.ns, time.ps)
               : "no";
  };
  EXPECT_EQ(read("0"), "0+0");
  EXPECT_EQ(read("123.456"), "123456+0");
  EXPECT_EQ(read("1365627862757.064"), "1365627862757064+0");
  EXPECT_EQ(read("9007199254740993.001"), "9007199254740993001+0");  // beyond 2^53
  EXPECT_EQ(read("0.000001"), "0+1");
  EXPECT_EQ(read("12.3456789"), "12345+679");  // rounded at the picosecond
  EXPECT_EQ(read("0.9999999"), "1000+0");      // with a carry
  EXPECT_EQ(read("68.00000000000011"), "68000+0");
  EXPECT_EQ(read("-0.5"), "-500+0");
  EXPECT_EQ(read("-0.0001"), "-1+900");  // 0.9 ns after -1 ns
  EXPECT_EQ(read("1.5e3"), "1500000+0");
  EXPECT_EQ(read("1E-3"), "1+0");
  EXPECT_EQ(read("7e-06"), "0+7");
  EXPECT_EQ(read("4.9e-7"), "0+0");
  EXPECT_EQ(read("5e-7"), "0+1");
  EXPECT_EQ(read("-2.5e-4"), "-1+750");
  EXPECT_EQ(read("1.769000000123456789012e15"), "1769000000123456789+12");
  EXPECT_EQ(read("9007199254740993001e-3"), "9007199254740993001+0");
  EXPECT_EQ(read("0.000000000000001e18"), "1000000+0");
  EXPECT_EQ(read("0e99999999"), "0+0");
  EXPECT_EQ(read("1e-99999999999"), "0+0");
  EXPECT_EQ(read("1e99999999999"), "no");
  EXPECT_EQ(read("1e"), "no");
  EXPECT_EQ(read("1e+"), "no");
  EXPECT_EQ(read("9223372036854775"), "no");
  EXPECT_EQ(read("1e30"), "no");
  EXPECT_EQ(read(""), "no");
  EXPECT_EQ(read("-"), "no");
  EXPECT_EQ(read("x"), "no");
}

TEST(EventParser, ReadsTheFieldsOfAnEvent) {
  EventBlock block;
  const auto stop =
      parse(R"({"ph":"X","name":"a","cat":"c","pid":1,"tid":"main","ts":1.5,"dur":"2.25",)"
            R"("id":"0x1F","bind_id":7,"flow_in":true,"flow_out":false,"bp":"e","s":"g"},)",
            block);
  EXPECT_EQ(stop.reason, Reason::kEndOfText);
  ASSERT_EQ(block.events.size(), 1u);
  const Event& event = block.events[0];
  EXPECT_EQ(event.phase, 'X');
  EXPECT_EQ(event.start_ns, 1500);
  EXPECT_EQ(event.duration_ns, 2250);
  EXPECT_EQ(block.strings.view(event.name), "a");
  EXPECT_EQ(block.strings.view(event.category), "c");
  EXPECT_EQ(block.threads[event.thread].process.value, 1);
  EXPECT_EQ(block.threads[event.thread].thread.kind, EventId::Kind::kText);
  const EventExtra& extra = block.extras[event.extra];
  EXPECT_EQ(extra.id.value, 31);
  EXPECT_EQ(extra.bind_id.value, 7);
  EXPECT_TRUE(extra.flow_in);
  EXPECT_FALSE(extra.flow_out);
  EXPECT_TRUE(extra.bind_enclosing);
  EXPECT_EQ(block.strings.view(extra.scope), "g");
}

TEST(EventParser, TellsSimilarCategoriesApart) {
  const std::string longest(60, 'l');
  const std::string cases[] = {"op",      "op",      "ops",   "op",    "o",           "",
                               "",        "op,x",    longest, longest, longest + "2", "op",
                               R"(q\"x)", R"(q\"x)", "op",    "op"};
  std::string text;
  for (const std::string& category : cases) {
    text += fmt::format(R"({{"ph":"X","ts":1,"cat":"{}","name":"a"}},)", category);
  }
  EventBlock block;
  EXPECT_EQ(parse(text, block).reason, Reason::kEndOfText);
  ASSERT_EQ(block.events.size(), std::size(cases));
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const std::string expected = cases[i].starts_with('q') ? "q\"x" : cases[i];
    EXPECT_EQ(block.strings.view(block.events[i].category), expected) << i;
  }
  // The same category again, but the text ends inside it.
  const std::string cut = R"({"ph":"X","ts":1,"cat":"op","name":"a"},{"ph":"X","ts":1,"cat":"o)";
  EventBlock first;
  EXPECT_EQ(parse(cut, first).reason, Reason::kCutOff);
  EXPECT_EQ(first.events.size(), 1u);
}

TEST(EventParser, KeepsArgumentsExact) {
  EventBlock block;
  const auto stop = parse(
      R"({"ph":"X","args":{"i":9223372036854775807,"n":-9223372036854775808,)"
      R"("big":18446744073709551615,"r":0.1,"e":1e3,"t":true,"f":false,"z":null,"nan":NaN,)"
      R"("inf":-Infinity,"s":"q\"\\\u00e9\ud83d\ude00\n","huge":1e999,)"
      R"("deep":{"a":{"b":1},"c":[1, {"x":"]"}]},"list":[[512], []], "none":{}, "last":-0}}])",
      block);
  EXPECT_EQ(stop.reason, Reason::kEndOfList);
  EXPECT_EQ(args_text(block),
            "i=9223372036854775807 n=-9223372036854775808 big='18446744073709551615' r=0.1 e=1000 "
            "t=1 f=0 nan=nan inf=-inf s='q\"\\\xC3\xA9\xF0\x9F\x98\x80\n' huge='1e999' deep.a.b=1 "
            "deep.c='[1, {\"x\":\"]\"}]' list='[[512], []]' last=0 ");
}

TEST(EventParser, WritesNestedValuesOnOneLine) {
  EventBlock block;
  const auto stop = parse(
      "{\"ph\":\"X\",\"args\":{\"dims\": [\n    \"\",\n    [\n      1,\n      2\n    ],\r\n"
      "\t{\"a b\":\n  \"c, \\\" [d\\\\\"\n}\n  ], \"line\": [1,  2]}}]",
      block);
  EXPECT_EQ(stop.reason, Reason::kEndOfList);
  EXPECT_EQ(args_text(block), R"(dims='["", [1, 2], {"a b": "c, \" [d\\"}]' line='[1,  2]' )");
}

TEST(EventParser, AcceptsAnyWhiteSpaceAndOrder) {
  EventBlock block;
  const auto stop = parse(
      " \n{ \"args\" : { \"k\" : 1 , \"l\" : { } } ,\r\n \"\\u0070h\" :\t\"X\" , \"ts\" : 1 } , {} "
      "]x",
      block);
  EXPECT_EQ(stop.reason, Reason::kEndOfList);
  ASSERT_EQ(block.events.size(), 2u);
  EXPECT_EQ(block.events[0].phase, 'X');
  EXPECT_EQ(args_text(block), "k=1 ");
  EXPECT_EQ(block.events[1].args_begin, 1u);
}

// The parser has a fast path for events with the same structure as an earlier event. An event
// with another structure must be read as if it were the first.
TEST(EventParser, EventsOfAKnownShapeReadLikeOthers) {
  const std::string known =
      R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"a","cat":"c","args":{"n":1,"s":"t"}})";
  const auto last_of = [&](std::string_view other, std::string_view before) {
    EventBlock block;
    EXPECT_EQ(parse(fmt::format("{}{}]", before, other), block).reason, Reason::kEndOfList)
        << other;
    const Event& event = block.events.back();
    std::string text = fmt::format("{} {} {} {}.{} ", event.phase, event.start_ns,
                                   event.duration_ns, event.start_ps, event.duration_ps);
    for (const std::uint32_t id : {event.name, event.category}) {
      text += id == LocalStrings::kNone ? "-" : block.strings.view(id);
      text += ' ';
    }
    const ThreadKey& key = block.threads[event.thread];
    for (const EventId& id : {key.process, key.thread}) {
      const bool is_text = id.kind == EventId::Kind::kText;
      text += is_text ? std::string(block.strings.view(static_cast<std::uint32_t>(id.value)))
                      : std::to_string(id.value);
      text += ' ';
    }
    const std::size_t args = event.args_begin;
    block.args.erase(block.args.begin(), block.args.begin() + static_cast<std::ptrdiff_t>(args));
    return text + args_text(block);
  };
  const std::string two = known + "," + known + ",";
  for (
      const std::string_view other : {
          R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"b","cat":"c","args":{"n": 1,"s": "t"}})",
          R"({"ph":"X","pid":1,"tid":2,"ts": 3,"dur":4,"name":"b","cat":"c","args": {"n":1}})",
          R"({"ph":"X","pid": 1,"tid":2,"ts":"3","dur":4.5,"name": "b","cat":"c"})",
          R"({"ph":"X","pid":-1,"tid":12345678901234567,"ts":3.0001,"dur":4e1,"name":"b\n"})",
          R"({"ph":"X","pid":1.5,"tid":2,"ts":-3.5,"dur":4,"name":5,"cat":null,"args":{}})",
          R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"b","cat":"c","args":{"n":{"m":1},"s":[1]}})",
          R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"b","cat":"c","args":"text"})",
          R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"b","cat":"c","args":{"n":1},"x":1})",
          R"({"ph":"X","pid":1,"tid":2,"ts":3,"dur":4,"name":"b","cat":"c","args":{"s":"t","n":1}})",
          R"({"ph":"B","pid":1,"tid":2,"ts":3,"name":"b"})",
      }) {
    EXPECT_EQ(last_of(other, two), last_of(other, "")) << other;
  }
}

TEST(EventParser, UnknownFieldsBecomeArguments) {
  EventBlock block;
  parse(R"({"ph":"X","tts":12,"cname":"good","args":"__stripped__","long field name":{"a":[1]}})",
        block);
  EXPECT_EQ(args_text(block),
            "tts=12 cname='good' args='__stripped__' long field name='{\"a\":[1]}' ");
}

TEST(EventParser, CountsFieldsThatCannotBe) {
  EventBlock block;
  const auto stop = parse(
      R"(1, "x", [2], null, {"ph":5,"ts":"soon","pid":[1],"name":{"a":1},"dur":null})", block);
  EXPECT_EQ(stop.reason, Reason::kEndOfText);
  EXPECT_EQ(block.not_events, 4);
  EXPECT_EQ(block.events.size(), 1u);
  EXPECT_EQ(block.bad_fields, 4);
}

// If a text ends inside an event, the complete events are read, and the parser stops at the start
// of the incomplete one.
TEST(EventParser, StopsCleanlyWhereverTheTextIsCut) {
  const std::string text =
      R"({"ph":"X","pid":1,"tid":2,"ts":1.25,"dur":3,"name":"a\"}],{\\","args":{"x":{"y":-1.5e2},)"
      R"("z":[true,"]"],"w":12}},)"
      R"({"ph":"i","ts":77,"id":123456789,"id2":{"local":"0x5"},"name":"b","v":null} ])";
  EventBlock whole;
  ASSERT_EQ(parse(text, whole).reason, Reason::kEndOfList);
  ASSERT_EQ(whole.events.size(), 2u);
  const std::size_t second = text.find("{\"ph\":\"i\"");
  for (std::size_t size = 0; size < text.size(); ++size) {
    EventBlock block;
    const auto stop = parse(text.substr(0, size), block);
    const std::size_t events = size < second - 1 ? 0 : size < text.size() - 2 ? 1 : 2;
    EXPECT_EQ(block.events.size(), events) << size;
    if (stop.reason == Reason::kCutOff) {
      EXPECT_EQ(stop.position, events == 0 ? 0 : second) << size;
      EXPECT_EQ(block.args.size(), events == 0 ? 0u : 3u) << size;
    } else {
      EXPECT_EQ(stop.reason, Reason::kEndOfText) << size << Text(stop.message).english();
    }
  }
}

TEST(EventParser, NamesTheByteThatIsWrong) {
  const auto error = [](std::string text) {
    EventBlock block;
    const auto stop = parse(std::move(text), block);
    return stop.reason == Reason::kError
               ? fmt::format("{}: {}", stop.position, Text(stop.message).english())
               : "none";
  };
  EXPECT_EQ(error(R"({"ph":"X"},{"ph" 1})"), "17: expected ':' after a key");
  EXPECT_EQ(error(R"({"ph":"X" "ts":1})"), "10: expected ',' or '}' after a member");
  EXPECT_EQ(error(R"({ph:"X"})"), "1: expected a key in quotes");
  EXPECT_EQ(error(R"({"args":{"a":nope}})"), "13: not a valid JSON value");
  EXPECT_EQ(error(R"({"args":{"a":[1}}})"), "15: not a valid JSON value");
  EXPECT_EQ(error(std::string(10'000, '[')), "500: more than 500 levels of nesting");
  std::string deep = R"({"args":)";
  for (int i = 0; i < 10'000; ++i) deep += R"({"a":)";
  EXPECT_NE(error(deep).find("more than 500 levels of nesting"), std::string::npos);
}

TEST(EventParser, LongDottedKeysDoNotMultiply) {
  std::string text = R"({"args":{")" + std::string(100'000, 'k') + R"(":{"in":{)";
  for (int i = 0; i < 10'000; ++i) text += fmt::format("\"{}\":1,", i);
  text += "\"e\":1}}}}";
  EventBlock block;
  ASSERT_EQ(parse(text, block).reason, Reason::kEndOfText);
  EXPECT_LT(block.strings.memory(), 2'000'000u);
}

TEST(TextBlocks, FindsTheLastEventThatBegins) {
  const std::string_view text = R"([{"ph":"X","args":{"l":[{"a":1},{"b":2}]}}, {"ph":"M")";
  EXPECT_EQ(find_last_event(text), text.rfind("{\"ph\""));
  EXPECT_EQ(find_last_event(R"({"a": [1, 2, 3]})"), 16u);
}

}  // namespace
}  // namespace nscope::importers
