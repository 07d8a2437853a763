#include "app/gui/shell/search/search_field.h"
#include "app/gui/shell/search/search_index.h"
#include "tests/gui/run_fixtures.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

TEST(SearchIndex, FindsNamesByWordsInAnyCase) {
  const SearchIndex index(make_run());
  const auto copies = index.find("copy", 10);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].kind, SearchHit::Kind::kEvents);
  EXPECT_EQ(copies[0].count, 5);
  const auto track = index.find("core tensor", 10);
  ASSERT_EQ(track.size(), 1u);
  EXPECT_EQ(track[0].text, "NeuronCore 0 / TensorE");
  EXPECT_TRUE(index.find("", 10).empty());
  EXPECT_TRUE(index.find("no such thing", 10).empty());
}

TEST(SearchIndex, StepsThroughEventsAndStartsOver) {
  const auto trace = make_run();
  const SearchIndex index(trace);
  const StringId copy = trace->strings().find("COPY");
  std::optional<SliceId> at = index.next_event(copy, std::nullopt);
  std::vector<std::int64_t> starts;
  for (int i = 0; i < 6; ++i) {
    starts.push_back(trace->slice(*at).begin().value());
    at = index.next_event(copy, at);
  }
  EXPECT_EQ(starts, (std::vector<std::int64_t>{0, 200, 400, 600, 800, 0}));
}

TEST(SearchField, EnterJumpsToTheBestHit) {
  const auto trace = make_run();
  QWidget window;
  auto* field = new SearchField(&window);
  window.resize(600, 400);
  window.show();
  EXPECT_FALSE(field->isEnabled());
  field->set_trace(trace);
  QSignalSpy slices(field, &SearchField::jump_to_slice);
  QSignalSpy tracks(field, &SearchField::jump_to_track);
  QTest::keyClicks(field, QStringLiteral("matm"));
  EXPECT_FALSE(field->list().isHidden());
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_EQ(slices.count(), 1);
  EXPECT_EQ(trace->text(trace->slice(slices[0][0].value<SliceId>()).name()), "MATMUL");
  field->clear();
  QTest::keyClicks(field, QStringLiteral("sbuf"));
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_EQ(tracks.count(), 1);
}

}  // namespace
}  // namespace nscope::gui
