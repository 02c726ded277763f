/**
 * The numeric columns of a position. Reports, stored positions, track blocks and tracks in memory all derive from this table;
 * `docs/pipeline.md` has it as a table of bytes and explains how to add a column. A value that was not sent is null.
 *
 * Bits are explicit numbers, because stored rows and open consoles depend on them. They never change and are never reused; a
 * new column takes the next free one.
 */
export interface PositionColumn {
  /** Name in tracks and blocks. */
  readonly name: string;
  /** Where a report has the value: in its fix or next to it, and in which field. */
  readonly source: 'fix' | 'report';
  readonly field: string;
  /** Name in the points of the contract; null: it is in their `info`, under `field`. */
  readonly point: string | null;
  readonly unit: string;
  /** Values outside this range count as not sent. */
  readonly min: number;
  readonly max: number;
  /** Bit in a stored position. The values follow in the order of these bits. */
  readonly storedBit: number;
  readonly codec: Codec;
  /** Stored integers per unit. */
  readonly scale: number;
  /** Bit in a block on the wire. The columns follow in the order of these bits. */
  readonly wireBit: number;
  /** True for a column that few devices send: reports omit it. */
  readonly rare?: true;
}

/** `varint`: unsigned LEB128. `signed`: the same with the sign in the lowest bit. `angle`: two bytes, little-endian. */
export type Codec = 'varint' | 'signed' | 'angle' | 'byte';

export const POSITION_COLUMNS = [
  {
    name: 'height',
    source: 'fix',
    field: 'altitude',
    point: 'height',
    unit: 'm',
    min: -12_000,
    max: 100_000,
    storedBit: 0,
    codec: 'signed',
    scale: 10,
    wireBit: 2,
  },
  {
    name: 'speed',
    source: 'fix',
    field: 'speed',
    point: 'speed',
    unit: 'km/h',
    min: 0,
    max: 3_000,
    storedBit: 1,
    codec: 'varint',
    scale: 100,
    wireBit: 1,
  },
  {
    name: 'course',
    source: 'fix',
    field: 'course',
    point: 'dir',
    unit: 'degree',
    min: 0,
    max: 359.999_999,
    storedBit: 2,
    codec: 'angle',
    scale: 100,
    wireBit: 0,
  },
  {
    name: 'satellites',
    source: 'report',
    field: 'satellites',
    point: 'gps',
    unit: '1',
    min: 0,
    max: 255,
    storedBit: 3,
    codec: 'byte',
    scale: 1,
    wireBit: 5,
  },
  {
    name: 'gsm',
    source: 'report',
    field: 'gsm',
    point: 'gsm',
    unit: '%',
    min: 0,
    max: 100,
    storedBit: 4,
    codec: 'varint',
    scale: 100,
    wireBit: 4,
  },
  {
    name: 'battery',
    source: 'report',
    field: 'battery',
    point: 'power',
    unit: '%',
    min: 0,
    max: 100,
    storedBit: 5,
    codec: 'varint',
    scale: 100,
    wireBit: 3,
  },
  {
    name: 'accuracy',
    source: 'fix',
    field: 'accuracy',
    point: null,
    unit: 'm',
    min: 0,
    max: 100_000,
    storedBit: 7,
    codec: 'varint',
    scale: 100,
    wireBit: 6,
  },
  {
    // A number of `ALTITUDE_KINDS`: what the height is measured from.
    name: 'altitudeKind',
    source: 'fix',
    field: 'altitudeKind',
    point: null,
    unit: '1',
    min: 1,
    max: 3,
    storedBit: 10,
    codec: 'byte',
    scale: 1,
    wireBit: 8,
    rare: true,
  },
] as const satisfies readonly PositionColumn[];

/** Other bits of a stored position: attributes or alarms follow it, or the device reported that it had no fix. */
export const STORED_BITS = { attributes: 6, alarms: 8, notValid: 9 } as const;

/** Bit of a block on the wire: the flags (`DEVICE_FLAGS`) follow its columns. */
export const WIRE_FLAGS_BIT = 7;

type Column = (typeof POSITION_COLUMNS)[number];
/** Names of the columns in tracks and blocks. */
export type TrackColumn = Column['name'];
export type FixField = Extract<Column, { source: 'fix' }>['field'];
export type ReportField = Extract<Column, { source: 'report' }>['field'];
/** Rare columns of a fix or of a report. An omitted value is the same as null. */
export type RareFields<Source extends 'fix' | 'report'> = {
  readonly [Name in Extract<Column, { source: Source; rare: true }>['field']]?: number | null;
};

export const RARE_COLUMNS: readonly Column[] = POSITION_COLUMNS.filter((column) => 'rare' in column);

/** In the order of a stored position. */
export const STORED_COLUMNS: readonly Column[] = POSITION_COLUMNS.toSorted(
  (a, b) => a.storedBit - b.storedBit,
);

/** In the order of a block. */
export const WIRE_COLUMNS: readonly Column[] = POSITION_COLUMNS.toSorted((a, b) => a.wireBit - b.wireBit);

/** Creates a record with one value per column. */
export function eachColumn<Value>(
  create: (name: TrackColumn, column: Column) => Value,
): Record<TrackColumn, Value> {
  return Object.fromEntries(
    POSITION_COLUMNS.map((column) => [column.name, create(column.name, column)]),
  ) as Record<TrackColumn, Value>;
}

export type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] };
