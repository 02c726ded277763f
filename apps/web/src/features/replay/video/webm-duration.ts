/**
 * A browser's recorder writes a WebM as it goes and cannot say at its beginning how long it will be (RFC 9559, section 5.1.2.10:
 * `Duration` of `Info`); players then show no length and do not seek. This puts it in when the recording is over.
 *
 * EBML (RFC 8794): an element is its ID, its size, its content; both numbers say by the zeros at their beginning how long they are. A
 * size of ones only is "not known": so is that of the `Segment` of a recording, which therefore may grow.
 */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;

/** Nanoseconds of a unit of time where the file says nothing else. */
const USUAL_SCALE = 1_000_000;
/** ID, size and content of a `Duration` as a double. */
const DURATION_BYTES = 2 + 1 + 8;

interface Element {
  readonly id: number;
  /** Where its size stands, and how many bytes that has. */
  readonly sizeAt: number;
  readonly sizeBytes: number;
  /** Where its content is; `end` is null where the size is not known. */
  readonly start: number;
  readonly end: number | null;
}

/**
 * The beginning of a recording with its duration in it. `head` has all of `Info`, which comes before the first picture; null when that is no
 * WebM of a recorder, or says its duration itself.
 */
export function withDuration(head: Uint8Array, milliseconds: number): Uint8Array<ArrayBuffer> | null {
  const info = infoOf(head);
  if (info === null || info.end === null) return null;
  let scale = USUAL_SCALE;
  for (const child of childrenOf(head, info.start, info.end)) {
    if (child.id === DURATION) return null;
    if (child.id === TIMESTAMP_SCALE && child.end !== null) scale = unsigned(head, child.start, child.end);
  }
  const size = info.end - info.start + DURATION_BYTES;
  const sizeField = sizeOf(size, info.sizeBytes);
  if (sizeField === null) return null;
  const longer = new Uint8Array(head.length + DURATION_BYTES);
  longer.set(head.subarray(0, info.end));
  longer.set(sizeField, info.sizeAt);
  const view = new DataView(longer.buffer);
  view.setUint16(info.end, DURATION);
  view.setUint8(info.end + 2, 0x88);
  view.setFloat64(info.end + 3, (milliseconds * 1_000_000) / scale);
  longer.set(head.subarray(info.end), info.end + DURATION_BYTES);
  return longer;
}

function infoOf(bytes: Uint8Array): Element | null {
  const header = elementAt(bytes, 0);
  if (header === null || header.id !== EBML || header.end === null) return null;
  const segment = elementAt(bytes, header.end);
  // One that knows its size was written by somebody who could go back: it is whole as it is.
  if (segment === null || segment.id !== SEGMENT || segment.end !== null) return null;
  for (const child of childrenOf(bytes, segment.start, bytes.length)) if (child.id === INFO) return child;
  return null;
}

function* childrenOf(bytes: Uint8Array, from: number, to: number): Generator<Element> {
  let at = from;
  while (at < to) {
    const element = elementAt(bytes, at);
    if (element === null) return;
    yield element;
    if (element.end === null) return;
    at = element.end;
  }
}

/** The element that begins here; null where the bytes end within its head, or are none. */
function elementAt(bytes: Uint8Array, at: number): Element | null {
  const idBytes = lengthOf(bytes[at]);
  const sizeAt = at + idBytes;
  const sizeBytes = lengthOf(bytes[sizeAt]);
  if (idBytes > 4 || sizeBytes > 8 || sizeAt + sizeBytes > bytes.length) return null;
  const start = sizeAt + sizeBytes;
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeBytes);
  let unknown = size === 0xff >> sizeBytes;
  for (let one = sizeAt + 1; one < start; one += 1) {
    size = size * 256 + (bytes[one] ?? 0);
    unknown &&= bytes[one] === 0xff;
  }
  return { id: unsigned(bytes, at, sizeAt), sizeAt, sizeBytes, start, end: unknown ? null : start + size };
}

/** Bytes of a number that begins with this one; more than any has for one that begins none. */
function lengthOf(first: number | undefined): number {
  return first === undefined || first === 0 ? 9 : Math.clz32(first) - 23;
}

/** A size in so many bytes; null when it does not fit. */
function sizeOf(size: number, length: number): Uint8Array | null {
  if (size >= 2 ** (7 * length) - 1) return null;
  const field = new Uint8Array(length);
  let rest = size;
  for (let at = length - 1; at >= 0; at -= 1) {
    field[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  field[0] = (field[0] ?? 0) | (0x80 >> (length - 1));
  return field;
}

function unsigned(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}
