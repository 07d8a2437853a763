#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

namespace nscope::gui {

/// The request of a second start to the running program.
struct StartRequest {
  QStringList files{};  ///< absolute paths; empty: only raise the window
  QString mode{};       ///< as on the command line; empty: none
  QString built_in{};
  QString source_root{};  ///< absolute path; empty: unchanged
  friend bool operator==(const StartRequest&, const StartRequest&) = default;
};

/// Ensures that a user has one instance of the program per display. The first instance listens on a
/// socket that only this user can access; later ones pass their request to it. Blocks for at most
/// three seconds: if the running program does not respond, the new one opens its own window. GUI
/// thread.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  explicit SingleInstance(QString socket_path = default_path(), QObject* parent = nullptr);

  /// The socket path: in the user's runtime folder or, if absent, the folder for temporary files.
  /// Each display has its own socket, so that a window opens on the right display.
  static QString default_path();

  /// Returns true if a running program accepted the request. Otherwise this program is the first
  /// one and listens from now on, or the running program does not respond.
  bool hand_over(const StartRequest& request);
  bool is_listening() const { return server_.isListening(); }

 signals:
  void requested(const nscope::gui::StartRequest& request);

 private:
  enum class Answer { kTaken, kNobody, kSilence };
  Answer send(const StartRequest& request) const;
  void listen();
  void accept();

  QString path_;
  QLocalServer server_;
};

}  // namespace nscope::gui
