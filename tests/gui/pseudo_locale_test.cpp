#include "tests/gui/cut_text.h"
#include "tests/gui/pages.h"
#include "tests/gui/shell_fixture.h"

#include <QApplication>
#include <QLabel>
#include <QTranslator>

namespace nscope::gui {
namespace {

/// Accents on every vowel and 40 % more letters: what a translation can be like.
/// Placeholders (%1, %n) and markup stay as they are.
class PseudoTranslator : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*,
                    int number) const override {
    if (!QByteArray(context).startsWith("nscope::gui")) return {};
    const QString text = QString::fromUtf8(source);
    QString out;
    int letters = 0;
    bool markup = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
      const QChar c = text[i];
      if (c == QLatin1Char('<')) markup = true;
      if (c == QLatin1Char('>')) markup = false;
      if (c == QLatin1Char('%') && i + 1 < text.size()) {
        out += c;
        out += text[++i];
        continue;
      }
      out += markup ? c : accented(c);
      if (!markup && c.isLetter()) ++letters;
    }
    // Words that could wrap as those of a real language do.
    for (int added = 0; added * 10 < letters * 4; ++added) {
      out += added % 6 == 0 && letters > 12 ? QLatin1Char(' ') : QChar(u'ñ');
    }
    if (number >= 0) out.replace(QStringLiteral("%n"), QString::number(number));
    return out;
  }

 private:
  static QChar accented(QChar c) {
    switch (c.unicode()) {
      case u'a': return u'á';
      case u'e': return u'é';
      case u'i': return u'í';
      case u'o': return u'ö';
      case u'u': return u'ü';
      case u'A': return u'Å';
      case u'E': return u'É';
      case u'O': return u'Ø';
      default: return c;
    }
  }
};

class PseudoLocaleTest : public testing::Test {
 protected:
  PseudoLocaleTest() { QCoreApplication::installTranslator(&translator_); }
  ~PseudoLocaleTest() override { QCoreApplication::removeTranslator(&translator_); }

  PseudoTranslator translator_;
};

TEST_F(PseudoLocaleTest, ATextIsFortyPercentLonger) {
  const QString text = translator_.translate("nscope::gui::X", "Open %1 now", nullptr, -1);
  EXPECT_TRUE(text.contains(QStringLiteral("Øpén %1 nöw"))) << text.toStdString();
  EXPECT_GE(text.size(), 14);
}

TEST_F(PseudoLocaleTest, NoTextIsCutAt1280x800) {
  apply_theme(*qApp, Scheme::kLight);
  MainWindow window(Scheme::kLight, false);
  window.resize(1280, 800);
  window.show();
  int seen = 0;
  visit_pages(
      window, [&window] { settle_layout(window); },
      [&seen](const std::string& page, QWidget& root) {
        EXPECT_LE(root.width(), 1280) << page << " needs a wider window";
        for (const QLabel* label : root.findChildren<QLabel*>()) seen += label->isVisible();
        for (const QString& cut : cut_texts(root)) {
          ADD_FAILURE() << page << ": " << cut.toStdString();
        }
      });
  EXPECT_GT(seen, 100);
}

}  // namespace
}  // namespace nscope::gui
