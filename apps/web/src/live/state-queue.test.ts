import { NEVER_REPORTED, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { StateFrameWriter } from '@wakeline/contract/live/state-frame';
import { detailsOf, readStateRow, STATE_ROW_LENGTH, writeStateRow } from '@wakeline/contract/live/state-row';
import { expect, test } from 'vitest';
import { StateQueue } from './state-queue.ts';
import type { StateBatch } from './state-table.ts';

const EMERGENCY = { kind: null, squawk: '7700', since: 5 };

function frame(...states: readonly (readonly [id: number, status: Partial<TrackerStatusDto>])[]): Uint8Array {
  const writer = new StateFrameWriter(false, 1_000_000);
  const row = new Float64Array(STATE_ROW_LENGTH);
  for (const [id, fields] of states) {
    const status = { ...NEVER_REPORTED, ...fields };
    writeStateRow(status, row, 0);
    writer.add(id, row, 0, detailsOf(status));
  }
  return writer.finish();
}

function statesOf(batch: StateBatch | null): Record<number, TrackerStatusDto> {
  const { trackerIds, rows, details } = batch ?? {
    trackerIds: [],
    rows: new Float64Array(),
    details: new Map(),
  };
  return Object.fromEntries(
    [...trackerIds].map((id, row) => [
      id,
      readStateRow(rows, row * STATE_ROW_LENGTH, details.get(id) ?? null),
    ]),
  );
}

test('returns the newest state of each tracker once', () => {
  const queue = new StateQueue();
  expect(queue.add(frame([1, { speed: 10, emergency: EMERGENCY }], [2, { speed: 20 }]))).toBe(1_000_000);
  queue.add(frame([1, { speed: 11 }], [3, { speed: 30, emergency: EMERGENCY }]));
  expect(queue.size).toBe(3);
  expect(statesOf(queue.take())).toEqual({
    1: { ...NEVER_REPORTED, speed: 11 },
    2: { ...NEVER_REPORTED, speed: 20 },
    3: { ...NEVER_REPORTED, speed: 30, emergency: EMERGENCY },
  });
  expect(queue.take()).toBeNull();
});

test('returns bounded batches, the oldest states first', () => {
  const queue = new StateQueue();
  for (let id = 1; id <= 1_000; id += 1) queue.add(frame([id, { speed: id }]));
  const first = queue.take(600);
  expect([...(first?.trackerIds ?? [])]).toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
  // Memory of taken states is used again.
  queue.add(frame([1, { speed: 5_000 }]));
  const rest = statesOf(queue.take(600));
  expect(Object.keys(rest)).toHaveLength(401);
  expect([rest[1]?.speed, rest[601]?.speed, rest[1_000]?.speed]).toEqual([5_000, 601, 1_000]);
});

test('refuses a malformed frame', () => {
  expect(() => new StateQueue().add(Uint8Array.of(9, 0))).toThrow(RangeError);
});
