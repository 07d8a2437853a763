#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/text.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace nscope::importers {

/// What programs that store or collect texts make of them.
enum class TextForm : std::uint8_t {
  kPlain,
  kUtf16,             ///< written by PowerShell; with a byte order mark, or ASCII characters only
  kContainerRecords,  ///< one JSON object for each line: log files of Docker, "journalctl -o json"
  kContainerLines,    ///< "TIME stdout F LINE": log files of Kubernetes; 'P' marks parts of a line
  kSystemLog,         ///< "May  1 10:00:00 host program[12]: LINE", also with an ISO time
  /// One JSON document with many records: "aws logs filter-log-events", CloudWatch Logs Insights,
  /// "journalctl -o json-pretty", a Jupyter notebook with outputs.
  kLogDocument,
};

/// Texts of another form than kPlain are read up to this size, because they are converted in
/// memory.
inline constexpr std::size_t kMostWrappedText = std::size_t{48} << 20;

/// The form of a text that starts with `head`.
TextForm text_form_of(std::string_view head);
Text describe(TextForm form);  ///< "UTF-16 text"

/// The first `most` bytes of the file (all by default) as UTF-8 text without what the form adds.
/// Lines of logs that do not have the form are unchanged. `stamps`: lines begin with the time that
/// the form states, as in the output of "docker logs --timestamps". The source has the name of the
/// file.
ByteSource unwrapped(const ByteSource& file, TextForm form, bool stamps,
                     std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace nscope::importers
