// Numbers as the desktop prints them (profiler/base/format.cpp and app/gui/timeline/model/slice_text.cpp).
const NARROW_SPACE = "\u202f";
const TIME_UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
const BYTE_UNITS = [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [1024, "KiB"], [1, "B"]];
const SI_PREFIXES = [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];
const separators = { group: ",", decimal: "." };

// An English number with the separators of the page's language.
function localized(english) {
  return english.replace(/[,.]/g, (c) => (c === "," ? separators.group : separators.decimal));
}
function unitFor(magnitude, units) {
  return units.find(([factor]) => magnitude >= factor) ?? units[units.length - 1];
}
function threeDigits(value) {
  const size = Math.abs(value);
  return value.toFixed(size >= 99.95 || size === 0 ? 0 : size >= 9.995 ? 1 : 2);
}
function grouped(digits) {
  const [whole, rest] = String(digits).split(".");
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return rest === undefined ? groups : `${groups}.${rest}`;
}
function durationText(ns) {
  const [factor, unit] = unitFor(Math.abs(ns), TIME_UNITS);
  const value = ns / factor;
  const digits = factor === 1 && Number.isInteger(value) ? value.toFixed(0) : threeDigits(value);
  return localized(digits) + NARROW_SPACE + unit;
}
// A point in time, with digits for steps of `step` nanoseconds.
function timeText(ns, step = 1) {
  const [factor, unit] = unitFor(Math.abs(ns), TIME_UNITS);
  const least = Math.max(step / factor, 1e-9);
  const decimals = Math.min(9, Math.max(0, Math.ceil(-Math.log10(least) - 1e-9)));
  return localized((ns / factor).toFixed(decimals)) + NARROW_SPACE + unit;
}
function countText(value) {
  return localized(grouped(value));
}
function bytesText(bytes) {
  const [factor, unit] = unitFor(Math.abs(bytes), BYTE_UNITS);
  const value = bytes / factor;
  return localized(factor === 1 ? value.toFixed(0) : threeDigits(value)) + NARROW_SPACE + unit;
}
function siText(value, unit) {
  const found = SI_PREFIXES.find(([factor]) => Math.abs(value) >= factor);
  if (!found) return localized(String(Number(value.toPrecision(3)))) + NARROW_SPACE + unit;
  return localized(threeDigits(value / found[0])) + NARROW_SPACE + found[1] + unit;
}
function percentText(share) {
  return localized((share * 100).toFixed(1)) + NARROW_SPACE + "%";
}
function significant(value, digits) {
  return Number.isFinite(value) ? localized(String(Number(value.toPrecision(digits)))) : String(value);
}
function counterText(unit, value) {
  if (unit === "share") return percentText(value);
  if (unit === "B/s" || unit === "FLOP/s") return siText(value, unit);
  if (unit === "B" || unit === "bytes") return bytesText(value);
  const whole = Number.isInteger(value) && Math.abs(value) < 1e15;
  const number = whole ? countText(value) : significant(value, 4);
  return unit === "" || unit === "count" ? number : number + NARROW_SPACE + unit;
}
// The value of a property; sizes and FLOPs have units. Integers are numbers or, beyond 2^53, BigInts.
function propertyText(key, type, value) {
  if (type === "text") return value;
  const isSize = key === "transfer_size" || key === "bytes" || key.endsWith("_bytes");
  if (type === "real") {
    if (key === "flops") return siText(value, "FLOP");
    return isSize ? bytesText(value) : significant(value, 6);
  }
  if (key === "pc" || key === "compiler_pc" || key.includes("crc")) return String(value);
  const text = countText(value);
  const number = Number(value);
  if (key === "elements" && number > 0) return `${text} (${siText(2 * number, "FLOP")})`;
  if (!isSize) return text;
  return number >= 1024 ? `${text} (${bytesText(number)})` : text + NARROW_SPACE + "B";
}
// A text of the page with its numbers: said("match_of", 1, 20).
function said(name, ...values) {
  return values.reduce((text, value, i) => text.replace(`%${i + 1}`, () => value), run.head.texts[name]);
}

// Ticks of the time axis at multiples of 1, 2 or 5 times a power of ten, at least `spacing` pixels apart.
function axisTicks(firstNs, lastNs, width, spacing) {
  const least = ((lastNs - firstNs) / width) * spacing;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  const largest = Math.max(Math.abs(firstNs), Math.abs(lastNs)) * (1 + 1e-9);
  const [factor, unit] = unitFor(largest, [...TIME_UNITS, [1e-3, "ps"]]);
  const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step / factor) - 1e-6)));
  const ticks = [];
  for (let i = Math.ceil(firstNs / step - 1e-9); i <= Math.floor(lastNs / step + 1e-9); ++i) {
    const ns = i * step;
    ticks.push({ x: ((ns - firstNs) / (lastNs - firstNs)) * width,
      label: localized((ns / factor + 0).toFixed(decimals)) + NARROW_SPACE + unit });
  }
  return ticks;
}
