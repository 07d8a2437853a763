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

/// The notes of `first`, and those of `second` that are not among them.
std::vector<Annotation> joined(const std::vector<Annotation>& first,
                               const std::vector<Annotation>& second);

/// The notes on the run that is open: every change can be taken back, and is written to a
/// file of its own soon after, so that a crash loses nothing; other windows of the same run
/// have files of their own (AutosaveSlot). Views show annotations() and
/// follow changed(). GUI thread.
class RunAnnotations : public QObject {
  Q_OBJECT

 public:
  explicit RunAnnotations(QObject* parent = nullptr);
  ~RunAnnotations() override;

  /// Forgets the notes and the history; `saved` are the notes that the run's file has.
  void set_trace(std::shared_ptr<const Trace> trace, std::vector<Annotation> saved);
  /// Where unsaved notes are kept; empty: nowhere. Set before the first run.
  void set_autosave_folder(const QString& folder) { folder_ = folder; }

  const std::vector<Annotation>& annotations() const { return *now_; }
  /// Those that the run's file had when they were last read or written.
  const std::vector<Annotation>& saved_annotations() const { return saved_; }
  QUndoStack& undo_stack() { return undo_; }
  /// There are changes that the run's file does not have.
  bool unsaved() const { return *now_ != saved_; }

  /// Each is one step to take back. Errors: kInvalidArgument for a note that the run cannot
  /// have, and for more than kMostAnnotations.
  Result<> add(const Annotation& annotation);
  Result<> change(std::size_t index, const Annotation& annotation);
  void remove(const std::vector<std::size_t>& indices);
  /// Adds those of a file (read_annotations()).
  Result<> add_all(const std::vector<Annotation>& annotations, const QString& what);

  /// A marker as the timeline has it: the rest of its note stays when it moves or is renamed.
  struct MarkerPlace {
    TraceTime time{};
    std::string name;
    friend bool operator==(const MarkerPlace&, const MarkerPlace&) = default;
    friend bool operator<(const MarkerPlace& a, const MarkerPlace& b) {
      return std::tie(a.time, a.name) < std::tie(b.time, b.name);
    }
  };
  /// Makes the notes of kind "marker" these: a note goes on as the marker of the same place
  /// and name, else of the same name, else of the same place.
  Result<> set_markers(std::vector<MarkerPlace> markers);

  std::string as_json() const;
  /// The notes were written to the run's file.
  void mark_saved(std::vector<Annotation> saved);

  /// What was not saved when this run was last open; nothing, where the file has it all.
  struct Recovery {
    std::vector<Annotation> annotations;
    QDateTime written;
  };
  const std::optional<Recovery>& recovery() const { return recovery_; }
  /// Takes them over: in place of those of the file, or, where there are new ones, beside.
  void recover();
  void discard_recovery();

 signals:
  /// Notes were added, changed or removed, or are those of another run.
  void changed();
  /// The run's file has them all now.
  void saved();
  /// Those of another run come: what is being typed is kept now or never.
  void about_to_change_run();
  void recovery_changed();
  /// The first change in a window that is not the only one of this run.
  void kept_apart();
  /// The notes cannot be kept safe.
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
  bool told_of_others_ = false;
  QTimer autosave_timer_;
  std::optional<Recovery> recovery_;
};

}  // namespace nscope::gui
