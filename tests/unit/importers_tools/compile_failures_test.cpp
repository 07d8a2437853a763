// Logs of compilations that fail, hang or are killed, and the compiler's own error in them.
#include "importers/compile_cache/compiler_error.h"
#include "tests/unit/importers_tools/compile_log.h"

#include <vector>

#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kFailedAt = "2026-01-06 01:02:03.000123";

std::vector<ShownSlice> compile_slices(const Trace& trace) {
  return slices_of(trace);
}

TEST(CompileFailures, EachMessageAloneIsALog) {
  const std::string front = "2026-01-06 01:02:03.000123:  4321  ";
  const std::string path = "/c/neuronxcc-2.23.1+a/MODULE_12345+e30acd3a/model.neff";
  for (const std::string& line :
       {front + "[INFO]: Call compiler with cmd: neuronx-cc compile /t/model.MODULE_1+e3.hlo.pb",
        front + "[ERROR]: Failed compilation with ['neuronx-cc', 'compile', 'a/MODULE_1+e']: x",
        front + "[INFO]: Another process must be compiling " + path +
            ", been waiting for: 0.0 minutes",
        front + "[ERROR]: Failed compilation with ['neuron-cc', 'compile', 'a/MODULE_1+e']",
        std::string("2022-04-12 16:18:05.000843: INFO ||NCC_WRAPPER||: Exiting with a successfully "
                    "compiled graph"),
        std::string("RuntimeError: neuronx-cc failed with 70"),
        std::string("2024-05-05T10:00:00Z [F137] neuronx-cc was forcibly killed - out of memory"),
        std::string("INFO:Neuron:Compile command returned: 1"),
        std::string("[INTERNAL_ERROR] [NCC_ILLC059] Could not find MemoryLocation"),
        std::string("04/19/2023 11:43:43 PM ERROR 497 [neuron-cc]: An Internal Compiler Error has "
                    "occurred"),
        "step 7\r step 8\r\x1b[31m" + front +
            "[ERROR]: Failed compilation with ['neuronx-cc']\x1b[0m",
        "2026-01-06T01:02:03.123456789Z stderr F [rank3]: " + front +
            "[INFO]: Call compiler with cmd: neuronx-cc compile /t/model.MODULE_1+e3.hlo.pb"}) {
    EXPECT_TRUE(sniff_compile_log(json_file(line + "\n"))) << line;
    const auto trace = read_log(line + "\n");
    EXPECT_TRUE(trace) << line << ": " << to_string(trace.error());
  }
}

TEST(CompileFailures, AMessageAtTheEndOfALongLogIsFound) {
  std::string text;
  while (text.size() < (5u << 20)) text += "epoch 1 step 17 loss 2.5 tokens 123456\n";
  EXPECT_FALSE(sniff_compile_log(json_file(text)));
  text += failure_line(kFailedAt, 1, "MODULE_1+a", "backend exited with code 1");
  EXPECT_TRUE(sniff_compile_log(json_file(text)));
  const auto trace = read_log(text);
  ASSERT_TRUE(trace);
  event(**trace, "MODULE_1+a", "failure");
}

TEST(CompileFailures, ARunThatWaitsForALockIsLocked) {
  std::string text;
  for (const auto& [hour, minutes] : {std::pair{"01", "0.0"}, {"02", "60.0"}, {"03", "120.0"}}) {
    text += fmt::format(
        "2026-01-06 {}:02:03.000123:  4321  [INFO]: Another process must be compiling "
        "/c/neuronxcc-2.23.1+a/MODULE_12345+e30acd3a/model.neff, been waiting for: {} minutes\n",
        hour, minutes);
  }
  const auto trace = read_log(text);
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  EXPECT_EQ(event(**trace, "MODULE_12345+e30acd3a", "locked").duration, 7200 * kSecondNs);
}

TEST(CompileFailures, TwoProcessesWaitForTheSameGraph) {
  const auto wait = [](int second, int process) {
    return fmt::format(
        "2026-01-06 01:00:{:02}.000000: {} [INFO]: Another process must be compiling "
        "/c/MODULE_1+a/model.neff, been waiting for: 0.0 minutes\n",
        second, process);
  };
  const auto trace = read_log(wait(0, 1) + wait(10, 2) + wait(30, 1) + wait(50, 2));
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 2u);
  EXPECT_EQ(compile_slices(**trace)[0].duration, 30 * kSecondNs);
  EXPECT_EQ(compile_slices(**trace)[1].duration, 40 * kSecondNs);
}

TEST(CompileFailures, AKilledRunIsUnfinished) {
  const auto trace = read_log(call_line(kFailedAt, 4321, "MODULE_12345+e30acd3a") + "Killed\n");
  ASSERT_TRUE(trace);
  const ShownSlice killed = event(**trace, "MODULE_12345+e30acd3a", "unfinished");
  EXPECT_EQ(error_of(**trace, killed), "Killed");
}

TEST(CompileFailures, TheTextOfTheWrapperIsTheErrorIfThereIsNoOther) {
  const auto trace = read_log(
      call_line("2026-01-06 01:02:03.000123", 4321, "MODULE_1+a") +
      failure_line("2026-01-06 01:04:03.000123", 4321, "MODULE_1+a", "backend exited with code 1"));
  ASSERT_TRUE(trace);
  const ShownSlice failure = event(**trace, "MODULE_1+a", "failure");
  EXPECT_EQ(failure.duration, 120 * kSecondNs);
  EXPECT_EQ(error_of(**trace, failure), "backend exited with code 1");
  EXPECT_EQ(code_of(**trace, failure), "absent");
}

TEST(CompileFailures, WithoutAnyErrorTheErrorIsUnknown) {
  const auto trace = read_log(call_line("2026-01-06 01:02:03.000123", 1, "MODULE_1+a") +
                              failure_line("2026-01-06 01:04:03.000123", 1, "MODULE_1+a"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(error_of(**trace, event(**trace, "MODULE_1+a", "failure")), "absent")
      << "the command is not an error";
}

/// The banner of an internal error, as the compiler writes it for its users.
std::string error_banner(std::string_view process, std::string_view message) {
  const std::string error =
      fmt::format("2026-06-19T10:29:00Z ERROR {} [neuronxcc.driver.CommandDriver]: ", process);
  const std::string user =
      fmt::format("2026-06-19T10:29:00Z USER {} [neuronxcc.driver.CommandDriver]: ", process);
  const std::string row = error + "***************************************\n";
  return row + error + " An Internal Compiler Error has occurred\n" + row + error + "\n" + user +
         std::string(message) + "\n" + error + "Type: <class 'AssertionError'>\n";
}

TEST(CompileFailures, TheCodeBetweenStartAndEndIsOfTheFailedGraph) {
  const auto trace =
      read_log(call_line("2026-06-19 10:00:00.000100", 2102, "MODULE_2+2c") + "...\n" +
               error_banner("5521",
                            "[NLA001]  Unhandled exception with message: Allocated memory out of "
                            "bound") +
               failure_line("2026-06-19 10:29:01.000200", 2102, "MODULE_2+2c"));
  ASSERT_TRUE(trace);
  const ShownSlice failure = event(**trace, "MODULE_2+2c", "failure");
  EXPECT_EQ(failure.duration, 1741 * kSecondNs + 100 * kMs);
  EXPECT_EQ(error_of(**trace, failure),
            "[NLA001] Unhandled exception with message: Allocated memory out of bound");
  EXPECT_EQ(code_of(**trace, failure), "NLA001");
  EXPECT_EQ((*trace)->property_text(property::kClock), "local")
      << "the times of the compiler have a zone, those of the wrapper have none";
}

TEST(CompileFailures, CodesOfEveryGeneration) {
  const auto compile = [](int minute, std::string_view module, std::string_view inside,
                          std::string_view end) {
    return call_line(fmt::format("2026-07-01 10:{:02}:00.000100", minute), 7, module) +
           std::string(inside) +
           fmt::format(
               "2026-07-01 10:{:02}:30.000100: 7 ERROR "
               "||NEURON_CC_WRAPPER||: ",
               minute) +
           std::string(end) + "\n";
  };
  const auto trace = read_log(
      compile(1, "MODULE_1+a", "",
              "Failed compilation with ['neuronx-cc', '/t/model.MODULE_1+a.hlo.pb']: "
              "2026-07-01T10:05:00Z [TEN404] Internal tensorizer error - Please open a ticket") +
      compile(2, "MODULE_2+a", "[INTERNAL_ERROR] [NCC_ILLC059] Could not find MemoryLocation\n",
              "Compilation failed for /t/model.MODULE_2+a.hlo_module.pb after 0 retries.") +
      compile(3, "MODULE_3+a",
              "2026-07-01T10:29:00Z ERROR 5521 [neuronxcc.driver.CommandDriver]: [NCC_EVRF007] "
              "Compiler generated too many instructions (6888787).\n",
              "Compilation failed for /t/model.MODULE_3+a.hlo.pb after 0 retries.") +
      compile(4, "MODULE_4+a", ".....[XCG815]  Estimated peak HBM usage (19.0) exceeds 16GB\n",
              "Failed compilation with ['neuronx-cc', '/t/model.MODULE_4+a.hlo.pb']") +
      compile(5, "MODULE_5+a",
              "[F137] neuronx-cc was forcibly killed\nE NCC_EXTP003 too many instructions\n",
              "Failed compilation with ['neuronx-cc', '/t/model.MODULE_5+a.hlo.pb']"));
  ASSERT_TRUE(trace);
  const auto code = [&](std::string_view module) {
    return code_of(**trace, event(**trace, module, "failure"));
  };
  EXPECT_EQ(code("MODULE_1+a"), "TEN404");
  EXPECT_EQ(code("MODULE_2+a"), "NCC_ILLC059");
  EXPECT_EQ(code("MODULE_3+a"), "NCC_EVRF007");
  EXPECT_EQ(code("MODULE_4+a"), "XCG815");
  EXPECT_EQ(code("MODULE_5+a"), "NCC_EXTP003") << "says more than that the process was killed";
  EXPECT_EQ(error_of(**trace, event(**trace, "MODULE_2+a", "failure")),
            "[NCC_ILLC059] Could not find MemoryLocation");
  EXPECT_EQ(metric_value(**trace, "compile_cache.failure"), 5.0);
}

TEST(CompileFailures, InterleavedRanksKeepTheirErrors) {
  const auto tag = [](int rank, std::string_view line) {
    return fmt::format("[1,{}]<stdout>:{}", rank, line);
  };
  const auto trace = read_log(tag(0, call_line("2026-07-01 10:00:00.000100", 10, "MODULE_1+a")) +
                              tag(1, call_line("2026-07-01 10:00:00.000200", 11, "MODULE_2+a")) +
                              tag(1, "[NCC_EVRF009] memory of rank 1\n") +
                              tag(0, "[NCC_EVRF001] operator of rank 0\n") +
                              tag(0, failure_line("2026-07-01 10:00:30.000100", 10, "MODULE_1+a")) +
                              tag(1, failure_line("2026-07-01 10:00:31.000100", 11, "MODULE_2+a")));
  ASSERT_TRUE(trace);
  EXPECT_EQ(code_of(**trace, event(**trace, "MODULE_1+a", "failure")), "NCC_EVRF001");
  EXPECT_EQ(code_of(**trace, event(**trace, "MODULE_2+a", "failure")), "NCC_EVRF009");
}

TEST(CompileFailures, WarningsOfASuccessAreNotTheErrorOfTheNextFailure) {
  const auto trace = read_log(call_line("2026-07-01 10:00:00.000100", 1, "MODULE_1+a") +
                              "[NCC_WXYZ001] a hint about the first graph\n" +
                              success_line("2026-07-01 10:00:10.000100", 1, "MODULE_1+a") +
                              call_line("2026-07-01 10:00:20.000100", 1, "MODULE_2+a") +
                              failure_line("2026-07-01 10:00:30.000100", 1, "MODULE_2+a"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(code_of(**trace, event(**trace, "MODULE_2+a", "failure")), "absent");
}

TEST(CompileFailures, APythonProgramRepeatsTheFailure) {
  const auto trace = read_log(
      call_line("2026-07-01 10:00:00.000100", 1, "MODULE_1+a") +
      failure_line("2026-07-01 10:00:30.000100", 1, "MODULE_1+a", "[NCC_EVRF004] complex") +
      "2026-07-01 10:00:30.000200: 1 ERROR ||NEURON_CC_WRAPPER||: Compilation failed for "
      "/t/model.MODULE_1+a.hlo_module.pb after 0 retries.\n"
      "Traceback (most recent call last):\n"
      "RuntimeError: Failed compilation with ['neuronx-cc', "
      "'/t/model.MODULE_1+a.hlo_module.pb']: 2026-07-01T10:00:30Z [NCC_EVRF004] complex\n"
      "  (0) INTERNAL: neuronx-cc compilation failed.\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(compile_slices(**trace).size(), 1u);
  EXPECT_EQ(metric_value(**trace, "compile_cache.failure"), 1.0);
}

TEST(CompileFailures, AnErrorWithoutAnyStartIsAFailureOfAnUnknownGraph) {
  const auto trace = read_log(
      "loading the model\n[NCC_EOOM001] more than the memory\n"
      "Traceback (most recent call last):\nRuntimeError: neuronx-cc failed with 70\n");
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  const ShownSlice failure = event(**trace, "compilation", "failure");
  EXPECT_EQ(code_of(**trace, failure), "NCC_EOOM001");
  EXPECT_EQ(arg_text(**trace, failure.id, key::kExitCode), "70");
}

constexpr std::string_view kCompilerLogStart =
    "2024-12-04T01:01:23Z INFO 10192 [root]: /opt/venv/bin/neuronx-cc compile --framework XLA "
    "model.py --target trn1 --output=file.neff\n"
    "2024-12-04T01:01:23Z INFO 10200 [root]: XLA detected\n";

TEST(CompilerLog, OneFailedCompilationWithItsExitCode) {
  const auto trace =
      read_log(std::string(kCompilerLogStart) + error_banner("10200", "Artifact not found") +
               "2024-12-04T01:01:24Z INFO 10192 [root]: Subcommand returned with "
               "exitcode=70\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  const ShownSlice failure = event(**trace, "model.py", "failure");
  EXPECT_EQ(failure.duration, kSecondNs);
  EXPECT_EQ(arg_text(**trace, failure.id, key::kExitCode), "70");
  EXPECT_EQ(error_of(**trace, failure),
            "An Internal Compiler Error has occurred: Artifact not found (AssertionError)");
  EXPECT_EQ(arg_text(**trace, failure.id, key::kCompilerFlags), "--framework XLA --target trn1");
  EXPECT_EQ((*trace)->property_text(property::kClock), "unix");
  EXPECT_EQ(diagnostic_count(**trace, "compiler_line"), 1) << "XLA detected";
}

TEST(CompilerLog, ASuccess) {
  const auto trace =
      read_log(std::string(kCompilerLogStart) +
               "2024-12-04T01:02:03Z USER 10200 [root]: Compiler status PASS\n"
               "2024-12-04T01:02:04Z INFO 10192 [root]: Subcommand returned with exitcode=0\n");
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  EXPECT_EQ(event(**trace, "model.py", "miss").duration, 41 * kSecondNs);
}

TEST(CompilerLog, AKilledCompilerIsUnfinished) {
  const auto trace = read_log(
      "2024-12-04T01:01:23Z INFO 10192 [root]: /opt/neuronx-cc compile --framework XLA "
      "/root/.cache/compile_cache/66437b34/graph.hlo --target trn1 --output x/graph.neff\n"
      "2024-12-04T01:11:23Z INFO 10200 [sg0000/Tensorizer/LegalizeType]: Running LegalizeType\n");
  ASSERT_TRUE(trace);
  event(**trace, "66437b34", "unfinished");
}

TEST(CompilerLog, SeveralRunsInOneFile) {
  std::string text;
  for (const int code : {70, 0, 70}) {
    text += std::string(kCompilerLogStart) +
            fmt::format(
                "2024-12-04T01:01:25Z INFO 10192 [root]: Subcommand returned with "
                "exitcode={}\n",
                code);
  }
  const auto trace = read_log(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(**trace, "compile_cache.failure"), 2.0);
  EXPECT_EQ(metric_value(**trace, "compile_cache.miss"), 1.0);
}

TEST(CompilerLog, WithoutItsStart) {
  const auto trace = read_log(error_banner("10200", "[NCC_EVRF001] operator") +
                              "2024-12-04T01:01:24Z INFO 10192 [root]: Subcommand returned with "
                              "exitcode=70\n");
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  EXPECT_EQ(code_of(**trace, event(**trace, "compilation", "failure")), "NCC_EVRF001");
}

TEST(CompilerLog, OfInferentia1) {
  const std::string front = "04/19/2023 11:43:43 PM ERROR 497 [neuron-cc]: ";
  const auto trace = read_log(
      "INFO:Neuron:Compiling function _NeuronGraph$669 with neuron-cc; log file is at /t/x.log\n"
      "INFO:Neuron:Compiling with command line: '/opt/bin/neuron-cc compile /t/graph_def.pb "
      "--framework TENSORFLOW --verbose 35'\n" +
      front + "*****\n" + front + " An Internal Compiler Error has occurred\n" + front + "*****\n" +
      front + "Error message:  the archive is empty\n" + front +
      "Error class:    AssertionError\n" + "INFO:Neuron:Compile command returned: 1\n");
  ASSERT_TRUE(trace);
  const ShownSlice failure = event(**trace, "_NeuronGraph$669", "failure");
  EXPECT_EQ(error_of(**trace, failure),
            "An Internal Compiler Error has occurred: the archive is empty (AssertionError)");
  EXPECT_EQ(arg_text(**trace, failure.id, key::kExitCode), "1");
  EXPECT_EQ(failure.duration, 0);
  EXPECT_EQ(arg_text(**trace, failure.id, key::kTimeSource), "order");
}

TEST(CompilerPass, AloneIsAMissOfUnknownDuration) {
  const auto trace = read_log(
      "2024-01-31 21:53:58.566 | INFO | app - setting up neuron env\n"
      "2024-02-01T05:54:36Z Compiler status PASS\n"
      "2024-01-31 21:54:46.928 | INFO | app - saved model\n");
  ASSERT_TRUE(trace);
  ASSERT_EQ(compile_slices(**trace).size(), 1u);
  const ShownSlice miss = event(**trace, "compilation", "miss");
  EXPECT_EQ(miss.duration, 0);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kTimeSource), "end");
  EXPECT_EQ((*trace)->property_number(property::kClockOrigin), 1706766876e9);
  EXPECT_EQ(metric_value(**trace, "compile_cache.compile_time"), -1.0) << "unknown";
}

TEST(CompilerPass, SeveralTracesAreSeveralMisses) {
  const auto trace = read_log(
      "Compiling text_encoder\n..\nCompiler status PASS\n"
      "Compiling unet\n....\nCompiler status PASS\n.Compiler status PASS\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(**trace, "compile_cache.miss"), 3.0);
}

TEST(CompilerPass, InTheLastLineLeavesTheDurationUnknown) {
  const auto trace =
      read_log(call_line(kFailedAt, 1, "MODULE_1+a") + "...\nCompiler status PASS\n");
  ASSERT_TRUE(trace);
  const ShownSlice miss = event(**trace, "MODULE_1+a", "miss");
  EXPECT_EQ(miss.duration, 0);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kTimeSource), "start");
}

TEST(CompilerPass, AfterTheEndOfItsCompilationIsCounted) {
  const auto trace = read_log(call_line("2026-07-01 10:00:00.000100", 1, "MODULE_1+a") +
                              success_line("2026-07-01 10:00:10.000100", 1, "MODULE_1+a") +
                              "Compiler status PASS\n" +
                              success_line("2026-07-01 10:00:20.000100", 1, "MODULE_1+a"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(compile_slices(**trace).size(), 1u);
}

TEST(CompilerPass, AContainersTimeIsItsEnd) {
  const auto trace = read_log(
      "2026-01-06T01:00:00.100000000Z 2026-01-06T01:00:00Z INFO 1 [root]: /o/neuronx-cc compile "
      "a.hlo --target trn2\n"
      "2026-01-06T01:00:42.500000000Z Compiler status PASS\n");
  ASSERT_TRUE(trace);
  const ShownSlice miss = event(**trace, "a.hlo", "miss");
  EXPECT_EQ(miss.duration, 42'500 * kMs);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kTimeSource), "log");
}

TEST(HubCache, FetchedPushedAndAbsentGraphs) {
  const auto trace = read_log(
      "neuronxcc-2.12+f6/MODULE_1+a/model.neff not found in aws-neuron/cache: the corresponding "
      "graph will be recompiled. This may take up to one hour for large models.\n"
      "INFO:hub: Fetched cached neuronxcc-2.12+f6/MODULE_2+a/model.neff from aws-neuron/cache\n"
      "INFO:hub: Fetched cached neuronxcc-2.12+f6/MODULE_2+a/model.done from aws-neuron/cache\n"
      "Synchronizing aws-neuron/cache Hub cache with /var/tmp/cache local cache\n"
      "Synchronization complete.\n"
      "Bypassing Hub cache because of the following error: no access\n");
  ASSERT_TRUE(trace);
  const ShownSlice fetched = event(**trace, "MODULE_2+a", "fetched");
  EXPECT_EQ(arg_text(**trace, fetched.id, key::kCacheCompiler), "2.12+f6");
  event(**trace, "compilation", "pushed");
  EXPECT_EQ(compile_slices(**trace).size(), 2u);
  EXPECT_EQ(diagnostic_count(**trace, "not_in_hub_cache"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "hub_cache_failed"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
}

TEST(ErrorTextTest, ChoosesTheTellingLine) {
  const auto text = [](std::initializer_list<std::string_view> lines) {
    ErrorText error;
    for (const std::string_view line : lines) error.add(line);
    return error.text();
  };
  EXPECT_EQ(text({"*****", "=====", "-- --", ""}), "");
  EXPECT_EQ(text({"*****", "An Internal Compiler Error has occurred", "ERROR: x"}),
            "An Internal Compiler Error has occurred: ERROR: x");
  EXPECT_EQ(text({"ERROR: first", "ERROR: second"}), "ERROR: first");
  EXPECT_EQ(text({"ERROR: first", "[NCC_EVRF001]  unknown\toperator"}),
            "[NCC_EVRF001] unknown operator");
  EXPECT_EQ(text({"the compilation ended with NCC_EVRF001"}),
            "the compilation ended with NCC_EVRF001");
  EXPECT_EQ(text({"Type: <class 'ValueError'>"}), "ValueError");
  EXPECT_EQ(text({"NeuronX Compiler version 2.14", "File \"x\", line 7", "fine"}), "");
}

TEST(ErrorTextTest, Codes) {
  EXPECT_EQ(error_code("x [NCC_EVRF007] y"), "NCC_EVRF007");
  EXPECT_EQ(error_code("[INTERNAL_ERROR] [NCC_ILLC059] y"), "NCC_ILLC059");
  EXPECT_EQ(error_code("(NCC_EXTP003: 1.2M)"), "NCC_EXTP003");
  EXPECT_EQ(error_code("[F134] z"), "F134");
  EXPECT_EQ(error_code("[GCA035]  Instruction"), "GCA035");
  for (const std::string_view other :
       {"", "[", "[INFO]", "[ERROR] x", "[rank0]", "[A12]", "[ABC1234]", "NCC_", "NCC_EVRF07",
        "XNCC_EVRF007", "NCC_EVRF0071", "[ABCDE123]", "[123]", "EVRF007"}) {
    EXPECT_EQ(error_code(other), "") << other;
  }
}

TEST(CompileFailures, GarbageAndTruncationAreCounted) {
  const std::string whole = call_line("2026-06-19 10:00:00.000100", 2102, "MODULE_2+2c") +
                            error_banner("5521", "[NLA001] message") +
                            failure_line("2026-06-19 10:29:01.000200", 2102, "MODULE_2+2c") +
                            std::string(kCompilerLogStart);
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const auto trace = read_log(whole.substr(0, length));
    if (!trace) EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  }
  std::string garbage = whole;
  for (std::size_t i = 200; i < garbage.size(); i += 61) garbage[i] = static_cast<char>(i * 37);
  EXPECT_TRUE(read_log(garbage));
}

TEST(CompileFailures, WordsOfAMessageAreNotOptions) {
  const auto flags = [](std::string_view text) {
    const auto trace = read_log(text);
    EXPECT_TRUE(trace) << text;
    const auto slices = trace ? compile_slices(**trace) : std::vector<ShownSlice>();
    EXPECT_EQ(slices.size(), 1u) << text;
    return slices.empty() ? std::string("none")
                          : arg_text(**trace, slices[0].id, key::kCompilerFlags);
  };
  EXPECT_EQ(flags("RuntimeError: neuronx-cc failed with -1\n"), "absent");
  EXPECT_EQ(flags("2022-11-22 19:07:46.362291: W op_kernel.cc:1745] failed at execute.cc:266 : "
                  "INTERNAL: neuronx-cc compilation failed.\n"),
            "absent");
  EXPECT_EQ(flags("RuntimeError: Compilation failed for lora with error Command '['neuronx-cc', "
                  "'compile', '--framework', 'XLA', 'a.py', '--target', 'trn1', "
                  "'--output=file.neff']' returned non-zero exit status 70.\n"),
            "--framework XLA --target trn1");
}

TEST(CompileFailures, ProgramsRepeatAFailureWithoutItsGraph) {
  const auto cached = read_log(
      "2022-11-22 19:07:46.000353: ERROR ||NCC_WRAPPER||: There was a compilation error for this "
      "graph in the previous run. Returning with the errored graph at "
      "/var/tmp/neuron-compile-cache/USER_neuroncc-2.2.0/MODULE_1387/MODULE_0_SyncTensorsGraph/"
      "a.neff "
      ".\n"
      "2022-11-22 19:07:46.362291: W op_kernel.cc:1745] OP_REQUIRES failed: INTERNAL: neuronx-cc "
      "compilation failed.\n");
  ASSERT_TRUE(cached);
  EXPECT_EQ(compile_slices(**cached).size(), 1u);
  EXPECT_EQ(diagnostic_count(**cached, "compilation_failed"), 0);
  EXPECT_EQ(diagnostic_count(**cached, "cached_failure"), 1);
  const auto traced = read_log(
      "INFO:Neuron:Compiling function _NeuronGraph$556 with neuron-cc\n"
      "09/22/2021 03:01:34 AM ERROR [neuron-cc]: Error message:  the pool was terminated\n"
      "INFO:Neuron:Compile command returned: 1\n"
      "ERROR:Neuron:neuron-cc failed with the following command line call:\n");
  ASSERT_TRUE(traced);
  EXPECT_EQ(compile_slices(**traced).size(), 1u);
  const Diagnostic* const failed = find_diagnostic(**traced, "compilation_failed");
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->count, 1);
  EXPECT_THAT(failed->example.english(), ::testing::HasSubstr("the pool was terminated"));
}

TEST(CompileFailures, AProcessThatWasKilledBySlurmOrAShell) {
  for (const std::string_view killed :
       {"slurmstepd: error: Detected 1 oom_kill event in StepId=7.0. Some were killed.",
        "/var/spool/job7/slurm_script: line 33: 42821 Killed python train.py",
        "srun: error: trn1-1: task 0: Out Of Memory", "Killed",
        "Floating point exception (core dumped)"}) {
    const auto trace = read_log("0: " + call_line("2024-10-15 18:00:00.000100", 1, "MODULE_1+a") +
                                std::string(killed) + "\n");
    ASSERT_TRUE(trace) << killed;
    const ShownSlice slice = event(**trace, "MODULE_1+a", "unfinished");
    EXPECT_EQ(arg_text(**trace, slice.id, key::kCompileError), killed);
    EXPECT_THAT(find_diagnostic(**trace, "compilation_without_end")->example.english(),
                ::testing::HasSubstr(killed));
  }
}

TEST(CompileFailures, ACrashBeforeAFailureWhoseStartIsNotInTheLog) {
  const auto trace = read_log(
      "2024-10-15 18:00:00.000100: INFO ||NCC_WRAPPER||: Compile cache path: /c\n"
      ".....Segmentation fault (core dumped)\n"
      "2024-10-15 18:03:00.000100: INFO ||NCC_WRAPPER||: Compilation failed for "
      "/t/model.MODULE_4+d4.hlo.pb after 0 retries.\n");
  ASSERT_TRUE(trace);
  const ShownSlice slice = event(**trace, "MODULE_4+d4", "failure");
  EXPECT_EQ(arg_text(**trace, slice.id, key::kCompileError), "Segmentation fault (core dumped)");
}

TEST(CompileFailures, AnExceptionOfPythonStatesTheExitCode) {
  const std::string text =
      "(EngineCore_DP0 pid=7) ERROR 01-27 16:26:16 [core.py:8] subprocess.CalledProcessError: "
      "Command "
      "'['neuronx-cc', 'compile', '/t/model.MODULE_5+ab.hlo_module.pb', '--target=trn1']' returned "
      "non-zero exit status 70.\n";
  ASSERT_TRUE(sniff_compile_log(json_file(text)));
  const auto trace = read_log(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const ShownSlice slice = event(**trace, "MODULE_5+ab", "failure");
  EXPECT_EQ(arg_text(**trace, slice.id, key::kExitCode), "70");
  EXPECT_EQ(arg_text(**trace, slice.id, key::kCompileError), "absent")
      << "the log does not state it";
}

}  // namespace
}  // namespace nscope::importers
