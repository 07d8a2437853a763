// Damaged copies of real captures: whatever is cut off or flipped, reading ends
// with a trace or an error, soon.

#include "importers/neff/neff.h"
#include "importers/ntff/ntff.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/corpus/neuron_captures.h"

#include <algorithm>
#include <iostream>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

namespace nscope {
namespace {

constexpr int kCuts = 200;
constexpr int kFlips = 2000;
constexpr int kFlipsPerCopy = 10;

ByteSource source_of(const std::string& text, const std::string& name) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(name, {bytes.begin(), bytes.end()});
}

class NtffRobustness : public NeuronCaptureTest {
 protected:
  /// Reads a damaged capture; counts how it ended.
  void read(const std::string& ntff, const std::string& neff) {
    const ByteSource file = source_of(ntff, "x.ntff");
    const ByteSource companion = source_of(neff, "x.neff");
    TraceBuilder builder;
    TaskControl control;
    const auto ok =
        importers::read_ntff({file, neff.empty() ? nullptr : &companion}, builder, control);
    if (!ok) {
      ++errors_;
      EXPECT_FALSE(ok.error().message.empty());
      EXPECT_FALSE(ok.error().where.empty()) << ok.error().message.english();
      return;
    }
    ++traces_;
    EXPECT_GT(builder.finish()->tracks().size(), 0u);
  }
  void TearDown() override {
    if (errors_ + traces_ > 0) {
      std::cout << "  " << traces_ << " read, " << errors_ << " refused\n";
    }
  }

  int errors_ = 0;
  int traces_ = 0;
};

TEST_F(NtffRobustness, CutAnywhere) {
  for (const NeuronCapture& capture : captures_) {
    const std::string whole = read_whole_file(capture.ntff);
    for (int i = 0; i < kCuts; ++i) {
      read(whole.substr(0, whole.size() * static_cast<std::size_t>(i) / kCuts), {});
    }
  }
  EXPECT_GT(traces_, 0);
  EXPECT_GT(errors_, 0);
}

TEST_F(NtffRobustness, RandomBytesFlipped) {
  std::mt19937 random(20261121);
  for (const NeuronCapture& capture : captures_) {
    const std::string whole = read_whole_file(capture.ntff);
    const std::string neff = read_whole_file(capture.neff);
    for (int i = 0; i < kFlips / kFlipsPerCopy; ++i) {
      std::string damaged = whole;
      // Half of them in the first kilobytes, where the structure is.
      for (int k = 0; k < kFlipsPerCopy; ++k) {
        const std::size_t reach = k % 2 == 0 ? damaged.size() : std::size_t{8192};
        damaged[random() % reach] = static_cast<char>(random());
      }
      read(damaged, i % 4 == 0 ? neff : std::string());
    }
  }
}

/// The same NEFF with its archive unpacked (package version 1), so that damage
/// reaches what lies behind gzip's checksum.
std::string unpacked(const std::string& neff) {
  std::string archive(std::size_t{4} << 20, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(neff.data() + 1024));
  stream.avail_in = static_cast<uInt>(neff.size() - 1024);
  stream.next_out = reinterpret_cast<Bytef*>(archive.data());
  stream.avail_out = static_cast<uInt>(archive.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  archive.resize(stream.total_out);
  inflateEnd(&stream);
  std::string result = neff.substr(0, 1024) + archive;
  result[0] = 1;
  return result;
}

TEST_F(NtffRobustness, DamagedNeffIsRefusedOrExplained) {
  std::mt19937 random(5);
  TaskControl control;
  for (const NeuronCapture& capture : captures_) {
    const std::string whole = read_whole_file(capture.neff);
    const std::string ntff = read_whole_file(capture.ntff);
    const std::string raw = unpacked(whole);
    for (int i = 0; i < kCuts; ++i) {
      const std::size_t size = whole.size() * static_cast<std::size_t>(i) / kCuts;
      const auto neff = importers::read_neff(source_of(whole.substr(0, size), "x.neff"), control);
      // The archive is padded: a cut behind its end loses nothing but is noticed.
      const bool noticed =
          neff && std::any_of(neff->diagnostics.begin(), neff->diagnostics.end(),
                              [](const Diagnostic& d) { return d.code == "neff_size_differs"; });
      EXPECT_TRUE(!neff || noticed) << "cut at " << size;
      errors_ += neff ? 0 : 1;
    }
    for (int i = 0; i < kFlips / kFlipsPerCopy; ++i) {
      std::string damaged = i % 4 == 0 ? whole : raw;
      for (int k = 0; k < kFlipsPerCopy; ++k) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      read(ntff, damaged);
    }
  }
}

}  // namespace
}  // namespace nscope
