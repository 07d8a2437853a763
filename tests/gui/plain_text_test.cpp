#include "app/gui/text/plain_text.h"

#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"
#include "tests/gui/pages.h"
#include "tests/gui/shell_fixture.h"
#include "tests/support/temporary_folder.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

constexpr const char* kHostile = "<img src=\"/dev/zero\"><b>&name</b>";
const QString kImage = QStringLiteral("<img");

/// Whether Qt would read the image of a tool tip.
bool reads_image(const QString& tool_tip) {
  const QString shown = tool_tip_text(tool_tip);
  return Qt::mightBeRichText(shown) && shown.contains(kImage);
}

/// What the widget below the window shows; counts texts that contain the hostile name.
struct Walk {
  int hostile = 0;

  void visit(const std::string& page, QWidget& window) {
    for (const QLabel* label : window.findChildren<QLabel*>()) {
      if (!label->testAttribute(Qt::WA_WState_Polished)) continue;  // not shown yet
      EXPECT_NE(label->textFormat(), Qt::AutoText) << page << ": " << label->text().toStdString();
      if (label->textFormat() == Qt::RichText) {
        EXPECT_FALSE(label->text().contains(kImage)) << page << ": " << label->text().toStdString();
      }
      hostile += label->text().contains(kImage) ? 1 : 0;
    }
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
      EXPECT_FALSE(reads_image(widget->toolTip()))
          << page << ": " << widget->toolTip().toStdString();
    }
    for (const QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
      if (view->model() != nullptr) visit_items(page, *view->model());
    }
  }

  void visit_items(const std::string& page, const QAbstractItemModel& model) {
    constexpr int kMost = 30;
    for (int row = 0; row < std::min(model.rowCount(), kMost); ++row) {
      for (int column = 0; column < std::min(model.columnCount(), kMost); ++column) {
        const QModelIndex index = model.index(row, column);
        const QString tip = index.data(Qt::ToolTipRole).toString();
        EXPECT_FALSE(reads_image(tip)) << page << ": " << tip.toStdString();
        hostile += index.data(Qt::DisplayRole).toString().contains(kImage) ? 1 : 0;
      }
    }
  }
};

/// A run whose names, notes and properties have markup.
std::shared_ptr<const Trace> make_hostile_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(1000)});
  out.property(std::string(property::kInstanceType), std::string(kHostile));
  out.property(std::string(property::kProvenance), std::string(kHostile));
  out.property(kHostile, std::string(kHostile));
  const auto tensor = tracks.engine(0, Engine::kTensor);
  const auto other = out.track({.name = kHostile, .kind = TrackKind::kHost});
  for (int i = 0; i < 10; ++i) {
    const auto slice = out.slice(tensor, out.intern(kHostile), TraceTime(i * 100), TraceTime(50),
                                 TraceTime(i == 0 ? 0 : 20));
    const auto host = out.slice(other, out.intern(kHostile), TraceTime(i * 100), TraceTime(40));
    for (const std::string_view key : {key::kLayer, key::kOperands, std::string_view(kHostile)}) {
      out.arg(slice, out.intern(key), kHostile);
    }
    out.flow(host, slice, out.intern(kHostile));
  }
  out.metric({.name = kHostile, .value = 1.0, .unit = kHostile, .note = Text::verbatim(kHostile)});
  out.metric({.name = "mfu_estimated_percent",
              .value = 0.5,
              .unit = "",
              .note = Text::verbatim(kHostile)});
  out.diagnose(kHostile, Severity::kWarning, Text::verbatim(kHostile));
  out.finish();
  return builder.finish();
}

class PlainTextTest : public ShellTest {};

TEST_F(PlainTextTest, NamesOfARunArePlainOnEveryPage) {
  Walk walk;
  visit_pages(
      window_, [this] { wait_until_idle(); },
      [&walk](const std::string& page, QWidget& shown) { walk.visit(page, shown); },
      make_hostile_run());
  EXPECT_GT(walk.hostile, 50) << "the names are shown";
}

TEST_F(PlainTextTest, NamesOfDocumentsArePlain) {
  const TestFolder folder;
  const std::string path = (folder.path() / "labels.cost.json").string();
  const std::string image = R"(<img src=\"/dev/zero\">)";
  ASSERT_TRUE(write_file(path, R"({"schema": "nscope.cost/1", "title": ")" + image +
                                   R"(", "note": ")" + image +
                                   R"(", "region": "us-east-1", "work": [
      {"label": ")" + image + R"(a", "instance": "trn1.32xlarge",
       "throughput": {"tokens_per_second": 1000, "provenance": "published", "source": ")" +
                                   image + R"("}},
      {"label": ")" + image + R"(b", "instance": "inf2.48xlarge",
       "throughput": {"tokens_per_second": 900, "provenance": "published", "source": ")" +
                                   image + R"("}}]})"));
  window_.open_files({to_qstring(path)});
  wait_until_idle();
  ASSERT_FALSE(window_.last_error());
  Walk walk;
  walk.visit("costs", window_);
  EXPECT_GT(walk.hostile, 2);
}

TEST_F(PlainTextTest, AFileNameInAnErrorIsPlain) {
  const TestFolder folder;
  const std::string path = (folder.path() / "<img src=x>.json").string();
  ASSERT_TRUE(write_file(path, "{\"no\": \"capture\"}"));
  window_.open_files({to_qstring(path)});
  wait_until_idle();
  EXPECT_TRUE(window_.last_error());
  Walk walk;
  walk.visit("error", window_);
  EXPECT_GT(walk.hostile, 0);
}

QString tip_at(QWidget& widget, const QPoint& position) {
  QToolTip::hideText();
  QHelpEvent help(QEvent::ToolTip, position, widget.mapToGlobal(position));
  QApplication::sendEvent(&widget, &help);
  return QToolTip::text();
}

TEST(PlainText, LabelsWithoutAFormatShowMarkup) {
  QWidget window;
  QVBoxLayout layout(&window);
  QLabel name(QString::fromLatin1(kHostile));
  name.setWordWrap(true);
  QLabel own(QStringLiteral("<b>bold</b>"));
  own.setTextFormat(Qt::RichText);
  layout.addWidget(&name);
  layout.addWidget(&own);
  window.show();
  EXPECT_EQ(name.textFormat(), Qt::PlainText);
  EXPECT_EQ(own.textFormat(), Qt::RichText);
  name.setText(QStringLiteral("<i>later</i>"));
  EXPECT_EQ(name.textFormat(), Qt::PlainText);
}

TEST(PlainText, ToolTipsOfWidgetsAndItemsShowMarkup) {
  const QString hostile = QString::fromLatin1(kHostile);
  QStandardItemModel model(1, 1);
  model.setData(model.index(0, 0), hostile, Qt::ToolTipRole);
  model.setHeaderData(0, Qt::Horizontal, hostile, Qt::ToolTipRole);
  QTableView view;
  view.setModel(&model);
  view.resize(300, 200);
  view.show();
  QWidget widget;
  widget.setToolTip(hostile);
  widget.show();
  const QString plain = Qt::convertFromPlainText(hostile);
  EXPECT_EQ(tip_at(widget, {2, 2}), plain);
  EXPECT_EQ(tip_at(*view.viewport(), view.visualRect(model.index(0, 0)).center()), plain);
  EXPECT_EQ(tip_at(*view.horizontalHeader()->viewport(), {5, 5}), plain);
  show_tool_tip({10, 10}, hostile, &widget);
  EXPECT_EQ(QToolTip::text(), plain);
  widget.setToolTip(rich_tip(QStringLiteral("<b>own</b>")));
  EXPECT_TRUE(tip_at(widget, {2, 2}).endsWith(QStringLiteral("<b>own</b>")));
  // The mark cannot be guessed.
  widget.setToolTip(QStringLiteral("<qt data-own='0'>") + hostile);
  EXPECT_FALSE(reads_image(widget.toolTip()));
  QToolTip::hideText();
}

TEST(PlainText, NamesHaveNoMnemonics) {
  EXPECT_EQ(without_mnemonics(QStringLiteral("a&b&&c")), QStringLiteral("a&&b&&&&c"));
}

}  // namespace
}  // namespace nscope::gui
