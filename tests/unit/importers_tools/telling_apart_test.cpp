// Each format must be recognised by its content, and a reader must refuse a file of another format.

#include "importers/shared/importer.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <filesystem>
#include <map>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

/// Files of the fuzz corpora by the id of their format.
std::map<std::string, std::vector<std::filesystem::path>> samples() {
  const std::filesystem::path corpus =
      std::filesystem::path(NSCOPE_SOURCE_DIR) / "tests/fuzz/corpus";
  std::map<std::string, std::vector<std::filesystem::path>> result;
  for (const auto& [folder, id] :
       std::map<std::string, std::string>{{"neuron_monitor", "neuron-monitor"},
                                          {"neuron_ls", "neuron-ls"},
                                          {"nccom_test", "nccom-test"},
                                          {"xla_metrics", "xla-metrics"},
                                          {"prometheus_text", "prometheus-text"},
                                          {"summary_text", "neuron-summary-text"},
                                          {"compile_log", "compile-log"},
                                          {"runtime_log", "runtime-log"},
                                          {"system_profile", "neuron-system-profile"},
                                          {"ntff", "ntff"}}) {
    for (const auto& entry : std::filesystem::directory_iterator(corpus / folder)) {
      result[id].push_back(entry.path());
    }
  }
  return result;
}

TEST(TellingApart, EveryFileHasOneFormat) {
  for (const auto& [id, paths] : samples()) {
    ASSERT_GE(paths.size(), 3u) << id;
    if (id == "ntff") continue;  // its files include damaged headers
    for (const auto& path : paths) {
      const auto file = ByteSource::open(path);
      ASSERT_TRUE(file);
      for (const Importer& importer : registry()) {
        EXPECT_EQ(importer.sniff(*file), importer.id == id) << path << " as " << importer.id;
      }
    }
  }
}

TEST(TellingApart, ReadersRefuseTheFilesOfOthers) {
  for (const auto& [id, paths] : samples()) {
    for (const auto& path : paths) {
      const auto file = ByteSource::open(path);
      ASSERT_TRUE(file);
      for (const std::string_view other :
           {"neuron-monitor", "neuron-ls", "nccom-test", "xla-metrics", "prometheus-text",
            "neuron-summary-text", "compile-log", "neuron-system-profile"}) {
        if (other == id) continue;
        const auto importers = registry();
        const auto importer = std::find_if(importers.begin(), importers.end(),
                                           [&](const Importer& row) { return row.id == other; });
        ASSERT_NE(importer, importers.end());
        TraceBuilder builder;
        TaskControl control;
        const auto read = importer->read({*file, nullptr}, builder, control);
        ASSERT_FALSE(read) << path << " as " << other;
        EXPECT_EQ(read.error().code, ErrorCode::kBadInput) << path << " as " << other;
        EXPECT_EQ(read.error().where.english(), file->name()) << path << " as " << other;
        EXPECT_FALSE(read.error().message.empty());
      }
    }
  }
}

}  // namespace
}  // namespace nscope::importers
