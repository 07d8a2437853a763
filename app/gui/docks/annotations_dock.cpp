#include "app/gui/docks/annotations_dock.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/disconnect_fields.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/track_path.h"

#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kTypingPauseMs = 700;

struct NoteColor {
  std::uint32_t value;
  QString name;
};

/// Colours that readers with a colour vision deficiency can distinguish.
std::vector<NoteColor> note_colors() {
  return {{0x4f9cf9, AnnotationsDock::tr("Blue")},   {0x2bb58a, AnnotationsDock::tr("Green")},
          {0xe69f00, AnnotationsDock::tr("Orange")}, {0xe06a3b, AnnotationsDock::tr("Red")},
          {0xcc79a7, AnnotationsDock::tr("Pink")},   {0x8b95a5, AnnotationsDock::tr("Grey")}};
}

QIcon swatch(std::uint32_t color) {
  QPixmap picture(12, 12);
  picture.fill(QColor::fromRgb(color));
  return QIcon(picture);
}

QString kind_text(Annotation::Kind kind) {
  switch (kind) {
    case Annotation::Kind::kEvent: return AnnotationsDock::tr("event");
    case Annotation::Kind::kRange: return AnnotationsDock::tr("range");
    case Annotation::Kind::kMarker: return AnnotationsDock::tr("marker");
  }
  return {};
}

QString place_text(const Annotation& annotation, const Trace& trace) {
  if (annotation.kind == Annotation::Kind::kEvent) {
    const Trace::SliceRef slice = trace.slice(annotation.event);
    return to_qstring(track_path(trace, *slice.track));
  }
  if (annotation.kind == Annotation::Kind::kMarker) return {};
  const auto count = static_cast<int>(annotation.tracks.size());
  if (count == 0) return AnnotationsDock::tr("all tracks");
  return count == 1 ? to_qstring(track_path(trace, trace.track(annotation.tracks.front())))
                    : AnnotationsDock::tr("%1 tracks").arg(count);
}

Table notes_table(const std::vector<Annotation>& annotations, const Trace& trace) {
  const auto title = [](const QString& text) { return text_of(text); };
  Table table({{.id = "name", .title = title(AnnotationsDock::tr("Name"))},
               {.id = "kind", .title = title(AnnotationsDock::tr("Kind"))},
               {.id = "start_ns", .title = title(AnnotationsDock::tr("Start")), .unit = "ns"},
               {.id = "duration_ns", .title = title(AnnotationsDock::tr("Duration")), .unit = "ns"},
               {.id = "place", .title = title(AnnotationsDock::tr("Tracks"))},
               {.id = "text", .title = title(AnnotationsDock::tr("Text"))}});
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  for (const Annotation& note : annotations) {
    Cell duration = Missing{Text()};
    if (note.kind != Annotation::Kind::kMarker) {
      duration = static_cast<double>((note.end - note.begin).value()) / per_ns;
    }
    table.add_row({note.name, to_string(kind_text(note.kind)),
                   static_cast<double>(note.begin.value()) / per_ns, duration,
                   to_string(place_text(note, trace)), note.text.substr(0, note.text.find('\n'))});
  }
  return table;
}

struct Saved {
  std::vector<Annotation> all;
  std::vector<Annotation> others;  ///< the part of `all` that another window saved
};

/// Saves `own` in the session `path`. Annotations in the file that are not in `read` were saved by
/// another window after this window read the file, and are kept. `view`: state of the view.
Result<Saved> save_beside(const std::string& path, const Trace& trace,
                          const std::vector<Annotation>& own, const std::vector<Annotation>& read,
                          const std::string& view) {
  const auto found = session_file::load_annotations(path, trace);
  if (!found) return fail(found.error());
  std::vector<Annotation> since = joined(read, *found);
  since.erase(since.begin(), since.begin() + std::ssize(read));
  Saved saved{joined(own, since), {}};
  saved.others.assign(saved.all.begin() + std::ssize(own), saved.all.end());
  if (saved.all.size() > kMostAnnotations) {
    return fail(ErrorCode::kInvalidArgument,
                tr("too many annotations: with those saved by another window, the run "
                   "would have more than 100,000"),
                path);
  }
  if (auto stored = session_file::store_annotations(path, saved.all, view); !stored) {
    return fail(stored.error());
  }
  return saved;
}

}  // namespace

AnnotationsDock::AnnotationsDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent),
      save_job_(new Job(tr("Saving annotations"), this)),
      split_(new QSplitter(Qt::Horizontal)),
      list_(new TablePanel(tr("No annotations. Select an event or a range in the timeline, then "
                              "choose Add."))) {
  build_layout();
  connect_editor();
  connect(&notes(), &RunAnnotations::changed, this, &AnnotationsDock::follow_notes);
  connect(&notes(), &RunAnnotations::saved, this, &AnnotationsDock::show_actions);
  connect(&notes(), &RunAnnotations::about_to_change_run, this, &AnnotationsDock::commit);
  connect(&notes(), &RunAnnotations::recovery_changed, this, &AnnotationsDock::show_recovery);
  connect(&run, &RunView::event_changed, this, &AnnotationsDock::show_actions);
  connect(&run, &RunView::range_changed, this, &AnnotationsDock::show_actions);
  connect(list_, &TablePanel::row_chosen, this, &AnnotationsDock::point_at_current);
  connect(list_, &TablePanel::row_activated, this, &AnnotationsDock::go_to);
  list_->model().set_row_hint([](const Table&, std::size_t) {
    return tr("Double-click or press Enter to show the annotation in the timeline.");
  });
  list_->model().set_row_color([this](std::size_t row) {
    const auto& all = notes().annotations();
    return row < all.size() ? QColor::fromRgb(all[row].color) : QColor();
  });
}

AnnotationsDock::~AnnotationsDock() {
  commit();
  disconnect_fields(*this);
}

void AnnotationsDock::build_layout() {
  list_->view().setAccessibleName(tr("Annotations"));
  split_->addWidget(list_);
  split_->addWidget(build_editor());
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  split_->setSizes({680, 320});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(build_bar());
  layout->addWidget(build_recovery());
  layout->addWidget(split_, 1);
  auto* remove = new QShortcut(Qt::Key_Delete, &list_->view());
  remove->setContext(Qt::WidgetShortcut);
  connect(remove, &QShortcut::activated, this, &AnnotationsDock::remove_selected);
}

QWidget* AnnotationsDock::build_bar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 8, 12, 4);
  row->setSpacing(8);
  const auto button = [row](const QString& text, const QString& tip) {
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    row->addWidget(made);
    return made;
  };
  auto* add = button(tr("Add ▾"), tr("Adds an annotation to the selected event or range."));
  add->setObjectName(QStringLiteral("primary"));
  auto* menu = new QMenu(add);
  menu->setToolTipsVisible(true);
  using Kind = Annotation::Kind;
  const auto entry = [this, menu](const QString& text, Kind kind) {
    return menu->addAction(text, this, [this, kind] {
      if (auto made = of_selection(kind)) this->add(std::move(*made));
    });
  };
  add_event_ = entry(tr("Annotate Selected Event"), Kind::kEvent);
  add_range_ = entry(tr("Annotate Selected Range"), Kind::kRange);
  add_marker_ = entry(tr("Add Marker at Start of Selection"), Kind::kMarker);
  add->setMenu(menu);
  remove_ = button(tr("Remove"), tr("Removes the selected annotations (Delete)."));
  connect(remove_, &QPushButton::clicked, this, &AnnotationsDock::remove_selected);
  const auto history = [&](QAction* action, const QKeySequence& keys, const QString& text) {
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    auto* made = button(text, action->text());
    connect(made, &QPushButton::clicked, action, &QAction::trigger);
    made->setEnabled(action->isEnabled());
    connect(action, &QAction::changed, made, [made, action] {
      made->setEnabled(action->isEnabled());
      made->setToolTip(action->text());
    });
  };
  QUndoStack& stack = notes().undo_stack();
  history(stack.createUndoAction(this, tr("Undo")), QKeySequence::Undo, tr("Undo"));
  history(stack.createRedoAction(this, tr("Redo")), QKeySequence::Redo, tr("Redo"));
  row->addStretch(1);
  const QString filter = tr("Annotations (*.json)");
  auto* from = button(tr("Import…"), tr("Adds the annotations from a JSON file."));
  connect(from, &QPushButton::clicked, this, [this, filter] {
    const QString path = ask_open_file(
        this, {.title = tr("Import Annotations"), .use = FileUse::kAnnotations, .filters = filter});
    if (!path.isEmpty()) import_from(path);
  });
  auto* to = button(tr("Export…"), tr("Writes all annotations to a JSON file."));
  connect(to, &QPushButton::clicked, this, [this, filter] {
    const QString path = ask_save_file(this, {.title = tr("Export Annotations"),
                                              .use = FileUse::kAnnotations,
                                              .filters = filter,
                                              .name = QStringLiteral("annotations.json")});
    if (!path.isEmpty()) export_to(path);
  });
  save_ = button(tr("Save in Session"), QString());
  connect(save_, &QPushButton::clicked, this, &AnnotationsDock::save);
  return bar;
}

QWidget* AnnotationsDock::build_recovery() {
  recovery_ = new QFrame;
  recovery_->setObjectName(QStringLiteral("banner"));
  recovery_->setAccessibleName(tr("Unsaved annotations"));
  recovery_text_ = named_label("bannerText");
  recovery_text_->setWordWrap(true);
  restore_ = new QPushButton(tr("Restore"));
  discard_ = new QPushButton(tr("Discard"));
  auto* row = new QHBoxLayout(recovery_);
  row->setContentsMargins(12, 6, 12, 6);
  row->setSpacing(8);
  row->addWidget(recovery_text_, 1);
  row->addWidget(restore_);
  row->addWidget(discard_);
  connect(restore_, &QPushButton::clicked, this, [this] { notes().recover(); });
  connect(discard_, &QPushButton::clicked, this, [this] { notes().discard_recovery(); });
  auto* margins = new QWidget;
  auto* around = new QVBoxLayout(margins);
  around->setContentsMargins(12, 0, 12, 4);
  around->addWidget(recovery_);
  recovery_->hide();
  margins->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  return margins;
}

QWidget* AnnotationsDock::build_editor() {
  editor_ = new QWidget;
  editor_->setObjectName(QStringLiteral("panel"));
  editor_->setAttribute(Qt::WA_StyledBackground);
  name_ = new QLineEdit;
  name_->setAccessibleName(tr("Name of the annotation"));
  name_->setPlaceholderText(tr("Name"));
  name_->setMaxLength(int{kLongestAnnotationName});
  color_ = new ChoiceBox;
  color_->setAccessibleName(tr("Colour of the annotation"));
  text_ = new QPlainTextEdit;
  text_->setAccessibleName(tr("Text of the annotation"));
  text_->setPlaceholderText(tr("Text"));
  text_->setTabChangesFocus(true);
  text_->installEventFilter(this);
  place_ = named_label("caption");
  place_->setWordWrap(true);
  auto* first = new QHBoxLayout;
  first->setSpacing(8);
  first->addWidget(name_, 1);
  first->addWidget(color_);
  auto* layout = new QVBoxLayout(editor_);
  layout->setContentsMargins(12, 4, 12, 10);
  layout->setSpacing(6);
  layout->addLayout(first);
  layout->addWidget(place_);
  layout->addWidget(text_, 1);
  return editor_;
}

void AnnotationsDock::connect_editor() {
  typing_.setSingleShot(true);
  typing_.setInterval(kTypingPauseMs);
  connect(&typing_, &QTimer::timeout, this, &AnnotationsDock::commit);
  connect(name_, &QLineEdit::textEdited, &typing_, qOverload<>(&QTimer::start));
  connect(name_, &QLineEdit::editingFinished, this, &AnnotationsDock::commit);
  connect(text_, &QPlainTextEdit::textChanged, &typing_, qOverload<>(&QTimer::start));
  connect(color_, &QComboBox::activated, this, &AnnotationsDock::commit);
}

bool AnnotationsDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched == text_ && event->type() == QEvent::FocusOut) commit();
  return DockView::eventFilter(watched, event);
}

void AnnotationsDock::refresh() {
  if (is_other_run()) current_.reset();
  show_list();
  show_recovery();
}

void AnnotationsDock::follow_notes() {
  if (!is_seen()) return mark_stale();
  show_list();
}

/// Finds the selected annotation again after the list changed: its index may be different now.
void AnnotationsDock::find_current() {
  const auto& all = notes().annotations();
  if (!current_ || (*current_ < all.size() && all[*current_] == shown_)) return;
  const auto at = std::find(all.begin(), all.end(), shown_);
  const bool changed_in_place = at == all.end() && all.size() == shown_of_;
  if (at != all.end()) current_ = static_cast<std::size_t>(at - all.begin());
  if (at == all.end() && !changed_in_place) current_.reset();
}

void AnnotationsDock::show_list() {
  show_actions();
  const auto& trace = run().trace();
  const auto& all = notes().annotations();
  find_current();
  const QSignalBlocker blocker(list_);
  list_->set_table(trace ? notes_table(all, *trace) : Table());
  if (current_) list_->select_row(*current_);
  show_current();
}

void AnnotationsDock::show_current() {
  typing_.stop();
  editor_->setEnabled(current_.has_value());
  const Annotation note = current_ ? notes().annotations()[*current_] : Annotation{};
  shown_ = note;
  shown_of_ = notes().annotations().size();
  const QSignalBlocker name_blocker(name_);
  const QSignalBlocker text_blocker(text_);
  // Setting an unchanged text would move the cursor.
  const auto differs = [](const QString& shown, const std::string& text) {
    return to_string(shown) != text;
  };
  if (differs(name_->text(), note.name)) name_->setText(to_qstring(note.name));
  if (differs(text_->toPlainText(), note.text)) text_->setPlainText(to_qstring(note.text));
  color_->clear();
  for (const auto& [value, name] : note_colors()) color_->addItem(swatch(value), name, value);
  if (color_->findData(note.color) < 0) {
    const QString hex = QColor::fromRgb(note.color).name();
    color_->addItem(swatch(note.color), hex, note.color);
  }
  color_->setCurrentIndex(color_->findData(note.color));
  place_->setText(current_ ? place_text(note, *run().trace()) : tr("Select an annotation."));
  // The fields may change the text, for example its line ends. Only real edits must count as
  // changes, so compare with what the fields return.
  shown_name_ = name_->text();
  shown_text_ = text_->toPlainText();
}

void AnnotationsDock::show_recovery() {
  const auto& recovery = notes().recovery();
  recovery_->setVisible(recovery.has_value());
  if (!recovery) return;
  const QString when = QLocale().toString(recovery->written, QLocale::ShortFormat);
  recovery_text_->setText(tr("This run has unsaved annotations from %1 (%2 in total).")
                              .arg(when, QLocale().toString(recovery->annotations.size())));
}

void AnnotationsDock::show_actions() {
  const bool open = run().trace() != nullptr;
  const auto allow = [](QAction* action, bool possible, const QString& why_not) {
    action->setEnabled(possible);
    action->setToolTip(possible ? QString() : why_not);
  };
  const bool event = open && run().selected_event().valid();
  const bool range = open && run().range().has_value();
  allow(add_event_, event, tr("Select an event in the timeline first."));
  allow(add_range_, range, tr("Select a range in the timeline first."));
  allow(add_marker_, event || range, tr("Select an event or a range in the timeline first."));
  remove_->setEnabled(!notes().annotations().empty());
  const bool session = !run().session().isEmpty();
  save_->setEnabled(open && session && notes().unsaved());
  save_->setToolTip(!session ? tr("This run is not saved as a session. Saving it as a session "
                                  "(Ctrl+Shift+S) also saves its annotations.")
                    : notes().unsaved() ? tr("Saves the annotations in %1.").arg(run().session())
                                        : tr("All annotations are saved in the session."));
}

std::optional<Annotation> AnnotationsDock::of_selection(Annotation::Kind kind) const {
  const auto& trace = run().trace();
  if (!trace) return std::nullopt;
  const SliceId event = run().selected_event();
  const auto range = ticks_of(run().range());
  Annotation made{.kind = kind, .name = to_string(tr("Marker"))};
  if (kind == Annotation::Kind::kEvent) {
    if (!event.valid()) return std::nullopt;
    made.event = event;
    made.name = std::string(trace->text(trace->slice(event).name()));
    (void)shorten(made.name, kLongestAnnotationName / 4);
  } else if (kind == Annotation::Kind::kRange) {
    if (!range) return std::nullopt;
    made.name = to_string(tr("Range"));
    made.tracks = run().range()->tracks;
  }
  if (event.valid() && kind != Annotation::Kind::kRange) {
    made.begin = trace->slice(event).begin();
    made.end = kind == Annotation::Kind::kEvent ? trace->slice(event).end() : made.begin;
  } else if (range) {
    made.begin = range->first;
    made.end = kind == Annotation::Kind::kRange ? range->second : made.begin;
  } else {
    return std::nullopt;
  }
  return made;
}

void AnnotationsDock::add(Annotation annotation) {
  commit();
  const std::size_t index = notes().annotations().size();
  current_ = index;
  shown_ = annotation;
  const auto added = notes().add(annotation);
  report(tr("Cannot add the annotation"), added);
  if (!added) return show_list();
  name_->setFocus();
  name_->selectAll();
}

void AnnotationsDock::enter(const QString& text) {
  using Kind = Annotation::Kind;
  for (const Kind kind : {Kind::kEvent, Kind::kRange}) {
    auto made = of_selection(kind);
    if (!made) continue;
    made->name = to_string(text);
    return add(std::move(*made));
  }
}

void AnnotationsDock::commit() {
  typing_.stop();
  if (!current_ || *current_ >= notes().annotations().size()) return;
  Annotation note = notes().annotations()[*current_];
  if (name_->text() != shown_name_) note.name = to_string(name_->text());
  if (text_->toPlainText() != shown_text_) note.text = to_string(text_->toPlainText());
  note.color = color_->currentData().toUInt();
  if (note == notes().annotations()[*current_]) return;
  shown_ = note;
  report(tr("Cannot change the annotation"), notes().change(*current_, note));
}

void AnnotationsDock::remove_selected() {
  std::vector<std::size_t> rows = list_->selected_rows();
  if (rows.empty() && current_) rows.push_back(*current_);
  if (rows.empty()) return;
  current_.reset();
  notes().remove(rows);
}

void AnnotationsDock::point_at_current() {
  const auto row = list_->current_row();
  if (row == current_) return;
  commit();
  current_ = row;
  show_current();
  if (!current_) return;
  const Annotation& note = notes().annotations()[*current_];
  if (note.kind == Annotation::Kind::kEvent) run().reveal(note.event);
  if (note.kind == Annotation::Kind::kRange) {
    run().set_range(SelectedRange{
        .time = {static_cast<double>(note.begin.value()), static_cast<double>(note.end.value())},
        .tracks = note.tracks});
  }
}

void AnnotationsDock::go_to(std::size_t index) {
  const Annotation& note = notes().annotations()[index];
  if (note.kind == Annotation::Kind::kEvent) return run().zoom_to(note.event);
  const auto begin = static_cast<double>(note.begin.value());
  const auto end = static_cast<double>(note.end.value());
  if (end > begin) return run().show_time(with_margin({begin, end}, 0.2));
  const Trace& trace = *run().trace();
  const double around = static_cast<double>((trace.end() - trace.begin()).value()) * 0.02;
  run().show_time({begin - around, begin + around});
}

void AnnotationsDock::import_from(const QString& path) {
  const auto& trace = run().trace();
  if (!trace) return;
  const auto refuse = [&](const Error& error) {
    emit failed(tr("Cannot import %1").arg(QFileInfo(path).fileName()), error);
  };
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    return refuse({ErrorCode::kIo, text_of(file.errorString()), to_string(path)});
  }
  // Read one byte more than the limit, so that read_annotations can detect a file that is too
  // large.
  const QByteArray json = file.read(static_cast<qint64>(kLargestAnnotationFile) + 1);
  const auto read = read_annotations({json.constData(), static_cast<std::size_t>(json.size())},
                                     to_string(path), *trace);
  if (!read) return refuse(read.error());
  commit();
  if (auto added = notes().add_all(read->annotations, tr("import annotations")); !added) {
    return refuse(added.error());
  }
}

void AnnotationsDock::export_to(const QString& path) {
  commit();
  report(tr("Cannot export the annotations"), write_file(to_string(path), notes().as_json()));
}

void AnnotationsDock::save() {
  commit();
  const QString session = run().session();
  if (session.isEmpty()) return;
  const RunAnnotations& now = notes();
  save_job_->start(
      [session, trace = run().trace(), own = now.annotations(), read = now.saved_annotations(),
       view = run().view_text()](TaskControl&) {
        return save_beside(to_string(session), *trace, own, read, view);
      },
      [this, trace = run().trace()](Result<Saved> saved) {
        if (!saved) return report(tr("Cannot save the annotations"), fail(saved.error()));
        if (trace != run().trace()) return;
        if (!saved->others.empty()) {
          report(tr("Cannot add the annotations from another window"),
                 notes().add_all(saved->others, tr("add annotations from another window")));
        }
        notes().mark_saved(std::move(saved->all));
      });
}

void AnnotationsDock::report(const QString& what, const Result<>& done) {
  if (!done) emit failed(what, done.error());
}

}  // namespace nscope::gui

#include "moc_annotations_dock.cpp"
