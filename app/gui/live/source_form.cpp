#include "app/gui/live/source_form.h"

#include "app/documents/built_in.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"

#include <QFileInfo>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kSpacing = 6;

/// Adds a field with a caption above it, which is also its accessible name.
void add_field(QVBoxLayout* layout, const QString& name, QWidget* field) {
  QLabel* label = named_label("caption", name);
  label->setBuddy(field);
  field->setAccessibleName(name);
  layout->addWidget(label);
  layout->addWidget(field);
}

QVBoxLayout* column_of(QWidget* page) {
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kSpacing);
  return layout;
}

tl::unexpected<Error> missing(const QString& what) {
  return fail(ErrorCode::kInvalidArgument, text_of(what));
}

}  // namespace

SourceForm::SourceForm(QWidget* parent)
    : QWidget(parent),
      kind_(new ChoiceBox),
      fields_(new QStackedWidget),
      workload_(new ChoiceBox),
      speed_(new SpeedBox),
      repeat_(new QCheckBox(tr("Repeat"))),
      command_(new QLineEdit(QStringLiteral("neuron-monitor"))),
      host_(new QLineEdit),
      remote_(new QLineEdit(QStringLiteral("neuron-monitor"))),
      file_(new QLineEdit),
      pipe_(new QLineEdit) {
  auto* layout = column_of(this);
  kind_->addItems({tr("Simulator"), tr("neuron-monitor: command"), tr("neuron-monitor: ssh"),
                   tr("neuron-monitor: growing file"), tr("neuron-monitor: named pipe")});
  add_field(layout, tr("Source"), kind_);
  fields_->addWidget(build_simulator());
  auto* command = new QWidget;
  auto* command_layout = column_of(command);
  add_field(command_layout, tr("Command"), command_);
  command_layout->addStretch(1);
  command_->setToolTip(tr("Runs in /bin/sh and must print one neuron-monitor report per line."));
  fields_->addWidget(command);
  fields_->addWidget(build_ssh());
  fields_->addWidget(build_path(file_, tr("File"),
                                tr("A file that neuron-monitor writes to. It is read from the "
                                   "beginning and then followed as it grows.")));
  fields_->addWidget(build_path(pipe_, tr("Named pipe"),
                                tr("A pipe made with mkfifo that neuron-monitor writes to.")));
  layout->addWidget(fields_);
  connect(kind_, &QComboBox::currentIndexChanged, this, &SourceForm::show_kind);
  show_kind();
}

QWidget* SourceForm::build_simulator() {
  auto* page = new QWidget;
  auto* layout = column_of(page);
  for (const app::BuiltIn& built_in : app::built_ins()) {
    if (built_in.kind != app::BuiltIn::Kind::kWorkload) continue;
    workload_->addItem(to_qstring(built_in.name));
    workload_->setItemData(workload_->count() - 1, to_qstring(built_in.title), Qt::ToolTipRole);
  }
  workload_->setCurrentText(QStringLiteral("example"));
  add_field(layout, tr("Workload"), workload_);
  add_field(layout, tr("Speed"), speed_);
  repeat_->setToolTip(tr("Restarts the run when it ends, like a server that keeps running."));
  layout->addWidget(repeat_);
  layout->addStretch(1);
  return page;
}

QWidget* SourceForm::build_ssh() {
  auto* page = new QWidget;
  auto* layout = column_of(page);
  host_->setPlaceholderText(tr("user@host, or a host from ~/.ssh/config"));
  add_field(layout, tr("Host"), host_);
  add_field(layout, tr("Command on the host"), remote_);
  QLabel* note =
      named_label("caption", tr("Use key authentication. ssh cannot ask for a password here."));
  note->setWordWrap(true);
  layout->addWidget(note);
  layout->addStretch(1);
  return page;
}

QWidget* SourceForm::build_path(QLineEdit* field, const QString& name, const QString& hint) {
  auto* page = new QWidget;
  auto* layout = column_of(page);
  field->setToolTip(hint);
  add_field(layout, name, field);
  auto* choose = new QPushButton(tr("Choose…"));
  choose->setObjectName(QStringLiteral("link"));
  choose->setAccessibleName(tr("Choose: %1").arg(name));
  connect(choose, &QPushButton::clicked, this, [this, field, name] {
    const QString path =
        ask_open_file(this, {.title = name, .use = FileUse::kRecording, .name = field->text()});
    if (!path.isEmpty()) field->setText(path);
  });
  layout->addWidget(choose, 0, Qt::AlignLeft);
  QLabel* note = named_label("caption", hint);
  note->setWordWrap(true);
  layout->addWidget(note);
  layout->addStretch(1);
  return page;
}

LiveKind SourceForm::kind() const {
  return static_cast<LiveKind>(kind_->currentIndex());
}

void SourceForm::set_kind(LiveKind kind) {
  kind_->setCurrentIndex(static_cast<int>(kind));
}

void SourceForm::show_kind() {
  fields_->setCurrentIndex(kind_->currentIndex());
  // Only the shown page determines the height.
  for (int i = 0; i < fields_->count(); ++i) {
    const bool shown = i == fields_->currentIndex();
    fields_->widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                      shown ? QSizePolicy::Preferred : QSizePolicy::Ignored);
  }
  fields_->adjustSize();
}

void SourceForm::set_source(const QString& text) {
  switch (kind()) {
    case LiveKind::kSimulator: workload_->setCurrentText(text); break;
    case LiveKind::kCommand: command_->setText(text); break;
    case LiveKind::kSsh: host_->setText(text); break;
    case LiveKind::kFile: file_->setText(text); break;
    case LiveKind::kPipe: pipe_->setText(text); break;
  }
}

Result<app::LiveOptions> SourceForm::options() const {
  app::LiveOptions options;
  options.errors = importers::CommandErrors::kKept;
  switch (kind()) {
    case LiveKind::kSimulator: options.source = to_string(workload_->currentText()); break;
    case LiveKind::kCommand:
      options.command = to_string(command_->text().trimmed());
      if (options.command.empty()) return missing(tr("Enter the command to run."));
      break;
    case LiveKind::kSsh: {
      auto command = app::ssh_command(to_string(host_->text().trimmed()),
                                      to_string(remote_->text().trimmed()));
      if (!command) return fail(command.error());
      options.command = std::move(*command);
      break;
    }
    case LiveKind::kFile: {
      options.source = to_string(file_->text().trimmed());
      options.follow = true;
      options.waits_for_file = true;
      if (options.source.empty()) return missing(tr("Enter the name of the file."));
      const QFileInfo file(file_->text().trimmed());
      if (file.exists() && !file.isFile())
        return missing(tr("%1 is not a file.").arg(file.filePath()));
      break;
    }
    case LiveKind::kPipe: {
      options.source = to_string(pipe_->text().trimmed());
      if (options.source.empty()) return missing(tr("Enter the name of the pipe."));
      const QFileInfo pipe(pipe_->text().trimmed());
      if (!pipe.exists()) {
        return fail(ErrorCode::kNotFound, text_of(tr("The pipe does not exist.")), options.source);
      }
      if (pipe.isFile() || pipe.isDir()) {
        return missing(tr("%1 is not a named pipe.").arg(pipe.filePath()));
      }
      break;
    }
  }
  return options;
}

QString SourceForm::title() const {
  switch (kind()) {
    case LiveKind::kSimulator: return workload_->currentText();
    case LiveKind::kCommand: return command_->text().trimmed();
    case LiveKind::kSsh:
      return tr("%1 on %2").arg(remote_->text().trimmed(), host_->text().trimmed());
    case LiveKind::kFile: return QFileInfo(file_->text().trimmed()).fileName();
    case LiveKind::kPipe: return QFileInfo(pipe_->text().trimmed()).fileName();
  }
  return {};
}

}  // namespace nscope::gui

#include "moc_source_form.cpp"
