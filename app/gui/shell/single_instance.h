#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

namespace nscope::gui {

/// What a second start asks of the running program.
struct StartRequest {
  QStringList files{};  ///< absolute; none: only come to the front
  QString mode{};       ///< as on the command line; empty: none
  QString built_in{};
  friend bool operator==(const StartRequest&, const StartRequest&) = default;
};

/// One program of a user on one display: the first start listens on a socket that
/// only this user can reach, later ones hand over what they were asked to open.
/// Never blocks for more than three seconds: where the running program does not
/// answer, the new one opens a window of its own. GUI thread.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  explicit SingleInstance(QString socket_path = default_path(), QObject* parent = nullptr);

  /// In the user's runtime folder (else the folder for temporary files), one for
  /// each display: a window should open where it was asked for.
  static QString default_path();

  /// True where a running program took the request over. False: this is the first
  /// one and listens from now on, or no program answers.
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
