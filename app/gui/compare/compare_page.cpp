#include "app/gui/compare/compare_page.h"

#include "app/gui/files/capture_filters.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/provenance_text.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>

namespace nscope::gui {
namespace {

constexpr std::size_t kReportRows = 50;
constexpr int kSideWidth = 380;

QStringList local_files(const QMimeData& mime) {
  QStringList paths;
  for (const QUrl& url : mime.urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  return paths;
}

/// "54.3 µs · measured · trn2.3xlarge · 3 runs".
QString details_of(const CompareSide& side) {
  QStringList parts;
  if (const auto& trace = side.trace()) {
    const auto total = analysis::Scope(*trace, {}).total();
    parts << duration_text(*trace, total);
    const QString provenance = provenance_text(*trace);
    parts << (provenance.isEmpty() ? ComparePage::tr("measured") : provenance);
    const std::string instance = trace->property_text(property::kInstanceType);
    if (!instance.empty()) parts << to_qstring(instance);
  } else {
    parts << ComparePage::tr("summary document");
  }
  if (side.runs.size() > 1) parts << ComparePage::tr("%1 runs").arg(side.runs.size());
  return parts.join(QStringLiteral(" · "));
}

std::vector<std::string> utf8(const QStringList& paths) {
  std::vector<std::string> texts;
  for (const QString& path : paths) texts.push_back(to_string(path));
  return texts;
}

}  // namespace

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent),
      read_job_(new Job(tr("Opening runs"), this)),
      compare_job_(new Job(tr("Comparing runs"), this)),
      stack_(new QStackedLayout(this)),
      empty_(build_empty()),
      body_(new QWidget),
      bar_(new CompareBar),
      timelines_(new TimelineStack),
      changes_(new ChangePanel),
      tables_(new ComparisonTablesPanel) {
  setObjectName(QStringLiteral("page"));
  setAcceptDrops(true);
  auto* rows = new QSplitter(Qt::Vertical);
  rows->addWidget(timelines_);
  rows->addWidget(tables_);
  rows->setStretchFactor(0, 1);
  rows->setSizes({600, 300});
  auto* columns = new QSplitter(Qt::Horizontal);
  columns->addWidget(rows);
  columns->addWidget(changes_);
  columns->setStretchFactor(0, 1);
  columns->setSizes({1220, kSideWidth});
  changes_->setMinimumWidth(280);
  for (QSplitter* splitter : {rows, columns}) {
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
  }
  auto* layout = new QVBoxLayout(body_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(1);
  layout->addWidget(bar_);
  layout->addWidget(columns, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(body_);
  connect_parts();
}

QWidget* ComparePage::build_empty() {
  auto* page = new QWidget;
  auto* title = named_label("pageTitle", tr("Compare runs"));
  auto* text = named_label(
      "muted", tr("Compares two or more runs on one time axis and explains the differences.\n"
                  "Drop sessions, captures, folders of repeated runs, or summary documents here."));
  text->setAlignment(Qt::AlignCenter);
  auto* add = new QPushButton(tr("Add Runs…"));
  add->setObjectName(QStringLiteral("primary"));
  connect(add, &QPushButton::clicked, this, &ComparePage::choose_files);
  auto* layout = new QVBoxLayout(page);
  layout->setSpacing(14);
  layout->addStretch(1);
  layout->addWidget(title, 0, Qt::AlignHCenter);
  layout->addWidget(text, 0, Qt::AlignHCenter);
  layout->addWidget(add, 0, Qt::AlignHCenter);
  offers_ = new QVBoxLayout;
  layout->addLayout(offers_);
  layout->addStretch(2);
  return page;
}

void ComparePage::offer(const QString& open_run, const QStringList& recent) {
  clear_layout(*offers_);
  const auto add = [this](const QString& text, const QString& tip, std::function<void()> run) {
    auto* button = new QPushButton(without_mnemonics(text));
    button->setObjectName(QStringLiteral("link"));
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, [run = std::move(run)] { run(); });
    offers_->addWidget(button, 0, Qt::AlignHCenter);
  };
  if (!open_run.isEmpty()) {
    add(tr("Add the open run: %1").arg(open_run), tr("Adds the run that is open in Inspect."),
        [this] { emit open_run_requested(); });
  }
  for (const QString& path : recent) {
    const QFileInfo info(path);
    if (!info.exists() || info.suffix() == QLatin1String("json")) continue;
    add(tr("Add %1").arg(info.fileName()), path, [this, path] { add_files({path}); });
  }
}

std::vector<QPushButton*> ComparePage::offers() const {
  std::vector<QPushButton*> buttons;
  for (int i = 0; i < offers_->count(); ++i) {
    if (auto* const button = qobject_cast<QPushButton*>(offers_->itemAt(i)->widget())) {
      buttons.push_back(button);
    }
  }
  return buttons;
}

void ComparePage::connect_parts() {
  connect(bar_, &CompareBar::add_requested, this, &ComparePage::choose_files);
  connect(bar_, &CompareBar::by_changed, this, &ComparePage::compare);
  connect(bar_, &CompareBar::alignment_requested, this, &ComparePage::set_alignment);
  connect(bar_, &CompareBar::all_requested, timelines_, &TimelineStack::show_all);
  connect(bar_, &CompareBar::swap_requested, this, [this] { set_base(shown_); });
  connect(bar_, &CompareBar::shown_requested, this, &ComparePage::show_side);
  connect(bar_, &CompareBar::report_requested, this, &ComparePage::make_report);
  connect(bar_, &CompareBar::run_requested, this, [this] {
    if (!read_job_->is_running() && !compare_job_->is_running()) return compare();
    requests_.clear();
    read_job_->cancel();
    compare_job_->cancel();
  });
  connect(changes_, &ChangePanel::evidence_wanted, this, [this](const analysis::CausePart& part) {
    show_evidence(part.base_example, part.new_example);
  });
  connect(changes_, &ChangePanel::cause_chosen, this, [this](const analysis::CausePart& part) {
    highlight_group(to_qstring(part.key.name), part.base_example, part.new_example);
  });
  connect(tables_, &ComparisonTablesPanel::evidence_wanted, this, &ComparePage::show_evidence);
  connect(tables_, &ComparisonTablesPanel::group_chosen, this, &ComparePage::highlight_group);
  connect(tables_, &ComparisonTablesPanel::failed, this, &ComparePage::failed);
  connect(tables_, &ComparisonTablesPanel::place_wanted, this,
          [this](double start, double length, bool of_base) {
            timelines_->show_stretch(of_base ? base_ : shown_, start, length);
          });
  connect(timelines_, &TimelineStack::cursor_moved, this, &ComparePage::update_status);
}

void ComparePage::connect_strip(RunStrip& strip) {
  RunHeader* header = &strip.header();
  const auto with_index = [this, of = &strip](auto action) {
    return [this, of, action] {
      const std::size_t index = timelines_->index_of(of);
      if (index < sides_.size()) action(index);
    };
  };
  connect(header, &RunHeader::label_edited, this,
          [this, of = &strip](const QString& label) { rename(timelines_->index_of(of), label); });
  connect(header, &RunHeader::base_requested, this,
          with_index([this](std::size_t index) { set_base(index); }));
  connect(header, &RunHeader::removed, this,
          with_index([this](std::size_t index) { remove(index); }));
  connect(header, &RunHeader::open_requested, this, with_index([this](std::size_t index) {
            if (sides_[index].trace()) {
              emit open_requested(sides_[index].trace(), sides_[index].label);
            }
          }));
  connect(header, &RunHeader::repeats_requested, this, with_index([this](std::size_t index) {
            add_repeats(index, ask_open_files(this, {.title = tr("Add repeated runs"),
                                                     .filters = capture_filters()}));
          }));
}

void ComparePage::choose_files() {
  add_files(
      ask_open_files(this, {.title = tr("Add runs to compare"), .filters = capture_filters()}));
}

void ComparePage::add_files(const QStringList& paths) {
  if (paths.isEmpty()) return;
  requests_.push_back({.paths = utf8(paths)});
  read_next();
}

void ComparePage::add_repeats(std::size_t side, const QStringList& paths) {
  if (paths.isEmpty()) return;
  requests_.push_back({.paths = utf8(paths), .repeats_of = sides_[side].id});
  read_next();
}

void ComparePage::read_next() {
  if (read_job_->is_running() || requests_.empty()) return;
  const Request request = std::move(requests_.front());
  requests_.pop_front();
  bar_->set_state(CompareBar::State::kBusy);
  read_job_->start(
      [paths = request.paths](TaskControl& control) { return read_sides(paths, control); },
      [this, of = request.repeats_of](SidesRead read) {
        take(std::move(read), of);
        read_next();
      });
}

void ComparePage::take(SidesRead read, std::optional<int> repeats_of) {
  if (read.error && read.error->code != ErrorCode::kCancelled) {
    emit failed(tr("Cannot open %1").arg(read.failed), *read.error);
  }
  const auto nothing_new = [this] {
    const bool busy = compare_job_->is_running();
    bar_->set_state(busy ? CompareBar::State::kBusy : CompareBar::State::kIdle);
  };
  if (read.sides.empty()) return nothing_new();
  if (!repeats_of) {
    for (CompareSide& side : read.sides) add_side(std::move(side));
  } else {
    const auto side = std::find_if(sides_.begin(), sides_.end(), [&](const CompareSide& candidate) {
      return candidate.id == *repeats_of;
    });
    if (side == sides_.end()) return nothing_new();  // It was removed in the meantime.
    for (CompareSide& more : read.sides) {
      std::move(more.runs.begin(), more.runs.end(), std::back_inserter(side->runs));
    }
  }
  sides_changed();
}

void ComparePage::add_run(std::shared_ptr<const Trace> trace, const QString& label) {
  const bool there = std::any_of(sides_.begin(), sides_.end(),
                                 [&](const CompareSide& side) { return side.trace() == trace; });
  if (there) return;
  CompareSide side;
  side.label = label;
  side.runs.push_back({label, {.trace = std::move(trace)}});
  add_side(std::move(side));
  sides_changed();
}

void ComparePage::add_side(CompareSide side) {
  side.id = next_id_++;
  if (labels().contains(side.label) && !side.folder.isEmpty()) {
    side.label = side.folder + QLatin1Char('/') + side.label;
  }
  side.label = unique_label(side.label);
  connect_strip(timelines_->add(side.label, side.trace()));
  sides_.push_back(std::move(side));
}

QString ComparePage::unique_label(const QString& label) const {
  const QStringList taken = labels();
  QString unique = label;
  for (int n = 2; taken.contains(unique); ++n) {
    unique = QStringLiteral("%1 (%2)").arg(label).arg(n);
  }
  return unique;
}

QStringList ComparePage::labels() const {
  QStringList labels;
  for (const CompareSide& side : sides_) labels << side.label;
  return labels;
}

void ComparePage::remove(std::size_t side) {
  sides_.erase(sides_.begin() + static_cast<std::ptrdiff_t>(side));
  timelines_->remove(side);
  if (base_ > side || base_ >= sides_.size()) base_ = base_ > 0 ? base_ - 1 : 0;
  if (shown_ > side) --shown_;
  sides_changed();
}

void ComparePage::set_base(std::size_t side) {
  if (side >= sides_.size() || side == base_) return;
  if (shown_ == side) shown_ = base_;
  base_ = side;
  sides_changed();
}

void ComparePage::show_side(std::size_t side) {
  if (side >= sides_.size() || side == base_) return;
  shown_ = side;
  if (!comparisons_.empty()) show_comparison();
}

void ComparePage::rename(std::size_t side, const QString& label) {
  if (side >= sides_.size()) return;
  const QString name = label.trimmed();
  if (name == sides_[side].label) return;
  sides_[side].label.clear();  // A run may keep its own name.
  sides_[side].label = unique_label(name.isEmpty() ? sides_[side].runs.front().name : name);
  update_headers();
  if (!comparisons_.empty()) show_comparison();
}

void ComparePage::set_alignment(TimeAlignment alignment) {
  alignment_ = alignment;
  timelines_->set_alignment(alignment);
  show_obstacles();
}

void ComparePage::sides_changed() {
  if (shown_ == base_ || shown_ >= sides_.size()) shown_ = base_ == 0 ? 1 : 0;
  stack_->setCurrentWidget(sides_.empty() ? empty_ : body_);
  const bool timeline = !sides_.empty() && timelines_->strip(0).has_timeline();
  setFocusProxy(timeline ? &timelines_->strip(0).timeline() : nullptr);
  timelines_->set_comparisons(base_, {});
  update_headers();
  update_status(std::nullopt);
  compare();
}

void ComparePage::compare() {
  comparisons_.clear();
  show_obstacles();
  bar_->set_has_result(false, static_cast<int>(sides_.size()));
  bar_->set_state(read_job_->is_running() ? CompareBar::State::kBusy : CompareBar::State::kIdle);
  if (sides_.size() < 2) {
    compare_job_->cancel();
    const QString text = tr("Add another run to start the comparison.");
    changes_->show_message(text);
    return tables_->show_message(text);
  }
  changes_->show_message(tr("Comparing runs…"));
  tables_->show_message(tr("Comparing runs…"));
  bar_->set_state(CompareBar::State::kBusy);
  compare_job_->start(
      [sides = sides_, base = base_, options = bar_->options()](TaskControl& control) {
        return compare_sides(sides, base, options, control);
      },
      [this](Result<std::vector<SideComparison>> result) { show_result(std::move(result)); });
}

void ComparePage::show_result(Result<std::vector<SideComparison>> result) {
  if (sides_.size() < 2) return;  // Runs were removed before the job was cancelled.
  if (!result) {
    const bool was_cancelled = result.error().code == ErrorCode::kCancelled;
    const QString text =
        was_cancelled ? tr("The comparison was cancelled.")
                      : tr("These runs cannot be compared: %1").arg(to_qstring(result.error()));
    changes_->show_message(text);
    tables_->show_message(text);
    bar_->set_state(CompareBar::State::kStopped);
    if (!was_cancelled) emit failed(tr("Cannot compare the runs"), result.error());
    return;
  }
  comparisons_ = std::move(*result);
  timelines_->set_comparisons(base_, comparisons_);
  if (alignment_ != timelines_->alignment()) timelines_->set_alignment(alignment_);
  show_obstacles();
  bar_->set_state(read_job_->is_running() ? CompareBar::State::kBusy : CompareBar::State::kIdle);
  bar_->set_has_result(true, static_cast<int>(sides_.size()));
  show_comparison();
  emit compared();
}

void ComparePage::show_comparison() {
  bar_->set_shown(labels(), base_, shown_);
  changes_->show_comparison(comparison(), sides_[base_].label, sides_[shown_].label);
  tables_->show_comparisons(comparisons_, base_, shown_, labels());
}

void ComparePage::show_obstacles() {
  for (const TimeAlignment alignment :
       {TimeAlignment::kStart, TimeAlignment::kClock, TimeAlignment::kWork}) {
    bar_->set_obstacle(alignment, timelines_->obstacle(alignment));
  }
  bar_->set_alignment(timelines_->alignment());
}

void ComparePage::update_headers() {
  bar_->set_shown(labels(), base_, shown_);
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    RunHeader& header = timelines_->strip(i).header();
    header.set_role(i == base_, static_cast<int>(i) + 1);
    header.set_label(sides_[i].label);
    header.set_details(details_of(sides_[i]));
  }
}

void ComparePage::update_status(std::optional<double> shared_ns) {
  QStringList parts;
  if (shared_ns) {
    parts << tr("cursor %1")
                 .arg(number_text(format_time_ns(*shared_ns, timelines_->time().span() / 2000.0)));
  }
  parts << (sides_.size() == 1 ? tr("1 run") : tr("%1 runs").arg(sides_.size()));
  status_ = parts.join(QStringLiteral(" · "));
  emit status_changed(status_);
}

void ComparePage::show_evidence(SliceId base, SliceId shown) {
  if (base.valid()) {
    timelines_->zoom_to(base_, base, shown_, shown);
  } else {
    timelines_->zoom_to(shown_, shown);
  }
}

void ComparePage::highlight_group(const QString& name, SliceId base, SliceId shown) {
  const std::size_t side = base.valid() ? base_ : shown_;
  const SliceId example = base.valid() ? base : shown;
  const auto& trace = sides_[side].trace();
  // The name of a group may not be an event name (layers, operand shapes). Such groups cannot be
  // highlighted by name.
  const bool named =
      trace && example.valid() && to_qstring(trace->text(trace->slice(example).name())) == name;
  timelines_->highlight(named ? name : QString());
}

std::shared_ptr<const analysis::Comparison> ComparePage::comparison() const {
  return shown_ < comparisons_.size() ? comparisons_[shown_].comparison : nullptr;
}

Result<std::string> ComparePage::report(app::ComparisonFormat format) const {
  const auto comparison = this->comparison();
  if (!comparison)
    return fail(ErrorCode::kInvalidArgument, text_of(tr("there is no comparison yet")));
  return app::comparison_document(labelled(*comparison, sides_[base_], sides_[shown_]), kReportRows,
                                  format, shown_language());
}

void ComparePage::save_report(app::ComparisonFormat format, const QString& path) {
  const auto text = report(format);
  const Result<> saved = text ? write_file(to_string(path), *text) : Result<>(fail(text.error()));
  if (!saved) emit failed(tr("Cannot save %1").arg(path), saved.error());
}

void ComparePage::make_report(CompareBar::Report kind) {
  using app::ComparisonFormat;
  if (kind == CompareBar::Report::kCopy) {
    const auto text = report(ComparisonFormat::kMarkdown);
    if (!text) return emit failed(tr("Cannot copy the report"), text.error());
    return QApplication::clipboard()->setText(to_qstring(*text));
  }
  struct Choice {
    ComparisonFormat format;
    QString filter;
    const char* name;
  };
  const Choice choice =
      kind == CompareBar::Report::kMarkdown
          ? Choice{ComparisonFormat::kMarkdown, tr("Markdown (*.md)"), "comparison.md"}
      : kind == CompareBar::Report::kHtml
          ? Choice{ComparisonFormat::kHtml, tr("HTML (*.html)"), "comparison.html"}
          : Choice{ComparisonFormat::kJson, tr("JSON (*.json)"), "comparison.json"};
  const QString path = ask_save_file(this, {.title = tr("Save report"),
                                            .use = FileUse::kReport,
                                            .filters = choice.filter,
                                            .name = QString::fromLatin1(choice.name)});
  if (!path.isEmpty()) save_report(choice.format, path);
}

void ComparePage::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void ComparePage::dropEvent(QDropEvent* event) {
  add_files(local_files(*event->mimeData()));
  event->acceptProposedAction();
}

}  // namespace nscope::gui

#include "moc_compare_page.cpp"
