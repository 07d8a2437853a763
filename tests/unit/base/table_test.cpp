#include "profiler/base/tables/table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nscope {
namespace {

Table sample() {
  Table table({{.id = "instance"},
               {.id = "usd", .title = tr("Price"), .unit = "USD/h", .decimals = 2},
               {.id = "chips"}});
  table.add_row({std::string("trn1.32xlarge"), 21.5, std::int64_t{16}});
  table.add_row({std::string("trn2, \"new\""), Missing{tr("not offered")}, std::int64_t{4}});
  return table;
}

TEST(Table, TextAlignsNumbersRight) {
  EXPECT_EQ(sample().to_text(Language()),
            "instance       Price [USD/h]  chips\n"
            "trn1.32xlarge          21.50     16\n"
            "trn2, \"new\"      not offered      4\n");
}

TEST(Table, CsvQuotesAndHasReasonsOfMissingCells) {
  EXPECT_EQ(sample().to_csv(),
            "instance,usd,chips\ntrn1.32xlarge,21.5,16\n\"trn2, \"\"new\"\"\",not offered,4\n");
}

TEST(Table, JsonHasNullForMissing) {
  EXPECT_EQ(sample().to_json().dump(), R"([{"instance":"trn1.32xlarge","usd":21.5,"chips":16},)"
                                       R"({"instance":"trn2, \"new\"","usd":null,"chips":4}])");
}

}  // namespace
}  // namespace nscope
