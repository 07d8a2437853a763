#include "profiler/export/timeline/html_timeline.h"

#include "profiler/base/files/inflate.h"
#include "profiler/base/json.h"
#include "profiler/export/timeline/packed_block.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/trace/sample_trace.h"

#include <fstream>
#include <limits>
#include <span>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string of_base64(std::string_view text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count);
  }
  return out;
}

/// The content of a block of the page; "" if the page does not have it.
std::string block_of(const std::string& page, const std::string& id) {
  const std::string mark = "id=\"block-" + id + "\">";
  const std::size_t begin = page.find(mark);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + mark.size();
  const std::string packed =
      of_base64(std::string_view(page).substr(from, page.find('<', from) - from));
  auto stream = InflateStream::open_raw(std::as_bytes(std::span(packed)), id, 0);
  std::string out(std::size_t{1} << 22, '\0');
  std::size_t size = 0;
  for (auto read = stream->read(std::as_writable_bytes(std::span(out))); read && *read > 0;
       read = stream->read(std::as_writable_bytes(std::span(out)).subspan(size))) {
    size += *read;
  }
  out.resize(size);
  return out;
}

/// The numbers of a block from front to back.
class Numbers {
 public:
  explicit Numbers(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t next() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.at(at_++));
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  }
  std::vector<std::uint64_t> next(std::size_t count) {
    std::vector<std::uint64_t> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(next());
    return list;
  }
  std::string text() {
    const std::size_t size = next();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

class HtmlTimelineTest : public testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "run.html").string(); }

  Result<std::vector<Text>> write(const std::shared_ptr<const Trace>& trace,
                                  const TimelineLimits& limits = {},
                                  std::vector<Annotation> notes = {}) {
    TaskControl control;
    return export_html_timeline(*trace, notes, path(), {}, control, limits);
  }
  std::string page() const {
    std::ifstream in(path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  Json head() const { return Json::parse(block_of(page(), "head")); }

  TestFolder folder_;
};

std::shared_ptr<const Trace> trace_with(const std::function<void(TraceWriter&)>& fill) {
  TraceBuilder builder;
  TraceWriter out(builder);
  fill(out);
  out.finish();
  return builder.finish();
}

TEST_F(HtmlTimelineTest, DescribesTheRun) {
  const auto trace = make_sample_trace();
  ASSERT_TRUE(write(trace));
  const Json json = head();
  EXPECT_EQ(json["schema"], "nscope.timeline/1");
  EXPECT_THAT(json["program"].get<std::string>(), HasSubstr("Neuronscope "));
  EXPECT_EQ(json["slices"], trace->slice_count());
  EXPECT_EQ(json["flows"], trace->flows().size());
  EXPECT_EQ(json["units_per_ns"], 1000.0);
  ASSERT_EQ(json["tracks"].size(), trace->tracks().size());
  for (const Track& track : trace->tracks()) {
    const Json& one = json["tracks"][track.id.index()];
    EXPECT_EQ(one["name"], trace->text(track.name));
    EXPECT_EQ(one["slices"], track.slices.size());
    EXPECT_EQ(one["samples"], track.counters.size());
  }
  EXPECT_TRUE(json["left_out"].empty());
}

TEST_F(HtmlTimelineTest, StoresColumnsAsDifferences) {
  const auto trace = trace_with([](TraceWriter& out) {
    const auto track = out.track({.name = "t"});
    for (const std::int64_t start : {-5, 100, 100'000}) {
      out.slice(track, out.intern(start < 0 ? "first" : "later"), TraceTime(start), TraceTime(3));
    }
    const auto counter = out.track({.name = "c", .kind = TrackKind::kCounter});
    out.counter(counter, TraceTime(10), 7);
    out.counter(counter, TraceTime(30), -2);
  });
  ASSERT_TRUE(write(trace));
  Numbers slices(block_of(page(), "slices"));
  EXPECT_THAT(slices.next(3), ElementsAre(0, 105, 99'900));
  EXPECT_THAT(slices.next(3), ElementsAre(3, 3, 3));
  EXPECT_THAT(slices.next(3), ElementsAre(1, 2, 2));
  EXPECT_TRUE(slices.at_end());
  Numbers names(block_of(page(), "names"));
  EXPECT_EQ(names.next(), 3U);
  EXPECT_EQ(names.text(), "");
  EXPECT_EQ(names.text(), "first");
  EXPECT_EQ(names.text(), "later");
  Numbers samples(block_of(page(), "samples"));
  EXPECT_THAT(samples.next(2), ElementsAre(15, 20));
  EXPECT_THAT(samples.next(3), ElementsAre(0, 14, 17));  // whole numbers; +7, -9 as zigzag
  EXPECT_TRUE(samples.at_end());
}

TEST_F(HtmlTimelineTest, NamesOfTheRunAreNeverMarkup) {
  const std::string hostile =
      "</script><script>globalThis.broken=1</script><img src=x onerror=alert(1)>\u2028]]>";
  const auto trace = trace_with([&](TraceWriter& out) {
    out.property(std::string(property::kSourceFile), hostile);
    const auto track = out.track({.name = hostile});
    const auto slice = out.slice(track, out.intern(hostile), TraceTime(0), TraceTime(9));
    out.arg(slice, out.intern(hostile), out.intern(hostile));
    out.arg(slice, out.intern("wide"), std::numeric_limits<std::int64_t>::min());
    out.diagnose("strange", Severity::kWarning, Text::verbatim(hostile));
  });
  ASSERT_TRUE(write(trace, {}, {{.name = hostile, .text = hostile}}));
  const std::string text = page();
  EXPECT_THAT(text, Not(HasSubstr("onerror")));
  EXPECT_THAT(text, Not(HasSubstr("globalThis.broken")));
  EXPECT_THAT(text, Not(HasSubstr("\u2028")));
  EXPECT_EQ(head()["file"], hostile);
  EXPECT_EQ(head()["tracks"][0]["name"], hostile);
  EXPECT_EQ(head()["notes"][0]["text"], hostile);
  EXPECT_EQ(head()["properties"][0][0], hostile);
}

TEST_F(HtmlTimelineTest, LoadsNothing) {
  ASSERT_TRUE(write(make_sample_trace()));
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("default-src 'none'; script-src 'sha256-"));
  for (const char* bad :
       {"http:", "https:", "src=", "href=", "url(", "@import", "unsafe-", "fetch("}) {
    EXPECT_THAT(text, Not(HasSubstr(bad)));
  }
}

TEST_F(HtmlTimelineTest, InvalidUtf8DoesNotEndTheExport) {
  const auto trace = trace_with([](TraceWriter& out) {
    const auto track = out.track({.name = "t\xff"});
    out.slice(track, out.intern("n\xc3"), TraceTime(0), TraceTime(1));
  });
  ASSERT_TRUE(write(trace));
  EXPECT_EQ(head()["tracks"][0]["name"], "t\ufffd");
}

TEST_F(HtmlTimelineTest, RejectsLargeRunsAndNamesARemedy) {
  const auto refused = write(make_sample_trace(), {.slices = 2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(refused.error().message.english(),
              HasSubstr("the run has 3 events, and an HTML timeline holds at most 2"));
  EXPECT_THAT(refused.error().message.english(), HasSubstr("--range"));
  const auto samples = write(make_sample_trace(), {.samples = 1});
  ASSERT_FALSE(samples);
  EXPECT_THAT(samples.error().message.english(), HasSubstr("counter samples"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

/// A run whose properties take far more than their slices.
std::shared_ptr<const Trace> wordy_trace() {
  return trace_with([](TraceWriter& out) {
    const auto track = out.track({.name = "t"});
    std::uint64_t state = 1;
    std::vector<SliceId> all;
    for (int i = 0; i < 2000; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const auto slice = out.slice(track, out.intern("n"), TraceTime(2 * i), TraceTime(1));
      out.arg(slice, out.intern("long"),
              out.intern(std::to_string(state) + std::to_string(state * 3)));
      out.arg(slice, out.intern("short"), static_cast<std::int64_t>(state >> 52));
      all.push_back(slice);
      if (i > 0) out.flow(all[state % all.size()], slice, out.intern("next"));
    }
  });
}

TEST_F(HtmlTimelineTest, LeavesOutTheLargestPropertiesAndSaysSo) {
  ASSERT_TRUE(write(wordy_trace()));
  const std::size_t whole = page().size();
  EXPECT_EQ(head()["properties"].size(), 2U);
  const auto left_out = write(wordy_trace(), {.bytes = whole - 5'000});
  ASSERT_TRUE(left_out);
  EXPECT_LE(page().size(), whole - 5'000);
  ASSERT_EQ(left_out->size(), 1U);
  EXPECT_THAT(left_out->front().english(), HasSubstr("'long' (2,000 values) is left out"));
  ASSERT_EQ(head()["properties"].size(), 1U);
  EXPECT_EQ(head()["properties"][0][0], "short");
  EXPECT_EQ(head()["left_out"][0], left_out->front().english());
  EXPECT_GT(head()["flows"], 0);
  // Then the other property and, last, the dependencies.
  const std::size_t rest = page().size();
  const auto more = write(wordy_trace(), {.bytes = rest - 3'000});
  ASSERT_TRUE(more);
  EXPECT_EQ(head()["properties"].size(), 0U);
  EXPECT_GT(head()["flows"], 0);
  ASSERT_TRUE(write(wordy_trace(), {.bytes = page().size() - 1'000}));
  EXPECT_EQ(head()["flows"], 0);
  EXPECT_EQ(block_of(page(), "flows"), "");
  // The events themselves are never left out.
  std::filesystem::remove(path());
  const auto refused = write(wordy_trace(), {.bytes = 50'000});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("do not fit"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(HtmlTimelineTest, RoundsTimesOfVeryLongRuns) {
  constexpr std::int64_t kYears = std::int64_t{1} << 57;
  const auto trace = trace_with([&](TraceWriter& out) {
    const auto track = out.track({.name = "t"});
    out.slice(track, out.intern("a"), TraceTime(0), TraceTime(5));
    out.slice(track, out.intern("b"), TraceTime(kYears), TraceTime(1000));
  });
  const auto left_out = write(trace);
  ASSERT_TRUE(left_out);
  ASSERT_EQ(left_out->size(), 1U);
  EXPECT_THAT(left_out->front().english(), HasSubstr("rounded down to 100\u202fns"));
  EXPECT_EQ(head()["units_per_ns"], 0.01);
  Numbers slices(block_of(page(), "slices"));
  EXPECT_THAT(slices.next(4), ElementsAre(0, kYears / 100, 0, 10));
}

TEST_F(HtmlTimelineTest, HasTheNotes) {
  const auto trace = make_sample_trace();
  const TrackId track = trace->tracks().back().id;
  const std::vector<Annotation> notes{{.kind = Annotation::Kind::kEvent,
                                       .name = "slow",
                                       .text = "why?",
                                       .begin = TraceTime(20'000),
                                       .end = TraceTime(24'000),
                                       .event = SliceId(1)},
                                      {.kind = Annotation::Kind::kRange,
                                       .name = "part",
                                       .color = 0xff,
                                       .begin = TraceTime(800),
                                       .end = TraceTime(1'800),
                                       .tracks = {track}}};
  ASSERT_TRUE(write(trace, {}, notes));
  const Json list = head()["notes"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["event"], 1);
  EXPECT_EQ(list[0]["text"], "why?");
  EXPECT_EQ(list[1]["begin"], 1'000);  // from the first event, at -200
  EXPECT_EQ(list[1]["end"], 2'000);
  EXPECT_EQ(list[1]["color"], "#0000ff");
  EXPECT_EQ(list[1]["tracks"][0], track.index());
}

TEST(PackedBlockTest, Base64HasPadding) {
  for (const auto& [bytes, text] :
       std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                        {"f", "Zg=="},
                                                        {"fo", "Zm8="},
                                                        {"foo", "Zm9v"},
                                                        {"\xff\xfe\xfd\xfc", "//79/A=="}}) {
    std::string out;
    append_base64(out, bytes);
    EXPECT_EQ(out, text);
  }
}

}  // namespace
}  // namespace nscope
