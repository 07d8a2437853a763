#include "app/gui/panels/help_page.h"

#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/plan_page.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QTest>
#include <QTextBrowser>
#include <QUrl>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

bool is_in_docs(const QString& page) {
  return QFileInfo::exists(QStringLiteral(NSCOPE_SOURCE_DIR "/docs/%1.md").arg(page));
}

TEST(HelpPage, IsThatOfTheNearestParent) {
  QWidget outer;
  QWidget inner(&outer);
  QWidget child(&inner);
  EXPECT_EQ(help_page(&child), "index");
  set_help_page(outer, "search");
  EXPECT_EQ(help_page(&child), "search");
  set_help_page(inner, "sql");
  EXPECT_EQ(help_page(&child), "sql");
  EXPECT_EQ(help_page(nullptr), "index");
  EXPECT_TRUE(is_in_docs("index"));
}

TEST(HelpPage, EveryDockHasOneInTheDocumentation) {
  for (const DockKind& kind : dock_kinds()) {
    EXPECT_TRUE(is_in_docs(QString::fromLatin1(kind.page))) << kind.id << ": " << kind.page;
  }
}

class DocumentationTest : public ShellTest {
 protected:
  DocumentationTest() {
    QDesktopServices::setUrlHandler(QStringLiteral("file"), &browser_, "setSource");
  }
  ~DocumentationTest() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

  QTextBrowser browser_;
};

TEST_F(DocumentationTest, EveryModeHasAPageInTheDocumentation) {
  const std::pair<Mode, const char*> modes[] = {{Mode::kSimulate, "guide/simulate"},
                                                {Mode::kLive, "guide/live"},
                                                {Mode::kCompare, "guide/compare-runs"},
                                                {Mode::kPlan, "guide/plan-costs"}};
  for (const auto& [mode, page] : modes) {
    window_.set_mode(mode);
    wait_until_idle();
    EXPECT_EQ(window_.documentation_page(), page);
    EXPECT_TRUE(is_in_docs(QString::fromLatin1(page)));
  }
}

TEST_F(DocumentationTest, F1OpensItOrSaysHowToGetIt) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  EXPECT_EQ(window_.documentation_page(), "guide/open-a-capture");
  QTest::keyClick(&window_, Qt::Key_F1);
  if (documentation_folder().isEmpty()) {
    EXPECT_FALSE(window_.banner().isHidden());
    EXPECT_TRUE(window_.banner().text().contains("scripts/docs"));
  } else {
    EXPECT_TRUE(window_.banner().isHidden()) << window_.banner().text().toStdString();
    EXPECT_TRUE(browser_.source().path().endsWith("guide/open-a-capture.html"));
  }
}

}  // namespace
}  // namespace nscope::gui
