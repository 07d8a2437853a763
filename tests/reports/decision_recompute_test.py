#!/usr/bin/env python3
"""Recomputes twelve decisions from the prices and throughputs in their JSON alone.

  decision_recompute_test.py NSCOPE

Three models x serving and training x two regions. Nothing of the program is used except the prices
of an instance-hour (`nscope prices`) and the throughputs: costs per hour, per token, per run and per
month, always-on groups, and the cheapest item of each purchase option are calculated here with
decimal arithmetic and must agree to the cent.
"""
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

OPTIONS = ["on_demand", "ri_1yr", "spot", "capacity_block"]
DAYS = {"on_demand": 365, "ri_1yr": 365, "spot": 7, "capacity_block": 92}
REGIONS = ["us-east-1", "us-east-2"]
MONTH_TOKENS = 80_000_000_000
RUN_TOKENS = 2_000_000_000_000
HOURS_OF_MONTH = 730
GPU = "p5.48xlarge"
SERVING = {"llama-3.1-8b": [("inf2.48xlarge", 8), ("trn1.32xlarge", 8), ("trn2.48xlarge", 4), (GPU, 8)],
           "llama-3.1-70b": [("inf2.48xlarge", 24), ("trn1.32xlarge", 32), ("trn2.48xlarge", 16),
                             (GPU, 8)],
           "qwen3-32b": [("inf2.48xlarge", 8), ("trn1.32xlarge", 8), ("trn2.48xlarge", 8), (GPU, 8)]}
TRAINING = {"llama-3.1-8b": [("trn1.32xlarge", 8), ("trn2.48xlarge", 4), (GPU, 1)],
            "llama-2-7b": [("trn1.32xlarge", 8), ("trn2.48xlarge", 4), (GPU, 1)],
            "qwen3-8b": [("trn1.32xlarge", 8), ("trn2.48xlarge", 8), (GPU, 1)]}


def cents(amount):
    return Decimal(amount).quantize(Decimal("0.01"), ROUND_HALF_UP)


def number(value):
    """The decimal text of a JSON number, without its binary error."""
    return Decimal(repr(value))


def run(nscope, *arguments):
    done = subprocess.run([nscope, *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def questions():
    for phase, models in (("serving", SERVING), ("training", TRAINING)):
        for model, types in models.items():
            for region in REGIONS:
                work = []
                for instance, degree in types:
                    item = {"label": instance, "instance": instance, "phase": phase,
                            "model": model, "tensor_parallel": degree, "simulate": {}}
                    if phase == "serving":
                        item |= {"batch": 16, "input_tokens": 1000, "output_tokens": 250}
                    else:
                        item["input_tokens"] = 4096
                        item["simulate"] = {"training": {"global_batch": 256}}
                    work.append(item)
                yield f"{phase} of {model} in {region}", {
                    "schema": "nscope.cost/1", "title": "recomputed", "region": region,
                    "options": OPTIONS, "work": work,
                    "load": {"tokens_per_month": MONTH_TOKENS}, "run": {"tokens": RUN_TOKENS}}


def list_prices(nscope, cache, instance, region):
    """USD per instance-hour and its date by option, of the price list."""
    if (instance, region) not in cache:
        listed = run(nscope, "prices", "list", "--instance", instance, "--region", region,
                     "--json")
        prices = {}
        for row in listed["prices"]:
            if row["instance"] == instance and not row.get("zone"):
                prices[row["option"]] = (row["usd_per_hour"], row["date"])
        cache[instance, region] = prices
    return cache[instance, region]


def is_current(option, date, as_of):
    """Whether the age of a price is within the limit of its option (docs/prices.md)."""
    first = datetime.date.fromisoformat((date + "-01-01")[:10])
    age = datetime.date.fromisoformat(as_of) - first
    return age.days <= DAYS[option]


def agree(name, ours, theirs):
    if theirs is None or cents(ours) != cents(number(theirs)):
        raise AssertionError(f"{name}: {ours} recomputed, {theirs} in JSON")


def check_row(name, row, price):
    rate = number(row["tokens_per_second"])
    per_hour = number(price) * row["count"]
    agree(f"{name}, an hour", per_hour, row["usd_per_hour"])
    per_second = per_hour / 3600
    agree(f"{name}, a million tokens", per_second / rate * 10**6, row["usd_per_million_tokens"])
    hours = RUN_TOKENS / rate / 3600
    agree(f"{name}, hours of a run", hours, row["run_hours"])
    agree(f"{name}, a run", hours * per_hour, row["run_usd"])
    agree(f"{name}, busy month", MONTH_TOKENS / rate / 3600 * per_hour, row["month_usd_metered"])
    groups = max(Decimal(1), (MONTH_TOKENS / (rate * 3600 * HOURS_OF_MONTH)).to_integral_value(
        ROUND_CEILING))
    if groups != row["month_groups"]:
        raise AssertionError(f"{name}: {groups} groups recomputed, {row['month_groups']} in JSON")
    agree(f"{name}, always on", groups * per_hour * HOURS_OF_MONTH, row["month_usd_dedicated"])
    return rate * 3600 / per_hour


def check(nscope, name, question, cache, folder):
    document = folder / "question.json"
    document.write_text(json.dumps(question))
    answer = run(nscope, "cost", str(document), "--json")
    if len(answer["rows"]) != len(question["work"]) * len(OPTIONS):
        raise AssertionError(f"{name}: {len(answer['rows'])} rows")
    ranked = {}
    current = set()
    for row in answer["rows"]:
        price, date = list_prices(nscope, cache, row["instance"], row["region"]).get(
            row["option"], (None, None))
        place = f"{name}, {row['work']}, {row['option']}"
        if (row["state"] == "priced") != (price is not None):
            raise AssertionError(f"{place}: {row['state']}, the price list has {price}")
        if price is None:
            continue
        tokens = check_row(place, row, price)
        if not row["impossible"]:
            ranked[row["work"], row["option"]] = tokens
            if is_current(row["option"], date, answer["as_of"]):
                current.add((row["work"], row["option"]))
    if not ranked:
        raise AssertionError(f"{name}: nothing can be compared")
    # A price that is out of date leads only if no price is current.
    best = max(current & ranked.keys() or ranked, key=ranked.get)
    if (answer["best"]["work"], answer["best"]["option"]) != best:
        raise AssertionError(f"{name}: {best} recomputed, {answer['best']} in JSON")
    for option, winner in answer["best_of_option"].items():
        those = {key: value for key, value in ranked.items() if key[1] == option}
        leading = current & those.keys() or those
        if bool(those) != bool(winner) or (those and max(leading, key=those.get)[0] !=
                                           winner["work"]):
            raise AssertionError(f"{name}, {option}: {those} recomputed, {winner} in JSON")
    print(f"{name}: {best[0]}, {best[1]}, USD {answer['best']['usd_per_million_tokens']:.4f} per "
          f"million tokens; {len(ranked)} cells")
    return len(ranked)


def main():
    cache = {}
    cells = 0
    all_questions = list(questions())
    if len(all_questions) != 12:
        raise AssertionError(f"{len(all_questions)} questions")
    with tempfile.TemporaryDirectory() as work:
        for name, question in all_questions:
            cells += check(sys.argv[1], name, question, cache, pathlib.Path(work))
    if cells < 100:
        raise AssertionError(f"only {cells} cells are too few to prove anything")
    print(f"12 decisions, {cells} cells agree to the cent")
    return 0


if __name__ == "__main__":
    sys.exit(main())
