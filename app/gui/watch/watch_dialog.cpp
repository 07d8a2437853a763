#include "app/gui/watch/watch_dialog.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

QString found_text(const watch::Found& found, const FolderWatcher::Opened* opened) {
  if (opened != nullptr && !opened->problem.isEmpty()) return WatchDialog::tr("Cannot be opened");
  if (opened != nullptr && found.state == watch::State::kComplete) {
    return opened->is_open ? WatchDialog::tr("Is open") : WatchDialog::tr("Was opened");
  }
  switch (found.state) {
    case watch::State::kPresent:
      return opened != nullptr ? WatchDialog::tr("Was opened")
                               : WatchDialog::tr("Was there before");
    case watch::State::kGrowing: return WatchDialog::tr("Being written");
    case watch::State::kComplete: return WatchDialog::tr("Complete");
    case watch::State::kChanged: return WatchDialog::tr("Changed since it was complete");
    case watch::State::kSkipped: return WatchDialog::tr("Skipped");
    case watch::State::kGone: return WatchDialog::tr("Removed");
  }
  return {};
}

}  // namespace

WatchDialog::WatchDialog(FolderWatcher& watcher, QWidget* parent)
    : QDialog(parent),
      watcher_(watcher),
      folder_(named_label("muted")),
      status_(named_label("muted")),
      table_(new TablePanel(tr("Nothing was found yet. Captures appear here as they are written."))),
      opens_(new QCheckBox(tr("Open new captures when they are complete"))),
      watch_(new QPushButton),
      open_(new QPushButton(tr("Open"))) {
  setObjectName(QStringLiteral("page"));
  setWindowTitle(tr("Watched folder"));
  for (QLabel* label : {folder_, status_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
  }
  table_->view().setAccessibleName(tr("Captures in the folder"));
  opens_->setToolTip(tr("Each capture is opened once. Captures that were there before are only "
                        "listed; double-click one to open it."));
  opens_->setChecked(watcher_.opens());
  auto* choose = new QPushButton(tr("Choose Folder…"));
  auto* close = new QPushButton(tr("Close"));
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {choose, watch_, open_}) buttons->addWidget(button);
  buttons->addStretch();
  buttons->addWidget(close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(10);
  layout->addWidget(named_label("pageTitle", tr("Watched folder")));
  layout->addWidget(folder_);
  layout->addWidget(status_);
  layout->addWidget(table_, 1);
  layout->addWidget(opens_);
  layout->addLayout(buttons);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  connect(choose, &QPushButton::clicked, this, &WatchDialog::choose_folder);
  connect(watch_, &QPushButton::clicked, this, &WatchDialog::toggle);
  connect(opens_, &QCheckBox::toggled, this, [this](bool on) { watcher_.set_opens(on); });
  const auto open_row = [this](std::size_t row) {
    if (row < watcher_.scan().found.size()) {
      emit open_requested(to_qstring(watcher_.scan().found[row].path));
    }
  };
  connect(open_, &QPushButton::clicked, this, [this, open_row] {
    if (const auto row = table_->current_row()) open_row(*row);
  });
  connect(table_, &TablePanel::row_activated, this, open_row);
  connect(table_, &TablePanel::row_chosen, this,
          [this] { open_->setEnabled(table_->current_row().has_value()); });
  connect(&watcher_, &FolderWatcher::changed, this, &WatchDialog::show_found);
  show_found();
  constexpr QSize kWatchSize(900, 480);
  resize(parent != nullptr ? kWatchSize.boundedTo(parent->size()) : kWatchSize);
}

void WatchDialog::choose_folder() {
  const QString folder =
      ask_folder(this, {.title = tr("Watch a folder"), .name = watcher_.folder()});
  if (folder.isEmpty()) return;
  if (auto started = watcher_.start(folder); !started) emit failed(started.error());
}

void WatchDialog::toggle() {
  if (watcher_.is_watching()) return watcher_.stop();
  if (watcher_.folder().isEmpty()) return choose_folder();
  if (auto started = watcher_.start(watcher_.folder()); !started) emit failed(started.error());
}

void WatchDialog::show_found() {
  const watch::Scan& scan = watcher_.scan();
  const bool watching = watcher_.is_watching();
  folder_->setText(watcher_.folder().isEmpty() ? tr("Choose the folder into which captures are "
                                                    "written.")
                                               : watcher_.folder());
  watch_->setText(watching ? tr("Stop Watching") : tr("Start Watching"));
  QStringList status;
  if (watching && scan.folder_missing) {
    status << tr("The folder cannot be read now. Watching continues when it is there again.");
  } else if (!watching && !watcher_.folder().isEmpty()) {
    status << tr("The folder is not watched.");
  }
  if (scan.left_out > 0) {
    status << tr("%1 more entries are not listed, because the folder has too many.")
                  .arg(count_text(scan.left_out));
  }
  status_->setText(status.join(QLatin1Char(' ')));
  status_->setVisible(!status.isEmpty());
  Table table({{.id = "name", .title = text_of(tr("Name"))},
               {.id = "state", .title = text_of(tr("State"))},
               {.id = "size", .title = text_of(tr("Size")), .unit = "B"},
               {.id = "reason", .title = text_of(tr("Reason"))}});
  for (const watch::Found& found : scan.found) {
    const auto* const opened = watcher_.opened(found.path);
    const QString reason = opened != nullptr && !opened->problem.isEmpty()
                               ? opened->problem
                               : to_qstring(found.reason);
    table.add_row({found.name, text_of(found_text(found, opened)),
                   static_cast<std::int64_t>(found.bytes), text_of(reason)});
  }
  const auto current = table_->current_row();
  table_->set_table(std::move(table));
  if (current && *current < scan.found.size()) table_->select_row(*current);
  open_->setEnabled(table_->current_row().has_value());
}

}  // namespace nscope::gui

#include "moc_watch_dialog.cpp"
