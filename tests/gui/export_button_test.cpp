#include "app/gui/plan/view/export_button.h"

#include "profiler/base/files/atomic_file.h"

#include <QFile>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

app::ReportWriters writers() {
  return {.document =
              [] {
                cost::ReportDocument document;
                document.title = Text::verbatim("Of the test");
                return document;
              },
          .workbook = [](const std::string& path) { return write_file(path, "workbook"); },
          .json = [] { return Json{{"schema", "test/1"}}; }};
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TEST(ExportButtonTest, WritesEveryFormatOfItsMenu) {
  const QTemporaryDir folder;
  ExportButton button;
  button.set_report("report", writers());
  EXPECT_EQ(button.menu()->actions().size(), 4);
  const std::pair<app::ReportFormat, const char*> expected[] = {
      {app::ReportFormat::kHtml, "Of the test"},
      {app::ReportFormat::kPdf, "%PDF-"},
      {app::ReportFormat::kWorkbook, "workbook"},
      {app::ReportFormat::kJson, "\"schema\": \"test/1\""}};
  QSignalSpy saved(&button, &ExportButton::saved);
  for (const auto& [format, text] : expected) {
    const QString path = folder.filePath("report");
    button.save(format, path);
    ASSERT_TRUE(saved.wait(5000)) << text;
    EXPECT_TRUE(content(path).contains(text)) << text;
    EXPECT_TRUE(saved.last().front().toString().contains(path));
  }
}

TEST(ExportButtonTest, SaysWhyAFileCannotBeWritten) {
  ExportButton button;
  button.set_report("report", writers());
  QSignalSpy failed(&button, &ExportButton::failed);
  button.save(app::ReportFormat::kJson, "/nowhere/at/all.json");
  ASSERT_TRUE(failed.wait(5000));
  EXPECT_TRUE(failed.front().front().toString().contains("/nowhere/at/all.json"));
}

TEST(ExportButtonTest, IsGreyWithoutAReport) {
  ExportButton button;
  EXPECT_FALSE(button.isEnabled());
  EXPECT_FALSE(button.toolTip().isEmpty());
  button.set_report("report", writers());
  EXPECT_TRUE(button.isEnabled());
  button.clear_report();
  EXPECT_FALSE(button.isEnabled());
  QSignalSpy started(&button.job(), &Job::started);
  button.save(app::ReportFormat::kJson, "/tmp/never.json");
  EXPECT_EQ(started.size(), 0);
}

}  // namespace
}  // namespace nscope::gui
