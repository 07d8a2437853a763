#include "app/gui/shell/single_instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLockFile>
#include <QPointer>
#include <QStandardPaths>
#include <QTimer>

#include <unistd.h>

namespace nscope::gui {
namespace {

// Programs of other versions may connect; each rejects the protocols that it does not know.
const QString kProtocol = QStringLiteral("neuronscope/2");
constexpr int kPatienceMs = 1000;
constexpr qint64 kLargestRequest = 1 << 20;
const QByteArray kReceipt = QByteArrayLiteral("taken\n");

/// One line of JSON. Unlike QDataStream's lists, a line has no length that a stranger could
/// set, so that reading one takes no more memory than its bytes.
QByteArray packed(const StartRequest& request) {
  const QJsonObject json{{QStringLiteral("protocol"), kProtocol},
                         {QStringLiteral("files"), QJsonArray::fromStringList(request.files)},
                         {QStringLiteral("mode"), request.mode},
                         {QStringLiteral("built_in"), request.built_in},
                         {QStringLiteral("source_root"), request.source_root}};
  return QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
}

/// True once a whole request has arrived; `request` is then set. `wrong` if it is none.
bool read_request(QLocalSocket& socket, StartRequest& request, bool& wrong) {
  if (!socket.canReadLine()) {
    wrong = !socket.peek(1).startsWith('{') || socket.bytesAvailable() > kLargestRequest;
    return false;
  }
  const QJsonObject json = QJsonDocument::fromJson(socket.readLine(kLargestRequest)).object();
  if (json.value(QStringLiteral("protocol")).toString() != kProtocol) {
    wrong = true;
    return false;
  }
  for (const QJsonValue& file : json.value(QStringLiteral("files")).toArray()) {
    request.files.push_back(file.toString());
  }
  request.mode = json.value(QStringLiteral("mode")).toString();
  request.built_in = json.value(QStringLiteral("built_in")).toString();
  request.source_root = json.value(QStringLiteral("source_root")).toString();
  return true;
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
  // The lock serialises two simultaneous starts.
  QLockFile lock(path_ + QStringLiteral(".lock"));
  const bool locked = lock.tryLock(kPatienceMs);
  const Answer answer = send(request);
  // A running program that does not respond keeps its socket.
  if (answer == Answer::kNobody && locked) listen();
  return answer == Answer::kTaken;
}

SingleInstance::Answer SingleInstance::send(const StartRequest& request) const {
  // In a folder that all users can write to, the socket may belong to another user.
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
  // No program listens on an existing socket; it is left over from a crashed program.
  const QFileInfo left(path_);
  if (left.exists() && left.ownerId() == getuid()) QLocalServer::removeServer(path_);
  server_.listen(path_);
}

void SingleInstance::accept() {
  while (QLocalSocket* socket = server_.nextPendingConnection()) {
    socket->setParent(this);
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    // A client that sends nothing must not keep the connection open.
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
