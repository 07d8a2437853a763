#pragma once

#include <QString>
#include <QStringList>

class QFileDialog;
class QWidget;

namespace nscope::gui {

/// What files are for. Each use has its own last folder, where its next dialog begins.
enum class FileUse {
  kCapture,
  kDocument,
  kReport,
  kPicture,
  kTable,
  kMacro,
  kAnnotations,
  kSource,
  kModel,
  kRecording
};

struct FileQuestion {
  QString title;
  FileUse use = FileUse::kCapture;
  QString filters{};  ///< as in QFileDialog: "JSON (*.json);;All files (*)"; empty: all files
  /// The proposed name or path of a new file, or the path where the dialog begins.
  QString name{};
};

/// Asks for files with the dialog of the desktop environment, or with that of Qt if the desktop
/// environment has none. It begins in the last folder of the use, and lists the folders of the
/// other uses beside the files. Empty if the user cancels. GUI thread.
QString ask_open_file(QWidget* parent, const FileQuestion& question);
QStringList ask_open_files(QWidget* parent, const FileQuestion& question);
QString ask_folder(QWidget* parent, const FileQuestion& question);
/// The name of a run or file without its endings, for the names of new files: "eager" for
/// "eager.json.gz".
QString base_name(const QString& name);
/// Asks for the name of a new file. A name without ending gets that of the chosen kind.
QString ask_save_file(QWidget* parent, const FileQuestion& question);

/// Remembers the folder of a file that was opened or saved.
void remember_folder(FileUse use, const QString& path);
/// The folder where the next dialog begins; empty if none is known.
QString last_folder(FileUse use);
/// Sets up a dialog as the functions above do, for tests.
void set_up_dialog(QFileDialog& dialog, const FileQuestion& question);

}  // namespace nscope::gui
