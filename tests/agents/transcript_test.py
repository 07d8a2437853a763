#!/usr/bin/env python3
"""Twelve questions about real captures and decisions, answered by following the prompts of `nscope mcp`.

The script is a simple agent: it asks the server for a prompt, calls the tools that the text of the prompt
names, in their order, with the arguments of the question, and reads the answer from the results. The right
answers come from the vendor's own figures, from the files, or from arithmetic in this script.

The captures are in NSCOPE_CORPUS, or beside the sources. Without them, the test is skipped (exit code 77).

usage: transcript_test.py NSCOPE
"""
import gzip
import json
import os
import re
import sys
import unittest

from mcp_client import Client

NSCOPE = sys.argv[1]
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.environ.get("NSCOPE_CORPUS") or os.path.join(os.path.dirname(SOURCES), "shared", "data")
CAPTURES = os.path.join(CORPUS, "captures")
MOE = os.path.join(CORPUS, "captures_2026", "neuron_moe", "profile_v6b_exec_2.ntff")


def neuron(kernel, name):
    return os.path.join(CAPTURES, "neuron", kernel, name)


def vendor_summary(kernel, name):
    """The summary that neuron-profile wrote for the same capture."""
    with open(neuron(kernel, name), encoding="utf-8") as file:
        return json.load(file)["summary"][0]


def numbers_of(row):
    """The figures of a finding, "name=value unit, ...", as a dictionary."""
    return {name: float(value) for name, value in re.findall(r"(\w+)=([-+.\deE]+)", row["numbers"])}


class Agent:
    """Calls the tools that a prompt names."""

    def __init__(self):
        self.client = Client(NSCOPE, "--root", CORPUS)
        self.client.initialize()
        tools = self.client.request("tools/list")["result"]["tools"]
        self.tools = {tool["name"]: tool["inputSchema"] for tool in tools}

    def follow(self, prompt, arguments, given):
        """The results of the tools by name. `given`: arguments of the question by tool; a tool
        without an entry gets what its schema shares with the arguments of the prompt."""
        answer = self.client.request("prompts/get", {"name": prompt, "arguments": arguments})
        text = answer["result"]["messages"][0]["content"]["text"]
        named = sorted((text.index(name), name) for name in self.tools if name in text)
        results = {}
        for _, tool in named:
            known = self.tools[tool]["properties"]
            base = {key: value for key, value in arguments.items() if key in known}
            calls = given.get(tool, [{}])
            for call in calls if isinstance(calls, list) else [calls]:
                if call is None:  # the question needs no such step
                    continue
                words = {**base, **(call(results) if callable(call) else call)}
                answer, error = self.client.call(tool, timeout=300, **words)
                if error is not None:
                    raise AssertionError(f"{tool} {words}: {error}")
                if not answer["command"].startswith("nscope "):
                    raise AssertionError(f"{tool}: no command that repeats the answer")
                results.setdefault(tool, []).append(answer["result"])
        return results


def rows(results, tool, index=0):
    return results[tool][index]["analyses"][0]["rows"]


def named_analysis(results):
    """The analysis that the first finding names."""
    return {"analysis": rows(results, "find_bottlenecks")[0]["analysis"]}


def bounds_of_run(results):
    """The rungs of the performance bounds of the whole run."""
    return {row["bound"]: row for row in rows(results, "performance_bounds")
            if row["operator"] == "(whole run)"}


def kernels_of(path):
    """Start and end of the GPU kernels in a trace of the PyTorch profiler, in us."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    return [(event["ts"], event["ts"] + event["dur"]) for event in events
            if event.get("cat") == "kernel" and event.get("ph") == "X"]


class Questions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.agent = Agent()

    @classmethod
    def tearDownClass(cls):
        cls.agent.client.close()

    def near(self, value, right, share):
        self.assertLessEqual(abs(value - right), abs(right) * share, f"{value} instead of {right}")

    # Captures

    def bottleneck(self, run):
        return self.agent.follow("find_the_bottleneck", {"run": run}, {"analyze_run": named_analysis})

    def test_01_how_much_of_the_peak_does_the_bandwidth_permit(self):
        results = self.bottleneck(MOE)
        with open(os.path.join(os.path.dirname(MOE), "reference.json"), encoding="utf-8") as file:
            vendor = next(each for name, each in json.load(file).items() if name.startswith("v6b"))
        figures = numbers_of(rows(results, "find_bottlenecks")[0])
        self.near(figures["mfu_max_achievable_estimated_percent"] * 100,
                  vendor["mfu_max_achievable_estimated_percent"], 0.02)
        self.near(figures["mbu_estimated_percent"] * 100, vendor["mbu_estimated_percent"], 0.02)
        self.assertEqual(bounds_of_run(results)["overlap"]["work"], "DMA is the busiest unit")

    def test_02_how_long_does_the_hbm_traffic_need(self):
        # The bytes are the vendor's; 358 GB/s are half of the 716 GB/s of a pair of cores.
        results = self.bottleneck(MOE)
        self.near(bounds_of_run(results)["memory"]["bound_ns"], 25.17e6 / 358e9 * 1e9, 0.01)

    def test_03_what_limits_an_attention_kernel(self):
        results = self.bottleneck(neuron("baseline_attention", "baseline_exec_2.ntff"))
        vendor = vendor_summary("baseline_attention", "baseline_exec_2_profile_full.json")
        run = results["open_run"][0]
        self.near(run["window_ns"][1] - run["window_ns"][0], vendor["total_time"] * 1e9, 0.01)
        figures = numbers_of(next(row for row in rows(results, "find_bottlenecks")
                                  if row["rule"] == "low-model-flops"))
        self.near(figures["mfu_estimated_percent"], vendor["mfu_estimated_percent"], 0.02)

    def test_04_how_long_is_a_gpu_without_kernels(self):
        path = os.path.join(CAPTURES, "kineto", "h100_bert", "gaunernst_bert-small-uncased__1016001.json.gz")
        results = self.agent.follow("find_the_bottleneck", {"run": path},
                                    {"performance_bounds": None, "analyze_run": {"analysis": "gpu-streams"}})
        kernels = sorted(kernels_of(path))
        busy, end = 0.0, kernels[0][0]
        for start, stop in kernels:
            busy += max(0.0, stop - max(start, end))
            end = max(end, stop)
        whole = next(row for row in rows(results, "analyze_run") if row["stream"] == "(all)")
        self.near(whole["compute_ns"], busy * 1e3, 0.001)
        self.near(whole["idle_ns"] + whole["busy_ns"], whole["duration_ns"], 1e-9)

    def slowdown(self):
        return self.agent.follow(
            "explain_a_slowdown",
            {"base": neuron("fused_bf16_s512", "fused_exec_2.ntff"),
             "new": neuron("baseline_bf16_s512", "baseline_exec_2.ntff")},
            {"open_run": [{"run": neuron("fused_bf16_s512", "fused_exec_2.ntff")},
                          {"run": neuron("baseline_bf16_s512", "baseline_exec_2.ntff")}],
             "compare_runs": [{"by": "operator"}, {"by": "instruction"}]})

    def test_05_how_much_slower_is_the_kernel_that_is_not_fused(self):
        results = self.slowdown()
        fused = vendor_summary("fused_bf16_s512", "fused_exec_2_profile_full.json")["total_time"]
        separate = vendor_summary("baseline_bf16_s512", "baseline_exec_2_profile_full.json")["total_time"]
        self.near(results["compare_runs"][0]["total"]["change_ns"], (separate - fused) * 1e9, 0.05)

    def test_06_do_the_causes_add_up(self):
        compared = self.slowdown()["compare_runs"]
        self.assertEqual([each["by"] for each in compared], ["operator", "instruction"])
        for each in compared:
            causes = sum(cause["change_ns"] for cause in each["causes"])
            self.near(causes, each["total"]["change_ns"], 1e-6)
        self.assertEqual(compared[0]["causes"][0]["text"], "Longer DMA transfers (2 kinds)")

    # Decisions

    def test_07_does_llama_8b_fit_and_what_does_a_token_cost(self):
        lengths = {"batch": 8, "input_tokens": 1024, "output_tokens": 256}
        results = self.agent.follow(
            "fit_and_cost", {"model": "llama-3.1-8b", "instance": "inf2.48xlarge"},
            {"check_memory": lengths, "simulate": lengths,
             "compare_costs": {**lengths, "instances": ["inf2.48xlarge"], "regions": ["us-east-1"],
                               "options": ["on_demand"]}})
        memory = results["check_memory"][0]["memory"]
        weights = next(item for item in memory["items"] if item["name"] == "weights")
        self.assertTrue(memory["fits"])
        # Heads do not divide by 24 cores, so that the compiler pads and replicates them.
        self.assertTrue(weights["arithmetic"].startswith("8.03 billion parameters x 2 B / 24 cores"))
        self.assertGreater(weights["bytes"] * 24, 8.03e9 * 2)
        throughput = results["simulate"][0]["metrics"]["throughput"]
        self.assertLess(throughput["low"], throughput["value"])
        row = results["compare_costs"][0]["rows"][0]
        # The published On-Demand price of 12.98127 USD, for a second, a token, a million tokens.
        self.near(row["usd_per_million_tokens"], 12.98127 / 3600 / throughput["value"] * 1e6, 1e-6)
        self.assertRegex(row["price_date"], r"^20\d\d-\d\d-\d\d$")

    def test_08_does_a_405b_model_fit_on_one_chip(self):
        arguments = {"model": "llama-3.1-405b", "instance": "trn2.3xlarge"}
        skipped = {"simulate": None, "compare_costs": None}
        limits = self.agent.follow("fit_and_cost", arguments, skipped)["check_memory"][0]
        self.assertFalse(limits["feasible"])  # 811 GB of weights, 96 GiB of memory
        self.assertEqual(limits["memory_limits"]["fits_with"],
                         ["on trn2.48xlarge with tensor parallel degree 64"])

    def test_09_how_many_sequences_fit(self):
        # KV cache of Llama-3.1 8B: 2 x 32 layers x 8 heads x 128 x 2 B = 131,072 B per position.
        lengths = {"batch": 8, "input_tokens": 1024, "output_tokens": 256}
        arguments = {"model": "llama-3.1-8b", "instance": "trn2.3xlarge"}
        result = self.agent.follow("fit_and_cost", arguments, {
            "check_memory": lengths, "simulate": None, "compare_costs": None})["check_memory"][0]
        cache = next(item for item in result["memory"]["items"] if item["name"] == "KV cache")
        self.assertEqual(cache["bytes"] * result["memory_limits"]["cores"], 8 * 1280 * 131072)
        batch = result["memory_limits"]["sizes"][0]["largest"]
        fits = {**lengths, "batch": batch}
        too_large = {**lengths, "batch": batch + 1}
        verdicts = self.agent.follow("fit_and_cost", arguments, {
            "check_memory": [fits, too_large], "simulate": None, "compare_costs": None})
        self.assertEqual([each["feasible"] for each in verdicts["check_memory"]], [True, False])

    def claim(self, tokens_per_second, batch):
        text = f"trn1.32xlarge generates {tokens_per_second} tokens/s with Llama-3.1 8B at batch {batch}"
        return self.agent.follow("check_a_claim", {"claim": text}, {
            "check_throughput_claim": {"model": "llama-3.1-8b", "instance": "trn1.32xlarge",
                                       "tokens_per_second": tokens_per_second, "source": "a claim",
                                       "batch": batch, "regions": ["us-east-1"]},
            "look_up_prices": {"instance": "trn1.32xlarge", "region": "us-east-1", "option": "on_demand"},
            "compare_costs": None, "evaluate_migration": None})

    def test_10_is_a_claim_above_the_memory_bound_refused(self):
        # 16 chips x 820 GB/s / 16.06 GB of weights: no more than 817 steps per second at batch 1.
        for claimed, impossible in ((1000, True), (600, False)):
            results = self.claim(claimed, 1)
            row = results["check_throughput_claim"][0]["rows"][0]
            self.assertEqual(row["impossible"], impossible, claimed)

    def test_11_what_does_the_claim_cost(self):
        results = self.claim(600, 1)
        price = results["look_up_prices"][0]["prices"][0]
        self.assertEqual((price["usd_per_hour"], price["date"]), (21.5, "2026-07-20"))
        row = results["check_throughput_claim"][0]["rows"][0]
        self.near(row["usd_per_million_tokens"], 21.5 / 3600 / 600 * 1e6, 1e-6)

    def test_12_does_the_published_migration_pay(self):
        results = self.agent.follow(
            "check_a_claim", {"claim": "Moving Llama-2 70B from p4d to Inf2 pays back within a year"},
            {"check_throughput_claim": None, "look_up_prices": None, "compare_costs": None,
             "evaluate_migration": {"study": "inf2-llama2-70b-serving"}})
        report = results["evaluate_migration"][0]
        self.assertEqual(report["recommendation"]["verdict"], "impossible")
        # Both throughputs are above what the memory bandwidth permits at batch 1.
        reasons = " ".join(report["recommendation"]["stay_if"])
        self.assertIn("800 tok/s is 9.0 times the memory bound", reasons)
        self.assertIn("550 tok/s is 7.8 times the memory bound", reasons)


if __name__ == "__main__":
    if not os.path.isdir(CORPUS):
        print(f"no captures in {CORPUS}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
