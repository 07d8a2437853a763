#include "app/gui/docks/summary_dock.h"

#include "tests/gui/docks_fixtures.h"

#include <QLabel>
#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// An instruction of 100 ns on a time axis of 1,000 ns. `stated`: the length of the execution that
/// the capture states; 0: none.
std::shared_ptr<const Trace> short_execution(std::int64_t stated) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_end = TraceTime(1000)});
  if (stated > 0) out.property(std::string(property::kExecutionLength), stated);
  out.slice(tracks.engine(0, Engine::kVector), out.intern("COPY"), TraceTime(0), TraceTime(100));
  out.finish();
  return builder.finish();
}

bool shows(const QWidget& view, const QString& words) {
  const auto labels = view.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const QLabel* label) { return label->text().contains(words); });
}

TEST(SummaryDock, NamesWhatItsFiguresDescribe) {
  const SeenDock<SummaryDock> part(short_execution(100));
  EXPECT_TRUE(shows(part.view, QStringLiteral("execution on the device")));
  EXPECT_FALSE(shows(part.view, QStringLiteral("whole run")));
  for (const std::int64_t stated : {std::int64_t{0}, std::int64_t{990}}) {
    const SeenDock<SummaryDock> whole(short_execution(stated));
    EXPECT_TRUE(shows(whole.view, QStringLiteral("whole run"))) << stated;
  }
}

}  // namespace
}  // namespace nscope::gui
