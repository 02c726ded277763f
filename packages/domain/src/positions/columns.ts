/**
 * The columns of a position that are numbers. Reports, stored positions, blocks of tracks and tracks in memory all derive from this
 * table; `docs/pipeline.md` has it as a table of bytes and says how to add one. Each value is null where it was not sent.
 *
 * Bits are numbers, not places in the list: stored rows and open consoles refer to them. They never change and are never used again,
 * and a new column takes the next free one.
 */
export interface PositionColumn {
  /** In tracks and in blocks. */
  readonly name: string;
  /** Where a report has it: in its fix or beside it, and under which name. */
  readonly of: 'fix' | 'report';
  readonly field: string;
  /** Its name in the contract's points; null: it is one of their `info`, under `field`. */
  readonly point: string | null;
  readonly unit: string;
  /** A value outside of these counts as not sent. */
  readonly min: number;
  readonly max: number;
  /** Bit of a stored position. The values follow in the order of these bits. */
  readonly storedBit: number;
  readonly codec: Codec;
  /** How many of what is stored make one unit. */
  readonly scale: number;
  /** Bit of a block on the wire. The columns follow in the order of these bits. */
  readonly wireBit: number;
  /** True of a column that few devices have: reports without it leave it out. */
  readonly rare?: true;
}

/** `varint`: LEB128 from 0 up. `signed`: the same with the sign in the lowest bit. `angle`: two bytes, the low one first. */
export type Codec = 'varint' | 'signed' | 'angle' | 'byte';

export const POSITION_COLUMNS = [
  {
    name: 'height',
    of: 'fix',
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
    of: 'fix',
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
    of: 'fix',
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
    of: 'report',
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
    of: 'report',
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
    of: 'report',
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
    of: 'fix',
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
] as const satisfies readonly PositionColumn[];

/** Bits of a stored position that are not of a column: attributes and alarms follow it, the receiver said that it had no fix. */
export const STORED_BITS = { attributes: 6, alarms: 8, notValid: 9 } as const;

/** Bit of a block on the wire: the flags of `DEVICE_FLAGS` follow its columns. */
export const WIRE_FLAGS_BIT = 7;

type Column = (typeof POSITION_COLUMNS)[number];
/** Names of the columns in tracks and blocks. */
export type TrackColumn = Column['name'];
export type FixField = Extract<Column, { of: 'fix' }>['field'];
export type ReportField = Extract<Column, { of: 'report' }>['field'];
/** Rare columns of a fix, or of a report beside its fix. Left out is the same as null. */
export type RareFields<Of extends 'fix' | 'report'> = {
  readonly [Name in Extract<Column, { of: Of; rare: true }>['field']]?: number | null;
};

export const RARE_COLUMNS: readonly Column[] = POSITION_COLUMNS.filter((column) => 'rare' in column);

/** In the order in which a stored position has them. */
export const STORED_COLUMNS: readonly Column[] = POSITION_COLUMNS.toSorted(
  (a, b) => a.storedBit - b.storedBit,
);

/** In the order in which a block has them. */
export const WIRE_COLUMNS: readonly Column[] = POSITION_COLUMNS.toSorted((a, b) => a.wireBit - b.wireBit);

/** One value for each column. */
export function eachColumn<Value>(
  create: (name: TrackColumn, column: Column) => Value,
): Record<TrackColumn, Value> {
  return Object.fromEntries(
    POSITION_COLUMNS.map((column) => [column.name, create(column.name, column)]),
  ) as Record<TrackColumn, Value>;
}

export type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] };
