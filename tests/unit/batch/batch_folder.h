#pragma once

#include "app/batch/plan.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace nscope::batch {

/// An empty folder with a plan and inputs.
class BatchFolder : public testing::Test {
 protected:
  static constexpr std::array<std::string_view, 3> kCommands{"import", "summary", "gate"};

  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("batch_") + test->test_suite_name() + "_" + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  /// Writes a plan with these members after its schema, and reads it.
  Result<Plan> plan(const std::string& members) const {
    write("plan.json", R"({"schema": "nscope.batch/1", )" + members + "}");
    return read_plan((folder_ / "plan.json").string(), kCommands);
  }

  std::filesystem::path folder_;
};

}  // namespace nscope::batch
