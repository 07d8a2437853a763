#pragma once

#include <QString>
#include <vector>

class QLocale;
class QObject;

namespace nscope::gui {

/// A language the texts are translated to.
struct Language {
  QString code;  ///< "zh_CN", as in the name of its file
  QString name;  ///< in itself: "简体中文"
};

/// English first, then by code.
std::vector<Language> languages();

/// The language of `wanted` ("de_AT" has "de"), else English.
QString language_for(const QLocale& wanted);

/// Texts of Neuronscope and of Qt in that language (empty: the system's), and the
/// way it writes numbers. `owner` owns the texts. Before the first window is made;
/// GUI thread.
void install_language(QObject& owner, const QString& code);

}  // namespace nscope::gui
