#include "app/sweep/shard.h"

#include <charconv>
#include <filesystem>

#include <fmt/format.h>

namespace nscope::sweep {
namespace {

std::optional<std::size_t> parse_whole(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

tl::unexpected<Error> bad_shard(std::string_view text) {
  return fail(ErrorCode::kInvalidArgument,
              tr("--shard {}: must be I/N with I between 1 and N, and N at most {}, or 'auto'",
                 text, as::count(kMostShards)));
}

}  // namespace

std::string Shard::text() const {
  return fmt::format("{}/{}", index + 1, count);
}

Result<Shard> parse_shard(std::string_view text,
                          const std::function<std::optional<std::string>(const char*)>& variable) {
  if (text == "auto") {
    const auto number = [&](const char* name) -> std::optional<std::size_t> {
      const auto value = variable(name);
      return value ? parse_whole(*value) : std::nullopt;
    };
    const auto task = number("SLURM_ARRAY_TASK_ID");
    const auto tasks = number("SLURM_ARRAY_TASK_COUNT");
    if (task && tasks) {
      const std::size_t first = number("SLURM_ARRAY_TASK_MIN").value_or(0);
      const std::size_t step = number("SLURM_ARRAY_TASK_STEP").value_or(1);
      if (step > 0 && *task >= first && (*task - first) % step == 0) {
        const Shard shard{(*task - first) / step, *tasks};
        if (shard.index < shard.count && shard.count <= kMostShards) return shard;
      }
      return fail(
          ErrorCode::kInvalidArgument,
          tr("--shard auto: the array of this Slurm task has gaps; state the shard as I/N"));
    }
    const auto child = number("AWS_BATCH_JOB_ARRAY_INDEX");
    const auto size = number("AWS_BATCH_JOB_ARRAY_SIZE");
    if (child && size && *child < *size && *size <= kMostShards) return Shard{*child, *size};
    return fail(ErrorCode::kInvalidArgument,
                tr("--shard auto: this is not a task of a Slurm or AWS Batch array job "
                   "(SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT, or AWS_BATCH_JOB_ARRAY_INDEX "
                   "and AWS_BATCH_JOB_ARRAY_SIZE, are not set); state the shard as I/N"));
  }
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return bad_shard(text);
  const auto index = parse_whole(text.substr(0, slash));
  const auto count = parse_whole(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > kMostShards) {
    return bad_shard(text);
  }
  return Shard{*index - 1, *count};
}

std::string path_of_shard(const std::string& path, const Shard& shard) {
  if (shard.is_whole()) return path;
  const std::filesystem::path whole(path);
  std::filesystem::path name = whole.stem();
  name += fmt::format(".{:04}-of-{:04}", shard.index + 1, shard.count);
  name += whole.extension();
  return (whole.parent_path() / name).string();
}

}  // namespace nscope::sweep
