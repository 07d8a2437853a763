#include "app/gui/shell/welcome_page.h"

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text/built_in_title.h"
#include "app/gui/text/text.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace nscope::gui {
namespace {

QPushButton* button_with(const WelcomePage& page, const QString& text) {
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->text() == text && !button->isHidden()) return button;
  }
  return nullptr;
}

TEST(WelcomePage, MarksFilesThatAreGoneAndRemovesThem) {
  const QTemporaryDir folder;
  const QString there = folder.filePath(QStringLiteral("there.nscope"));
  QFile file(there);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  const QString gone = folder.filePath(QStringLiteral("gone.nscope"));
  const QString away = folder.filePath(QStringLiteral("away.nscope"));
  WelcomePage page;
  page.show();
  page.set_recent_files({there, gone, away});
  QTest::qWait(20);  // rows of a page that is shown already appear a moment later
  QSignalSpy chosen(&page, &WelcomePage::file_chosen);
  QSignalSpy removed(&page, &WelcomePage::removal_requested);
  QPushButton* present = button_with(page, QStringLiteral("there.nscope"));
  ASSERT_NE(present, nullptr);
  present->click();
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toString(), there);
  QPushButton* missing = button_with(page, QStringLiteral("gone.nscope"));
  ASSERT_NE(missing, nullptr);
  EXPECT_FALSE(missing->isEnabled());
  EXPECT_TRUE(missing->toolTip().contains("gone.nscope"));
  QPushButton* all = button_with(page, WelcomePage::tr("Remove Missing Files"));
  ASSERT_NE(all, nullptr);
  all->click();
  ASSERT_EQ(removed.count(), 1);
  EXPECT_EQ(removed[0][0].toStringList(), (QStringList{gone, away}));
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->accessibleName().contains("there.nscope")) button->click();
  }
  EXPECT_EQ(removed.back()[0].toStringList(), QStringList{there});
}

TEST(WelcomePage, EveryBuiltInHasACardWithItsNote) {
  const WelcomePage page;
  for (const app::BuiltIn& entry : app::built_ins()) {
    const auto cards = page.findChildren<QPushButton*>(QStringLiteral("galleryCard"));
    const bool found = std::ranges::any_of(cards, [&](const QPushButton* card) {
      return card->accessibleName() == kind_title(entry.kind) + ": " + to_qstring(entry.title) &&
             card->accessibleDescription() == to_qstring(entry.note);
    });
    EXPECT_TRUE(found) << entry.name;
  }
}

TEST(WelcomePage, HasADoorForEachTask) {
  WelcomePage page;
  QSignalSpy opened(&page, &WelcomePage::open_requested);
  QSignalSpy predicted(&page, &WelcomePage::prediction_requested);
  QSignalSpy asked(&page, &WelcomePage::question_asked);
  for (const char* text : {"Open Capture…", "New Prediction", "What does it cost?",
                           "Which fleet do I need?", "Does a migration pay off?"}) {
    QPushButton* const button = button_with(page, QString::fromUtf8(text));
    ASSERT_NE(button, nullptr) << text;
    button->click();
  }
  EXPECT_EQ(opened.count(), 1);
  EXPECT_EQ(predicted.count(), 1);
  EXPECT_EQ(asked.count(), 3);
}

using DropTest = ShellTest;

TEST_F(DropTest, AQuestionOpensItsView) {
  auto* const page = window_.findChild<WelcomePage*>();
  ASSERT_NE(page, nullptr);
  emit page->question_asked(app::BuiltIn::Kind::kPlan);
  EXPECT_TRUE(window_.plan().fleet().isVisible());
  emit page->question_asked(app::BuiltIn::Kind::kMigration);
  EXPECT_TRUE(window_.plan().decision().isVisible());
  wait_until_idle();
}

TEST_F(DropTest, AFileDroppedOnATextFieldOpensAndIsNoText) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  ASSERT_TRUE(window_.inspect().show_dock(QStringLiteral("sql")));
  auto* field = window_.findChild<QPlainTextEdit*>();
  ASSERT_NE(field, nullptr);
  const QString before = field->toPlainText();
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("broken.ntff"));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("no capture");
  file.close();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(field->viewport(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(field->viewport(), &drop);
  wait_until_idle();
  EXPECT_TRUE(window_.banner().title().contains("broken.ntff"));
  EXPECT_EQ(field->toPlainText(), before);
}

TEST_F(DropTest, TheStartPageComesBackWhileARunIsOpen) {
  window_.show_trace(make_run(), QStringLiteral("run"));
  wait_until_idle();
  auto* welcome = window_.findChild<WelcomePage*>();
  EXPECT_FALSE(welcome->isVisible());
  window_.actions().run(QStringLiteral("file.start_page"));
  EXPECT_TRUE(welcome->isVisible());
  window_.set_mode(Mode::kInspect);
  EXPECT_FALSE(welcome->isVisible());
}

}  // namespace
}  // namespace nscope::gui
