#include "app/gui/shell/dialogs/preferences.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/files/capture_filters.h"
#include "app/gui/files/file_dialog.h"
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
#include <QFileDialog>
#include <QLocale>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QUrl>

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

/// Settings of its own, in a folder that is removed.
class FileDialogTest : public testing::Test {
 protected:
  FileDialogTest()
      : organization_(QCoreApplication::organizationName()),
        application_(QCoreApplication::applicationName()) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
    QCoreApplication::setOrganizationName(QStringLiteral("nscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("file-dialog"));
    QDir(folder_.path()).mkpath(QStringLiteral("runs/one"));
    QDir(folder_.path()).mkpath(QStringLiteral("reports"));
  }
  ~FileDialogTest() override {
    QCoreApplication::setOrganizationName(organization_);
    QCoreApplication::setApplicationName(application_);
  }

  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

  QTemporaryDir folder_;

 private:
  QString organization_;
  QString application_;
};

TEST_F(FileDialogTest, BeginsInTheLastFolderOfItsUse) {
  EXPECT_EQ(last_folder(FileUse::kCapture), QString());
  remember_folder(FileUse::kCapture, path("runs/one"));
  EXPECT_EQ(last_folder(FileUse::kCapture), path("runs")) << "of a run in a folder: the one above";
  remember_folder(FileUse::kReport, path("reports/costs.pdf"));
  EXPECT_EQ(last_folder(FileUse::kCapture), path("runs")) << "each use has its own";
  remember_folder(FileUse::kCapture, QStringLiteral("ssh://host/runs/a.ntff"));
  EXPECT_EQ(last_folder(FileUse::kCapture), path("runs")) << "not a folder of this computer";
  QFileDialog open;
  open.setOption(QFileDialog::DontUseNativeDialog);
  set_up_dialog(open, {.title = QStringLiteral("Open"), .filters = capture_filters()});
  EXPECT_EQ(open.directory().absolutePath(), path("runs"));
  QStringList places;
  for (const QUrl& url : open.sidebarUrls()) places << url.toLocalFile();
  EXPECT_TRUE(places.contains(path("reports"))) << places.join(' ').toStdString();
  QFileDialog save;
  save.setOption(QFileDialog::DontUseNativeDialog);
  save.setAcceptMode(QFileDialog::AcceptSave);
  EXPECT_EQ(base_name(QStringLiteral("/runs/eager.json.gz")), "eager");
  EXPECT_EQ(base_name(QStringLiteral("rank.0.ntff")), "rank.0");
  EXPECT_EQ(base_name(QStringLiteral("spot-checkpointing")), "spot-checkpointing");
  set_up_dialog(save, {.title = QStringLiteral("Save"),
                       .use = FileUse::kReport,
                       .filters = QStringLiteral("PDF (*.pdf)"),
                       .name = QStringLiteral("fleet.pdf")});
  EXPECT_EQ(save.selectedFiles(), QStringList{path("reports/fleet.pdf")});
  QDir(path("reports")).removeRecursively();
  EXPECT_EQ(last_folder(FileUse::kReport), QString()) << "it is gone";
}

TEST_F(FileDialogTest, KindsIncludeCompressedCaptures) {
  const QStringList filters = capture_filters().split(QStringLiteral(";;"));
  ASSERT_GT(filters.size(), 5);
  const QStringList all = filters.front().section('(', 1).chopped(1).split(' ');
  for (const char* pattern :
       {"*.nscope", "*.ntff", "*.json", "*.json.gz", "*.json.zst", "*.log", "*.zip"}) {
    EXPECT_TRUE(all.contains(QString::fromUtf8(pattern))) << pattern;
  }
  EXPECT_EQ(QSet<QString>(all.begin(), all.end()).size(), all.size()) << "each once";
  EXPECT_TRUE(filters.back().contains(QStringLiteral("(*)")));
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
