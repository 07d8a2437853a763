#pragma once

#include "importers/shared/importer.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
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

/// The device captures of the corpus, by name.
inline std::vector<NeuronCapture> neuron_captures() {
  std::vector<NeuronCapture> captures;
  for (const auto& entry : std::filesystem::directory_iterator(corpus_path("captures/neuron"))) {
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

/// Base of tests over the device captures.
class NeuronCaptureTest : public CorpusTest {
 protected:
  void SetUp() override {
    CorpusTest::SetUp();
    if (IsSkipped()) return;
    captures_ = neuron_captures();
    ASSERT_FALSE(captures_.empty());
  }

  std::vector<NeuronCapture> captures_;
};

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
