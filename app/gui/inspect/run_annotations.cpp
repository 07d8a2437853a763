#include "app/gui/inspect/run_annotations.h"

#include "app/gui/text.h"
#include "profiler/base/atomic_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <functional>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kAutosaveDelayMs = 500;

}  // namespace

/// The list before and after a change. Lists are shared, so a step costs no copy.
class RunAnnotations::ListChange : public QUndoCommand {
 public:
  ListChange(RunAnnotations& of, List after, const QString& what)
      : QUndoCommand(what), of_(of), before_(of.now_), after_(std::move(after)) {}

  void undo() override { of_.show(before_); }
  void redo() override { of_.show(after_); }

 private:
  RunAnnotations& of_;
  List before_;
  List after_;
};

RunAnnotations::RunAnnotations(QObject* parent)
    : QObject(parent), now_(std::make_shared<const std::vector<Annotation>>()) {
  autosave_timer_.setSingleShot(true);
  autosave_timer_.setInterval(kAutosaveDelayMs);
  connect(&autosave_timer_, &QTimer::timeout, this, &RunAnnotations::autosave);
}

RunAnnotations::~RunAnnotations() {
  if (autosave_timer_.isActive()) autosave();
}

void RunAnnotations::set_trace(std::shared_ptr<const Trace> trace, std::vector<Annotation> saved) {
  if (autosave_timer_.isActive()) autosave();
  autosave_timer_.stop();
  trace_ = std::move(trace);
  undo_.clear();
  saved_ = std::move(saved);
  now_ = std::make_shared<const std::vector<Annotation>>(saved_);
  recovery_.reset();
  read_recovery();
  emit changed();
  emit recovery_changed();
}

Result<> RunAnnotations::push(std::vector<Annotation> after, const QString& what) {
  if (after.size() > kMostAnnotations) {
    return fail(ErrorCode::kInvalidArgument, "a run has at most 100,000 annotations");
  }
  for (const Annotation& annotation : after) {
    if (auto ok = check_annotation(annotation, *trace_); !ok) return ok;
  }
  if (after == *now_) return {};
  auto list = std::make_shared<const std::vector<Annotation>>(std::move(after));
  undo_.push(new ListChange(*this, std::move(list), what));
  return {};
}

Result<> RunAnnotations::add(const Annotation& annotation) {
  return add_all({annotation}, tr("add annotation"));
}

Result<> RunAnnotations::add_all(const std::vector<Annotation>& annotations, const QString& what) {
  std::vector<Annotation> after = *now_;
  after.insert(after.end(), annotations.begin(), annotations.end());
  return push(std::move(after), what);
}

Result<> RunAnnotations::change(std::size_t index, const Annotation& annotation) {
  std::vector<Annotation> after = *now_;
  if (index >= after.size()) return fail(ErrorCode::kInvalidArgument, "there is no such note");
  after[index] = annotation;
  return push(std::move(after), tr("change annotation"));
}

void RunAnnotations::remove(std::vector<std::size_t> indices) {
  std::vector<Annotation> after = *now_;
  std::sort(indices.begin(), indices.end(), std::greater<>());
  for (const std::size_t index : indices) {
    if (index < after.size()) after.erase(after.begin() + static_cast<std::ptrdiff_t>(index));
  }
  // Fewer notes of those there were break no limit.
  (void)push(std::move(after), tr("remove annotation"));
}

Result<> RunAnnotations::set_markers(std::vector<MarkerPlace> markers) {
  std::vector<Annotation> after = *now_;
  std::vector<Annotation*> open;
  for (Annotation& note : after) {
    if (note.kind == Annotation::Kind::kMarker) open.push_back(&note);
  }
  const auto go_on = [&](const auto& same) {
    std::erase_if(markers, [&](const MarkerPlace& marker) {
      const auto note = std::find_if(open.begin(), open.end(),
                                     [&](const Annotation* each) { return same(*each, marker); });
      if (note == open.end()) return false;
      (*note)->name = marker.name;
      (*note)->begin = (*note)->end = marker.time;
      open.erase(note);
      return true;
    });
  };
  go_on([](const Annotation& note, const MarkerPlace& marker) {
    return note.begin == marker.time && note.name == marker.name;
  });
  go_on([](const Annotation& note, const MarkerPlace& marker) { return note.name == marker.name; });
  go_on(
      [](const Annotation& note, const MarkerPlace& marker) { return note.begin == marker.time; });
  std::vector<Annotation> kept;
  for (Annotation& note : after) {
    if (std::find(open.begin(), open.end(), &note) == open.end()) kept.push_back(std::move(note));
  }
  for (MarkerPlace& marker : markers) {
    Annotation made;
    made.name = std::move(marker.name);
    made.begin = made.end = marker.time;
    kept.push_back(std::move(made));
  }
  return push(std::move(kept), tr("change markers"));
}

void RunAnnotations::show(List list) {
  now_ = std::move(list);
  autosave_timer_.start();
  emit changed();
}

std::string RunAnnotations::as_json() const {
  return trace_ ? annotations_json(*now_, *trace_) : std::string();
}

void RunAnnotations::mark_saved(std::vector<Annotation> saved) {
  saved_ = std::move(saved);
  autosave_timer_.stop();
  autosave();
  emit changed();
}

QString RunAnnotations::autosave_path() const {
  return folder_ + QLatin1Char('/') + to_qstring(run_fingerprint(*trace_)) +
         QStringLiteral(".annotations.json");
}

/// Keeps what the run's file does not have; nothing where it has it all.
void RunAnnotations::autosave() {
  if (folder_.isEmpty() || !trace_) return;
  const QString path = autosave_path();
  if (!unsaved() && !recovery_) {
    QFile::remove(path);
    return;
  }
  QDir().mkpath(folder_);
  // What is still on offer would be lost by a second crash.
  const std::string json = annotations_json(with_recovered(), *trace_);
  if (auto written = write_file(to_string(path), json); !written) {
    emit autosave_failed(written.error());
  }
}

void RunAnnotations::read_recovery() {
  if (folder_.isEmpty() || !trace_) return;
  QFile file(autosave_path());
  if (file.size() > static_cast<qint64>(kLargestAnnotationFile)) return;
  if (!file.open(QIODevice::ReadOnly)) return;
  auto read = read_annotations(file.readAll().toStdString(), to_string(file.fileName()), *trace_);
  // A file that was damaged has nothing to offer; the next change replaces it.
  if (!read || read->annotations == saved_) return;
  recovery_ = Recovery{std::move(read->annotations), QFileInfo(file).lastModified()};
}

/// The notes and those on offer: where nothing was changed since, these alone, since they
/// began with the same.
std::vector<Annotation> RunAnnotations::with_recovered() const {
  if (!recovery_) return *now_;
  if (!unsaved()) return recovery_->annotations;
  std::vector<Annotation> all = *now_;
  for (const Annotation& annotation : recovery_->annotations) {
    const bool known = std::find(all.begin(), all.end(), annotation) != all.end();
    if (!known && all.size() < kMostAnnotations) all.push_back(annotation);
  }
  return all;
}

void RunAnnotations::recover() {
  if (!recovery_) return;
  std::vector<Annotation> annotations = with_recovered();
  recovery_.reset();
  (void)push(std::move(annotations), tr("restore annotations"));  // they were checked when read
  emit recovery_changed();
}

void RunAnnotations::discard_recovery() {
  if (!std::exchange(recovery_, std::nullopt)) return;
  autosave();
  emit recovery_changed();
}

}  // namespace nscope::gui
