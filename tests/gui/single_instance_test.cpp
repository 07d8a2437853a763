#include "app/gui/shell/single_instance.h"

#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class SingleInstanceTest : public testing::Test {
 protected:
  /// A second start, as another process would do it: its wait is not ours.
  bool second_start(const StartRequest& request) {
    bool taken = false;
    std::unique_ptr<QThread> thread(QThread::create([&] {
      SingleInstance second(socket_);
      taken = second.hand_over(request);
    }));
    thread->start();
    while (!thread->isFinished()) QTest::qWait(10);
    return taken;
  }

  QTemporaryDir folder_;
  QString socket_ = folder_.filePath(QStringLiteral("s.socket"));
};

TEST_F(SingleInstanceTest, TheFirstListensAndGetsWhatTheSecondWasAskedFor) {
  SingleInstance first(socket_);
  EXPECT_FALSE(first.hand_over({}));
  ASSERT_TRUE(first.is_listening());
  std::vector<StartRequest> got;
  QObject::connect(&first, &SingleInstance::requested,
                   [&](const StartRequest& request) { got.push_back(request); });
  const StartRequest request{{QStringLiteral("/tmp/ä b.nscope"), QStringLiteral("/c.ntff")},
                             QStringLiteral("plan"),
                             QStringLiteral("example")};
  EXPECT_TRUE(second_start(request));
  EXPECT_TRUE(second_start({}));
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0], request);
  EXPECT_EQ(got[1], StartRequest());
}

TEST_F(SingleInstanceTest, OnlyTheUserReachesTheSocket) {
  SingleInstance first(socket_);
  first.hand_over({});
  ASSERT_TRUE(first.is_listening());
  const auto others = QFile::permissions(socket_) &
                      (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther);
  EXPECT_EQ(others, QFile::Permissions());
}

TEST_F(SingleInstanceTest, ASocketThatNobodyListensOnIsReplaced) {
  QFile stale(socket_);
  ASSERT_TRUE(stale.open(QIODevice::WriteOnly));
  stale.close();
  SingleInstance first(socket_);
  EXPECT_FALSE(first.hand_over({}));
  EXPECT_TRUE(first.is_listening());
  EXPECT_TRUE(second_start({}));
}

TEST_F(SingleInstanceTest, AProgramThatSaysNothingKeepsItsSocket) {
  QLocalServer silent;
  ASSERT_TRUE(silent.listen(socket_));
  SingleInstance second(socket_);
  EXPECT_FALSE(second.hand_over({{QStringLiteral("/a")}}));
  EXPECT_FALSE(second.is_listening());
  EXPECT_TRUE(QFileInfo::exists(socket_));
}

TEST_F(SingleInstanceTest, NoiseIsNoRequest) {
  SingleInstance first(socket_);
  first.hand_over({});
  int requests = 0;
  QObject::connect(&first, &SingleInstance::requested, [&] { ++requests; });
  const QByteArray other_protocol = R"({"protocol":"neuronscope/9","files":["/a"]})"
                                    "\n";
  const QByteArray not_json = "{no JSON\n";
  // As of version 1, whose lists begin with a length: 3 billion files.
  const QByteArray old_version = QByteArray::fromHex("4e534331b2d05e00") + QByteArray(64, 'x');
  for (const QByteArray& noise : {QByteArray(4096, 'x'), other_protocol, not_json, old_version,
                                  QByteArray((1 << 20) + 2, '{')}) {
    QLocalSocket socket;
    socket.connectToServer(socket_);
    ASSERT_TRUE(socket.waitForConnected(1000));
    QSignalSpy closed(&socket, &QLocalSocket::disconnected);
    socket.write(noise);
    socket.flush();
    EXPECT_TRUE(closed.wait(4000)) << noise.left(20).toStdString() << " is not rejected";
    EXPECT_EQ(requests, 0);
  }
  EXPECT_TRUE(second_start({})) << "and others are served as before";
  EXPECT_EQ(requests, 1);
}

}  // namespace
}  // namespace nscope::gui
