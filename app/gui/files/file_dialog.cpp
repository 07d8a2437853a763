#include "app/gui/files/file_dialog.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTreeView>
#include <QUrl>
#include <array>
#include <cstring>

namespace nscope::gui {
namespace {

const QString kFolders = QStringLiteral("files/folder.%1");
const QString kDialogState = QStringLiteral("files/dialog");
const QString kDialogSize = QStringLiteral("files/size");
constexpr std::array kUses = {FileUse::kCapture,  FileUse::kDocument,    FileUse::kReport,
                              FileUse::kPicture,  FileUse::kTable,       FileUse::kMacro,
                              FileUse::kSource,   FileUse::kAnnotations, FileUse::kModel,
                              FileUse::kRecording};

QString key_of(FileUse use) {
  return kFolders.arg(static_cast<int>(use));
}

/// "csv" of "Comma-separated values (*.csv)"; empty if the filter allows any ending.
QString ending_of(const QString& filter) {
  static const QRegularExpression kFirst(QStringLiteral("\\*\\.([A-Za-z0-9.]+)"));
  return kFirst.match(filter).captured(1);
}

/// The folders of the system and of the user, each once.
QList<QUrl> places() {
  using Path = QStandardPaths;
  QStringList folders;
  const auto add = [&folders](const QString& folder) {
    const QString clean = QDir::cleanPath(folder);
    if (!folder.isEmpty() && !folders.contains(clean) && QFileInfo(clean).isDir()) {
      folders << clean;
    }
  };
  add(Path::writableLocation(Path::HomeLocation));
  add(Path::writableLocation(Path::DocumentsLocation));
  add(Path::writableLocation(Path::DownloadLocation));
  add(QDir::currentPath());
  for (const FileUse use : kUses) add(last_folder(use));
  QList<QUrl> urls;
  for (const QString& folder : folders) urls << QUrl::fromLocalFile(folder);
  return urls;
}

/// Makes the dialog of Qt readable: columns as wide as their texts, no pictures on buttons, and an
/// arrow on its lists, which a style sheet takes away. The dialog of a desktop environment has none
/// of these parts.
void polish_parts(QFileDialog& dialog) {
  for (QTreeView* const list : dialog.findChildren<QTreeView*>()) {
    QHeaderView& header = *list->header();
    header.setStretchLastSection(false);
    for (int column = 0; column < header.count(); ++column) {
      header.setSectionResizeMode(
          column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
  }
  for (QDialogButtonBox* const buttons : dialog.findChildren<QDialogButtonBox*>()) {
    for (QAbstractButton* const button : buttons->buttons()) button->setIcon(QIcon());
  }
  for (QComboBox* const box : dialog.findChildren<QComboBox*>()) {
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 8, 0);
    auto* arrow = new QLabel(QStringLiteral("▾"));
    arrow->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addStretch(1);
    row->addWidget(arrow);
  }
}

/// The path where the dialog begins: in the last folder if the question names none.
QString start_of(const FileQuestion& question) {
  const QString folder = last_folder(question.use);
  if (question.name.isEmpty() || folder.isEmpty()) {
    return question.name.isEmpty() ? folder : question.name;
  }
  return QDir(folder).filePath(question.name);  // an absolute path stays
}

QStringList chosen_in(QFileDialog& dialog, FileUse use) {
  if (dialog.exec() != QDialog::Accepted) return {};
  QSettings settings;
  settings.setValue(kDialogState, dialog.saveState());
  settings.setValue(kDialogSize, dialog.size());
  const QStringList chosen = dialog.selectedFiles();
  if (!chosen.isEmpty()) remember_folder(use, chosen.front());
  return chosen;
}

QString first_of(const QStringList& paths) {
  return paths.isEmpty() ? QString() : paths.front();
}

}  // namespace

QString last_folder(FileUse use) {
  const QString folder = QSettings().value(key_of(use)).toString();
  return QFileInfo(folder).isDir() ? folder : QString();
}

void remember_folder(FileUse use, const QString& path) {
  const QFileInfo info(path);
  // A run in a folder is chosen in the folder above it.
  const QString folder = info.absolutePath();
  if (QFileInfo(folder).isDir()) QSettings().setValue(key_of(use), folder);
}

void set_up_dialog(QFileDialog& dialog, const FileQuestion& question) {
  const QSettings settings;
  constexpr QSize kFirstSize(860, 540);
  dialog.setWindowTitle(question.title);
  dialog.setOption(QFileDialog::HideNameFilterDetails);
  dialog.setViewMode(QFileDialog::Detail);
  if (!question.filters.isEmpty()) {
    dialog.setNameFilters(question.filters.split(QStringLiteral(";;")));
  }
  // It also contains places and the last folder, which are set below.
  dialog.restoreState(settings.value(kDialogState).toByteArray());
  dialog.setSidebarUrls(places());
  polish_parts(dialog);
  dialog.resize(settings.value(kDialogSize, kFirstSize).toSize());
  const QString start = start_of(question);
  const QFileInfo info(start);
  if (start.isEmpty()) {
    dialog.setDirectory(QDir::currentPath());
  } else if (info.isDir()) {
    dialog.setDirectory(start);
  } else {
    dialog.setDirectory(info.absolutePath());
    dialog.selectFile(info.fileName());
  }
}

QStringList ask_open_files(QWidget* parent, const FileQuestion& question) {
  QFileDialog dialog(parent);
  set_up_dialog(dialog, question);
  dialog.setFileMode(QFileDialog::ExistingFiles);
  return chosen_in(dialog, question.use);
}

QString ask_open_file(QWidget* parent, const FileQuestion& question) {
  QFileDialog dialog(parent);
  set_up_dialog(dialog, question);
  dialog.setFileMode(QFileDialog::ExistingFile);
  return first_of(chosen_in(dialog, question.use));
}

QString ask_folder(QWidget* parent, const FileQuestion& question) {
  QFileDialog dialog(parent);
  set_up_dialog(dialog, question);
  dialog.setFileMode(QFileDialog::Directory);
  dialog.setOption(QFileDialog::ShowDirsOnly);
  return first_of(chosen_in(dialog, question.use));
}

QString base_name(const QString& name) {
  QString file = QFileInfo(name).fileName();
  for (const char* packed : {".gz", ".zst"}) {
    if (file.endsWith(QLatin1String(packed), Qt::CaseInsensitive)) {
      file.chop(static_cast<qsizetype>(std::strlen(packed)));
    }
  }
  return QFileInfo(file).completeBaseName();
}

QString ask_save_file(QWidget* parent, const FileQuestion& question) {
  QFileDialog dialog(parent);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  set_up_dialog(dialog, question);
  dialog.setFileMode(QFileDialog::AnyFile);
  // The ending is added before the dialog asks whether to replace a file.
  const auto follow = [&dialog](const QString& filter) {
    // A proposed name has the ending of the kind that was chosen before.
    const QStringList named = dialog.selectedFiles();
    const QString old = QLatin1Char('.') + dialog.defaultSuffix();
    dialog.setDefaultSuffix(ending_of(filter));
    if (old.size() == 1 || named.isEmpty() || !named.front().endsWith(old)) return;
    dialog.selectFile(QFileInfo(named.front().chopped(old.size())).fileName() + QLatin1Char('.') +
                      dialog.defaultSuffix());
  };
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
  follow(dialog.selectedNameFilter());
  return first_of(chosen_in(dialog, question.use));
}

}  // namespace nscope::gui
