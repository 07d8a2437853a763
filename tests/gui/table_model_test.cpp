#include "app/gui/panels/table_model.h"

#include "app/gui/panels/sort_header.h"
#include "app/gui/panels/table_panel.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

Table sample_table() {
  Table table({{.id = "name", .title = Text::verbatim("Name")},
               {.id = "time_ns", .title = Text::verbatim("Time"), .unit = "ns", .decimals = 0},
               {.id = "share", .title = Text::verbatim("Share")},
               {.id = "bytes", .unit = "B"}});
  table.add_row({std::string("COPY"), 1500.0, 0.25, std::int64_t{4096}});
  table.add_row(
      {std::string("MATMUL"), 900.0, 0.75, Missing{Text::verbatim("not in this capture")}});
  table.add_row({std::string("ADD"), Missing{Text::verbatim("unknown")},
                 Missing{Text::verbatim("unknown")}, std::int64_t{12}});
  return table;
}

QString shown(const QAbstractItemModel& model, int row, int column) {
  QString text = model.index(row, column).data().toString();
  return text.replace(QChar(0x202f), QLatin1Char(' '));
}

TEST(TableModel, PassesQtsOwnChecks) {
  TableModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.set_table(sample_table());
  EXPECT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.columnCount(), 4);
  model.set_table(Table());
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(TableModel, ShowsUnitsAndWords) {
  TableModel model;
  model.set_table(sample_table());
  EXPECT_EQ(shown(model, 0, 1), "1.50 µs");
  EXPECT_EQ(shown(model, 1, 2), "75.0 %");
  EXPECT_EQ(shown(model, 0, 3), "4.00 KiB");
  EXPECT_EQ(shown(model, 1, 3), "not in this capture");
  EXPECT_EQ(model.headerData(3, Qt::Horizontal, Qt::DisplayRole), "bytes");
}

TEST(TableModel, HeadingsHaveTheUnitsThatCellsLack) {
  const auto heading = [](const char* title, const char* unit) {
    return heading_text({.id = "id", .title = Text::verbatim(title), .unit = unit});
  };
  EXPECT_EQ(heading("Cost per million tokens", "USD"), "Cost per million tokens (USD)");
  EXPECT_EQ(heading("Utilisation", "%"), "Utilisation (%)");
  EXPECT_EQ(heading("Months", "h"), "Months (h)");
  EXPECT_EQ(heading("Price (USD)", "USD"), "Price (USD)");
  EXPECT_EQ(heading("Time", "ns"), "Time") << "cells have ns, µs or ms";
  EXPECT_EQ(heading("Bytes", "B"), "Bytes");
  EXPECT_EQ(heading("Share", "share"), "Share");
  EXPECT_EQ(heading("Events", "count"), "Events");
  EXPECT_EQ(heading("Name", ""), "Name");
}

TEST(TableModel, NumbersHaveTheDigitsThatReadersNeed) {
  Table table({{.id = "tokens_per_second", .unit = "tok/s"},
               {.id = "usd_per_hour", .unit = "USD/h", .decimals = 4},
               {.id = "usd_per_million_tokens", .decimals = 4},
               {.id = "usd", .unit = "USD", .decimals = 2},
               {.id = "gain", .decimals = 4}});
  table.add_row({30.682115815355793, 21.9576, 11.4187231, 1234.5, 0.0879});
  table.add_row({368.984148205604, 36.0, 0.00812345, 0.5, 1.5});
  table.add_row({48123.0, 1234.5678, 117.5248, -2.0, 0.0});
  table.add_row({0.1, 0.5, 1234.6, 0.0, 1.0});
  table.add_row({0.0000123456789, 0.5, 1234.6, 0.0, 1.0});
  table.add_row({123456789.25, 0.5, 1234.6, 0.0, 1.0});
  TableModel model;
  model.set_table(std::move(table));
  EXPECT_EQ(shown(model, 0, 0), "30.6821");
  EXPECT_EQ(shown(model, 1, 0), "368.984");
  EXPECT_EQ(shown(model, 2, 0), "48,123");
  EXPECT_EQ(shown(model, 3, 0), "0.1");
  EXPECT_EQ(shown(model, 4, 0), "1.23457e-05");
  EXPECT_EQ(shown(model, 5, 0), "123,456,789") << "digits before the point are not rounded";
  EXPECT_EQ(shown(model, 0, 1), "21.9576");
  EXPECT_EQ(shown(model, 1, 1), "36.00");
  EXPECT_EQ(shown(model, 2, 1), "1,234.57");
  EXPECT_EQ(shown(model, 0, 2), "11.4");
  EXPECT_EQ(shown(model, 1, 2), "0.00812");
  EXPECT_EQ(shown(model, 2, 2), "118");
  EXPECT_EQ(shown(model, 0, 3), "1,234.50");
  EXPECT_EQ(shown(model, 0, 4), "0.0879");
  const auto tip = [&](int row, int column) {
    return model.index(row, column).data(Qt::ToolTipRole).toString();
  };
  EXPECT_EQ(tip(0, 0), "30.682115815355793") << "all digits";
  EXPECT_EQ(tip(0, 2), "11.4187231");
  EXPECT_TRUE(model.table().to_csv().find("30.682115815355793") != std::string::npos);
}

TEST(TableModel, AValueHasTheUnitOfItsRow) {
  Table table({{.id = "use"}, {.id = "unit"}, {.id = "value"}, {.id = "count"}});
  table.add_row({std::string("SBUF"), std::string("share"), 0.0536411830, std::int64_t{4}});
  table.add_row({std::string("HBM"), std::string("B"), std::int64_t{2'557'387'856}, 1.5});
  table.add_row(
      {std::string("PSUM"), std::string("banks"), std::int64_t{4}, Missing{Text::verbatim("")}});
  table.add_row(
      {std::string("?"), Missing{Text::verbatim("unknown")}, 0.25, Missing{Text::verbatim("")}});
  TableModel model;
  model.set_table(std::move(table));
  EXPECT_EQ(shown(model, 0, 2), "5.4 %");
  EXPECT_EQ(shown(model, 1, 2), "2.38 GiB");
  EXPECT_EQ(shown(model, 2, 2), "4");
  EXPECT_EQ(shown(model, 3, 2), "0.25") << "of a row without a unit";
  EXPECT_EQ(shown(model, 1, 3), "1.5") << "no value in that unit";
}

/// Rows with kernel names of 2,000 letters that differ at their ends.
Table many_long_names(std::size_t rows) {
  Table table({{.id = "name"}, {.id = "time_ns", .unit = "ns"}, {.id = "count"}});
  const std::string start = "void at::native::" + std::string(2000, 'k');
  for (std::size_t row = 0; row < rows; ++row) {
    const auto mixed = static_cast<std::int64_t>(row * 7919 % rows);
    table.add_row({start + std::to_string(mixed), static_cast<double>(mixed), mixed});
  }
  return table;
}

TEST(TablePanel, AHundredThousandLongNamesAreSorted) {
  TablePanel panel(QStringLiteral("empty"));
  panel.resize(600, 400);
  panel.show();
  panel.set_table(many_long_names(100'000));
  const QHeaderView& header = *panel.view().horizontalHeader();
  EXPECT_LE(header.sectionSize(0), 520) << "a name does not take the whole table";
  EXPECT_LE(header.sectionPosition(2) + header.sectionSize(2), panel.view().viewport()->width())
      << "the numbers are visible beside it";
  for (const char* column : {"name", "time_ns", "count"}) {
    panel.sort_by(column, Qt::DescendingOrder);
    EXPECT_EQ(panel.row_order().size(), 100'000U) << column;
  }
  EXPECT_EQ(std::get<std::int64_t>(panel.model().table().at(panel.row_order().front(), 2)), 99'999);
}

TEST(TableSorter, SortsByValueAndPutsMissingLast) {
  TableModel model;
  model.set_table(sample_table());
  TableSorter sorter;
  const QAbstractItemModelTester tester(&sorter,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  sorter.setSourceModel(&model);
  sorter.sort(1, Qt::AscendingOrder);
  EXPECT_EQ(shown(sorter, 0, 0), "MATMUL");
  EXPECT_EQ(shown(sorter, 2, 0), "ADD");
  sorter.sort(1, Qt::DescendingOrder);
  EXPECT_EQ(shown(sorter, 0, 0), "COPY");
  EXPECT_EQ(shown(sorter, 2, 0), "ADD");
}

/// The arrow that a header would draw for a sorted column.
class ShownArrow : public SortHeader {
 public:
  QStyleOptionHeader::SortIndicator arrow(int section) const {
    QStyleOptionHeaderV2 option;
    initStyleOption(&option);
    initStyleOptionForIndex(&option, section);
    return option.sortIndicator;
  }
};

TEST(TablePanel, NumbersSortDescendingFirstAndArrowsPointAsElsewhere) {
  TablePanel panel{QString()};
  panel.set_table(sample_table());
  panel.resize(600, 300);
  panel.show();
  QHeaderView* header = panel.view().horizontalHeader();
  ASSERT_NE(dynamic_cast<SortHeader*>(header), nullptr);
  const auto click = [&](int section) {
    const QPoint middle(header->sectionViewportPosition(section) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, middle);
  };
  click(1);
  EXPECT_EQ(header->sortIndicatorOrder(), Qt::DescendingOrder) << "the largest numbers first";
  EXPECT_EQ(shown(*panel.view().model(), 0, 0), "COPY");
  click(0);
  EXPECT_EQ(header->sortIndicatorOrder(), Qt::AscendingOrder) << "names from A";
  ShownArrow arrows;
  arrows.setModel(panel.view().model());
  arrows.setSortIndicatorShown(true);
  arrows.setSortIndicator(0, Qt::AscendingOrder);
  EXPECT_EQ(arrows.arrow(0), QStyleOptionHeader::SortUp);
  arrows.setSortIndicator(0, Qt::DescendingOrder);
  EXPECT_EQ(arrows.arrow(0), QStyleOptionHeader::SortDown);
}

TEST(TablePanel, LongNamesLeaveRoomForTheirNumbers) {
  Table table({{.id = "kernel", .title = tr("Kernel")},
               {.id = "count", .title = tr("Count")},
               {.id = "time", .title = tr("Time"), .unit = "s"}});
  table.add_row({std::string(200, 'x'), std::int64_t{241}, 0.0128});
  TablePanel panel{QString()};
  panel.set_table(std::move(table));
  panel.resize(480, 300);
  panel.show();
  const QHeaderView& header = *panel.view().horizontalHeader();
  EXPECT_LE(header.length(), panel.view().viewport()->width());
  EXPECT_GT(panel.full_width(), 480) << "the content would use more";
  panel.resize(1200, 300);
  EXPECT_EQ(header.sectionSize(0), 520) << "wide again";
  panel.view().setColumnWidth(0, 300);
  panel.resize(480, 300);
  EXPECT_EQ(header.sectionSize(0), 300) << "the user's width stays";
}

TEST(TablePanel, SaysWhyItIsEmpty) {
  TablePanel panel(QStringLiteral("Nothing here."));
  panel.resize(600, 200);
  panel.show();
  EXPECT_TRUE(panel.view().isHidden());
  panel.set_table(sample_table());
  EXPECT_FALSE(panel.view().isHidden());
  panel.view().selectRow(1);
  EXPECT_EQ(panel.current_text("name"), "MATMUL");
  EXPECT_EQ(panel.current_text("no such column"), "");
  panel.set_table(Table(sample_table().columns()));
  EXPECT_TRUE(panel.view().isHidden());
}

}  // namespace
}  // namespace nscope::gui
