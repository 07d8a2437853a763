#include "importers/neuron_ls/neuron_ls.h"

#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <sstream>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Result<std::shared_ptr<const Trace>> read_ls(std::string_view text) {
  return read_with(read_neuron_ls, text);
}

constexpr std::string_view kJson = R"([
 {"neuron_device":0,"bdf":"cc:00.0","cpu_affinity":"0-47","numa_node":"1","connected_to":[1],
  "nc_count":4,"logical_neuroncore_config":2,"memory_size":103079215104,
  "neuroncore_ids":[0,1,2,3],
  "neuron_processes":[{"pid":99,"command":"python train.py","neuron_runtime_version":"2.0.0"}],
  "instance_type":"trn2.48xlarge","instance_id":"i-1"},
 {"neuron_device":1,"bdf":"b5:00.0","connected_to":[0,2],"nc_count":4,
  "memory_size":103079215104,"neuroncore_ids":[4,6]}])";

TEST(NeuronLs, JsonBecomesProperties) {
  const auto trace = read_ls(kJson);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kInstanceType), "trn2.48xlarge");
  EXPECT_EQ((*trace)->property_number("logical_neuroncore_config"), 2.0);
  EXPECT_EQ((*trace)->property_text("device0.neuroncore_ids"), "0-3");
  EXPECT_EQ((*trace)->property_text("device1.neuroncore_ids"), "4, 6");
  EXPECT_EQ((*trace)->property_text("device1.connected_to"), "0, 2");
  EXPECT_EQ((*trace)->property_number("device0.memory_size"), 103079215104.0);
  EXPECT_EQ((*trace)->property_text("device0.process.99.command"), "python train.py");
  EXPECT_EQ(metric_value(**trace, "neuron_device_count"), 2.0);
  EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 8.0);
  EXPECT_EQ(metric_value(**trace, "neuron_device_memory"), 206158430208.0);
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 1.0);
  EXPECT_EQ(diagnostic_count(**trace, "one_way_link"), 0);
  EXPECT_EQ(diagnostic_count(**trace, "no_events"), 1);
}

TEST(NeuronLs, ASingleDeviceHasNoLinks) {
  const auto trace =
      read_ls(R"([{"neuron_device":0,"bdf":"00:1e.0","connected_to":null,"nc_count":2}])");
  ASSERT_TRUE(trace);
  ASSERT_NE((*trace)->property("device0.nc_count"), nullptr);
  EXPECT_EQ((*trace)->property("device0.connected_to"), nullptr) << "no links, no list";
  EXPECT_EQ(find_metric(**trace, "neuron_device_memory"), nullptr) << "unknown is not 0";
}

TEST(NeuronLs, OddRowsAreCounted) {
  const auto trace = read_ls(
      R"({"neuron_devices":[{"neuron_device":0,"nc_count":2,"connected_to":[1]},{"nc_count":2},7,
          {"neuron_device":0,"nc_count":9},{"neuron_device":1,"connected_to":[]}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnostic_count(**trace, "row_without_device"), 2);
  EXPECT_EQ(diagnostic_count(**trace, "device_listed_twice"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "one_way_link"), 1);
  EXPECT_EQ((*trace)->property_number("device0.nc_count"), 2.0) << "the first counts";
}

constexpr std::string_view kTable =
    "$ neuron-ls --show-all-procs\r\n"
    "instance-type: trn2n.48xlarge\r\n"
    "instance-id: i-2\r\n"
    "logical-neuroncore-config: 2\r\n"
    "+--------+--------+--------+-----------+---------+--------+----------------+---------+\r\n"
    "| NEURON | NEURON | NEURON | CONNECTED |   PCI   |  PID   |    COMMAND     | RUNTIME |\r\n"
    "| DEVICE | CORES  | MEMORY |  DEVICES  |   BDF   |        |                | VERSION |\r\n"
    "+--------+--------+--------+-----------+---------+--------+----------------+---------+\r\n"
    "| 0      | 4      | 96 GB  | 1         | cc:00.0 | 268911 | python a | b   | 2.0.0   |\r\n"
    "|        |        |        |           |         | 269192 | neuron-ls      | NA      |\r\n"
    "+--------+--------+--------+-----------+---------+--------+----------------+---------+\r\n"
    "| 1      | 4      | 96 GB  | 0         | b5:00.0 | 268911 | python train   | 2.0.0   |\r\n"
    "|        |        |        |           |         | 269192 | neuron-ls      | NA      |\r\n"
    "+--------+--------+--------+-----------+---------+--------+----------------+---------+\r\n"
    "  Neuron Device Topology\r\n"
    "  *--[ 0 ]<-->[ 1 ]--*\r\n";

TEST(NeuronLs, TablesBecomeTheSame) {
  const auto trace = read_ls(kTable);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kInstanceId), "i-2");
  EXPECT_EQ((*trace)->property_text("device1.bdf"), "b5:00.0");
  EXPECT_EQ((*trace)->property_number("device1.memory_size"), 103079215104.0);
  EXPECT_EQ((*trace)->property_text("device1.process.268911.command"), "python train");
  EXPECT_EQ((*trace)->property_text("device1.process.268911.neuron_runtime_version"), "2.0.0");
  EXPECT_EQ((*trace)->property("device1.process.269192.neuron_runtime_version"), nullptr);
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 1.0) << "neuron-ls uses no runtime";
  EXPECT_EQ((*trace)->property_text("device0.process.268911.command"), "python a | b");
  EXPECT_EQ(diagnostic_count(**trace, "odd_table_row"), 0);
}

TEST(NeuronLs, SeveralTablesAddUp) {
  const auto trace = read_ls(
      "+--------+-----------+\n| NEURON |    PCI    |\n| DEVICE |    BDF    |\n"
      "+--------+-----------+\n| 0      | 0000:cc:00.0 |\n+--------+-----------+\n\n"
      "+--------+---------+------+\n| NEURON |   PCI   | NUMA |\n| DEVICE |   BDF   | NODE |\n"
      "+--------+---------+------+\n| 0      | cc:00.0 | 1    |\n| x      | cc:00.0 | 1    |\n"
      "+--------+---------+------+\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text("device0.bdf"), "0000:cc:00.0");
  EXPECT_EQ((*trace)->property_text("device0.numa_node"), "1");
  EXPECT_EQ(diagnostic_count(**trace, "row_without_device"), 1);
}

TEST(NeuronLs, RecognisedByContent) {
  const auto sniff = [](std::string_view text) { return sniff_neuron_ls(json_file(text)); };
  EXPECT_TRUE(sniff(kJson));
  EXPECT_TRUE(sniff(kTable));
  EXPECT_TRUE(sniff(kJson.substr(0, 60))) << "cut off";
  EXPECT_FALSE(sniff("[]"));
  EXPECT_FALSE(sniff("+---+\n| A |\n+---+\n"));
  EXPECT_FALSE(sniff(R"({"neuron_runtime_data": [], "neuron_device": 1})"));
}

TEST(NeuronLs, OtherFilesAreErrors) {
  expect_refused(read_neuron_ls, {"", "[]", "text", R"([{"neuron_device":0,"nc_count":2})",
                                  R"([{"neuron_device":"x","bdf":"a"}])",
                                  "+---+\n| NEURON |\n| DEVICE |\n+---+\n"});
}

constexpr std::string_view kTrn2Table =
    "  +--------+--------+---------+--------+-----------+---------+-----+---------+---------+\n"
    "  | NEURON | NEURON | LOGICAL | NEURON | CONNECTED |   PCI   | PID | COMMAND | RUNTIME |\n"
    "  | DEVICE | CORES  |   NC    | MEMORY |  DEVICES  |   BDF   |     |         | VERSION |\n"
    "  +--------+--------+---------+--------+-----------+---------+-----+---------+---------+\n"
    "  | 0      | 8      | 4       | 96 GB  | 1         | cc:00.0 | 11  | bench - | 2.0.0   |\n"
    "  |        |        |         |        |           |         | 12  | ls -a   | NA      |\n"
    "  +--------+--------+---------+--------+-----------+---------+-----+---------+---------+\n"
    "  | 1      | 8      | 4       | 96 GB  | 0         | b5:00.0 | 11  | bench - | 2.0.0   |\n"
    "  |        |        |         |        |           |         | 13  | sh | wc | 2.1.0   |\n"
    "  +--------+--------+---------+--------+-----------+---------+-----+---------+---------+\n";

TEST(NeuronLs, Trn2TablesWithLogicalCoresAndProcesses) {
  const auto trace = read_ls(kTrn2Table);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 16.0);
  EXPECT_EQ(metric_value(**trace, "logical_neuroncore_count"), 8.0);
  EXPECT_EQ((*trace)->property_number("logical_neuroncore_config"), 2.0) << "8 / 4";
  EXPECT_EQ((*trace)->property_number("device1.logical_nc_count"), 4.0);
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 2.0) << "neuron-ls has no runtime";
  EXPECT_EQ((*trace)->property_text("device0.process.12.command"), "ls -a");
  EXPECT_EQ((*trace)->property_text("device1.process.13.command"), "sh | wc");
  EXPECT_EQ(diagnostic_count(**trace, "odd_table_row"), 0);
  EXPECT_EQ(diagnostic_count(**trace, "unknown_column"), 0);
}

TEST(NeuronLs, TablesOfTheRuntimeDaemon) {
  const auto trace = read_ls(
      "+--------+--------+--------+-----------+---------+---------+---------+\n"
      "| NEURON | NEURON | NEURON | CONNECTED | RUNTIME | RUNTIME | RUNTIME |\n"
      "| DEVICE | CORES  | MEMORY |  DEVICES  | ADDRESS |   PID   | VERSION |\n"
      "+--------+--------+--------+-----------+---------+---------+---------+\n"
      "| 0      | 4      | 8 GB   | 1         | unix:/s | 12410   | NA      |\n"
      "| 1      | 4      | 8 GB   | 0         | NA      | 12410   | NA      |\n"
      "+--------+--------+--------+-----------+---------+---------+---------+\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 1.0);
  EXPECT_EQ((*trace)->property_text("device0.runtime_address"), "unix:/s");
  EXPECT_EQ(diagnostic_count(**trace, "unknown_column"), 0);
}

TEST(NeuronLs, TheOldestTablesNameDevicesByLogicalId) {
  const auto trace = read_ls(
      "+--------------+---------+--------+-----------+-----------+------+------+\n"
      "|   PCI BDF    | LOGICAL | NEURON |  MEMORY   |  MEMORY   | EAST | WEST |\n"
      "|              |   ID    | CORES  | CHANNEL 0 | CHANNEL 1 |      |      |\n"
      "+--------------+---------+--------+-----------+-----------+------+------+\n"
      "| 0000:00:1f.0 |       0 |      4 | 4096 MB   | 4096 MB   |    0 |    1 |\n"
      "+--------------+---------+--------+-----------+-----------+------+------+\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 4.0);
  EXPECT_EQ(metric_value(**trace, "neuron_device_memory"), 8.0 * 1073741824.0);
  EXPECT_EQ((*trace)->property_text("device0.bdf"), "0000:00:1f.0");
  EXPECT_EQ((*trace)->property_text("device0.west"), "1");
  EXPECT_EQ(find_metric(**trace, "neuron_process_count"), nullptr) << "not shown is not zero";
}

TEST(NeuronLs, CommandsContinueOnRowsWithoutPid) {
  const auto trace = read_ls(
      "+--------+-----+-----------+---------+\n| NEURON | PID |  COMMAND  | RUNTIME |\n"
      "| DEVICE |     |           | VERSION |\n+--------+-----+-----------+---------+\n"
      "| 0      | 7   | python3   | 2.0.0   |\n|        |     | train.py  |         |\n"
      "+--------+-----+-----------+---------+\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text("device0.process.7.command"), "python3 train.py");
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 1.0);
}

TEST(NeuronLs, JsonOfOtherVersionsKeepsWhatIsUnknown) {
  const auto trace = read_ls(
      R"({"instance_type":"trn2.48xlarge","logical_neuroncore_config":2,"neuron_devices":[
          {"neuron_device":0,"nc_count":8,"logical_nc_count":4,"bdf":"cc:00.0","serial":"x7",
           "neuron_processes":[{"pid":1,"command":"monitor","neuron_runtime_version":"NA"}]}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kInstanceType), "trn2.48xlarge");
  EXPECT_EQ((*trace)->property_number("logical_neuroncore_config"), 2.0);
  EXPECT_EQ(metric_value(**trace, "logical_neuroncore_count"), 4.0);
  EXPECT_EQ((*trace)->property_text("device0.serial"), "x7");
  EXPECT_EQ(metric_value(**trace, "neuron_process_count"), 0.0);
}

TEST(NeuronLs, SkippedMembersAreCounted) {
  std::string members;
  for (int i = 0; i < 35; ++i) members += fmt::format(",\"m{}\":{}", i, i);
  const auto trace =
      read_ls(std::string(R"([{"neuron_device":0,"nc_count":2,"links":{"east":1},"empty":"")") +
              members + "}]");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text("device0.links"), R"({"east":1})");
  EXPECT_EQ(find_diagnostic(**trace, "too_many_members")->count, 4);
}

TEST(NeuronLs, JsonWithinTheOutputOfAShell) {
  const std::string document =
      "[\n  {\n    \"neuron_device\": 3,\n    \"bdf\": \"a0:1c.0\",\n    \"nc_count\": 2\n  }\n]\n";
  std::string tagged;
  std::string stamped;
  std::istringstream lines(document);
  for (std::string line; std::getline(lines, line);) {
    tagged += "[1,0]<stdout>:" + line + "\n";
    stamped += "2026-01-06T01:02:03.123456789Z " + line + "\n";
  }
  for (const std::string& text :
       {"$ neuron-ls -j\n" + document + "$\n", "[root@host ~]# neuron-ls -j\r\n" + document, tagged,
        stamped, document + "Killed\n"}) {
    ASSERT_TRUE(sniff_neuron_ls(json_file(text))) << text;
    const auto trace = read_ls(text);
    ASSERT_TRUE(trace) << to_string(trace.error()) << text;
    EXPECT_EQ((*trace)->property_text("device3.bdf"), "a0:1c.0");
    EXPECT_EQ(diagnostic_count(**trace, "other_line"), 1) << text;
  }
  EXPECT_EQ(diagnostic_count(**read_ls(document), "other_line"), 0);
}

TEST(NeuronLs, TableWithinTheOutputOfAShell) {
  for (const std::string_view front : {"[root@host ~]# neuron-ls\n", "{venv} $ neuron-ls\n"}) {
    const auto trace = read_ls(std::string(front) + std::string(kTrn2Table));
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 16.0);
  }
  std::string tagged;
  std::istringstream lines{std::string(kTrn2Table)};
  for (std::string line; std::getline(lines, line);) tagged += "[1,0]<stdout>:" + line + "\n";
  const auto trace = read_ls(tagged);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 16.0);
}

TEST(NeuronLs, SingleDevice) {
  const auto trace = read_ls(R"({"instance_type":"trn2.3xlarge","neuron_device":0,"nc_count":4,)"
                             R"("neuroncore_ids":[0,1,2,3],"neuron_processes":[]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 4.0);
  EXPECT_EQ((*trace)->property_text(property::kInstanceType), "trn2.3xlarge");
}

TEST(NeuronLs, TablesWithoutTheirLines) {
  // Copies often lack the first line, or all lines without letters.
  for (const bool below_header : {true, false}) {
    std::string table =
        "| NEURON | NEURON | NEURON | CONNECTED |     PCI      | RUNTIME | RUNTIME | RUNTIME |\n"
        "| DEVICE | CORES  | MEMORY |  DEVICES  |     BDF      | ADDRESS |   PID   | VERSION |\n";
    if (below_header) table += "+--------+--------+--------+\n";
    table +=
        "| 0      | 4      | 8 GB   | 1         | 0000:00:1c.0 | unix:/a | 12410   | 1.5.0   |\n"
        "| 1      | 4      | 8 GB   | 0         | 0000:00:1d.0 | unix:/a | 12410   | 1.5.0   |\n";
    ASSERT_TRUE(sniff_neuron_ls(json_file(table)));
    const auto trace = read_ls(table);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ(metric_value(**trace, "neuron_device_count"), 2.0);
    EXPECT_EQ(metric_value(**trace, "neuroncore_count"), 8.0);
    EXPECT_EQ((*trace)->property_text("device1.runtime_address"), "unix:/a");
    EXPECT_EQ(diagnostic_count(**trace, "unknown_column"), 0);
  }
  EXPECT_FALSE(sniff_neuron_ls(json_file("| NEURON | a network of them |\n| a | b |\n")));
}

}  // namespace
}  // namespace nscope::importers
