#pragma once

#include <QDateTime>
#include <QString>
#include <deque>

namespace nscope::gui {

/// The last errors shown in this window, for the system report. GUI thread.
class ErrorLog {
 public:
  static constexpr std::size_t kMost = 20;
  struct Entry {
    QDateTime when;
    QString title;
    QString text;
  };

  void add(const QString& title, const QString& text) {
    if (entries_.size() == kMost) entries_.pop_front();
    entries_.push_back({QDateTime::currentDateTime(), title, text});
  }
  const std::deque<Entry>& entries() const { return entries_; }

 private:
  std::deque<Entry> entries_;
};

}  // namespace nscope::gui
