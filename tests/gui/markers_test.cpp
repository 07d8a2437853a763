#include "app/gui/timeline/paint/markers.h"

#include "tests/gui/run_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// One pixel per nanosecond.
class MarkersTest : public testing::Test {
 protected:
  MarkersTest() : rows_(trace_) {
    frame_.trace = trace_.get();
    frame_.rows = &rows_;
    frame_.view = {0.0, 1000.0};
    frame_.size = QSize(kGutterWidth + 1000, 400);
  }
  QPoint at(int ns, const char* track) const {
    const TimelineRow* row = rows_.row_of(track_named(*trace_, track)->id);
    return {kGutterWidth + ns, frame_.y(*row) + row->height / 2};
  }

  std::shared_ptr<const Trace> trace_ = make_run();
  TimelineRows rows_;
  FrameInput frame_;
};

TEST_F(MarkersTest, EdgesAreBeginsAndEnds) {
  const Track& vector = *track_named(*trace_, "VectorE");
  EXPECT_EQ(nearest_edge(vector, 303.0, 10.0), 300.0);
  EXPECT_EQ(nearest_edge(vector, 348.0, 10.0), 350.0);
  EXPECT_EQ(nearest_edge(vector, 325.0, 10.0), std::nullopt);
  EXPECT_EQ(nearest_edge(vector, 5000.0, 10.0), std::nullopt);
}

TEST_F(MarkersTest, SnapToTheRowUnderTheCursorFirst) {
  // TensorE ends at 600, where VectorE begins; near 192 the DMA packet ends at 190 and
  // TensorE begins at 200.
  EXPECT_EQ(snapped_tick(frame_, at(196, "TensorE")), 200.0);
  EXPECT_EQ(snapped_tick(frame_, at(196, "Q3-E64")), 190.0);
  EXPECT_EQ(snapped_tick(frame_, at(353, "TensorE")), 350.0) << "of another row";
  EXPECT_EQ(snapped_tick(frame_, at(370, "TensorE")), 370.0) << "nothing near";
}

TEST_F(MarkersTest, NamesAreFree) {
  EXPECT_EQ(next_marker_name({}).toStdString(), "M1");
  EXPECT_EQ(next_marker_name({{0.0, "M1"}, {1.0, "M3"}}).toStdString(), "M2");
}

TEST_F(MarkersTest, FlagsAreFoundInTheAxis) {
  const Markers markers{{100.0, "M1"}, {500.0, "M2"}, {5000.0, "M3"}};
  EXPECT_EQ(marker_at(frame_, markers, {}, {kGutterWidth + 105, 8}), 0u);
  EXPECT_EQ(marker_at(frame_, markers, {}, {kGutterWidth + 499, 8}), 1u);
  EXPECT_EQ(marker_at(frame_, markers, {}, {kGutterWidth + 300, 8}), std::nullopt);
  EXPECT_EQ(marker_at(frame_, markers, {}, {kGutterWidth + 105, 100}), std::nullopt)
      << "in the rows";
  EXPECT_TRUE(marker_flag(frame_, markers[2]).isEmpty());
}

TEST_F(MarkersTest, OfThoseOnOnePixelTheLastIsSeen) {
  // Ten on every pixel of the view, and as many on either side of it.
  Markers markers;
  for (int i = -10'000; i < 20'000; ++i) markers.push_back({i / 10.0, QString::number(i)});
  const PickedMarkers picked{.last = 15'003, .before = 2};
  const auto seen = seen_markers(frame_, markers, picked);
  ASSERT_EQ(seen.size(), 1002u) << "1,001 pixels and the picked one, the other is off screen";
  EXPECT_EQ(markers[seen[0].index].tick, 0.9);
  EXPECT_FALSE(seen[0].has_flag) << "covered by the next";
  EXPECT_TRUE(seen[1000].has_flag);
  EXPECT_EQ(seen.back().index, 15'003u) << "above all others";
  EXPECT_TRUE(seen.back().has_flag);
  EXPECT_EQ(marker_at(frame_, markers, picked, {kGutterWidth + 505, 8}), 15'003u);
  EXPECT_EQ(marker_at(frame_, markers, {}, {kGutterWidth + 505, 8}), 15'089u)
      << "within reach of its line, right of the cursor";
}

TEST_F(MarkersTest, ToolTipHasTheNearestOfMany) {
  Markers markers;
  for (int i = 0; i < 40; ++i) markers.push_back({i * 20.0, QStringLiteral("m%1").arg(i)});
  EXPECT_EQ(nearest_markers(markers, 20, 4), std::pair(std::size_t{18}, std::size_t{23}));
  EXPECT_EQ(nearest_markers(markers, 0, 4), std::pair(std::size_t{0}, std::size_t{5}));
  EXPECT_EQ(nearest_markers(markers, 39, 100), std::pair(std::size_t{0}, std::size_t{40}));
  const QString text = marker_tool_tip(*trace_, markers, 20);
  EXPECT_EQ(text.count(QStringLiteral("after")), 6);
  EXPECT_EQ(text.count(QStringLiteral("before")), 6);
  EXPECT_TRUE(text.endsWith(QStringLiteral("27 more"))) << text.toStdString();
}

TEST_F(MarkersTest, ToolTipHasTheDifferences) {
  const Markers markers{{100.0, "begin"}, {500.0, "a<b"}, {700.0, "end"}};
  QString text = marker_tool_tip(*trace_, markers, 1);
  text.replace(QChar(0x202f), QLatin1Char(' '));
  EXPECT_EQ(text.toStdString(),
            "<b>a&lt;b</b><br>500 ns<br>400 ns after begin<br>200 ns before end");
}

}  // namespace
}  // namespace nscope::gui
