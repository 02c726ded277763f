import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { areaOf } from '@wakeline/domain/fences/area';
import { FenceIndex } from '@wakeline/domain/fences/fence-index';
import { trackerRulesOf } from '@wakeline/domain/rules/apply-to-tracker';
import { expect, test } from 'vitest';
import { Batch, MAX_CROSSINGS_PER_BATCH, MAX_CROSSINGS_PER_REPORT } from './batch.ts';
import { REPORT_RULES } from './testing/report-rules.ts';
import { report } from './testing/reports.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

/** Sixty fences over the same position: driving through all of them makes 120 crossings. */
const index = new FenceIndex(
  Array.from({ length: 60 }, (_, at) => ({
    fenceId: at + 1,
    fenceName: `Ring ${at + 1}`,
    groupId: null,
    area: areaOf({ type: 'RECTANGLE', west: 9.95 - at * 1e-6, south: 53, east: 9.98 + at * 1e-6, north: 54 }),
    shapedAt: 1,
    groupIds: null,
    notice: 'BOTH' as const,
    holdSeconds: 0,
    holdMetres: 0,
  })),
);

/** Sends a tracker of an account through all fences in one frame; then it raises an SOS. */
function addCrossings(batch: Batch, trackerId: number, accountId: number): void {
  const account = {
    accountId,
    deviceAuth: false,
    retentionDays: 400,
    plainCoordinates: false,
    offlineMinutes: 10,
    movingSpeed: 5,
    ...REPORT_RULES,
    timeZone: 'UTC',
    dayOf: createDayOf((instant) => instant),
    maxPositionsPerSecond: null,
    statusNotices: [],
  };
  batch.add({
    protocol: 'jt808',
    tracker: {
      trackerId,
      name: 'Gull',
      imei: String(trackerId),
      model: '',
      password: '',
      groupId: null,
      protocol: null,
      keyVersion: 0,
      validUntil: null,
      account,
    },
    reports: [
      report({ time: NOW - 300_000, fix: { longitude: 9.93, speed: 40 } }),
      report({ time: NOW - 200_000, fix: { longitude: 10, speed: 40 }, alarms: ['SOS'] }),
    ],
    unreadable: [],
    raw: new Uint8Array(),
    receivedAt: NOW,
    source: { onStored() {}, onRefused() {}, flush() {} },
    reply: null,
    refused: null,
  });
}

test('limits the crossings per report and per account in a batch, counts the rest and loses no SOS', () => {
  const batch = new Batch(() => undefined, {
    fences: ({ account: { accountId } }) => ({ index, groupId: accountId }),
    rules: () => trackerRulesOf([], (instant) => instant),
    plane: () => null,
    wasCarried: () => false,
    dayOf: () => createDayOf((instant) => instant),
    minimums: () => REPORT_RULES.minimums,
    forwarded: () => null,
    isRacing: () => false,
  });
  for (let trackerId = 1; trackerId <= 15; trackerId++) addCrossings(batch, trackerId, 1);
  addCrossings(batch, 100, 2);
  const noticesOf = (accountId: number, fenced: boolean) =>
    batch.notices.filter((one) => one.accountId === accountId && (one.notice.fence !== undefined) === fenced);
  expect([MAX_CROSSINGS_PER_REPORT, MAX_CROSSINGS_PER_BATCH]).toEqual([100, 1_000]);
  expect(noticesOf(1, true)).toHaveLength(1_000);
  expect(noticesOf(1, false)).toHaveLength(15);
  // Another account's crossings do not count.
  expect(noticesOf(2, true)).toHaveLength(100);
  expect(batch.suppressedCrossings).toBe(16 * 120 - 1_100);
});
