import { describe, expect, test } from 'vitest';
import { NEVER_REPORTED, type TrackerStatusDto } from '../entities/tracker.ts';
import { readStateFrame, StateFrameWriter } from './state-frame.ts';
import { detailsOf, readStateRow, STATE_ROW_LENGTH, writeStateRow } from './state-row.ts';

const SENT_AT = Date.UTC(2026, 10, 29, 12, 0, 0) + 250;

const MOVING: TrackerStatusDto = {
  latitude: 31.2304161,
  longitude: 121.473701,
  direction: 270,
  altitude: 12,
  speed: 49.5,
  electricity: null,
  gsm: 80,
  satellites: 8,
  accuracy: null,
  mileage: 123_456.7,
  fixTime: SENT_AT - 2_250,
  latestCommTime: SENT_AT - 30,
  status: 'RUNNING',
  statusSince: SENT_AT - 60_000,
};

function encode(
  states: readonly (readonly [id: number, status: TrackerStatusDto])[],
  full = false,
): Uint8Array {
  const writer = new StateFrameWriter(full, SENT_AT, 1);
  const row = new Float64Array(STATE_ROW_LENGTH);
  for (const [id, status] of states) {
    writeStateRow(status, row, 0);
    writer.add(id, row, 0, detailsOf(status));
  }
  return writer.finish();
}

function decode(bytes: Uint8Array) {
  const states: [number, TrackerStatusDto][] = [];
  const header = readStateFrame(bytes, (id, rows, details) => {
    states.push([id, readStateRow(rows, 0, details)]);
  });
  return { ...header, states };
}

describe('a states frame', () => {
  test('has the bytes of its description', () => {
    const bytes = encode([
      [3, { ...NEVER_REPORTED, latitude: 1, longitude: -1, mileage: 12.8, status: 'STOP' }],
    ]);
    const time = new DataView(new ArrayBuffer(8));
    time.setFloat64(0, SENT_AT, true);
    expect([...bytes]).toEqual([
      ...[1, 0],
      ...new Uint8Array(time.buffer),
      // Tracker 3: zigzag 6; status 1 and a position.
      ...[6, 0b101, 0],
      // 10,000,000 = 0x989680, and its two's complement.
      ...[0x80, 0x96, 0x98, 0x00],
      ...[0x80, 0x69, 0x67, 0xff],
      // 128 tenths of a metre.
      ...[0x80, 0x01],
    ]);
  });

  test('returns what was written, in any order of ids', () => {
    const states = [
      [7, MOVING],
      [2_000_000_000, { ...MOVING, status: 'OFFLINE' as const, electricity: 55 }],
      [1, NEVER_REPORTED],
    ] as const;
    expect(decode(encode(states))).toEqual({ full: false, sentAt: SENT_AT, states });
    expect(decode(encode([], true))).toEqual({ full: true, sentAt: SENT_AT, states: [] });
  });

  test('keeps values exact that do not fit its units', () => {
    const status: TrackerStatusDto = {
      ...MOVING,
      direction: 12.345,
      altitude: -431.27,
      altitudeKind: 2,
      speed: 18.5199999,
      electricity: 99.5,
      gsm: -1,
      satellites: 255,
      accuracy: 3.21987,
      fixTime: SENT_AT + 86_400_001,
      latestCommTime: 0,
      statusSince: SENT_AT,
      flight: { phase: 'cruise', climb: -1.5, takeoff: 5, landing: null, silentAt: null },
      emergency: { kind: null, squawk: '7700', since: 9 },
    };
    expect(decode(encode([[5, status]])).states).toEqual([[5, status]]);
  });

  test('rounds positions to 1e-7 degrees and mileages to 0.1 m', () => {
    const [, rounded] =
      decode(encode([[5, { ...MOVING, latitude: 1.23456789, mileage: 10.06 }]])).states[0] ?? [];
    expect(rounded?.latitude).toBe(1.2345679);
    expect(rounded?.mileage).toBe(10.1);
  });

  test('needs at most 30 bytes for a car that moves', () => {
    const one = encode([[41, MOVING]]).length;
    expect(
      encode([
        [41, MOVING],
        [141, MOVING],
      ]).length - one,
    ).toBeLessThanOrEqual(30);
  });

  test('refuses an incomplete frame and another version', () => {
    const bytes = encode([[5, MOVING]]);
    expect(() => decode(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => decode(Uint8Array.of(2, ...bytes.subarray(1)))).toThrow('unknown version');
  });
});
