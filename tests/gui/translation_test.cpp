#include "app/gui/shell/dialogs/language.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QTranslator>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// The texts of one language, as the program loads them.
class TranslationTest : public testing::TestWithParam<const char*> {
 protected:
  TranslationTest() { install_language(holder_, QString::fromLatin1(GetParam())); }
  ~TranslationTest() override {
    for (QTranslator* translator : holder_.findChildren<QTranslator*>()) {
      QCoreApplication::removeTranslator(translator);
    }
    QLocale::setDefault(QLocale::c());
  }
  QObject holder_;
};

TEST_P(TranslationTest, TextsOfClassesAndOfFreeFunctionsAreFound) {
  const QString code = QString::fromLatin1(GetParam());
  const bool english = code == QLatin1String("en");
  EXPECT_EQ(MainWindow::tr("Quit") == QLatin1String("Quit"), english);
  // A free function: lupdate files it under the namespace.
  EXPECT_EQ(QCoreApplication::translate("Palette", "Recent file") == QLatin1String("Recent file"),
            english);
}

TEST_P(TranslationTest, CharactersHaveTheFormsOfTheLanguage) {
  const QByteArray before = qgetenv("FC_LANG");
  qunsetenv("FC_LANG");
  choose_han_forms(QString::fromLatin1(GetParam()));
  const std::map<std::string, QByteArray> expected{{"ja", "ja"}, {"zh_CN", "zh-cn"}};
  const auto found = expected.find(GetParam());
  EXPECT_EQ(qgetenv("FC_LANG"), found == expected.end() ? QByteArray() : found->second);
  before.isEmpty() ? qunsetenv("FC_LANG") : qputenv("FC_LANG", before);
}

TEST_P(TranslationTest, PluralFormsAgreeWithTheNumber) {
  const auto more = [](int number) {
    return QCoreApplication::translate("nscope::gui::JobStatus", "and %n more", nullptr, number);
  };
  EXPECT_TRUE(more(1).contains(QLatin1Char('1'))) << more(1).toStdString();
  EXPECT_TRUE(more(5).contains(QLatin1Char('5'))) << more(5).toStdString();
  const auto bars = [](int number) {
    return QCoreApplication::translate("nscope::gui::AnalysisChart", "%n bar(s)", nullptr, number);
  };
  EXPECT_FALSE(bars(1).contains(QStringLiteral("(s)"))) << bars(1).toStdString();
  if (QLatin1String(GetParam()) == QLatin1String("en")) {
    EXPECT_EQ(bars(1), "1 bar");
    EXPECT_EQ(bars(2), "2 bars");
  }
  if (QLatin1String(GetParam()) == QLatin1String("de")) {
    EXPECT_EQ(bars(1), "1 Balken");
  }
}

TEST_P(TranslationTest, NumbersHaveTheSeparatorsOfTheLanguage) {
  const bool german = QLatin1String(GetParam()) == QLatin1String("de");
  EXPECT_EQ(number_text(format_count(8'388'608)), german ? "8.388.608" : "8,388,608");
  EXPECT_EQ(number_text("3 x trn1.32xlarge at 1.5"),
            german ? "3 x trn1.32xlarge at 1,5" : "3 x trn1.32xlarge at 1.5");
  EXPECT_EQ(number_text("llama-3.1-8b: -4.5"),
            german ? "llama-3.1-8b: -4,5" : "llama-3.1-8b: -4.5");
  EXPECT_EQ(number_text(format_duration_ns(1420)),
            QString::fromUtf8(german ? "1,42\u202fµs" : "1.42\u202fµs"));
  EXPECT_EQ(number_text("1. of a, b"), "1. of a, b") << "no number";
}

INSTANTIATE_TEST_SUITE_P(All, TranslationTest, testing::Values("en", "de", "ja", "zh_CN"),
                         [](const auto& language) { return std::string(language.param); });

}  // namespace
}  // namespace nscope::gui
