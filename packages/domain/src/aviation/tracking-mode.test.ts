import { describe, expect, test } from 'vitest';
import {
  appliedClaim,
  intervalCalls,
  nextTrackingStep,
  type SentCall,
  type TrackedDevice,
  trackingStateOf,
} from './tracking-mode.ts';

const NOW = 1_000_000;
const LATER = NOW + 600_000;

const CLAIM = { interval: 30, endsAt: LATER };
const RAISE: SentCall = {
  purpose: 'raise',
  interval: 30,
  state: 'succeeded',
  reason: null,
  attempts: 1,
  expiresAt: LATER,
  finishedAt: NOW,
};
const RESTORE: SentCall = { ...RAISE, purpose: 'restore', interval: 60, state: 'waiting', attempts: 0 };

function step(device: Partial<TrackedDevice>, now = NOW) {
  const none = { claims: [], last: null, mayBeRaised: false, byHand: 'none', restores: 0 } as const;
  return nextTrackingStep({ ...none, ...device }, now);
}

test('applies the shortest interval among unfinished claims', () => {
  const claims = [
    { interval: 60, endsAt: NOW + 300 },
    { interval: 10, endsAt: NOW + 100 },
    { interval: 10, endsAt: NOW + 200 },
  ];
  const applied = [0, 100, 200, 300].map((ms) => appliedClaim(claims, NOW + ms));
  expect(applied).toEqual([claims[2], claims[2], claims[0], null]);
});

test('uses the instruction whose range contains the interval, and keeps the interval while stationary', () => {
  expect(intervalCalls(30, 600)).toEqual([
    { name: 'uploadInterval', values: { interval: 30 } },
    { name: 'reportInterval', values: { moving: 30, stationary: 600 } },
  ]);
  expect(intervalCalls(29, undefined)).toEqual([{ name: 'reportInterval', values: { moving: 29 } }]);
  expect(intervalCalls(901, undefined)).toEqual([{ name: 'uploadInterval', values: { interval: 901 } }]);
  expect(intervalCalls(0, undefined)).toEqual([]);
});

describe('while a task has the tracking mode on', () => {
  test('sends the interval once, to be delivered before its end', () => {
    expect(step({ claims: [CLAIM] })).toEqual({ kind: 'raise', interval: 30, expiresAt: LATER });
    for (const state of ['waiting', 'sent', 'received', 'succeeded'] as const)
      expect(step({ claims: [CLAIM], last: { ...RAISE, state } })).toEqual({ kind: 'wait' });
    expect(step({ claims: [CLAIM], last: { ...RAISE, state: 'failed', reason: 'no-receipt' } })).toEqual({
      kind: 'wait',
    });
  });

  test('sends the interval of the other task when the shorter one ends', () => {
    const claims = [CLAIM, { interval: 60, endsAt: LATER + 60_000 }];
    expect(step({ claims, last: RAISE }, LATER - 1)).toEqual({ kind: 'wait' });
    const raise = { kind: 'raise', interval: 60, expiresAt: LATER + 60_000 };
    expect(step({ claims, last: RAISE }, LATER)).toEqual(raise);
  });

  test('lets a waiting instruction expire when the end changes', () => {
    const last = { ...RAISE, state: 'waiting', expiresAt: LATER + 1 } as const;
    expect(step({ claims: [CLAIM], last })).toEqual({ kind: 'expire', expiresAt: LATER });
  });

  test('sends the interval again when it starts while the former one is restored', () => {
    const last = { ...RESTORE, state: 'sent' } as const;
    expect(step({ claims: [CLAIM], last, mayBeRaised: true })).toMatchObject({ kind: 'raise' });
  });

  test('leaves a device to the user who sent another interval', () => {
    const device = { claims: [CLAIM], last: RAISE, byHand: 'succeeded' } as const;
    expect(step(device)).toEqual({ kind: 'done', outcome: 'overridden' });
    expect(step({ ...device, byHand: 'pending' })).toEqual({ kind: 'wait' });
  });
});

describe('when the last task has ended it', () => {
  const NOT_RAISED = { kind: 'done', outcome: 'not-raised' } as const;

  test.each<[string, Partial<SentCall>, ReturnType<typeof step>]>([
    ['confirmed', {}, { kind: 'restore' }],
    ['sent, without a receipt', { state: 'sent' }, { kind: 'restore' }],
    ['received', { state: 'received' }, { kind: 'restore' }],
    ['sent and waiting again', { state: 'waiting', attempts: 1 }, { kind: 'restore' }],
    ['without a receipt', { state: 'failed', reason: 'no-receipt', attempts: 3 }, { kind: 'restore' }],
    ['expired after an attempt', { state: 'failed', reason: 'expired', attempts: 1 }, { kind: 'restore' }],
    ['recalled after an attempt', { state: 'failed', reason: 'recalled', attempts: 1 }, { kind: 'restore' }],
    ['waiting', { state: 'waiting', attempts: 0 }, NOT_RAISED],
    ['expired', { state: 'failed', reason: 'expired', attempts: 0 }, NOT_RAISED],
    ['recalled', { state: 'failed', reason: 'recalled', attempts: 0 }, NOT_RAISED],
    ['not encodable', { state: 'failed', reason: 'not-encodable', attempts: 0 }, NOT_RAISED],
    ['rejected by the device', { state: 'failed', reason: 'rejected', attempts: 1 }, NOT_RAISED],
  ])('decides for an instruction that was %s', (_title, changes, expected) => {
    expect(step({ claims: [CLAIM], last: { ...RAISE, ...changes } }, LATER)).toEqual(expected);
  });

  test('restores after an earlier instruction, also if the last one never reached the device', () => {
    const last = { ...RAISE, state: 'waiting', attempts: 0 } as const;
    expect(step({ last, mayBeRaised: true })).toEqual({ kind: 'restore' });
    expect(step({ last: null, mayBeRaised: true })).toEqual({ kind: 'restore' });
  });

  test('waits for an instruction that a user sent, and keeps its value', () => {
    expect(step({ last: RAISE, byHand: 'pending' })).toEqual({ kind: 'wait' });
    expect(step({ last: RAISE, byHand: 'succeeded' })).toEqual({ kind: 'done', outcome: 'overridden' });
  });

  test('waits for the result of the restoring', () => {
    for (const state of ['waiting', 'sent', 'received'] as const)
      expect(step({ last: { ...RESTORE, state }, mayBeRaised: true, restores: 1 })).toEqual({ kind: 'wait' });
    expect(step({ last: { ...RESTORE, state: 'succeeded' }, mayBeRaised: true, restores: 1 })).toEqual({
      kind: 'done',
      outcome: 'restored',
    });
  });

  test('restores again after 1, 5, 15, 60 and 240 minutes, then fails', () => {
    const last = { ...RESTORE, state: 'failed', reason: 'no-receipt' } as const;
    const minutes = [1, 5, 15, 60, 240];
    for (const [at, delay] of minutes.entries()) {
      const device = { last, mayBeRaised: true, restores: at + 1 };
      expect(step(device, NOW + delay * 60_000 - 1)).toEqual({ kind: 'wait' });
      expect(step(device, NOW + delay * 60_000)).toEqual({ kind: 'restore' });
    }
    expect(step({ last, mayBeRaised: true, restores: 6 })).toEqual({ kind: 'fail' });
  });

  test('does not repeat what a user recalled, until a user restores it', () => {
    const last = { ...RESTORE, state: 'failed', reason: 'recalled' } as const;
    expect(step({ last, mayBeRaised: true, restores: 1 })).toEqual({ kind: 'fail' });
    expect(step({ last, mayBeRaised: true, restores: 0 })).toEqual({ kind: 'restore' });
  });
});

test('shows the state of the last instruction', () => {
  expect([
    trackingStateOf(null, false),
    trackingStateOf({ ...RAISE, state: 'sent' }, false),
    trackingStateOf(RAISE, false),
    trackingStateOf({ ...RAISE, state: 'failed', reason: 'rejected' }, false),
    trackingStateOf(RESTORE, false),
    trackingStateOf({ ...RESTORE, state: 'failed' }, true),
  ]).toEqual(['waiting', 'waiting', 'raised', 'failed', 'restoring', 'restore-failed']);
});
