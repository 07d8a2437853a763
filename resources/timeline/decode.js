// Reads the blocks of the page: base64 of raw deflate of numbers and texts (docs/formats/html-timeline.md).
class DamagedFile extends Error {}

async function unpack(id) {
  const element = document.getElementById(`block-${id}`);
  if (!element) throw new DamagedFile(`block ${id} is missing`);
  const packed = atob(element.textContent);
  element.remove();
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  // An unsigned LEB128 number; exact up to 2^53.
  number() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let factor = 128; byte >= 128; factor *= 128) {
      byte = bytes[this.at++];
      value += (byte & 127) * factor;
    }
    if (this.at > bytes.length) throw new DamagedFile("a block ends early");
    return value;
  }
  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  slice(length) {
    if (this.at + length > this.bytes.length) throw new DamagedFile("a block ends early");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  // `count` doubles in eight planes of bytes.
  reals(count) {
    const planes = this.slice(8 * count);
    const bytes = new Uint8Array(8 * count);
    for (let plane = 0; plane < 8; ++plane) {
      for (let i = 0; i < count; ++i) bytes[8 * i + plane] = planes[plane * count + i];
    }
    return new Float64Array(bytes.buffer);
  }
  numbers(into) {
    for (let i = 0; i < into.length; ++i) into[i] = this.number();
    return into;
  }
  // Ascending numbers, stored as differences.
  ascending(into) {
    let last = 0;
    for (let i = 0; i < into.length; ++i) into[i] = last += this.number();
    return into;
  }
  texts() {
    const decoder = new TextDecoder();
    const list = new Array(this.number());
    for (let i = 0; i < list.length; ++i) list[i] = decoder.decode(this.slice(this.number()));
    return list;
  }
  end() {
    if (this.at !== this.bytes.length) throw new DamagedFile("a block has an unexpected length");
  }
}

// FNV-1a over UTF-8: a name has the same colour as in the desktop (app/gui/theme/tokens.cpp).
const NAME_PALETTE = ["#5b9bd5", "#4fae8a", "#d19a3f", "#c47fa8", "#8e86e0", "#b5a243", "#d57a5a", "#4fb0b8",
  "#8fa860", "#b583cf", "#6fa4c9", "#c98a6b"];
function nameColor(bytes) {
  let hash = 2166136261;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16777619);
  hash >>>= 0;
  return NAME_PALETTE[((hash ^ (hash >>> 15)) >>> 0) % NAME_PALETTE.length];
}

function decodeSlices(reader, track) {
  const count = track.slices;
  track.start = reader.ascending(new Float64Array(count));
  track.end = new Float64Array(count);
  for (let i = 0; i < count; ++i) track.end[i] = track.start[i] + reader.number();
  track.name_id = reader.numbers(new Uint32Array(count));
  track.lane = track.lanes > 1 ? reader.numbers(new Uint16Array(count)) : null;
  // Bit 0: the capture states a longer wait, which cannot be true.
  track.wait = track.waits ? reader.numbers(new Float64Array(count)) : null;
  track.limited = track.kind === "throttle" ? reader.numbers(new Uint8Array(count)) : null;
}

function decodeSamples(reader, track) {
  const count = track.samples;
  track.time = reader.ascending(new Float64Array(count));
  if (reader.number() === 1) {
    track.value = reader.reals(count);
  } else {
    track.value = new Float64Array(count);
    let last = 0;
    for (let i = 0; i < count; ++i) track.value[i] = last += reader.signed();
  }
  track.peak = 0;
  for (const value of track.value) if (value > track.peak) track.peak = value;
}

function decodeFlows(reader, count, slices) {
  const flows = { from: new Uint32Array(count), to: new Uint32Array(count), kind: new Uint32Array(count) };
  let from = 0;
  for (let i = 0; i < count; ++i) {
    from += reader.number();
    flows.from[i] = from;
    flows.to[i] = from + reader.signed();
    flows.kind[i] = reader.number();
  }
  flows.kinds = reader.texts();
  reader.end();
  flows.by_target = orderOf(flows.to, slices);
  return flows;
}

// The indices of `values`, each below `limit`, in ascending order of the values.
function orderOf(values, limit) {
  const next = new Uint32Array(limit + 1);
  for (const value of values) ++next[value + 1];
  for (let i = 1; i <= limit; ++i) next[i] += next[i - 1];
  const order = new Uint32Array(values.length);
  for (let i = 0; i < values.length; ++i) order[next[values[i]]++] = i;
  return order;
}

async function decodeRun() {
  const head = JSON.parse(new TextDecoder().decode(await unpack("head")));
  const names = new Reader(await unpack("names"));
  const decoded = { head, tracks: head.tracks, names: [], colors: [], properties: null };
  const decoder = new TextDecoder();
  for (let count = names.number(); count > 0; --count) {
    const bytes = names.slice(names.number());
    decoded.names.push(decoder.decode(bytes));
    decoded.colors.push(nameColor(bytes));
  }
  names.end();
  const slices = new Reader(await unpack("slices"));
  const samples = new Reader(await unpack("samples"));
  decoded.tracks.forEach((track, i) => {
    track.index = i;
    track.children = [];
    if (track.parent >= 0) decoded.tracks[track.parent].children.push(track);
    decodeSlices(slices, track);
    if (track.samples > 0) decodeSamples(samples, track);
  });
  slices.end();
  samples.end();
  decoded.flows = head.flows > 0 ? decodeFlows(new Reader(await unpack("flows")), head.flows, head.slices) : null;
  return decoded;
}

const PROPERTY_TYPES = ["integer", "real", "text"];

// All properties; their columns are decoded when they are first read.
async function loadProperties() {
  return Promise.all(run.head.properties.map(async ([key, id]) => {
    const reader = new Reader(await unpack(id));
    const columns = [];
    for (let track = reader.number(); track > 0; track = reader.number()) {
      const type = PROPERTY_TYPES[reader.number()];
      const every = reader.number() === 1;
      const count = reader.number();
      columns.push({ track: track - 1, type, every, count, bytes: reader.slice(reader.number()) });
    }
    const texts = reader.texts();
    reader.end();
    return { key, columns, texts };
  }));
}

function decodeColumn(column) {
  if (column.values) return;
  const reader = new Reader(column.bytes);
  column.rows = column.every ? null : reader.ascending(new Uint32Array(column.count));
  if (column.type === "real") {
    column.values = reader.reals(column.count);
  } else if (column.type === "text") {
    column.values = reader.numbers(new Uint32Array(column.count));
  } else {
    column.values = decodeIntegers(reader, column.count);
  }
  reader.end();
  column.bytes = null;
}

function decodeIntegers(reader, count) {
  const mode = reader.number();
  if (mode === 2) return new BigInt64Array(reader.slice(8 * count).slice().buffer);
  const values = new Float64Array(count);
  let last = 0;
  for (let i = 0; i < count; ++i) values[i] = last = mode === 1 ? last + reader.signed() : reader.signed();
  return values;
}

// The properties of one event: [{ key, type, value }], in the order of the run.
async function propertiesOf(track, row) {
  run.properties ??= loadProperties();
  const found = [];
  for (const { key, columns, texts } of await run.properties) {
    for (const column of columns) {
      if (column.track !== track.index) continue;
      decodeColumn(column);
      let at = column.rows ? lowerBound(column.rows, row) : row;
      for (; at < column.count && (column.rows ? column.rows[at] : at) === row; ++at) {
        const value = column.type === "text" ? texts[column.values[at]] : column.values[at];
        found.push({ key, type: column.type, value });
      }
    }
  }
  return found;
}
