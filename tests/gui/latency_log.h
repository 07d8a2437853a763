#pragma once

#include <QApplication>
#include <QString>
#include <cstdio>
#include <map>
#include <vector>

namespace nscope::gui {

/// Times of inputs by kind, and the slowest of them. GUI thread.
class LatencyLog {
 public:
  /// `what` describes one input or call, in `ms`.
  void add(const QString& kind, const QString& what, double ms);
  /// For each kind the number, p50, p99, the maximum, how many exceeded `limit` ms, and the
  /// slowest.
  void print(std::FILE* out, double limit) const;

 private:
  struct Entry {
    double ms = 0;
    QString what;
  };
  struct Kind {
    std::vector<double> times;   ///< ms
    std::vector<Entry> slowest;  ///< the slowest first
  };
  std::map<QString, Kind> kinds_;
};

/// An application that measures each event that the GUI thread processes. An event during which a
/// dialog or menu runs its own event loop is not counted, but the events of that loop are.
class TimedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override;
  const LatencyLog& log() const { return log_; }

 private:
  LatencyLog log_;
  int level_ = 0;        ///< of the event loop of the measured event; 0: none is being measured
  bool nested_ = false;  ///< whether an event loop ran inside the measured event
};

}  // namespace nscope::gui
