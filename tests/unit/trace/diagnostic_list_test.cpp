#include "profiler/trace/columns/diagnostic_list.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(DiagnosticList, CountsByCodeAndKeepsTheFirstExample) {
  DiagnosticList list;
  list.add("late", Severity::kWarning, tr("the first"));
  list.add("early", Severity::kInfo, tr("another"), 3);
  list.add("late", Severity::kError, tr("the second"), 2);
  list.add("never", Severity::kError, tr("absent"), 0);
  ASSERT_EQ(list.entries().size(), 2u);
  EXPECT_EQ(list.entries()[0].code, "late");
  EXPECT_EQ(list.entries()[0].severity, Severity::kWarning);
  EXPECT_EQ(list.entries()[0].count, 3);
  EXPECT_EQ(list.entries()[0].example.english(), "the first");
  EXPECT_EQ(list.entries()[1].code, "early");
  EXPECT_EQ(list.entries()[1].count, 3);
}

TEST(DiagnosticList, IsEmptyAfterItsEntriesAreTaken) {
  DiagnosticList list;
  list.add("late", Severity::kWarning, tr("the first"));
  EXPECT_EQ(list.take().size(), 1u);
  EXPECT_TRUE(list.empty());
  list.add("late", Severity::kWarning, tr("the second"));
  ASSERT_EQ(list.entries().size(), 1u);
  EXPECT_EQ(list.entries()[0].example.english(), "the second");
}

}  // namespace
}  // namespace nscope
