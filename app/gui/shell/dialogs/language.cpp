#include "app/gui/shell/dialogs/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <string_view>

namespace nscope::gui {
namespace {

const QString kFolder = QStringLiteral(":/translations");

/// lupdate files some texts elsewhere than where they are looked up: those of free
/// functions under the namespace, of some lambdas under nothing, and those marked
/// with a class's bare name under that.
class Texts : public QTranslator {
 public:
  using QTranslator::QTranslator;

  QString translate(const char* context, const char* text, const char* note,
                    int number) const override {
    constexpr std::string_view kNamespace = "nscope::gui::";
    const std::string_view asked = context;
    const bool ours = asked.starts_with(kNamespace);
    const char* bare = ours ? context + kNamespace.size() : context;
    for (const char* place : {context, bare, "nscope::gui", ""}) {
      const QString found = QTranslator::translate(place, text, note, number);
      if (!found.isEmpty()) return found;
    }
    return {};
  }
};

void install(QObject& owner, const QString& file, const QString& folder) {
  auto* translator = new Texts(&owner);
  if (translator->load(file, folder)) {
    QCoreApplication::installTranslator(translator);
  } else {
    delete translator;
  }
}

}  // namespace

std::vector<Language> languages() {
  return {{QStringLiteral("en"), QStringLiteral("English")},
          {QStringLiteral("de"), QStringLiteral("Deutsch")},
          {QStringLiteral("ja"), QStringLiteral("日本語")},
          {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

QString language_for(const QLocale& wanted) {
  // Traditional Chinese is another script: English is read more easily than the wrong one.
  if (wanted.language() == QLocale::Chinese) {
    return wanted.script() == QLocale::SimplifiedHanScript ? QStringLiteral("zh_CN")
                                                           : QStringLiteral("en");
  }
  for (const Language& language : languages()) {
    if (QLocale(language.code).language() == wanted.language()) return language.code;
  }
  return QStringLiteral("en");
}

void install_language(QObject& owner, const QString& code) {
  const QLocale system = QLocale::system();
  const QString chosen = code.isEmpty() ? language_for(system) : language_for(QLocale(code));
  const QLocale locale(chosen);
  // A text and its numbers belong together; the country is the system's where it speaks so.
  QLocale::setDefault(locale.language() == system.language() ? system : locale);
  install(owner, QStringLiteral("qtbase_") + chosen,
          QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  // English has a file too: its plural forms.
  install(owner, QStringLiteral("neuronscope_") + chosen, kFolder);
}

}  // namespace nscope::gui
