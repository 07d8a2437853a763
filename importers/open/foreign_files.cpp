#include "importers/open/foreign_files.h"

#include "profiler/base/files/download_mistakes.h"
#include "profiler/base/files/tar.h"

#include <string_view>

namespace nscope::importers {
namespace {

constexpr std::size_t kForeignHead = std::size_t{64} << 10;

}  // namespace

std::optional<Text> foreign_file(const ByteSource& file) {
  const std::string_view name = file.name();
  const std::string_view head = file.text().substr(0, kForeignHead);
  const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
  if (is_lfs_pointer(head)) {
    return tr("the file is a pointer of Git LFS, not its content; run 'git lfs pull' first");
  }
  if (is_web_page(head)) {
    return tr(
        "the file is a web page; if it was downloaded from a code host, download the raw "
        "file instead");
  }
  if (is_tar(head)) return tr("the file is a tar archive; unpack it first");
  if (head.starts_with("SQLite format 3") && has("rocpd_")) {
    return tr(
        "the file is a database of AMD's rocprofv3 (rocpd); convert it with 'rocpd convert "
        "-i FILE --output-format pftrace'");
  }
  if (has("\"rocprofiler-sdk-tool\"")) {
    return tr("the file is JSON of AMD's rocprofv3; record with '--output-format pftrace' instead");
  }
  if (head.starts_with("PERFILE2")) {
    return tr(
        "the file is a recording of Linux perf, which is not read; record a Python program with "
        "'py-spy record --format chrometrace' instead");
  }
  if (has("brain.Event:")) {
    return tr(
        "the file is a log of TensorBoard, which has no timeline; open the *.xplane.pb files of "
        "its profile");
  }
  if (name.ends_with(".nsys-rep") || name.ends_with(".qdrep")) {
    return tr(
        "the file is a report of Nsight Systems; convert it with 'nsys export --type sqlite "
        "FILE'");
  }
  if (name.ends_with(".ncu-rep")) {
    return tr(
        "the file is a report of Nsight Compute, which has no timeline; record with Nsight "
        "Systems instead");
  }
  return std::nullopt;
}

}  // namespace nscope::importers
