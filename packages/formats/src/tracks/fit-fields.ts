/** FIT time is in seconds since 1989-12-31T00:00:00Z. */
export const FIT_EPOCH = 631_065_600_000;
/** Degrees per semicircle: 180 degrees are 2^31. */
export const SEMICIRCLE = 180 / 2 ** 31;

/** Global message numbers that are read (FIT profile, `mesg_num`). */
export const RECORD_MESSAGE = 20;
export const FIELD_DESCRIPTION_MESSAGE = 206;

/** Base types by number without the endianness bit: size in bytes, and the value that means invalid. */
export const BASE_TYPES: Readonly<
  Record<
    number,
    {
      readonly size: number;
      readonly none: number;
      readonly read: (view: DataView, at: number, littleEndian: boolean) => number;
    }
  >
> = {
  0: { size: 1, none: 0xff, read: (view, at) => view.getUint8(at) },
  1: { size: 1, none: 0x7f, read: (view, at) => view.getInt8(at) },
  2: { size: 1, none: 0xff, read: (view, at) => view.getUint8(at) },
  3: { size: 2, none: 0x7fff, read: (view, at, littleEndian) => view.getInt16(at, littleEndian) },
  4: { size: 2, none: 0xffff, read: (view, at, littleEndian) => view.getUint16(at, littleEndian) },
  5: { size: 4, none: 0x7fffffff, read: (view, at, littleEndian) => view.getInt32(at, littleEndian) },
  6: { size: 4, none: 0xffffffff, read: (view, at, littleEndian) => view.getUint32(at, littleEndian) },
  // A float with all bits set is invalid (NaN).
  8: { size: 4, none: Number.NaN, read: (view, at, littleEndian) => view.getFloat32(at, littleEndian) },
  9: { size: 8, none: Number.NaN, read: (view, at, littleEndian) => view.getFloat64(at, littleEndian) },
  10: { size: 1, none: 0, read: (view, at) => view.getUint8(at) },
  11: { size: 2, none: 0, read: (view, at, littleEndian) => view.getUint16(at, littleEndian) },
  12: { size: 4, none: 0, read: (view, at, littleEndian) => view.getUint32(at, littleEndian) },
  13: { size: 1, none: 0xff, read: (view, at) => view.getUint8(at) },
};
/** UTF-8 text, terminated by a zero byte. */
export const TEXT_TYPE = 7;

export const RECORD_FIELD = { latitude: 0, longitude: 1, timestamp: 253 } as const;

/**
 * Fields of a `record` (FIT profile) that are values of a fix: value = (raw / scale - offset) * `unit`, in the project's
 * units.
 */
export const VALUE_FIELDS: Readonly<
  Record<
    number,
    {
      readonly name: 'altitude' | 'speed' | 'accuracy' | 'battery';
      readonly scale: number;
      readonly offset: number;
      readonly unit: number;
    }
  >
> = {
  2: { name: 'altitude', scale: 5, offset: 500, unit: 1 },
  6: { name: 'speed', scale: 1_000, offset: 0, unit: 3.6 },
  31: { name: 'accuracy', scale: 1, offset: 0, unit: 1 },
  73: { name: 'speed', scale: 1_000, offset: 0, unit: 3.6 },
  78: { name: 'altitude', scale: 5, offset: 500, unit: 1 },
  81: { name: 'battery', scale: 2, offset: 0, unit: 1 },
};

/** Fields that become attributes, with the attribute names. */
export const ATTRIBUTE_FIELDS: Readonly<Record<number, { readonly name: string; readonly scale: number }>> = {
  3: { name: 'heartRate', scale: 1 },
  4: { name: 'cadence', scale: 1 },
  5: { name: 'distance', scale: 100 },
  7: { name: 'power', scale: 1 },
  9: { name: 'grade', scale: 100 },
  13: { name: 'temperature1', scale: 1 },
};
