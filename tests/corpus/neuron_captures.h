#pragma once

#include "importers/importer.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nscope {

/// One capture of the reference corpus in all its forms.
struct NeuronCapture {
  std::string name;
  std::string ntff;
  std::string neff;
  std::string json;
};

/// The folder of the reference corpus; empty where there is none. Throws where
/// NSCOPE_CORPUS names a folder that does not exist: nobody wants those tests skipped.
inline std::filesystem::path corpus_folder() {
  const char* const from_environment = std::getenv("NSCOPE_CORPUS");
  const std::filesystem::path folder =
      from_environment != nullptr
          ? std::filesystem::path(from_environment)
          : std::filesystem::path(NSCOPE_SOURCE_DIR).parent_path() / "shared" / "data";
  if (std::filesystem::is_directory(folder)) return folder;
  if (from_environment != nullptr) {
    throw std::runtime_error("NSCOPE_CORPUS is no folder: " + folder.string());
  }
  return {};
}

/// The device captures of the corpus, by name.
inline std::vector<NeuronCapture> neuron_captures() {
  std::vector<NeuronCapture> captures;
  const std::filesystem::path folder = corpus_folder() / "captures" / "neuron";
  if (!std::filesystem::is_directory(folder)) return captures;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    NeuronCapture capture{.name = entry.path().filename(), .ntff = {}, .neff = {}, .json = {}};
    for (const auto& file : std::filesystem::directory_iterator(entry.path())) {
      const std::string extension = file.path().extension();
      if (extension == ".ntff") capture.ntff = file.path();
      if (extension == ".neff") capture.neff = file.path();
      if (extension == ".json") capture.json = file.path();
    }
    captures.push_back(capture);
  }
  std::sort(captures.begin(), captures.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return captures;
}

inline std::string read_whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Opens a run from exactly these files. Fails the test where it cannot.
inline std::shared_ptr<const Trace> open_exactly(const std::vector<std::string>& paths) {
  TaskControl control;
  auto trace = importers::open_run(paths, {.find_companion = false}, control);
  if (!trace) {
    ADD_FAILURE() << to_string(trace.error());
    return nullptr;
  }
  return *trace;
}

/// Counts rows compared and rows equal; remembers the first difference.
class Tally {
 public:
  explicit Tally(std::string what) : what_(std::move(what)) {}

  void check(bool equal, const auto& describe) {
    ++compared_;
    if (equal) {
      ++equal_;
    } else if (first_difference_.empty()) {
      first_difference_ = describe();
    }
  }
  template <class T>
  void equal(const T& ours, const T& theirs, const std::string& row) {
    check(ours == theirs, [&] {
      std::ostringstream text;
      text << row << ": ours " << ours << ", theirs " << theirs;
      return text.str();
    });
  }
  /// Prints the figures and fails the test on any difference.
  void finish(long long expected_rows) const {
    std::cout << "  " << what_ << ": " << equal_ << " of " << compared_ << " equal\n";
    EXPECT_EQ(equal_, compared_) << what_ << ": " << first_difference_;
    EXPECT_EQ(compared_, expected_rows) << what_;
  }
  long long compared() const { return compared_; }

 private:
  std::string what_;
  long long compared_ = 0;
  long long equal_ = 0;
  std::string first_difference_;
};

}  // namespace nscope
