#include "app/gui/timeline/model/slice_text.h"

#include "app/gui/text/text.h"
#include "profiler/base/json.h"
#include "tests/gui/run_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::string plain(QString text) {
  text.replace(QChar(0x202f), QLatin1Char(' '));
  return text.toStdString();
}

TEST(SliceText, ListsEveryFieldOfAnEvent) {
  const auto trace = make_run();
  const SliceId matmul = Trace::slice_id(*track_named(*trace, "TensorE"), 0);
  std::string text;
  for (const SliceField& field : slice_fields(*trace, matmul)) {
    text += plain(field.label) + ": " + plain(field.value) + "\n";
  }
  EXPECT_EQ(text,
            "Start: 200 ns\n"
            "Duration: 400 ns\n"
            "Elements: 8,388,608 (16.8 MFLOP)\n"
            "odd_key: odd value\n");
}

TEST(SliceText, NamesWhatWasWaitedFor) {
  const auto trace = make_run();
  const SliceId late = Trace::slice_id(*track_named(*trace, "VectorE"), 7);
  const auto fields = slice_fields(*trace, late);
  EXPECT_EQ(plain(fields[2].label), "Wait");
  EXPECT_EQ(plain(fields[2].value), "30 ns for MATMUL (TensorE)");
}

TEST(SliceText, AWaitThatCannotBeTrueIsLimitedAndMarked) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kTensor);
  out.slice(engine, out.intern("A"), TraceTime(0), TraceTime(100));
  out.slice(engine, out.intern("B"), TraceTime(120), TraceTime(50), TraceTime(29'900));
  out.time_base({.ticks_per_ns = 1});
  out.finish();
  const auto trace = builder.finish();
  const SliceId stale = Trace::slice_id(*track_named(*trace, "TensorE"), 1);
  const auto fields = slice_fields(*trace, stale);
  EXPECT_EQ(plain(fields[2].value),
            "at most 20 ns (the capture states 29.9 µs, but the preceding event started later)");
  const auto json = parse_json(slice_json(*trace, stale).toStdString(), "slice");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ((*json)["wait_ns"], 20);
  EXPECT_EQ((*json)["stated_wait_ns"], 29'900);
}

TEST(SliceText, IdleTimeHasItsReason) {
  const auto trace = make_run();
  const Track& vector = *track_named(*trace, "VectorE");
  EXPECT_EQ(plain(idle_tool_tip(*trace, vector, 660.0)), "Idle until TENSOR_REDUCE");
  EXPECT_EQ(plain(idle_tool_tip(*trace, vector, 680.0)),
            "TENSOR_REDUCE waits (30 ns in total)<br>for MATMUL on TensorE · core 0");
  EXPECT_EQ(plain(idle_tool_tip(*trace, vector, 960.0)), "Idle: the track has no later events.");
}

TEST(SliceText, JsonRepeatsTheEvent) {
  const auto trace = make_run();
  const SliceId packet = Trace::slice_id(*track_named(*trace, "Q3-E64"), 0);
  const auto json = parse_json(slice_json(*trace, packet).toStdString(), "slice");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ((*json)["name"], "hardware_dynamic");
  EXPECT_EQ((*json)["duration_ns"], 90);
  EXPECT_EQ((*json)["args"]["transfer_size"], 4096);
}

TEST(SliceText, EscapesNamesInToolTips) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.slice(tracks.engine(0, Engine::kVector), out.intern("<b>X & Y</b>"), TraceTime(0),
            TraceTime(10));
  out.finish();
  const auto trace = builder.finish();
  const QString text = slice_tool_tip(*trace, SliceId(std::size_t{0}));
  EXPECT_TRUE(text.contains(QStringLiteral("&lt;b&gt;X &amp; Y&lt;/b&gt;"))) << plain(text);
}

}  // namespace
}  // namespace nscope::gui
