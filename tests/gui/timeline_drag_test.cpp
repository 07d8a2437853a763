#include "app/gui/timeline/timeline_drag.h"

#include "tests/gui/run_fixtures.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// One pixel per nanosecond.
class TimelineDragTest : public testing::Test {
 protected:
  using Kind = TimelineDrag::Kind;
  static constexpr int kReach = 10;

  TimelineDragTest() : rows_(trace_) {
    frame_.trace = trace_.get();
    frame_.rows = &rows_;
    frame_.view = {0.0, 1000.0};
    frame_.size = QSize(kGutterWidth + 1000, 400);
  }
  TrackId track(const char* name) const { return track_named(*trace_, name)->id; }
  int middle(const char* name) const {
    const TimelineRow* row = rows_.row_of(track(name));
    return frame_.y(*row) + row->height / 2;
  }
  QPoint at(int ns, const char* name) const { return {kGutterWidth + ns, middle(name)}; }

  std::shared_ptr<const Trace> trace_ = make_run();
  TimelineRows rows_;
  FrameInput frame_;
  TimelineDrag drag_;
};

TEST_F(TimelineDragTest, APressInTheContentPansOnceTheMouseMovesAside) {
  drag_.press(at(500, "TensorE"), {200.0, 700.0});
  drag_.begin_press();
  EXPECT_EQ(drag_.move(at(500 + kReach - 1, "TensorE"), kReach), Kind::kPress);
  EXPECT_EQ(drag_.move(at(500, "VectorE"), kReach), Kind::kPress)
      << "moving up or down does not pan";
  EXPECT_EQ(drag_.move(at(600, "TensorE"), kReach), Kind::kPan);
  EXPECT_EQ(drag_.panned_view(at(600, "TensorE"), frame_.scale()), (TimeView{100.0, 600.0}));
}

TEST_F(TimelineDragTest, APressOnATitleDragsTheRow) {
  const QPoint title(40, middle("TensorE"));
  drag_.press(title, frame_.view);
  drag_.begin_press(track("TensorE"));
  EXPECT_EQ(drag_.move(title + QPoint(3, 3), kReach), Kind::kPress);
  EXPECT_EQ(drag_.move(title + QPoint(0, kReach), kReach), Kind::kRow);
  drag_.find_place(frame_, {40, middle("VectorE") - 5});
  EXPECT_FALSE(drag_.place() && *drag_.place() == track("TensorE")) << "not before itself";
  drag_.find_place(frame_, {40, 4000});
  ASSERT_TRUE(drag_.place());
  EXPECT_FALSE(drag_.place()->valid()) << "below all: the last";
}

TEST_F(TimelineDragTest, ARangeIsTimeOrABoxOfTracks) {
  drag_.press(at(600, "TensorE"), frame_.view);
  drag_.begin_range();
  EXPECT_EQ(drag_.range(frame_, at(600, "TensorE")), std::nullopt) << "without length";
  EXPECT_EQ(drag_.range(frame_, at(200, "TensorE")), (SelectedRange{{200.0, 600.0}}));
  const auto box = drag_.range(frame_, at(5000, "VectorE"));
  ASSERT_TRUE(box);
  EXPECT_EQ(box->time, (TimeView{600.0, 1000.0})) << "ends at the border";
  EXPECT_TRUE(std::is_sorted(box->tracks.begin(), box->tracks.end()));
  for (const char* name : {"TensorE", "VectorE"}) {
    EXPECT_TRUE(std::binary_search(box->tracks.begin(), box->tracks.end(), track(name))) << name;
  }
  // From the axis it is time alone, however high.
  drag_.press({kGutterWidth + 100, 4}, frame_.view);
  EXPECT_EQ(drag_.range(frame_, at(300, "VectorE")), (SelectedRange{{100.0, 300.0}}));
}

TEST_F(TimelineDragTest, WhatHasBegunStays) {
  drag_.press({40, 40}, frame_.view);
  drag_.begin_height(track("TensorE"), rows_.arrangement());
  EXPECT_EQ(drag_.move({400, 400}, kReach), Kind::kHeight);
  EXPECT_EQ(drag_.track(), track("TensorE"));
  EXPECT_EQ(drag_.arrangement_before(), rows_.arrangement());
}

}  // namespace
}  // namespace nscope::gui
