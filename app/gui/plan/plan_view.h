#pragma once

#include "app/core/built_in.h"
#include "app/gui/background/job.h"
#include "profiler/base/result.h"

#include <QString>
#include <QWidget>
#include <string>
#include <vector>

namespace nscope::gui {

/// One view of Plan mode: a document at the left, what follows from it at the right. GUI
/// thread.
class PlanView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The kind of its documents; decides which view opens a built-in one.
  virtual app::BuiltIn::Kind kind() const = 0;
  /// A file, or a built-in document of the kind.
  virtual void load(const std::string& name) = 0;
  /// What the user asked for by name: loads it, and begins what takes long.
  virtual void open(const std::string& name) { load(name); }
  /// Whether nothing was loaded yet.
  virtual bool is_empty() const = 0;
  /// The built-in document that is shown first.
  virtual std::string example() const = 0;
  /// The work that the status bar lists.
  virtual std::vector<Job*> jobs() = 0;

  /// Left text of the status bar.
  const QString& status() const { return status_; }

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void status_changed(const QString& text);

 protected:
  void set_status(const QString& text);

 private:
  QString status_;
};

}  // namespace nscope::gui
