#include "app/gui/watch/watch_dialog.h"

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/scripting/program_options.h"
#include "app/gui/text/text.h"
#include "app/gui/watch/folder_watcher.h"
#include "tests/gui/shell_fixture.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>

namespace nscope::gui {
namespace {

using testing::HasSubstr;

class WatchDialogTest : public ShellTest {
 protected:
  void write(const QString& name, const char* event) const {
    QFile file(folder_.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents": [{"name": ")" + QByteArray(event) +
               R"(", "ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1}]})");
  }
  WatchDialog& dialog() {
    window_.show_watched();
    return *qobject_cast<WatchDialog*>(window_.dialog());
  }
  /// The state of a file in the list; empty if it is not listed.
  QString state(const QString& name) {
    const TableModel& model = dialog().table().model();
    for (int row = 0; row < model.rowCount(); ++row) {
      if (model.index(row, 0).data().toString() == name)
        return model.index(row, 1).data().toString();
    }
    return {};
  }

  QTemporaryDir folder_;
};

TEST_F(WatchDialogTest, OpensACaptureThatAppearsOnceAndListsTheOthers) {
  write("before.json", "old");
  ASSERT_TRUE(window_.watch_folder(folder_.path()));
  QTest::qWait(1'200);
  write("first.json", "first_event");
  {
    QFile notes(folder_.filePath("notes.txt"));
    ASSERT_TRUE(notes.open(QIODevice::WriteOnly));
    notes.write("hello");
  }
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.inspect().trace() != nullptr; }, 10'000));
  EXPECT_TRUE(window_.windowTitle().contains("first.json"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return state("notes.txt") == "Skipped"; }, 10'000));
  EXPECT_EQ(to_string(state("first.json")), "Is open");
  EXPECT_EQ(to_string(state("before.json")), "Was there before");
  const auto trace = window_.inspect().trace();

  write("second.json", "second_event");
  ASSERT_TRUE(QTest::qWaitFor([&] { return state("second.json") == "Is open"; }, 10'000));
  EXPECT_EQ(to_string(state("first.json")), "Was opened");
  EXPECT_NE(window_.inspect().trace(), trace);

  // A broken capture says so, and without the choice nothing opens.
  dialog().opens_box().setChecked(false);
  write("third.json", "third_event");
  ASSERT_TRUE(QTest::qWaitFor([&] { return state("third.json") == "Complete"; }, 10'000));
  EXPECT_TRUE(window_.windowTitle().contains("second.json"));

  QDir(folder_.path()).removeRecursively();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.watcher().scan().folder_missing; }, 5'000));
  EXPECT_THAT(to_string(dialog().status()), HasSubstr("cannot be read now"));
  EXPECT_EQ(to_string(state("first.json")), "Removed");
  QTest::mouseClick(&dialog().watch_button(), Qt::LeftButton);
  EXPECT_FALSE(window_.watcher().is_watching());
}

TEST_F(WatchDialogTest, TheMenuShowsTheDialogAndMissingFoldersAreErrors) {
  window_.actions().run("file.watch");
  ASSERT_NE(qobject_cast<WatchDialog*>(window_.dialog()), nullptr);
  EXPECT_TRUE(dialog().table().message().contains("Nothing was found yet"));
  const auto missing = window_.watch_folder(folder_.filePath("absent"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(window_.watcher().is_watching());
}

TEST(WatchOption, RefusesOtherMachinesAndNamesTheOption) {
  const auto remote = parse_arguments({"neuronscope", "--watch", "ssh://host/captures"});
  ASSERT_FALSE(remote);
  EXPECT_EQ(remote.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(nscope::to_string(remote.error()), HasSubstr("--watch ssh://host/captures"));
  EXPECT_THAT(nscope::to_string(remote.error()), HasSubstr("sshfs"));
  const QTemporaryDir folder;
  const auto here = parse_arguments({"neuronscope", "--watch", folder.path()});
  ASSERT_TRUE(here);
  EXPECT_EQ(here->watch, folder.path());
}

}  // namespace
}  // namespace nscope::gui
