// What one keystroke in Plan mode costs until its results are on the screen: wall time from the key
// to the end of the painting, with the work in the background. It must stay below 100 ms.
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <benchmark/benchmark.h>

namespace nscope::gui {
namespace {

constexpr int kDigits = 9;

/// Adds a digit to a field, another each time: what was seen before may be known.
template <class View>
void type(benchmark::State& state, const char* document, const char* pointer,
          void (View::*shown)()) {
  constexpr int kLongest = 30'000;  // ms
  PlanContext context;
  View view(context);
  view.resize(1600, 1000);
  QSignalSpy results(&view, shown);
  view.load(document);
  view.show();
  results.wait(kLongest);
  QTest::qWait(500);  // what is drawn later
  auto* const line = qobject_cast<QLineEdit*>(view.document().form().field(pointer));
  if (line == nullptr) return state.SkipWithError("there is no such field");
  line->end(false);
  int digit = 0;
  for (auto _ : state) {
    results.clear();
    QTest::keyClick(line, static_cast<char>('1' + digit++ % kDigits));
    if (results.isEmpty() && !results.wait(kLongest)) return state.SkipWithError("no results");
    QCoreApplication::processEvents();  // paints
    QCoreApplication::processEvents();  // what painting has asked for
    state.PauseTiming();
    if (!view.document().problem().isEmpty()) return state.SkipWithError("the document is wrong");
    QTest::qWait(300);  // the odds of a decision are drawn afterwards
    QTest::keyClick(line, Qt::Key_Backspace);
    QTest::qWait(300);
    state.ResumeTiming();
  }
}

void costs(benchmark::State& state, const char* document, const char* pointer) {
  type(state, document, pointer, &CostsView::computed);
}
void fleet(benchmark::State& state, const char* document, const char* pointer) {
  type(state, document, pointer, &FleetView::bounded);
}
void decision(benchmark::State& state, const char* document, const char* pointer) {
  type(state, document, pointer, &DecisionView::planned);
}

#define TYPING(view, name, document, pointer)      \
  BENCHMARK_CAPTURE(view, name, document, pointer) \
      ->Unit(benchmark::kMillisecond)              \
      ->UseRealTime()                              \
      ->Iterations(kDigits)

TYPING(costs, stated_throughput, "inf2-llama2-70b-serving", "/work/0/throughput/tokens_per_second");
TYPING(costs, spot_jobs, "spot-checkpointing", "/work/0/throughput/tokens_per_second");
TYPING(fleet, rate, "inf2-100rps-sla", "/traffic/requests_per_second");
TYPING(fleet, lengths_all_types, "inf2-100rps-sla", "/traffic/output_tokens/tokens");
TYPING(fleet, lengths_that_vary, "llama3-8b-chat-day", "/traffic/output_tokens/high");
TYPING(decision, load, "inf2-llama2-70b-serving-2026", "/load/tokens_per_month");
TYPING(decision, load_of_training, "ailabs-30b-migration-2026", "/load/runs_per_month");

}  // namespace
}  // namespace nscope::gui

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir book;
  qputenv("NSCOPE_PRICE_BOOK", book.filePath("prices.db").toUtf8());
  benchmark::Initialize(&argc, argv);
  QApplication app(argc, argv);
  nscope::gui::apply_theme(app, nscope::gui::Scheme::kDark);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
