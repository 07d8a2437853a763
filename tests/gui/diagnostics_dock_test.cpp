#include "app/gui/docks/diagnostics_dock.h"

#include "app/gui/inspect/input_notice.h"
#include "app/gui/inspect/inspect_page.h"
#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::shared_ptr<const Trace> run_with_findings() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.diagnose("unknown_opcode", Severity::kWarning, Text::verbatim("0x95 at pc 3"));
  out.diagnose("unknown_opcode", Severity::kWarning, Text::verbatim("0x96 at pc 4"));
  out.diagnose("cut_file", Severity::kError, Text::verbatim("run.ntff: byte 4096"));
  out.finish();
  return builder.finish();
}

TEST(DiagnosticsDock, ListsWhatWasFoundAndFilters) {
  RunView run;
  DiagnosticsDock dock(run, nullptr);
  const QAbstractItemModelTester tester(&dock.list().model(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  dock.resize(900, 300);
  dock.show();
  dock.set_seen(true);
  run.set_trace(run_with_findings());
  EXPECT_EQ(dock.list().model().rowCount(), 2);
  EXPECT_EQ(dock.caption(), QStringLiteral("1 error · 1 warning · 3 occurrences"));
  QTest::keyClicks(&dock.filter(), QStringLiteral("OPCODE"));
  EXPECT_EQ(dock.list().row_order().size(), 1u);
  dock.copy_button().click();
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("code,severity,count,example\nunknown_opcode,warning,2,0x95 at pc 3\n"));
  QTest::keyClicks(&dock.filter(), QStringLiteral(" no such thing"));
  EXPECT_FALSE(dock.list().message().isEmpty());
  dock.filter().clear();
  EXPECT_TRUE(dock.list().message().isEmpty());
  EXPECT_EQ(dock.list().row_order().size(), 2u);
  TraceBuilder builder;
  TraceWriter out(builder);
  out.finish();
  run.set_trace(builder.finish());
  EXPECT_TRUE(dock.list().message().contains(QStringLiteral("No diagnostics")));
  EXPECT_FALSE(dock.copy_button().isEnabled());
}

std::shared_ptr<const Trace> run_with(std::vector<Diagnostic> diagnostics) {
  TraceBuilder builder;
  TraceWriter out(builder);
  for (Diagnostic& each : diagnostics) {
    out.diagnose(each.code, each.severity, std::move(each.example), each.count);
  }
  out.finish();
  return builder.finish();
}

TEST(InputNotice, SaysWhatCouldNotBeReadAboveTheTimeline) {
  RunView run;
  InputNotice notice(run);
  EXPECT_EQ(notice.text(), QString());
  run.set_trace(run_with({{"broken_report", Severity::kWarning, 3000, Text::verbatim("line 7")},
                          {"out_of_memory", Severity::kWarning, 50, Text::verbatim("a fact")},
                          {"cut_off", Severity::kWarning, 120, Text::verbatim("byte 9")}}));
  EXPECT_EQ(notice.text(),
            QStringLiteral("3,120 parts of the input could not be read, so sums may be too small, "
                           "for example: line 7"));
  run.set_trace(run_with({{"broken_report", Severity::kWarning, 2, Text::verbatim("line 7")},
                          {"cut_off", Severity::kError, 1, Text::verbatim("<b>x</b>: cut")}}));
  EXPECT_TRUE(notice.text().endsWith(QStringLiteral("for example: <b>x</b>: cut")));
  run.set_trace(run_with({{"cut_off", Severity::kError, 1, {}}}));
  EXPECT_EQ(
      notice.text(),
      QStringLiteral("1 part of the input could not be read, so sums may be too small: cut_off"));
  notice.close_button().click();
  EXPECT_EQ(notice.text(), QString());
}

TEST(InputNotice, IsHiddenForCompleteRuns) {
  RunView run;
  InputNotice notice(run);
  run.set_trace(run_with({{"cut_off", Severity::kWarning, 1, Text::verbatim("x")}}));
  EXPECT_FALSE(notice.isHidden());
  // Facts of what was captured, and assumptions.
  run.set_trace(run_with({{"compilation_failed", Severity::kWarning, 9, Text::verbatim("x")},
                          {"clock_not_known", Severity::kWarning, 1, Text::verbatim("x")}}));
  EXPECT_TRUE(notice.isHidden());
  run.set_trace(run_with({{"cut_off", Severity::kWarning, 1, Text::verbatim("x")}}));
  run.set_trace(nullptr);
  EXPECT_TRUE(notice.isHidden());
}

TEST(InputNotice, OpensTheDiagnostics) {
  const auto trace = run_with({{"cut_off", Severity::kError, 1, Text::verbatim("byte 4096")}});
  InspectPage page;
  page.resize(1200, 800);
  page.show();
  page.set_trace(trace);
  auto* const notice = page.findChild<InputNotice*>();
  ASSERT_NE(notice, nullptr);
  EXPECT_TRUE(notice->isVisible());
  notice->details().click();
  EXPECT_TRUE(page.findChild<QDockWidget*>(QStringLiteral("diagnostics"))->isVisible());
}

}  // namespace
}  // namespace nscope::gui
