#include "app/sweep/array_job.h"

#include "profiler/base/json.h"

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::HasSubstr;

ArrayJob example() {
  return {.name = "it's a job",
          .tasks = 3,
          .output = "out dir/results.db",
          .command = {"/bin/nscope", "sweep", "my sweep.json", "--shard", "auto"},
          .merge = {"/bin/nscope", "sweep", "--merge", "-o", "out dir/results.db"}};
}

TEST(ArrayJob, WritesSlurmScripts) {
  const auto files = slurm_files(example());
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "out dir/results.slurm.sh");
  EXPECT_EQ(files[0].content,
            "#!/bin/bash\n#SBATCH --job-name=it-s-a-job\n#SBATCH --array=0-2\n"
            "#SBATCH --output='out dir/results'.%a.log\n"
            "exec /bin/nscope sweep 'my sweep.json' --shard auto\n");
  EXPECT_EQ(files[1].path, "out dir/results.merge.slurm.sh");
  EXPECT_THAT(files[1].content,
              HasSubstr("exec /bin/nscope sweep --merge -o 'out dir/results.db' "
                        "'out dir/results.0001-of-0003.db' 'out dir/results.0002-of-0003.db' "
                        "'out dir/results.0003-of-0003.db'\n"));
}

TEST(ArrayJob, WritesTheInputOfAwsBatch) {
  const JobFile file = aws_batch_file(example(), "gpu-queue", "nscope:4");
  EXPECT_EQ(file.path, "out dir/results.aws-batch.json");
  const auto json = parse_json(file.content, "file");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("jobName"), "it-s-a-job");
  EXPECT_EQ(json->at("jobQueue"), "gpu-queue");
  EXPECT_EQ(json->at("jobDefinition"), "nscope:4");
  EXPECT_EQ(json->at("arrayProperties").at("size"), 3);
  EXPECT_EQ(json->at("containerOverrides").at("command"),
            Json({"nscope", "sweep", "my sweep.json", "--shard", "auto"}))
      << "the path of the program on this machine does not exist in the image";
}

TEST(ArrayJob, NamesBeginWithALetterOrDigit) {
  for (const auto& [name, expected] : {std::pair("_-run 1", "run-1"), std::pair("__", "sweep")}) {
    ArrayJob job = example();
    job.name = name;
    const auto json = parse_json(aws_batch_file(job, "queue", "definition").content, "file");
    ASSERT_TRUE(json);
    EXPECT_EQ(json->at("jobName"), expected);
  }
}

}  // namespace
}  // namespace nscope::sweep
