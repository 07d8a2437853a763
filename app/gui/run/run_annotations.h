#pragma once

#include "app/gui/run/autosave_slot.h"
#include "profiler/base/result.h"
#include "profiler/trace/annotations.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace nscope::gui {

/// The annotations of `first`, followed by those of `second` that `first` does not contain.
std::vector<Annotation> joined(const std::vector<Annotation>& first,
                               const std::vector<Annotation>& second);

/// The annotations of the open run. Every change can be undone, and is autosaved to a file soon
/// afterwards so that a crash does not lose it. Other windows of the same run use other files
/// (AutosaveSlot). Views show annotations() and follow changed(). GUI thread.
class RunAnnotations : public QObject {
  Q_OBJECT

 public:
  explicit RunAnnotations(QObject* parent = nullptr);
  ~RunAnnotations() override;

  /// Replaces the annotations by `saved`, those in the session file, and clears the undo history.
  void set_trace(std::shared_ptr<const Trace> trace, std::vector<Annotation> saved);
  /// Sets the folder for autosave files; empty: no autosave. Must be set before the first run.
  void set_autosave_folder(const QString& folder) { folder_ = folder; }

  const std::vector<Annotation>& annotations() const { return *now_; }
  /// The annotations in the session file when it was last read or written.
  const std::vector<Annotation>& saved_annotations() const { return saved_; }
  QUndoStack& undo_stack() { return undo_; }
  /// Whether there are changes that are not in the session file.
  bool unsaved() const { return *now_ != saved_; }

  /// Each call is one undo step. Errors: kInvalidArgument for an annotation that is not valid for
  /// the run, and for more than kMostAnnotations annotations.
  Result<> add(const Annotation& annotation);
  Result<> change(std::size_t index, const Annotation& annotation);
  void remove(const std::vector<std::size_t>& indices);
  /// Adds several annotations in one undo step, for example those of a file. `what` names the step.
  Result<> add_all(const std::vector<Annotation>& annotations, const QString& what);

  /// A marker of the timeline. The rest of its annotation is preserved when it is moved or renamed.
  struct MarkerPlace {
    TraceTime time{};
    std::string name;
    friend bool operator==(const MarkerPlace&, const MarkerPlace&) = default;
    friend bool operator<(const MarkerPlace& a, const MarkerPlace& b) {
      return std::tie(a.time, a.name) < std::tie(b.time, b.name);
    }
  };
  /// Replaces the annotations of kind "marker" by `markers`. An existing annotation is kept for the
  /// marker with the same time and name, or else with the same name, or else with the same time.
  Result<> set_markers(std::vector<MarkerPlace> markers);

  std::string as_json() const;
  /// Call after the annotations were written to the session file; `saved` are those in the file.
  void mark_saved(std::vector<Annotation> saved);

  /// Annotations that were not saved when the run was last open.
  struct Recovery {
    std::vector<Annotation> annotations;
    QDateTime written;
  };
  /// nullopt if the session file already contains all annotations.
  const std::optional<Recovery>& recovery() const { return recovery_; }
  /// Restores the recovered annotations: they replace the current ones, or are added to them if the
  /// user has changed them since.
  void recover();
  void discard_recovery();

 signals:
  /// Annotations were added, changed or removed, or the run changed.
  void changed();
  /// All annotations are in the session file now.
  void saved();
  /// The run is about to change. Views must commit text that is being edited.
  void about_to_change_run();
  void recovery_changed();
  /// The annotations changed for the first time while another window has the run open.
  void kept_apart();
  /// Autosaving failed.
  void autosave_failed(const nscope::Error& error);

 private:
  using List = std::shared_ptr<const std::vector<Annotation>>;
  class ListChange;

  Result<> push(std::vector<Annotation> after, const QString& what);
  void show(List list);
  void autosave();
  void read_recovery();
  std::vector<Annotation> with_recovered() const;

  std::shared_ptr<const Trace> trace_;
  List now_;
  std::vector<Annotation> saved_;
  QUndoStack undo_;
  QString folder_;
  std::optional<AutosaveSlot> slot_;
  bool notified_of_others_ = false;
  QTimer autosave_timer_;
  std::optional<Recovery> recovery_;
};

}  // namespace nscope::gui
