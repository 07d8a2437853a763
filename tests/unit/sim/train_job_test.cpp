#include "simcore/engine/run/run_emitter.h"
#include "simcore/engine/training_job/job_plan.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"

#include <cmath>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

/// BERT-large on 16 nodes with a copy on every core.
Json bert() {
  return Json::parse(R"({
    "schema": "nscope.workload/1", "model": "bert-large-uncased", "instance": "trn1.32xlarge",
    "input_tokens": 128,
    "training": {"nodes": 16, "global_batch": 16384, "micro_batch": 16, "zero": 0,
      "job": {"steps": 2500000, "deadline_days": 14, "node_mtbf_hours": 6000, "trials": 2000,
        "checkpoint": {"node_bandwidth": 1e9, "shared_bandwidth": 1e10},
        "restart": {"detect_seconds": 600, "replace_seconds": 900,
                    "load_executable_seconds": 300}}}})");
}

Workload read(const Json& json) {
  auto workload = workload_from_json(json, "test");
  EXPECT_TRUE(workload) << to_string(workload.error());
  return std::move(*workload);
}

/// `json` with a merge patch for the job.
Json with_job(Json json, const char* patch) {
  json["training"]["job"].merge_patch(Json::parse(patch));
  return json;
}

std::string error_of(const char* patch) {
  const auto workload = workload_from_json(with_job(bert(), patch), "test");
  return workload ? "accepted" : to_string(workload.error());
}

SimulationResult estimated(const Json& json) {
  auto result = estimate_of(read(json));
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? std::move(*result) : SimulationResult();
}

double value(const SimulationResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->value;
}

std::string reason(const SimulationResult& result, std::string_view name) {
  for (const auto& [missing, why] : result.unavailable) {
    if (missing == name) return why.english();
  }
  return "available";
}

CheckpointBytes bytes_of(const Json& json) {
  const auto run = prepare_run(catalogue(), read(json), load_calibration()->parameters);
  EXPECT_TRUE(run) << to_string(run.error());
  return checkpoint_bytes(std::get<TrainingStep>(run->work));
}

TEST(JobSetup, ReadsBackWhatItWrites) {
  const Json job = bert()["training"]["job"];
  EXPECT_EQ(to_json(read(bert()))["training"]["job"].dump(),
            R"({"steps":2500000,"deadline_days":14.0,"node_mtbf_hours":6000.0,)"
            R"("checkpoint":{"node_bandwidth":1000000000.0,"shared_bandwidth":10000000000.0},)"
            R"("restart":{"detect_seconds":600.0,"replace_seconds":900.0,)"
            R"("load_executable_seconds":300.0},"trials":2000})");
  const Json all = with_job(bert(), R"({"steps": null, "tokens": 3e11, "node_mtbf_hours": null,
      "failure_seconds": [1, 2.5], "spares": 2, "max_retries": 0,
      "checkpoint": {"interval_steps": 100, "bytes": 5e9, "asynchronous": true,
                     "snapshot_seconds": 2},
      "restart": {"load_checkpoint_seconds": 30}})");
  const Json written = to_json(read(all));
  EXPECT_EQ(to_json(read(written)).dump(), written.dump());
  EXPECT_EQ(written["training"]["job"]["tokens"], 300'000'000'000);
  EXPECT_EQ(written["training"]["job"]["max_retries"], 0);
}

TEST(JobSetup, RejectsInvalidValues) {
  EXPECT_THAT(error_of(R"({"tokens": 5})"), HasSubstr("exactly one of 'steps', 'tokens'"));
  EXPECT_THAT(error_of(R"({"steps": null})"), HasSubstr("exactly one of 'steps', 'tokens'"));
  EXPECT_THAT(error_of(R"({"steps": 0})"), HasSubstr("/training/job/steps: must be a whole"));
  EXPECT_THAT(error_of(R"({"steps": 1.5})"), HasSubstr("/job/steps: must be a whole number"));
  EXPECT_THAT(error_of(R"({"steps": 1e300})"), HasSubstr("/job/steps: must be a whole number"));
  EXPECT_THAT(error_of(R"({"deadline_days": 0})"),
              HasSubstr("/job/deadline_days: must be between"));
  EXPECT_THAT(error_of(R"({"deadline_days": "two weeks"})"), HasSubstr("/job/deadline_days"));
  EXPECT_THAT(error_of(R"({"node_mtbf_hours": 0})"), HasSubstr("/job/node_mtbf_hours: must be"));
  EXPECT_THAT(error_of(R"({"restart": null})"), HasSubstr("is required if nodes fail"));
  EXPECT_THAT(error_of(R"({"restart": {"replace_seconds": null}})"),
              HasSubstr("/job/restart/replace_seconds: is required"));
  EXPECT_THAT(error_of(R"({"restart": {"detect_seconds": -1}})"),
              HasSubstr("/job/restart/detect_seconds: must be between 0"));
  EXPECT_THAT(error_of(R"({"checkpoint": {"node_bandwidth": null, "shared_bandwidth": null}})"),
              HasSubstr("'node_bandwidth' or 'shared_bandwidth' is required"));
  EXPECT_THAT(error_of(R"({"checkpoint": {"interval_steps": 0}})"),
              HasSubstr("/job/checkpoint/interval_steps: must be a whole number between 1"));
  EXPECT_THAT(error_of(R"({"checkpoint": {"interval_steps": 5, "interval_seconds": 5}})"),
              HasSubstr("'interval_steps' and 'interval_seconds' cannot be combined"));
  EXPECT_THAT(error_of(R"({"checkpoint": {"asynchronous": true}})"),
              HasSubstr("snapshot_seconds: is required"));
  EXPECT_THAT(error_of(R"({"checkpoint": {"snapshot_seconds": 1}})"),
              HasSubstr("applies only to asynchronous checkpoints"));
  EXPECT_THAT(error_of(R"({"failure_seconds": [1]})"), HasSubstr("cannot be combined"));
  EXPECT_THAT(error_of(R"({"node_mtbf_hours": null, "failure_seconds": [1]})"),
              HasSubstr("must have an interval"));
  EXPECT_THAT(error_of(R"({"node_mtbf_hours": null, "failure_seconds": [2, 1]})"),
              HasSubstr("in ascending order"));
  EXPECT_THAT(error_of(R"({"node_mtbf_hours": null, "failure_seconds": []})"),
              HasSubstr("must be an array of 1 to"));
  EXPECT_THAT(error_of(R"({"trials": 1e9})"), HasSubstr("/job/trials: must be a whole number"));
  EXPECT_THAT(error_of(R"({"spares": -1})"), HasSubstr("/job/spares: must be a whole number"));
  EXPECT_THAT(error_of(R"({"max_retries": 0.5})"), HasSubstr("/job/max_retries"));
  EXPECT_THAT(error_of(R"({"restarts": 1})"), HasSubstr("/job/restarts: unknown key"));
  Json list = bert();
  list["training"]["job"] = Json::array();
  const auto workload = workload_from_json(list, "test");
  ASSERT_FALSE(workload);
  EXPECT_THAT(to_string(workload.error()), HasSubstr("/training/job: must be an object"));
}

TEST(CheckpointBytes, AreWeightsAndOptimizerStateOnce) {
  // 14 B per parameter: bf16 weights, two fp32 moments, fp32 master weights.
  const auto bert_large = *catalogue().model("bert-large-uncased");
  const CheckpointBytes plain = bytes_of(bert());
  EXPECT_NEAR(plain.written / 14, bert_large->parameters, 0.02 * bert_large->parameters);
  EXPECT_DOUBLE_EQ(plain.written_by_node, plain.written) << "one replica writes";
  EXPECT_DOUBLE_EQ(plain.read, 16 * plain.written) << "every node holds all";
  Json json = bert();
  json["training"]["master_weights"] = false;
  EXPECT_NEAR(bytes_of(json).written, plain.written * 10 / 14, 1);
  json = bert();
  json["training"]["zero"] = 1;
  const CheckpointBytes shared = bytes_of(json);
  EXPECT_DOUBLE_EQ(shared.written, plain.written);
  EXPECT_NEAR(shared.written_by_node, plain.written * (2 + 12.0 / 16) / 14, 1);
  EXPECT_NEAR(shared.read, plain.written * (2 * 16 + 12) / 14, 16);
  json["training"]["zero"] = 3;
  EXPECT_NEAR(bytes_of(json).written_by_node, plain.written / 16, 1);
}

TEST(CheckpointBytes, StagesAreOnDifferentNodes) {
  Json json = bert();
  json["model"] = "llama-2-70b";
  json["tensor_parallel"] = 32;
  json["input_tokens"] = 4096;
  json["training"].merge_patch(
      Json::parse(R"({"pipeline_parallel": 8, "global_batch": 64, "micro_batch": 1, "zero": 1})"));
  const CheckpointBytes bytes = bytes_of(json);
  const auto model = *catalogue().model("llama-2-70b");
  EXPECT_NEAR(bytes.written / 14, model->parameters, 0.01 * model->parameters);
  // Two nodes per stage: weights once, half of the state on each; the first and the last stage have
  // embeddings.
  EXPECT_GT(bytes.written_by_node, bytes.written / 8 * (2 + 12.0 / 2) / 14);
  EXPECT_LT(bytes.written_by_node, bytes.written / 8 * (2 + 12.0 / 2) / 14 * 1.05);
}

TEST(TrainJob, SaysWhenTheJobEnds) {
  const SimulationResult result = estimated(bert());
  const double steps_days = 2.5e6 * value(result, "step_time") / kSecondsPerDay;
  EXPECT_GT(value(result, "days_without_failures"), steps_days);
  EXPECT_GT(value(result, "days_to_train_p50"), value(result, "days_without_failures"));
  EXPECT_GT(value(result, "days_to_train_p90"), value(result, "days_to_train_p50"));
  EXPECT_GT(value(result, "days_to_train_p95"), value(result, "days_to_train_p90"));
  const double probability = value(result, "deadline_probability");
  EXPECT_GT(probability, 0.05);
  EXPECT_LT(probability, 0.99);
  EXPECT_DOUBLE_EQ(value(result, "job_mtbf"), 6000.0 / 16);
  EXPECT_EQ(result.find("job_mtbf")->provenance, Provenance::kAssumed);
  EXPECT_EQ(result.find("deadline_probability")->provenance, Provenance::kSimulated);
  double sum = 0;
  for (const char* const share : {"goodput_percent", "checkpoint_percent", "lost_work_percent",
                                  "restart_percent", "node_wait_percent"}) {
    sum += value(result, share);
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(TrainJob, TakesDalysIntervalAndItsOwnBandwidths) {
  const SimulationResult result = estimated(bert());
  const double write = value(result, "checkpoint_write_time");
  EXPECT_NEAR(write, value(result, "checkpoint_size") / 1e9, 1e-6);
  const double best = reliability::daly_interval(write, 6000 * kSecondsPerHour / 16);
  EXPECT_NEAR(value(result, "checkpoint_interval"), best, value(result, "step_time"));
  // All 16 nodes read at once and share 2 GB/s instead of 10 GB/s.
  const SimulationResult slow =
      estimated(with_job(bert(), R"({"checkpoint": {"shared_bandwidth": 2e9}})"));
  EXPECT_NEAR(value(slow, "restart_time") - value(result, "restart_time"),
              value(result, "checkpoint_size") * (16 / 2e9 - 16 / 1e10), 1e-3);
}

TEST(TrainJob, TokensAndSequencesAreSteps) {
  const double steps = value(estimated(bert()), "days_without_failures");
  const auto days = [](const char* patch) {
    return value(estimated(with_job(bert(), patch)), "days_without_failures");
  };
  EXPECT_DOUBLE_EQ(days(R"({"steps": null, "sequences": 40960000000})"), steps);
  EXPECT_DOUBLE_EQ(days(R"({"steps": null, "tokens": 5242880000000})"), steps);
  EXPECT_GT(days(R"({"steps": null, "tokens": 5242880000001})"), steps) << "one step more";
}

TEST(TrainJob, ReportsUnavailableMetrics) {
  const SimulationResult calm =
      estimated(with_job(bert(), R"({"node_mtbf_hours": null, "restart": null})"));
  EXPECT_THAT(reason(calm, "job_mtbf"), HasSubstr("failures are not simulated"));
  EXPECT_EQ(calm.find("failures_per_job"), nullptr);
  EXPECT_THAT(calm.find("checkpoint_interval")->note.english(),
              HasSubstr("a single checkpoint at the end"));
  const SimulationResult bare = estimated(with_job(bert(), R"({"checkpoint": null})"));
  EXPECT_THAT(reason(bare, "checkpoint_size"), HasSubstr("a failure loses all work"));
  const SimulationResult beside = estimated(
      with_job(bert(), R"({"checkpoint": {"asynchronous": true, "snapshot_seconds": 0.5}})"));
  EXPECT_THAT(reason(beside, "days_to_train_daly"), HasSubstr("synchronous"));
  EXPECT_LT(value(beside, "checkpoint_percent"), value(estimated(bert()), "checkpoint_percent"));
}

TEST(TrainJob, ReportsAJobThatNeverEnds) {
  const SimulationResult never =
      estimated(with_job(bert(), R"({"node_mtbf_hours": 1, "trials": 20})"));
  EXPECT_THAT(reason(never, "days_to_train_p50"),
              HasSubstr("did not finish within 100,000 failures"));
  EXPECT_THAT(reason(never, "days_to_train_p50"),
              HasSubstr("the mean time between failures is 225"));
  EXPECT_DOUBLE_EQ(value(never, "unfinished_percent"), 1);
  EXPECT_DOUBLE_EQ(value(never, "deadline_probability"), 0);
  const SimulationResult gave_up =
      estimated(with_job(bert(), R"({"node_mtbf_hours": 300, "max_retries": 2})"));
  EXPECT_THAT(reason(gave_up, "days_to_train_p95"), HasSubstr("exceeded max_retries 2"));
}

TEST(TrainJob, RejectsJobsThatAreTooLong) {
  const auto refusal = [](const char* patch) {
    const auto result = estimate_of(read(with_job(bert(), patch)));
    return result ? "accepted" : result.error().message.english();
  };
  EXPECT_THAT(refusal(R"({"steps": 1e12})"), HasSubstr("years without failures"));
  EXPECT_THAT(refusal(R"({"steps": null, "tokens": 1e18})"), HasSubstr("years without failures"));
  EXPECT_THAT(refusal(R"({"checkpoint": {"node_bandwidth": 1}})"), HasSubstr("days to write"));
  EXPECT_THAT(refusal(R"({"checkpoint": {"bytes": 1e18}})"), HasSubstr("days to write"));
}

TEST(TrainJob, TraceShowsWhereTheTimeWent) {
  const Json json = with_job(bert(), R"({"steps": 100000, "node_mtbf_hours": null, "spares": 0,
      "failure_seconds": [9000, 20000, 20700],
      "checkpoint": {"interval_steps": 1000}})");
  const Simulated run = simulated(read(json));
  std::map<std::string, double> seconds;
  std::int64_t failures = 0;
  std::int64_t end = 0;
  for (const Track& track : run.trace->tracks()) {
    for (std::size_t i = 0; i < track.slices.size(); ++i) {
      const std::string name(run.trace->text(track.slices.name[i]));
      if (name == "node failure") ++failures;
      seconds[name] +=
          static_cast<double>((track.slices.end(i) - track.slices.begin(i)).value()) / 1e9;
      end = std::max(end, track.slices.end(i).value());
    }
  }
  EXPECT_EQ(failures, 3);
  const double load = value(run.result, "restart_time") - 600;
  EXPECT_NEAR(seconds["detect failure"], 3 * 600, 1e-6);
  EXPECT_NEAR(seconds["wait for node"], 900 + 100 + 900, 1e-6) << "a failure in a restart";
  EXPECT_NEAR(seconds["load and resume"], 2 * load, 1e-6);
  EXPECT_NEAR(seconds["steps"], 100'000 * value(run.result, "step_time"), 1e-3);
  EXPECT_NEAR(seconds["checkpoint"], 100 * value(run.result, "checkpoint_write_time"), 1e-6);
  EXPECT_GT(seconds["lost work"], 0);
  double sum = 0;
  for (const auto& [name, time] : seconds) sum += time;
  EXPECT_NEAR(sum, static_cast<double>(end) / 1e9, 1e-6) << "every moment is in one slice";
  EXPECT_TRUE(std::any_of(run.trace->metrics().begin(), run.trace->metrics().end(),
                          [](const Metric& each) { return each.name == "goodput_percent"; }));
}

TEST(TrainJob, TraceOfManyCheckpointsIsFolded) {
  const Json json = with_job(bert(), R"({"checkpoint": {"interval_steps": 1}, "trials": 1})");
  const Simulated run = simulated(read(json));
  std::size_t slices = 0;
  for (const Track& track : run.trace->tracks()) slices += track.slices.size();
  EXPECT_LT(slices, 10'000u);
  EXPECT_TRUE(
      std::any_of(run.trace->diagnostics().begin(), run.trace->diagnostics().end(),
                  [](const Diagnostic& each) { return each.code == "folded_checkpoints"; }));
}

TEST(TrainJob, AnyNumbersGiveAnErrorOrAPrediction) {
  std::mt19937 random(11);
  const std::vector<Json> numbers{0,
                                  -1,
                                  1,
                                  2,
                                  1000,
                                  1e-300,
                                  1e-9,
                                  1e-3,
                                  0.5,
                                  1e6,
                                  1e9,
                                  1e12,
                                  1e18,
                                  1e300,
                                  -1e300,
                                  true,
                                  "1",
                                  nullptr,
                                  Json::array({0, 1, 1e9}),
                                  Json::object()};
  const std::vector<std::string> members{"/steps",
                                         "/tokens",
                                         "/deadline_days",
                                         "/node_mtbf_hours",
                                         "/failure_seconds",
                                         "/spares",
                                         "/max_retries",
                                         "/checkpoint/interval_steps",
                                         "/checkpoint/interval_seconds",
                                         "/checkpoint/bytes",
                                         "/checkpoint/node_bandwidth",
                                         "/checkpoint/shared_bandwidth",
                                         "/checkpoint/asynchronous",
                                         "/checkpoint/snapshot_seconds",
                                         "/restart/detect_seconds",
                                         "/restart/replace_seconds",
                                         "/restart/load_executable_seconds",
                                         "/restart/load_checkpoint_seconds"};
  int predicted = 0;
  for (int round = 0; round < 3000; ++round) {
    Json json = bert();
    Json& job = json["training"]["job"];
    job["trials"] = 3;
    for (std::size_t changes = random() % 3 + 1; changes > 0; --changes) {
      const Json& number = numbers[random() % numbers.size()];
      job[Json::json_pointer(members[random() % members.size()])] = number;
    }
    const auto workload = workload_from_json(json, "test");
    if (!workload) continue;
    const auto result = estimate_of(*workload);
    if (!result) continue;
    ++predicted;
    for (const Metric& metric : result->metrics) {
      EXPECT_TRUE(std::isfinite(metric.value)) << metric.name << " of " << job.dump();
      EXPECT_GE(metric.value, 0) << metric.name << " of " << job.dump();
    }
  }
  EXPECT_GT(predicted, 100);
}

}  // namespace
}  // namespace nscope::sim
