#include "app/gui/docks/diagnostics_dock.h"

#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
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

}  // namespace
}  // namespace nscope::gui
