#include "app/gui/shell/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QLockFile>
#include <QPointer>
#include <QStandardPaths>
#include <QTimer>

#include <unistd.h>

namespace nscope::gui {
namespace {

// Another version may ask: what it does not know it must be able to refuse.
constexpr quint32 kProtocol = 0x4e534331;
constexpr int kPatienceMs = 1000;
constexpr qint64 kLargestRequest = 1 << 20;
const QByteArray kReceipt = QByteArrayLiteral("taken\n");

QByteArray packed(const StartRequest& request) {
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_0);
  out << kProtocol << request.files << request.mode << request.built_in;
  return bytes;
}

/// True once a whole request is there; `request` then has it.
bool read_request(QLocalSocket& socket, StartRequest& request, bool& wrong) {
  QDataStream in(&socket);
  in.setVersion(QDataStream::Qt_6_0);
  in.startTransaction();
  quint32 protocol = 0;
  in >> protocol;
  if (in.status() == QDataStream::Ok && protocol != kProtocol) wrong = true;
  in >> request.files >> request.mode >> request.built_in;
  if (in.status() == QDataStream::ReadCorruptData) wrong = true;
  if (socket.bytesAvailable() > kLargestRequest) wrong = true;
  return in.commitTransaction() && !wrong;
}

}  // namespace

SingleInstance::SingleInstance(QString socket_path, QObject* parent)
    : QObject(parent), path_(std::move(socket_path)) {
  server_.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&server_, &QLocalServer::newConnection, this, &SingleInstance::accept);
}

QString SingleInstance::default_path() {
  const QByteArray display = qgetenv("WAYLAND_DISPLAY") + '/' + qgetenv("DISPLAY");
  const QString name =
      QStringLiteral("neuronscope-%1-%2.socket")
          .arg(getuid())
          .arg(QString::fromLatin1(
              QCryptographicHash::hash(display, QCryptographicHash::Sha1).toHex().left(8)));
  const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
  const bool usable = !runtime.isEmpty() && QFileInfo(runtime).isWritable();
  return QDir(usable ? runtime : QDir::tempPath()).filePath(name);
}

bool SingleInstance::hand_over(const StartRequest& request) {
  // Of two starts at once one must come first.
  QLockFile lock(path_ + QStringLiteral(".lock"));
  const bool locked = lock.tryLock(kPatienceMs);
  const Answer answer = send(request);
  // A program that is there and says nothing keeps its socket.
  if (answer == Answer::kNobody && locked) listen();
  return answer == Answer::kTaken;
}

SingleInstance::Answer SingleInstance::send(const StartRequest& request) const {
  // In a folder that everybody writes to, the socket could be another user's.
  const QFileInfo socket_file(path_);
  if (!socket_file.exists() || socket_file.ownerId() != getuid()) return Answer::kNobody;
  QLocalSocket socket;
  socket.connectToServer(path_);
  if (!socket.waitForConnected(kPatienceMs)) return Answer::kNobody;
  socket.write(packed(request));
  if (!socket.waitForBytesWritten(kPatienceMs)) return Answer::kSilence;
  QByteArray answer;
  while (answer.size() < kReceipt.size() && socket.waitForReadyRead(kPatienceMs)) {
    answer += socket.readAll();
  }
  return answer == kReceipt ? Answer::kTaken : Answer::kSilence;
}

void SingleInstance::listen() {
  // Nobody answers there: what is left of a program that ended badly.
  const QFileInfo left(path_);
  if (left.exists() && left.ownerId() == getuid()) QLocalServer::removeServer(path_);
  server_.listen(path_);
}

void SingleInstance::accept() {
  while (QLocalSocket* socket = server_.nextPendingConnection()) {
    socket->setParent(this);
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    // Whoever connects and says nothing must not keep the connection.
    QTimer::singleShot(5 * kPatienceMs, socket, [socket] { socket->abort(); });
    const auto read = [this, socket] {
      StartRequest request;
      bool wrong = false;
      if (read_request(*socket, request, wrong)) {
        socket->write(kReceipt);
        socket->flush();
        socket->disconnectFromServer();
        emit requested(request);
      } else if (wrong) {
        socket->abort();
      }
    };
    connect(socket, &QLocalSocket::readyRead, socket, read);
    if (socket->bytesAvailable() > 0) read();
  }
}

}  // namespace nscope::gui

#include "moc_single_instance.cpp"
