#include "app/gui/run/run_annotations.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/files/atomic_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kAutosaveDelayMs = 500;

/// The annotations in an autosave file; nullopt if the file does not exist or is damaged. The next
/// change replaces a damaged file.
std::optional<std::vector<Annotation>> read_kept(const QString& path, const Trace& trace) {
  QFile file(path);
  if (file.size() > static_cast<qint64>(kLargestAnnotationFile)) return std::nullopt;
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  auto read = read_annotations(file.readAll().toStdString(), to_string(path), trace);
  if (!read) return std::nullopt;
  return std::move(read->annotations);
}

}  // namespace

std::vector<Annotation> joined(const std::vector<Annotation>& first,
                               const std::vector<Annotation>& second) {
  const auto before = [](const Annotation* a, const Annotation* b) {
    const auto content = [](const Annotation& note) {
      return std::tie(note.begin, note.end, note.kind, note.event, note.name, note.text, note.color,
                      note.tracks);
    };
    return content(*a) < content(*b);
  };
  std::set<const Annotation*, decltype(before)> known(before);
  for (const Annotation& note : first) known.insert(&note);
  std::vector<Annotation> all = first;
  for (const Annotation& note : second) {
    if (known.insert(&note).second) all.push_back(note);
  }
  return all;
}

/// An undo step with the lists before and after a change. Lists are shared, so they are not copied.
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
  if (trace_) emit about_to_change_run();
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
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("too many annotations; the limit is 100,000")));
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
  if (index >= after.size())
    return fail(ErrorCode::kInvalidArgument, text_of(tr("the annotation does not exist")));
  after[index] = annotation;
  return push(std::move(after), tr("change annotation"));
}

void RunAnnotations::remove(const std::vector<std::size_t>& indices) {
  std::vector<bool> gone(now_->size());
  for (const std::size_t index : indices) {
    if (index < gone.size()) gone[index] = true;
  }
  std::vector<Annotation> after;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (!gone[i]) after.push_back((*now_)[i]);
  }
  // This cannot fail: the remaining annotations were already checked.
  (void)push(std::move(after), tr("remove annotation"));
}

Result<> RunAnnotations::set_markers(std::vector<MarkerPlace> markers) {
  std::vector<Annotation> after = *now_;
  std::vector<bool> open;  ///< by annotation: an old marker that is not matched to a new one yet
  for (const Annotation& note : after) open.push_back(note.kind == Annotation::Kind::kMarker);
  // `what` selects the part of the places that is compared.
  const auto go_on = [&](MarkerPlace (*what)(TraceTime, const std::string&)) {
    if (markers.empty()) return;
    std::map<MarkerPlace, std::vector<std::size_t>>
        notes;  // indices of equal places in descending order
    for (std::size_t i = after.size(); i-- > 0;) {
      if (open[i]) notes[what(after[i].begin, after[i].name)].push_back(i);
    }
    std::erase_if(markers, [&](const MarkerPlace& marker) {
      const auto same = notes.find(what(marker.time, marker.name));
      if (same == notes.end() || same->second.empty()) return false;
      const std::size_t index = same->second.back();
      same->second.pop_back();
      open[index] = false;
      after[index].name = marker.name;
      after[index].begin = after[index].end = marker.time;
      return true;
    });
  };
  go_on([](TraceTime time, const std::string& name) { return MarkerPlace{time, name}; });
  go_on([](TraceTime, const std::string& name) { return MarkerPlace{{}, name}; });
  go_on([](TraceTime time, const std::string&) { return MarkerPlace{time, {}}; });
  std::vector<Annotation> kept;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!open[i]) kept.push_back(std::move(after[i]));
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
  if (slot_ && slot_->is_shared() && !std::exchange(notified_of_others_, true)) emit kept_apart();
}

std::string RunAnnotations::as_json() const {
  return trace_ ? annotations_json(*now_, *trace_) : std::string();
}

void RunAnnotations::mark_saved(std::vector<Annotation> saved) {
  saved_ = std::move(saved);
  autosave_timer_.stop();
  autosave();
  emit this->saved();
}

/// Writes unsaved annotations to the autosave file, or removes the file if all are saved.
void RunAnnotations::autosave() {
  if (!slot_) return;
  const QString path = slot_->path();
  if (!unsaved() && !recovery_) {
    QFile::remove(path);
    return;
  }
  if (path.isEmpty()) {
    emit autosave_failed({ErrorCode::kIo, text_of(tr("too many windows have this run open")), {}});
    return;
  }
  // Include annotations that are not recovered yet, so that a second crash does not lose them.
  const std::string json = annotations_json(with_recovered(), *trace_);
  if (auto written = write_file(to_string(path), json); !written) {
    emit autosave_failed(written.error());
  }
}

/// Reads the autosave files of this window and of windows that no longer exist, and merges them
/// into one file.
void RunAnnotations::read_recovery() {
  slot_.reset();
  notified_of_others_ = false;
  if (folder_.isEmpty() || !trace_) return;
  slot_.emplace(folder_, to_qstring(run_fingerprint(*trace_)));
  std::optional<std::vector<Annotation>> kept;
  QDateTime written;
  for (const QString& path : QStringList(slot_->path()) + slot_->orphans()) {
    auto read = read_kept(path, *trace_);
    if (!read) continue;
    kept = kept ? joined(*kept, *read) : std::move(*read);
    if (kept->size() > kMostAnnotations) kept->resize(kMostAnnotations);
    const QDateTime when = QFileInfo(path).lastModified();
    if (!written.isValid() || when > written) written = when;
  }
  const bool offers = kept && *kept != saved_;
  if (offers) recovery_ = Recovery{std::move(*kept), written};
  if (slot_->orphans().isEmpty()) return;
  if (offers) {
    const std::string json = annotations_json(recovery_->annotations, *trace_);
    // If writing fails, keep the original files.
    if (!write_file(to_string(slot_->path()), json)) return;
  }
  slot_->remove_orphans();
}

/// The current annotations together with the recovered ones. If there are no unsaved changes, the
/// recovered annotations alone, because they started from the same saved annotations.
std::vector<Annotation> RunAnnotations::with_recovered() const {
  if (!recovery_) return *now_;
  if (!unsaved()) return recovery_->annotations;
  std::vector<Annotation> all = joined(*now_, recovery_->annotations);
  if (all.size() > kMostAnnotations) all.resize(kMostAnnotations);
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

#include "moc_run_annotations.cpp"
