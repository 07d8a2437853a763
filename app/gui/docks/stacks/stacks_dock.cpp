#include "app/gui/docks/stacks/stacks_dock.h"

#include "app/gui/panels/scroll_column.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Maximum number of groups in the list.
constexpr int kMostStackGroups = 200;

const Track& root_of(const Trace& trace, const Track& track) {
  return track.parent.valid() ? root_of(trace, trace.track(track.parent)) : track;
}

QScrollArea* scrolled_graph(StackView* view) {
  QScrollArea* const scroll = scroll_column(view);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setObjectName(QStringLiteral("panel"));
  view->setObjectName(QStringLiteral("panel"));
  view->setAttribute(Qt::WA_StyledBackground);
  return scroll;
}

}  // namespace

StacksDock::StacksDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Adding up call stacks"), this)),
      groups_(new ChoiceBox),
      by_track_(new QPushButton(tr("By track"))),
      search_(new QLineEdit),
      found_(new ElidedLabel("caption")),
      caption_(new ElidedLabel("caption")),
      sandwich_(new QPushButton(tr("Callers and Callees"))),
      reset_(new QPushButton(tr("Reset"))),
      pages_(new QStackedWidget),
      stacks_(new StackView(StackView::Shape::kStacks)),
      callers_(new StackView(StackView::Shape::kCallers)),
      callees_(new StackView(StackView::Shape::kCallees)) {
  pages_->addWidget(scrolled_graph(stacks_));
  pages_->addWidget(build_sandwich());
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(8, 6, 8, 0);
  column->addLayout(build_line());
  column->addWidget(pages_, 1);
  message_ = new MessageStack(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(message_);
  for (StackView* view : {stacks_, callers_, callees_}) connect_view(view);
  update_buttons();
}

QLayout* StacksDock::build_line() {
  groups_->setAccessibleName(tr("Tracks of the stacks"));
  groups_->setToolTip(tr("Selects the tracks whose stacks are added up."));
  groups_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  groups_->setMaximumWidth(220);
  by_track_->setObjectName(QStringLiteral("segment"));
  by_track_->setCheckable(true);
  by_track_->setToolTip(
      tr("Divides the stacks by track instead of adding up those of all tracks."));
  search_->setPlaceholderText(tr("Find a frame"));
  search_->setAccessibleName(tr("Find a frame"));
  search_->setClearButtonEnabled(true);
  search_->setMaximumWidth(200);
  sandwich_->setObjectName(QStringLiteral("segment"));
  sandwich_->setCheckable(true);
  reset_->setObjectName(QStringLiteral("link"));
  reset_->setToolTip(tr("Shows all stacks and clears the search."));
  caption_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  line->addWidget(groups_);
  line->addWidget(by_track_);
  line->addWidget(search_);
  line->addWidget(found_);
  line->addWidget(caption_, 1);
  line->addWidget(sandwich_);
  line->addWidget(reset_);
  connect(groups_, &QComboBox::activated, this, &StacksDock::refresh);
  connect(by_track_, &QPushButton::toggled, this, &StacksDock::refresh);
  connect(search_, &QLineEdit::textChanged, this, &StacksDock::show_found);
  connect(sandwich_, &QPushButton::clicked, this,
          [this](bool on) { show_callers(on ? stacks_->current_name() : StringId()); });
  connect(reset_, &QPushButton::clicked, this, [this] {
    search_->clear();
    show_callers(StringId());
    stacks_->set_root(FlameBlock::kAll);
    stacks_->set_current(FlameBlock::kAll);
  });
  return line;
}

QWidget* StacksDock::build_sandwich() {
  auto* split = new QSplitter(Qt::Vertical);
  QScrollArea* const above = scrolled_graph(callers_);
  // Callers grow upwards, so the frame itself is at the lower end.
  connect(above->verticalScrollBar(), &QScrollBar::rangeChanged, above->verticalScrollBar(),
          [bar = above->verticalScrollBar()](int, int most) { bar->setValue(most); });
  split->addWidget(above);
  split->addWidget(scrolled_graph(callees_));
  split->setChildrenCollapsible(false);
  split->setSizes({100, 200});
  return split;
}

void StacksDock::connect_view(StackView* view) {
  connect(view, &FlameGraph::current_changed, this, [this, view] {
    const StringId name = view->current_name();
    this->run().set_highlight(trace_ && name.valid() ? highlight_name(*trace_, name) : nullptr);
    update_buttons();
  });
  connect(view, &FlameGraph::activated, this, [this, view](std::uint32_t node) {
    if (node == FlameBlock::kAll) return;
    const SliceId longest = view->tree()->nodes[node].longest;
    if (longest.valid()) this->run().zoom_to(longest);
  });
  view->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(view, &QWidget::customContextMenuRequested, this,
          [this, view](const QPoint& at) { open_menu(view, view->mapToGlobal(at)); });
}

void StacksDock::open_menu(StackView* view, const QPoint& global) {
  const StringId name = view->current_name();
  if (!trace_ || !name.valid()) return;
  const SliceId longest = view->tree()->nodes[view->current()].longest;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Show Callers and Callees"), this, [this, name] { show_callers(name); });
  menu->addAction(tr("Zoom to Longest Event"), this,
                  [this, longest] { this->run().zoom_to(longest); })
      ->setEnabled(longest.valid());
  menu->addAction(tr("Copy Name"), this, [this, name] {
    QApplication::clipboard()->setText(to_qstring(trace_->text(name)));
  });
  menu->popup(global);
}

void StacksDock::fill_groups() {
  const QSignalBlocker blocker(groups_);
  const QString before = groups_->currentText();
  const int index = groups_->currentIndex();
  groups_->clear();
  const auto& range = run().range();
  groups_->addItem(range && !range->tracks.empty() ? tr("Selected tracks") : tr("All tracks"));
  if (!trace_) return;
  std::vector<TrackId> roots;
  for (const Track& track : trace_->tracks()) {
    if (track.slices.size() == 0) continue;
    const TrackId root = root_of(*trace_, track).id;
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  }
  for (const TrackId root : roots) {
    if (groups_->count() > kMostStackGroups) break;
    groups_->addItem(to_qstring(trace_->text(trace_->track(root).name)),
                     QVariant::fromValue<quint32>(root.value));
  }
  if (index > 0 && groups_->findText(before) > 0) groups_->setCurrentText(before);
}

/// Sorted. Empty: all tracks.
std::vector<TrackId> StacksDock::wanted_tracks() const {
  const QVariant root = groups_->currentData();
  if (!root.isValid()) return run().range() ? run().range()->tracks : std::vector<TrackId>();
  std::vector<TrackId> tracks;
  for (const Track& track : trace_->tracks()) {
    if (root_of(*trace_, track).id.value == root.value<quint32>()) tracks.push_back(track.id);
  }
  return tracks;
}

void StacksDock::refresh() {
  if (trace_ != run().trace()) {
    trace_ = run().trace();
    tree_ = nullptr;
    subject_ = {};
    for (StackView* view : {stacks_, callers_, callees_}) view->set_tree(nullptr, nullptr, 0);
  }
  fill_groups();
  if (!trace_) {
    job_->cancel();
    return message_->show_message(
        tr("Open a capture to see where the time of its call stacks goes. PyTorch traces, Chrome "
           "traces and Perfetto traces have stacks; the events of a device are grouped by layer."));
  }
  if (!tree_) message_->show_message(tr("Adding up call stacks…"));
  const analysis::StackOptions options{.range = ticks_of(run().range()),
                                       .tracks = wanted_tracks(),
                                       .by_track = by_track_->isChecked()};
  job_->start([trace = trace_, options](
                  TaskControl& control) { return analysis::stack_tree(*trace, options, control); },
              [this, trace = trace_](Result<analysis::StackTree> tree) {
                receive(trace, std::move(tree));
              });
}

void StacksDock::receive(const std::shared_ptr<const Trace>& trace,
                         Result<analysis::StackTree> tree) {
  if (trace != run().trace()) return;
  if (!tree) return show_failure(*message_, tree.error());
  if (tree->nodes.empty()) {
    tree_ = nullptr;
    return message_->show_message(
        run().range() ? tr("The selected range contains no part of an event on these tracks.")
                      : tr("This run has no events."));
  }
  tree_ = std::make_shared<const analysis::StackTree>(*std::move(tree));
  stacks_->set_tree(trace, tree_, tree_->total);
  const auto per_ns = static_cast<double>(trace->time_base().ticks_per_ns);
  const auto time = [&](double ticks) { return number_text(format_duration_ns(ticks / per_ns)); };
  caption_->set_text(tr("%1 · %2 on all tracks together")
                         .arg(run().range()
                                  ? tr("selection of %1").arg(time(run().range()->time.span()))
                                  : tr("whole run"),
                              time(static_cast<double>(tree_->total))));
  show_callers(subject_);
  message_->show_content();
}

void StacksDock::show_callers(StringId name) {
  subject_ = tree_ ? name : StringId();
  if (subject_.valid()) {
    const auto callers = analysis::callers_of(*tree_, subject_);
    const auto callees = analysis::callees_of(*tree_, subject_);
    callers_->set_tree(trace_, std::make_shared<const analysis::StackTree>(callers), tree_->total);
    callees_->set_tree(trace_, std::make_shared<const analysis::StackTree>(callees), tree_->total);
    if (callees.nodes.empty()) subject_ = {};  // the range has no such frame
  }
  pages_->setCurrentIndex(subject_.valid() ? 1 : 0);
  update_buttons();
  show_found();
}

StackView* StacksDock::shown_view() const {
  return subject_.valid() ? callees_ : stacks_;
}

void StacksDock::show_found() {
  for (StackView* view : {stacks_, callers_, callees_}) view->set_search(search_->text());
  const bool searching = tree_ && !search_->text().trimmed().isEmpty();
  found_->set_text(
      !searching
          ? QString()
          : tr("%1 of the time").arg(number_text(format_percent(shown_view()->found_share()))));
}

void StacksDock::update_buttons() {
  const bool named = subject_.valid() || stacks_->current_name().valid();
  sandwich_->setChecked(subject_.valid());
  sandwich_->setEnabled(named);
  sandwich_->setToolTip(named ? tr("Shows everything that called the selected frame, and "
                                   "everything that it called.")
                              : tr("Click a frame first."));
}

QByteArray StacksDock::save_state() const {
  return by_track_->isChecked() ? "by_track" : "merged";
}

void StacksDock::restore_state(const QByteArray& state) {
  by_track_->setChecked(state == "by_track");
}

}  // namespace nscope::gui

#include "moc_stacks_dock.cpp"
