#pragma once

#include <QString>
#include <vector>

class QLocale;
class QObject;

namespace nscope::gui {

/// A language to which the texts are translated.
struct Language {
  QString code;  ///< "zh_CN", as in the file name
  QString name;  ///< in the language itself: "简体中文"
};

/// All languages: English first, then by code.
std::vector<Language> languages();

/// The code of the language of `wanted` ("de" for "de_AT"), or "en" if there is no translation.
QString language_for(const QLocale& wanted);

/// Makes Qt choose fonts with the character forms of a language (empty: that of the
/// system): Chinese and Japanese draw the same characters differently, and the system can have a
/// third language. Call before the QApplication exists.
void choose_han_forms(const QString& code);

/// Installs the texts of Neuronscope and Qt in a language (empty: that of the system), and its
/// number format. `owner` owns the texts. Call before the first window is created; GUI thread.
void install_language(QObject& owner, const QString& code);

}  // namespace nscope::gui
