#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/file/text_blocks.h"
#include "tests/support/gzip.h"
#include "tests/unit/importers_chrome_json/read_trace.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

/// The content of a document as text: the names of its events, and its members.
class Listing final : public DocumentVisitor {
 public:
  void events(std::unique_ptr<EventBlock> block) override {
    for (const Event& event : block->events) {
      text += event.name == LocalStrings::kNone ? "-" : block->strings.view(event.name);
      text += ' ';
    }
  }
  void member(std::string_view key, std::string_view value) override {
    text += fmt::format("<{}:{}> ", key, value);
  }
  std::unique_ptr<EventBlock> new_block() override { return std::make_unique<EventBlock>(); }

  std::string text;
};

/// Reads a document in blocks of `block_size` bytes, which are parsed ahead as in the importer.
std::string read_in_blocks(const ByteSource& file, std::size_t block_size,
                           std::size_t* reread = nullptr) {
  Listing listing;
  auto blocks = TextBlocks::open(file, block_size);
  if (!blocks) return to_string(blocks.error());
  DocumentWalker walker(file.name(), listing);
  while (true) {
    auto text = blocks->next();
    if (!text) return to_string(text.error());
    if (!*text) break;
    ParsedBlock block{std::move(**text), listing.new_block(), {}};
    block.stop = parse_events(block.text.text, *block.events);
    if (auto ok = walker.take(std::move(block)); !ok) return to_string(ok.error());
  }
  if (reread != nullptr) *reread = walker.reread_blocks();
  const auto end = walker.finish();
  if (!end) return to_string(end.error());
  constexpr std::string_view kEnds[] = {"complete", "not closed", "cut off"};
  return listing.text + std::string(kEnds[static_cast<std::size_t>(*end)]);
}

// The result must not depend on the size of the blocks, even if strings and arguments look like
// boundaries between events and the document has members before and after the list.
TEST(DocumentWalker, BlocksOfAnySizeReadTheSame) {
  std::string text = R"({"before": {"traceEvents": [{"name":"no"}]}, "n": -1.5, "traceEvents": [)";
  std::string expected = R"(<before:{"traceEvents": [{"name":"no"}]}> <n:-1.5> )";
  for (int i = 0; i < 60; ++i) {
    text += fmt::format(
        R"({{"ph":"X","name":"e{}","args":{{"s":"}},{{\"ph\":\"X\"","l":[{{"ph":"X"}},{{"ph":"Y"}}]}}}},)"
        "\n",
        i);
    expected += fmt::format("e{} ", i);
  }
  text += R"({"name":"last"}], "after" : "]}" } )";
  expected += R"(last <after:"]}"> complete)";
  const ByteSource plain = text_file(text);
  const ByteSource packed = text_file(gzip(text));
  for (std::size_t size = 1; size < 700; ++size) {
    ASSERT_EQ(read_in_blocks(plain, size), expected) << size;
    ASSERT_EQ(read_in_blocks(packed, size), expected) << size;
  }
}

TEST(DocumentWalker, GuessesOfOrdinaryFilesAreRight) {
  std::string text = "[\n";
  for (int i = 0; i < 2'000; ++i) {
    text += fmt::format("{{\"ph\":\"X\",\"name\":\"e\",\"ts\":{},\"args\":{{\"a\":1}}}},\n", i);
  }
  std::size_t reread = 99;
  read_in_blocks(text_file(text), 1'000, &reread);
  EXPECT_EQ(reread, 0u);
}

TEST(DocumentWalker, AcceptsAListWithoutAnEnd) {
  EXPECT_EQ(read_in_blocks(text_file(R"([{"name":"a"},{"name":"b"},)"), 8), "a b not closed");
  EXPECT_EQ(read_in_blocks(text_file(R"({"traceEvents":[{"name":"a"})"), 1'000), "a not closed");
  EXPECT_EQ(read_in_blocks(text_file(R"([{"name":"a"},{"na)"), 1'000), "a cut off");
  EXPECT_EQ(read_in_blocks(text_file(R"({"traceEvents":[{"name":"a"}])"), 9), "a cut off");
  EXPECT_EQ(read_in_blocks(text_file("[]"), 9), "complete");
  EXPECT_EQ(read_in_blocks(text_file("\xEF\xBB\xBF [ {\"name\":\"a\"} ] "), 3), "a complete");
}

TEST(DocumentWalker, RefusesOtherDocumentsWithPosition) {
  EXPECT_THAT(read_in_blocks(text_file(""), 9),
              HasSubstr("t.json: byte 0: the list 'traceEvents' is missing"));
  EXPECT_THAT(read_in_blocks(text_file(R"({"instruction": [], "dma": []})"), 9),
              HasSubstr("the list 'traceEvents' is missing"));
  EXPECT_THAT(read_in_blocks(text_file("  PAR1...."), 9),
              HasSubstr("t.json: byte 2: not a Chrome trace"));
  for (std::size_t size = 1; size < 20; ++size) {
    EXPECT_EQ(read_in_blocks(text_file(R"([{"name":"a"}] x)"), size), "a complete");
  }
  EXPECT_THAT(read_in_blocks(text_file(R"([{"name":"a"},{"name" 5}])"), 14), HasSubstr("byte 22"));
  std::string deep = "{\"a\":" + std::string(10'000, '[');
  EXPECT_THAT(read_in_blocks(text_file(deep), 1'000), HasSubstr("byte 505: more than 500 levels"));
}

TEST(DocumentWalker, RefusesOneEndlessEvent) {
  const std::string text = R"([{"name":")" + std::string(20'000'000, 'x');
  EXPECT_THAT(read_in_blocks(text_file(text), TextBlocks::kBlockSize),
              HasSubstr("byte 1: an event or member is larger than 16777216 bytes"));
}

TEST(ChromeJson, SniffsByContent) {
  EXPECT_TRUE(sniff_chrome_json(text_file(R"({"a":{"b":[1]},"traceEvents":[)")));
  EXPECT_TRUE(sniff_chrome_json(text_file(R"([ {"name":"a","ph":"B")")));
  EXPECT_TRUE(sniff_chrome_json(text_file(gzip(document("")))));
  EXPECT_TRUE(sniff_chrome_json(
      text_file("{\"a\":\"" + std::string(200'000, 'x') + "\",\"traceEvents\":[]}")));
  EXPECT_TRUE(sniff_chrome_json(text_file(R"([,{"name":"a","ph":"B","ts":1})")));
  EXPECT_TRUE(sniff_chrome_json(text_file("[{},\n {} , {\"name\":\"a\",\"ph\":\"X\"}]")));
  EXPECT_FALSE(sniff_chrome_json(text_file("[{},{},,")));
  EXPECT_FALSE(sniff_chrome_json(text_file("[,,{\"a\":1}]")));
  EXPECT_FALSE(sniff_chrome_json(text_file("")));
  EXPECT_FALSE(sniff_chrome_json(text_file("[]")));
  EXPECT_FALSE(sniff_chrome_json(text_file(R"([{"neuron_device":0,"bdf":"00:1e.0"}])")));
  EXPECT_FALSE(sniff_chrome_json(text_file(R"({"instruction":[{"ph":"X"}],"dma":[]})")));
  EXPECT_FALSE(sniff_chrome_json(text_file(R"({"x":{"traceEvents":[]}})")));
  EXPECT_FALSE(sniff_chrome_json(text_file(gzip("hello"))));
  EXPECT_FALSE(sniff_chrome_json(text_file("\x1f\x8b\x08 damaged")));
}

TEST(ChromeJson, CancelsAndReportsDamageOfGzipData) {
  const std::string text = document(R"({"ph":"X","ts":1,"dur":1})");
  {
    const ByteSource file = text_file(text);
    TraceBuilder builder;
    TaskControl control;
    control.request_cancel();
    const auto read = read_chrome_json({file, nullptr}, builder, control);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
  }
  // Truncated data are read as far as possible.
  const auto truncated = read_trace(gzip(text).substr(0, 30));
  ASSERT_TRUE(truncated) << to_string(truncated.error());
  EXPECT_EQ(count_of(**truncated, "compressed_data_cut_off"), 1);
  const auto nothing = read_trace(gzip(text).substr(0, 12));
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(to_string(nothing.error()), HasSubstr("unexpected end of file"));
  std::string damaged = gzip(text);
  damaged[damaged.size() - 5] = static_cast<char>(~damaged[damaged.size() - 5]);
  const auto read = read_trace(damaged);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(to_string(read.error()), HasSubstr("damaged compressed data"));
}

TEST(ChromeJson, EventsWithoutAList) {
  const std::string_view first = R"({"name":"a","ph":"X","pid":1,"tid":2,"ts":10,"dur":5})";
  const std::string_view second = R"({"name":"b","ph":"X","pid":1,"tid":2,"ts":20,"dur":5})";
  for (const std::string& text :
       {fmt::format("{}\n{}\n", first, second), fmt::format("{},\n{},\n", first, second),
        fmt::format("\xEF\xBB\xBF\n{}\r\n{}", first, second),
        gzip(fmt::format("{}\n{}", first, second))}) {
    EXPECT_TRUE(sniff_chrome_json(text_file(text)));
    const auto trace = read_trace(text);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ((*trace)->slice_count(), 2u);
    EXPECT_EQ(count_of(**trace, "list_not_closed"), 0);
  }
  // Larger than a block, so that blocks are cut between lines.
  std::string large;
  constexpr std::size_t kEvents = 60'000;
  for (std::size_t i = 0; i < kEvents; ++i) {
    large += fmt::format(R"({{"name":"a","ph":"X","pid":1,"tid":2,"ts":{},"dur":5}})"
                         "\n",
                         i * 10);
  }
  const auto trace = read_trace(large);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), kEvents);
  const auto cut_off = read_trace(large.substr(0, 100));
  ASSERT_TRUE(cut_off);
  EXPECT_EQ(count_of(**cut_off, "cut_off"), 1);
  EXPECT_FALSE(sniff_chrome_json(text_file(R"({"ph":"7.4","name":"a sample of water"})")));
}

TEST(ChromeJson, ListOfEventsWithAnotherName) {
  for (
      const std::string_view text :
      {R"({"trace test":[{"pid":1,"tid":1,"ts":3,"ph":"X","name":"a","dur":2},{"ph":"i","ts":4}]})",
       R"({"version":"1","ids":[1,2],"rows":[{"x":1}],"events":[{"name":"a","ph":"X","ts":3,"dur":2},)"
       R"({"ph":"i","ts":4}],"end":true})"}) {
    EXPECT_TRUE(sniff_chrome_json(text_file(text))) << text;
    const auto trace = read_trace(text);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ((*trace)->slice_count(), 2u) << text;
  }
  EXPECT_FALSE(sniff_chrome_json(text_file(R"({"rows":[{"ph":7,"name":"a"}],"more":[[1],2]})")));
}

TEST(ChromeJson, AnEmptyObjectEndsTheListOfSomePrograms) {
  const auto trace = read_trace(document(R"({"name":"a","ph":"X","ts":3,"dur":2},{})"));
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->slice_count(), 1u);
  EXPECT_EQ(count_of(**trace, "unknown_phase"), 0);
  const auto other = read_trace(document(R"({"name":"a","ph":"X","ts":3,"dur":2},{"x":1})"));
  ASSERT_TRUE(other);
  EXPECT_EQ(count_of(**other, "unknown_phase"), 1) << "its field is not imported";
}

TEST(ChromeJson, DataAfterTheDocumentAreCounted) {
  const std::string text = document(R"({"name":"a","ph":"X","ts":3,"dur":2})");
  for (const std::string& after : {std::string("\nKilled\n"), text, std::string(100, '\0'),
                                   "]" + std::string(5'000'000, 'x')}) {
    const auto trace = read_trace(text + "\n" + after);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ((*trace)->slice_count(), 1u);
    EXPECT_EQ(count_of(**trace, "trailing_data"), 1);
    EXPECT_EQ(count_of(**trace, "cut_off"), 0);
  }
  EXPECT_EQ(count_of(**read_trace(text + "\n \n"), "trailing_data"), 0);
}

}  // namespace
}  // namespace nscope::importers
