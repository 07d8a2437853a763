#include "app/gui/shell/dialogs/language.h"
#include "app/gui/text/text.h"
#include "profiler/base/json.h"
#include "profiler/base/resources.h"
#include "tests/gui/cut_text.h"
#include "tests/gui/pages.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableView>
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// All strings of data files with several words: titles of publications and devices, notes on
/// prices. They are names or data and are not translated.
/// The longest first, because some contain others.
std::vector<QString> strings_of_resources() {
  std::set<QString> found;
  const std::function<void(const Json&)> collect = [&](const Json& json) {
    if (json.is_string()) {
      const QString text = to_qstring(json.get_ref<const std::string&>());
      if (text.contains(QLatin1Char(' '))) found.insert(text);
    } else if (json.is_structured()) {
      for (const auto& item : json) collect(item);
    }
  };
  for (const Resource& resource : list_resources("")) {
    if (!resource.path.ends_with(".json") || resource.path.starts_with("languages/")) continue;
    auto json = parse_json(resource.content, resource.path);
    if (!json) continue;
    // The forms of Plan mode show notes as they are in the document.
    if (resource.path.starts_with("workloads/") && json->is_object()) json->erase("title");
    collect(*json);
  }
  std::vector<QString> sorted(found.begin(), found.end());
  std::ranges::sort(sorted, std::ranges::greater(),
                    [](const QString& text) { return text.size(); });
  return sorted;
}

/// A word that English texts have and names, units and the other languages do not.
const QRegularExpression& english() {
  static const QRegularExpression words(QStringLiteral(
      "(?<![\\w./:-])(?:[Tt]he|of|is|are|were|with|without|from|by|not|which|that|[Tt]his|has|"
      "have|to|and|than|each|only|because|cannot|must|if|or|when|be|its|their|for|at)(?![\\w./=:-])"));
  return words;
}

/// The texts of all models and widgets below `root`, hidden ones included.
QStringList texts_of(const QWidget& root) {
  QStringList texts;
  const auto add_model = [&](const QAbstractItemModel& model) {
    constexpr int kRows = 60;
    for (int column = 0; column < model.columnCount(); ++column) {
      for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) {
        texts << model.headerData(column, Qt::Horizontal, role).toString();
        for (int row = 0; row < std::min(model.rowCount(), kRows); ++row) {
          texts << model.index(row, column).data(role).toString();
        }
      }
    }
  };
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (const auto* field = qobject_cast<const QLineEdit*>(widget)) texts << field->placeholderText();
    if (const auto* group = qobject_cast<const QGroupBox*>(widget)) texts << group->title();
    if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) texts << dock->windowTitle();
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
      for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i) << tabs->tabToolTip(i);
    }
    if (const auto* choice = qobject_cast<const QComboBox*>(widget)) add_model(*choice->model());
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
      if (view->model() != nullptr) add_model(*view->model());
    }
  }
  for (const QAction* action : root.findChildren<QAction*>()) {
    texts << action->text() << action->toolTip();
  }
  return texts;
}

class RenderedLanguageTest : public testing::TestWithParam<const char*> {};

TEST_P(RenderedLanguageTest, NoTextOfTheWindowIsEnglishOrCut) {
  QObject owner;
  install_language(owner, QString::fromLatin1(GetParam()));
  apply_theme(*qApp, Scheme::kLight);
  const std::vector<QString> names = strings_of_resources();
  const QRegularExpression markup(QStringLiteral(
      "<[^>]*>|\"[^\"]*\"|https?://\\S+|0x95 at pc 3|not on the AWS page of Capacity Block prices|"
      "\\(term not stated\\)|instance prices of the benchmark pages|"
      // The title and the reasons in the results of a sweep are data of their file.
      "Batches of the example|needs 17 GiB of device memory, and 16 GiB are there"));
  MainWindow window(Scheme::kLight, false);
  window.resize(1280, 800);
  window.show();
  std::set<QString> seen;
  visit_pages(window, [&window] { settle_layout(window); },
              [&](const std::string& page, QWidget& root) {
                for (const QString& cut : cut_texts(root)) {
                  ADD_FAILURE() << page << " cuts " << cut.toStdString();
                }
                for (QString text : texts_of(root)) {
                  if (!seen.insert(text).second) continue;
                  QString rest = text;
                  if (!rest.contains(english())) continue;
                  for (const QString& name : names) rest.remove(name);
                  rest.remove(markup);
                  EXPECT_FALSE(rest.contains(english())) << page << ": " << text.toStdString();
                }
              });
  EXPECT_GT(seen.size(), 1000u);
}

INSTANTIATE_TEST_SUITE_P(Languages, RenderedLanguageTest, testing::Values("de", "ja", "zh_CN"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace nscope::gui
