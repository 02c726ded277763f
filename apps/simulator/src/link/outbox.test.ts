import type { Report } from '@wakeline/domain/reports/report';
import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

const OPTIONS = { batch: 2, window: 2, ackTimeout: 100 };

function report(time: number): Report {
  return { time, fix: null, battery: 50, gsm: null, satellites: null, alarms: [], attributes: {} };
}

/** An outbox whose parcel keys list the times of the reports. */
function outbox(keyOf: (name: string) => string | null = (name) => name) {
  return new Outbox(
    (reports: readonly Report[]) => ({ key: keyOf(reports.map(({ time }) => time).join('+')) }),
    OPTIONS,
  );
}

test('sends batches up to the window, and further ones as acknowledgements arrive', () => {
  const box = outbox();
  box.add([1, 2, 3, 4, 5].map(report));
  expect(box.next(0)).toMatchObject({ parcel: { key: '1+2' }, reports: 2, isResend: false });
  expect(box.next(0)).toMatchObject({ parcel: { key: '3+4' } });
  expect(box.next(0)).toBeNull();
  expect(box.acknowledge('3+4')).toBe(2);
  expect(box.size).toBe(3);
  expect(box.next(0)).toMatchObject({ parcel: { key: '5' }, reports: 1 });
});

test('ignores duplicate and unknown acknowledgements', () => {
  const box = outbox();
  box.add([report(1)]);
  box.next(0);
  expect([box.acknowledge('9'), box.acknowledge('1'), box.acknowledge('1')]).toEqual([0, 1, 0]);
});

test('resends the same parcel after the timeout', () => {
  const box = outbox();
  box.add([report(1)]);
  const first = box.next(0);
  expect(box.msUntilResend(40)).toBe(60);
  expect(box.next(99)).toBeNull();
  expect(box.next(100)).toMatchObject({ isResend: true });
  box.markUnsent();
  expect(box.next(101)?.parcel).toBe(first?.parcel);
});

test('after a lost connection resends in-flight parcels first, in order', () => {
  const box = outbox();
  box.add([1, 2, 3, 4, 5].map(report));
  box.next(0);
  box.next(0);
  box.markUnsent();
  expect([box.next(1)?.parcel.key, box.next(1)?.parcel.key, box.next(1)]).toEqual(['1+2', '3+4', null]);
});

test('drops sent parcels if the protocol has no acknowledgements', () => {
  const box = outbox(() => null);
  box.add([1, 2, 3].map(report));
  expect([box.next(0)?.reports, box.next(0)?.reports, box.next(0)]).toEqual([2, 1, null]);
  expect([box.size, box.msUntilResend(0)]).toEqual([0, null]);
});
