#include "app/gui/shell/dialogs/preferences.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/shell/dialogs/about_dialog.h"
#include "app/gui/shell/dialogs/language.h"
#include "app/gui/shell/dialogs/preferences_dialog.h"
#include "app/gui/shell/dialogs/system_report.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

namespace nscope::gui {
namespace {

TEST(Preferences, AreKept) {
  const QTemporaryDir folder;
  QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
  EXPECT_EQ(Preferences::load(settings), Preferences());
  const Preferences set{.theme = ThemeChoice::kLight,
                        .language = QStringLiteral("ja"),
                        .patterns = true,
                        .scale_percent = 150,
                        .read_ahead_gib = 0};
  set.save(settings);
  EXPECT_EQ(Preferences::load(settings), set);
}

TEST(Preferences, NonsenseIsTheDefault) {
  const QTemporaryDir folder;
  QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
  settings.setValue(QStringLiteral("theme"), 99);
  settings.setValue(QStringLiteral("scale"), 7);
  settings.setValue(QStringLiteral("readAheadGib"), QStringLiteral("much"));
  EXPECT_EQ(Preferences::load(settings), Preferences());
  settings.setValue(QStringLiteral("readAheadGib"), 1 << 30);
  EXPECT_EQ(Preferences::load(settings).read_ahead_gib, Preferences::kMostReadAheadGib);
}

TEST(Language, OfTheSystemOrEnglish) {
  EXPECT_EQ(language_for(QLocale(QStringLiteral("de_AT"))), "de");
  EXPECT_EQ(language_for(QLocale(QStringLiteral("ja_JP"))), "ja");
  EXPECT_EQ(language_for(QLocale(QStringLiteral("zh_CN"))), "zh_CN");
  EXPECT_EQ(language_for(QLocale(QStringLiteral("zh_TW"))), "en") << "another script";
  EXPECT_EQ(language_for(QLocale(QStringLiteral("fr_FR"))), "en");
}

using PreferencesWindowTest = ShellTest;

TEST_F(PreferencesWindowTest, ChangesCountAtOnce) {
  window_.actions().run(QStringLiteral("program.preferences"));
  auto* dialog = qobject_cast<PreferencesDialog*>(window_.dialog());
  ASSERT_NE(dialog, nullptr);
  QSignalSpy changed(&window_, &MainWindow::preferences_changed);
  dialog->theme().setCurrentIndex(dialog->theme().findData(int(ThemeChoice::kLight)));
  EXPECT_EQ(current_tokens().scheme, Scheme::kLight);
  EXPECT_TRUE(window_.actions().action(QStringLiteral("theme.2"))->isChecked());
  dialog->patterns().click();
  dialog->read_ahead().setValue(16);
  EXPECT_TRUE(window_.preferences().patterns);
  EXPECT_EQ(window_.preferences().read_ahead_gib, 16);
  EXPECT_EQ(changed.count(), 3);
  window_.show_preferences();
  EXPECT_EQ(window_.dialog(), dialog) << "one dialog, brought to the front";
  window_.set_theme(ThemeChoice::kDark);
}

TEST_F(PreferencesWindowTest, PatternsAreOneSwitchInTwoPlaces) {
  TimelinePanel& panel = window_.inspect().timeline_panel();
  window_.show_preferences();
  auto* dialog = qobject_cast<PreferencesDialog*>(window_.dialog());
  ASSERT_NE(dialog, nullptr);
  dialog->patterns().click();
  EXPECT_TRUE(panel.timeline().has_patterns());
  panel.bar().patterns_button().click();
  EXPECT_FALSE(window_.preferences().patterns);
  EXPECT_FALSE(dialog->patterns().isChecked());
}

TEST_F(PreferencesWindowTest, ComparedTimelinesFollowThePatterns) {
  Preferences preferences = window_.preferences();
  preferences.patterns = true;
  window_.set_preferences(preferences);
  ComparePage& compare = window_.compare();
  compare.add_run(make_run(), QStringLiteral("before"));
  EXPECT_TRUE(compare.timelines().strip(0).timeline().has_patterns());
  preferences.patterns = false;
  window_.set_preferences(preferences);
  EXPECT_FALSE(compare.timelines().strip(0).timeline().has_patterns());
}

TEST_F(PreferencesWindowTest, TheReportNamesVersionsAndLastErrors) {
  window_.banner().show_error(QStringLiteral("Cannot open x"),
                              {ErrorCode::kBadInput, Text::verbatim("no magic"), "x.ntff"});
  window_.show_about();
  auto* about = qobject_cast<AboutDialog*>(window_.dialog());
  ASSERT_NE(about, nullptr);
  wait_until_idle();
  const QString report = about->report();
  for (const char* line : {"Neuronscope: " NSCOPE_VERSION, "Qt: ", "Processor: ", "Memory: ",
                           "DuckDB: ", "Settings: ", "Screen 1: ", "Cannot open x: x.ntff"}) {
    EXPECT_TRUE(report.contains(QString::fromLatin1(line))) << line << "\n" << report.toStdString();
  }
  about->copy_button().click();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), report);
}

TEST(SystemReport, SaysWhenThereWereNoErrors) {
  ErrorLog errors;
  EXPECT_TRUE(report_text({}, errors).contains("none"));
  for (int i = 0; i < 30; ++i) errors.add(QString::number(i), QStringLiteral("text"));
  EXPECT_EQ(errors.entries().size(), ErrorLog::kMost);
  EXPECT_EQ(errors.entries().back().title, "29");
}

}  // namespace
}  // namespace nscope::gui
