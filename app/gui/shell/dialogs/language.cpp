#include "app/gui/shell/dialogs/language.h"

#include "app/gui/text/shown_language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <string_view>

namespace nscope::gui {
namespace {

const QString kFolder = QStringLiteral(":/translations");

/// Looks a text up in several contexts, because lupdate files some texts in another context than
/// the one that is used at run time: texts of free functions in that of the namespace, texts of
/// some lambdas in none, and texts marked with the bare name of a class in that name.
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

/// The code of a language of languages(); empty: that of the system.
QString known_language(const QString& code) {
  return language_for(code.isEmpty() ? QLocale::system() : QLocale(code));
}

}  // namespace

std::vector<Language> languages() {
  return {{QStringLiteral("en"), QStringLiteral("English")},
          {QStringLiteral("de"), QStringLiteral("Deutsch")},
          {QStringLiteral("ja"), QStringLiteral("日本語")},
          {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

QString language_for(const QLocale& wanted) {
  // Traditional Chinese uses another script. English is easier to read than the wrong script.
  if (wanted.language() == QLocale::Chinese) {
    return wanted.script() == QLocale::SimplifiedHanScript ? QStringLiteral("zh_CN")
                                                           : QStringLiteral("en");
  }
  for (const Language& language : languages()) {
    if (QLocale(language.code).language() == wanted.language()) return language.code;
  }
  return QStringLiteral("en");
}

void choose_han_forms(const QString& code) {
  const QString chosen = known_language(code);
  const QLocale::Language language = QLocale(chosen).language();
  if (language != QLocale::Chinese && language != QLocale::Japanese) return;
  // Otherwise the fonts take the language of the system.
  qputenv("FC_LANG",
          QString(chosen).replace(QLatin1Char('_'), QLatin1Char('-')).toLower().toLatin1());
}

void install_language(QObject& owner, const QString& code) {
  const QLocale system = QLocale::system();
  const QString chosen = known_language(code);
  const QLocale locale(chosen);
  // Numbers must match the language of the texts. If the system has the same language, its
  // country is used, too.
  QLocale::setDefault(locale.language() == system.language() ? system : locale);
  install(owner, QStringLiteral("qtbase_") + chosen,
          QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  if (auto texts = nscope::Language::load(chosen.toStdString())) {
    set_shown_language(std::move(*texts));
  }
  // English has a file, too, which contains its plural forms.
  install(owner, QStringLiteral("neuronscope_") + chosen, kFolder);
}

}  // namespace nscope::gui
