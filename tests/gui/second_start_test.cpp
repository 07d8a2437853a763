// Two processes of the program, as a desktop starts them.
#include "profiler/trace/session/session_file.h"
#include "tests/gui/run_fixtures.h"

#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

constexpr int kPatienceMs = 60'000;

class SecondStartTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a.nscope", "b.nscope"}) {
      TaskControl control;
      ASSERT_TRUE(session_file::save(*make_run(), path(name).toStdString(), control).has_value());
    }
  }

  QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

  std::unique_ptr<QProcess> start(const QStringList& arguments) const {
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder_.path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder_.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), folder_.path());
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(folder_.path());
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(QStringLiteral(NSCOPE_PROGRAM), arguments);
    return process;
  }

  /// The program remembers what it opened: how others see that it did.
  bool opened(const QString& file) const {
    for (int i = 0; i < kPatienceMs / 50; ++i) {
      const QSettings settings(folder_.filePath(QStringLiteral("neuronscope/neuronscope.conf")),
                               QSettings::NativeFormat);
      if (settings.value(QStringLiteral("recent")).toStringList().contains(file)) return true;
      QTest::qWait(50);
    }
    return false;
  }

  static void end(QProcess& process) {
    process.kill();
    process.waitForFinished(kPatienceMs);
  }

  QTemporaryDir folder_;
};

TEST_F(SecondStartTest, OpensItsFileInTheRunningProgram) {
  const auto first = start({path("a.nscope")});
  ASSERT_TRUE(opened(path("a.nscope"))) << first->readAll().toStdString();
  const auto second = start({QStringLiteral("b.nscope")});  // of its working folder
  ASSERT_TRUE(second->waitForFinished(kPatienceMs));
  EXPECT_EQ(second->exitCode(), 0) << second->readAll().toStdString();
  EXPECT_TRUE(opened(path("b.nscope")));
  EXPECT_EQ(first->state(), QProcess::Running);

  // A comparison is no file to open in the running program.
  const auto compared = start({QStringLiteral("--compare"), path("a.nscope"), path("b.nscope")});
  ASSERT_TRUE(compared->waitForStarted(kPatienceMs));
  EXPECT_FALSE(compared->waitForFinished(2000)) << compared->readAll().toStdString();
  end(*compared);

  // --new-window and pictures have nothing to do with the running program.
  const auto own = start({QStringLiteral("--new-window")});
  ASSERT_TRUE(own->waitForStarted(kPatienceMs));
  EXPECT_FALSE(own->waitForFinished(2000)) << own->readAll().toStdString();
  end(*own);
  const auto picture = start({QStringLiteral("--screenshot"), path("p.png"), path("a.nscope")});
  ASSERT_TRUE(picture->waitForFinished(kPatienceMs));
  EXPECT_EQ(picture->exitCode(), 0);
  EXPECT_TRUE(QFile::exists(path("p.png")));
  end(*first);
}

TEST_F(SecondStartTest, AProgramThatWasKilledLeavesNothingInTheWay) {
  const auto killed = start({path("a.nscope")});
  ASSERT_TRUE(opened(path("a.nscope")));
  end(*killed);
  const auto first = start({path("b.nscope")});
  ASSERT_TRUE(opened(path("b.nscope"))) << first->readAll().toStdString();
  EXPECT_EQ(first->state(), QProcess::Running);
  const auto second = start({});
  ASSERT_TRUE(second->waitForFinished(kPatienceMs)) << "it listens on the socket that was left";
  EXPECT_EQ(second->exitCode(), 0);
  end(*first);
}

}  // namespace
}  // namespace nscope::gui
