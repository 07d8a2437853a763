#include "importers/ntff/file/container.h"

#include "importers/ntff/file/clock_alignment.h"
#include "importers/ntff/file/container_reader.h"
#include "importers/ntff/file/execution_search.h"
#include "importers/ntff/ntff.pb.h"
#include "importers/shared/little_endian.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr int kMaxPlausibleVersion = 30;
constexpr std::size_t kUuidBytes = 16;

/// Bytes 1..7 of the header.
std::uint64_t message_size(std::span<const std::byte> bytes) {
  return load<std::uint64_t>(bytes, 0) >> 8;
}

int file_version(std::span<const std::byte> bytes) {
  return static_cast<int>(bytes[0]);
}

/// Reads a protobuf varint; false if the data ends first.
bool read_varint(std::span<const std::byte> bytes, std::size_t& at, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<std::uint64_t>(bytes[at++]);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

/// Whether the start of `message`, whose stated size is `size`, consists of protobuf fields with
/// small numbers.
bool looks_like_message(std::span<const std::byte> message, std::uint64_t size) {
  if (message.size() > size) message = message.first(static_cast<std::size_t>(size));
  std::size_t at = 0;
  int fields = 0;
  while (at < message.size() && fields < 16) {
    std::uint64_t tag = 0;
    std::uint64_t value = 0;
    if (!read_varint(message, at, tag)) return fields > 0;
    const std::uint64_t number = tag >> 3;
    if (number == 0 || number > 64) return false;
    switch (tag & 7) {
      case 0:
        if (!read_varint(message, at, value)) return fields > 0;
        break;
      case 1:
        value = 8;
        at += 8;
        break;
      case 5:
        value = 4;
        at += 4;
        break;
      case 2:
        if (!read_varint(message, at, value)) return fields > 0;
        if (value > size || at + value > size) return false;
        at += static_cast<std::size_t>(value);
        break;
      default: return false;
    }
    ++fields;
  }
  return fields >= 2 || at == size;
}

std::string version_text(const proto::NtffVersion& version) {
  const std::string number =
      fmt::format("{}.{}.{}", version.major(), version.minor(), version.patch());
  if (version.git().empty()) return number;
  return fmt::format("{} ({})", number, printable_start(version.git(), 5));
}

/// The UUIDs of the NEFFs, each once, in the order of the file.
std::vector<std::string> neff_uuids(const proto::NtffInfo& info) {
  std::vector<std::string> uuids;
  const auto add = [&](const std::string& uuid) {
    if (uuid.size() < kUuidBytes) return;
    std::string text = hex_id(uuid.substr(0, kUuidBytes));
    if (std::find(uuids.begin(), uuids.end(), text) == uuids.end())
      uuids.push_back(std::move(text));
  };
  for (const auto& node : info.nodes()) add(node.uuid());
  if (uuids.empty()) {
    for (const auto& execution : info.executions()) add(execution.uuid());
  }
  // Versions 4 and 5 state it only here, with 6 bytes after it.
  if (uuids.empty()) add(info.uuid());
  return uuids;
}

Result<proto::NtffInfo> read_message(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < kNtffHeader) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: the header of an NTFF has {} bytes, the file has {}",
                   kNtffHeader, bytes.size()),
                file.name());
  }
  const std::uint64_t size = message_size(bytes);
  if (size == 0) {
    return fail(ErrorCode::kBadInput, tr("the header message is empty"),
                tr("{}: byte {}", file.name(), 1));
  }
  if (size > bytes.size() - kNtffHeader) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: the header message should end at byte {}, but the "
                   "file ends at byte {}",
                   kNtffHeader + size, bytes.size()),
                tr("{}: byte {}", file.name(), 1));
  }
  proto::NtffInfo info;
  if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max()) ||
      !info.ParseFromArray(bytes.data() + kNtffHeader, static_cast<int>(size))) {
    return fail(ErrorCode::kBadInput,
                tr("the header message of {} bytes is not a valid protobuf message", size),
                tr("{}: byte {}", file.name(), kNtffHeader));
  }
  return info;
}

Result<NtffCapture> read_capture(const ByteSource& file) {
  const auto info = read_message(file);
  if (!info) return fail(info.error());
  NtffCapture capture;
  capture.version = file_version(file.bytes());
  capture.neff_name = printable(info->neff_name());
  capture.uuids = neff_uuids(*info);
  if (!capture.uuids.empty()) capture.uuid = capture.uuids.front();
  capture.instance_type = printable(info->instance_type());
  capture.instance_id = printable(info->instance_id());
  if (info->has_process_id()) capture.process_id = info->process_id();
  if (info->has_runtime()) capture.runtime_version = version_text(info->runtime());
  if (info->has_driver()) capture.driver_version = version_text(info->driver());
  if (info->has_collectives()) capture.collectives_version = version_text(info->collectives());
  ContainerReader reader(file, kNtffHeader + message_size(file.bytes()));
  if (auto ok = reader.read(*info, capture); !ok) return fail(ok.error());
  align_clocks(*info, capture);
  if (capture.executions.empty()) {
    if (auto ok = find_executions(capture); !ok) {
      return fail(ok.error().code, ok.error().message, file.name());
    }
  }
  return capture;
}

std::string supported_versions() {
  std::string text;
  for (const int version : kNtffVersions) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", version);
  }
  return text;
}

/// What to do with a file of a version that cannot be read.
constexpr Phrase kRemedy = phrase(
    "Export the capture with 'neuron-profile view --output-format json' and open the JSON "
    "file.");

}  // namespace

bool is_ntff(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < kNtffHeader + 4) return false;
  const int version = file_version(bytes);
  const std::uint64_t size = message_size(bytes);
  return version >= 1 && version <= kMaxPlausibleVersion && size > 0 &&
         size < (std::uint64_t{1} << 32) && looks_like_message(bytes.subspan(kNtffHeader), size);
}

Result<NtffCapture> read_ntff_container(const ByteSource& file) {
  auto capture = read_capture(file);
  const int version = file.size() > 0 ? file_version(file.bytes()) : 0;
  const bool verified =
      std::find(kNtffVersions.begin(), kNtffVersions.end(), version) != kNtffVersions.end();
  if (verified || file.size() < kNtffHeader) return capture;
  // Other versions are read if they have the layout of a verified version.
  if (!capture) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported NTFF version {}; versions {} are read. The layout differs: {}. {}",
                   version, supported_versions(), capture.error().message, Text(kRemedy)),
                capture.error().where);
  }
  const bool whole = std::none_of(
      capture->diagnostics.begin(), capture->diagnostics.end(), [](const Diagnostic& d) {
        return d.code == "truncated_trace" || d.code == "truncated_code";
      });
  if (!whole || capture->traces.empty()) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported NTFF version {}; versions {} are read. The trace records are not "
                   "where these versions have them. {}",
                   version, supported_versions(), Text(kRemedy)),
                tr("{}: byte {}", file.name(), 0));
  }
  capture->diagnostics.add(
      "unverified_version", Severity::kWarning,
      tr("NTFF version {} was read, but only the layout of versions {} has been verified", version,
         supported_versions()));
  return capture;
}

std::string ntff_neff_uuid(const ByteSource& file) {
  if (!is_ntff(file)) return {};
  const auto info = read_message(file);
  if (!info) return {};
  const auto uuids = neff_uuids(*info);
  return uuids.empty() ? std::string() : uuids.front();
}

}  // namespace nscope::importers
