#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::sweep {

/// A sweep as an array job: each task evaluates one shard, and a last job merges them.
struct ArrayJob {
  std::string name;                  ///< of the job
  std::size_t tasks = 1;             ///< 1 to kMostShards
  std::string output;                ///< file of the merged results
  std::vector<std::string> command;  ///< of each task, with "--shard auto"; first the program
  std::vector<std::string> merge;    ///< of the last job; the files of the shards are added
};

/// A file that a submission needs.
struct JobFile {
  std::string path;
  std::string content;
};

/// The batch scripts of Slurm: of the array, "NAME.slurm.sh", and of the merge,
/// "NAME.merge.slurm.sh", beside the output. Pure.
std::vector<JobFile> slurm_files(const ArrayJob& job);

/// The input of 'aws batch submit-job --cli-input-json' for the array, "NAME.aws-batch.json". Pure.
/// `queue` and `definition` are names or ARNs of AWS Batch. The program is "nscope" of the image.
JobFile aws_batch_file(const ArrayJob& job, const std::string& queue,
                       const std::string& definition);

/// Submits both scripts with `sbatch`; the merge waits until all tasks have succeeded. The result
/// are the job ids of the array and of the merge. Errors: kNotFound if there is no `sbatch`; kIo
/// with its message if it fails; kCancelled.
Result<std::vector<std::string>> submit_to_slurm(const std::vector<JobFile>& scripts,
                                                 TaskControl& control);

}  // namespace nscope::sweep
