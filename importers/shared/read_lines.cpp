#include "importers/shared/read_lines.h"

#include <cstddef>
#include <string>

namespace nscope::importers {
namespace {

constexpr std::int64_t kCheckEvery = 1024;

}  // namespace

Result<> read_split_lines(
    const CaptureInput& input, Phrase phase, TaskControl& control,
    const std::function<void(const CleanLine& line, std::int64_t number)>& use) {
  control.begin(phase, input.file.size());
  std::string buffer;
  std::size_t released = 0;
  LineReader lines(input.file.text());
  while (lines.next()) {
    if (lines.number() % kCheckEvery == 0) {
      if (control.cancelled()) return cancelled();
      control.advance_to(lines.position());
      input.file.release(lines.position(), released);
      released = lines.position();
    }
    use(split_line(lines.line(), buffer), lines.number());
  }
  if (lines.line_too_long()) {
    return fail(ErrorCode::kBadInput, tr("not a text file: a line is longer than 16 MiB"),
                tr("{}: byte {}", input.file.name(), lines.position()));
  }
  return {};
}

Result<> read_lines(const CaptureInput& input, Phrase phase, TaskControl& control,
                    const std::function<void(std::string_view line, std::int64_t number)>& use) {
  return read_split_lines(input, phase, control, [&](const CleanLine& line, std::int64_t number) {
    use(line.text, number);
  });
}

}  // namespace nscope::importers
