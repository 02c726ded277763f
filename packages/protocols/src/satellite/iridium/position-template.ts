/** Types of a number in a payload; `le`: least significant byte first. */
const SIZES = { u8: 1, i8: 1, u16: 2, i16: 2, u24: 3, i24: 3, u32: 4, i32: 4, f32: 4, f64: 8 } as const;
type NumberType = keyof typeof SIZES;

const NAMES = ['latitude', 'longitude', 'altitude', 'speed', 'course', 'time'] as const;
type FieldName = (typeof NAMES)[number];

interface Field {
  readonly offset: number;
  readonly type: NumberType;
  readonly isLittleEndian: boolean;
  readonly scale: number;
  readonly added: number;
}

/** Where the numbers of a position are in the payload of a device. */
export interface PositionTemplate {
  /** Bytes at the start, which distinguish it from other payloads. */
  readonly start: readonly number[];
  /** Bytes of the payload; null: any length that has all fields. */
  readonly length: number | null;
  readonly fields: ReadonlyMap<FieldName, Field>;
}

/** A position that a device sends in a payload. */
export interface PayloadPosition {
  /** Degrees, WGS-84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** km/h. */
  readonly speed: number | null;
  /** Degrees, 0 <= course < 360. */
  readonly course: number | null;
  /** Epoch milliseconds UTC. */
  readonly time: number | null;
}

const MAX_TEMPLATE = 1_000;
/** Bytes of the longest payload of a device. */
const MAX_PAYLOAD = 1_960;
const MAX_START = 16;
const NUMBER = String.raw`\d{1,12}(?:\.\d{1,12})?(?:e[+-]?\d{1,2})?`;
const FIELD = new RegExp(
  `^(${NAMES.join('|')})@(\\d{1,4}):(${Object.keys(SIZES).join('|')})(le)?(?:\\*(${NUMBER}))?(?:([+-])(${NUMBER}))?$`,
);

/**
 * Reads a template, items separated by spaces:
 *
 * - `start=A501`: bytes at the start of the payload, in hexadecimal; at most 16
 * - `length=20`: bytes of the payload
 * - `latitude@4:i32*1e-7`: a number at an offset in bytes, its type, and what it is multiplied by; `+` or `-` adds a number.
 *   Numbers are big-endian, with `le` little-endian
 *
 * `latitude` and `longitude` are required, in degrees; `altitude` is in metres, `speed` in km/h, `course` in degrees, `time`
 * in seconds since 1970. `start` or `length` is required, so that a text is not taken for a position. Null: not valid.
 */
export function parsePositionTemplate(text: string): PositionTemplate | null {
  if (text.length > MAX_TEMPLATE) return null;
  let start: readonly number[] = [];
  let length: number | null = null;
  const fields = new Map<FieldName, Field>();
  for (const item of text.trim().split(/\s+/)) {
    const [, startDigits] = /^start=((?:[0-9a-f]{2})+)$/i.exec(item) ?? [];
    const [, lengthDigits] = /^length=(\d{1,4})$/.exec(item) ?? [];
    const field = readField(item);
    if (startDigits !== undefined && start.length === 0) start = [...Buffer.from(startDigits, 'hex')];
    else if (lengthDigits !== undefined && length === null) length = Number(lengthDigits);
    else if (field !== null && !fields.has(field[0])) fields.set(field[0], field[1]);
    else return null;
  }
  if (!fields.has('latitude') || !fields.has('longitude')) return null;
  if (start.length > MAX_START || (start.length === 0 && length === null)) return null;
  const end = Math.max(start.length, ...[...fields.values()].map(endOf));
  return end <= (length ?? MAX_PAYLOAD) && (length ?? 0) <= MAX_PAYLOAD ? { start, length, fields } : null;
}

function readField(item: string): readonly [FieldName, Field] | null {
  const [, name, offset, type, order, scale, sign, added] = FIELD.exec(item) ?? [];
  if (name === undefined || type === undefined) return null;
  return [
    name as FieldName,
    {
      offset: Number(offset),
      type: type as NumberType,
      isLittleEndian: order === 'le',
      scale: scale === undefined ? 1 : Number(scale),
      added: added === undefined ? 0 : Number(`${sign}${added}`),
    },
  ];
}

const endOf = ({ offset, type }: Field): number => offset + SIZES[type];

const MIN_TIME = Date.UTC(1990, 0, 1);
const MAX_TIME = Date.UTC(2200, 0, 1);

/**
 * The position in a payload; null if the payload is another one, or has no coordinates on Earth. Other values that are not
 * possible count as missing.
 */
export function payloadPosition(
  payload: Uint8Array,
  { start, length, fields }: PositionTemplate,
): PayloadPosition | null {
  if (length !== null && payload.length !== length) return null;
  if (start.some((byte, index) => payload[index] !== byte)) return null;
  if ([...fields.values()].some((field) => endOf(field) > payload.length)) return null;
  const value = (name: FieldName, min: number, max: number): number | null => {
    const field = fields.get(name);
    if (field === undefined) return null;
    const number = readNumber(payload, field) * field.scale + field.added;
    return number >= min && number <= max ? number : null;
  };
  const latitude = value('latitude', -90, 90);
  const longitude = value('longitude', -180, 180);
  if (latitude === null || longitude === null) return null;
  const course = value('course', 0, 360);
  const seconds = value('time', MIN_TIME / 1_000, MAX_TIME / 1_000);
  return {
    latitude,
    longitude,
    altitude: value('altitude', -12_000, 100_000),
    speed: value('speed', 0, 3_000),
    course: course === null ? null : course % 360,
    time: seconds === null ? null : Math.floor(seconds * 1_000),
  };
}

function readNumber(payload: Uint8Array, { offset, type, isLittleEndian }: Field): number {
  const view = new DataView(payload.buffer, payload.byteOffset + offset, SIZES[type]);
  switch (type) {
    case 'u8':
      return view.getUint8(0);
    case 'i8':
      return view.getInt8(0);
    case 'u16':
      return view.getUint16(0, isLittleEndian);
    case 'i16':
      return view.getInt16(0, isLittleEndian);
    case 'u24':
    case 'i24': {
      const low = view.getUint16(isLittleEndian ? 0 : 1, isLittleEndian);
      const highAt = isLittleEndian ? 2 : 0;
      return (type === 'i24' ? view.getInt8(highAt) : view.getUint8(highAt)) * 0x1_0000 + low;
    }
    case 'u32':
      return view.getUint32(0, isLittleEndian);
    case 'i32':
      return view.getInt32(0, isLittleEndian);
    case 'f32':
      return view.getFloat32(0, isLittleEndian);
    case 'f64':
      return view.getFloat64(0, isLittleEndian);
  }
}
