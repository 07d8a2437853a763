#!/bin/sh
# measure.sh FOLDER COUNT   writes COUNT runs to FOLDER.
# This example simulates, so that it runs anywhere. Replace the simulation with your
# benchmark. Each run is a capture (neuron-profile), a neuron-monitor log, an
# nccom-test result, or the JSON of 'nscope summary'.
set -eu
mkdir -p "$1"
for number in $(seq "$2"); do
  nscope simulate example ${MEASURE_FLAGS:-} --json > "$1/run-$number.json"
done
