import { describe, expect, it } from 'vitest';
import {
  applyOutcome,
  canFollow,
  MESSAGE_STATES,
  type MessageOutcome,
  type MessageState,
  startProgress,
} from './message-states.ts';

const WAITING = startProgress('waiting', 1_000);
const SUBMITTED: MessageOutcome = { state: 'submitted', at: 2_000, evidence: 'handover' };
const ACCEPTED: MessageOutcome = { state: 'accepted', at: 3_000, evidence: 'response' };
const SENT: MessageOutcome = { state: 'sent', at: 4_000, evidence: 'radio-feedback' };
const DELIVERED: MessageOutcome = { state: 'delivered', at: 5_000, evidence: 'session' };
const FAILED: MessageOutcome = { state: 'failed', at: 6_000, reason: 'queue-full' };
const EXPIRED: MessageOutcome = { state: 'expired', at: 7_000 };
const TOO_EARLY: MessageOutcome = { state: 'waiting', at: 2_500, reason: 'frequency', notBefore: 32_500 };

const apply = (...outcomes: readonly MessageOutcome[]) => outcomes.reduce(applyOutcome, WAITING);

describe('the states of a message', () => {
  it('follows a message to its delivery, with the time of each state', () => {
    expect(apply(SUBMITTED, ACCEPTED, SENT, DELIVERED)).toEqual({
      state: 'delivered',
      reason: null,
      notBefore: null,
      times: { waiting: 1_000, submitted: 2_000, accepted: 3_000, sent: 4_000, delivered: 5_000 },
    });
  });

  it('puts a message back that was submitted too early', () => {
    expect(apply(SUBMITTED, TOO_EARLY)).toEqual({
      state: 'waiting',
      reason: 'frequency',
      notBefore: 32_500,
      times: { waiting: 2_500, submitted: 2_000 },
    });
    expect(apply(SUBMITTED, TOO_EARLY, { ...SUBMITTED, at: 33_000 }).notBefore).toBeNull();
  });

  it('changes the reason of a message that waits, not its time', () => {
    const offline = apply({ state: 'waiting', at: 9_000, reason: 'offline', notBefore: null });
    expect(offline).toEqual({
      state: 'waiting',
      reason: 'offline',
      notBefore: null,
      times: { waiting: 1_000 },
    });
  });

  it.each([SUBMITTED, ACCEPTED, SENT, DELIVERED, FAILED, EXPIRED, TOO_EARLY])(
    'ignores an outcome that arrives twice: $state',
    (outcome) => {
      const once = applyOutcome(WAITING, outcome);
      expect(applyOutcome(once, { ...outcome, at: 99_000 })).toBe(once);
    },
  );

  it('takes late evidence forward, never back', () => {
    const delivered = apply(SUBMITTED, DELIVERED);
    expect(delivered.times).toEqual({ waiting: 1_000, submitted: 2_000, delivered: 5_000 });
    for (const late of [SUBMITTED, ACCEPTED, SENT, FAILED, EXPIRED, TOO_EARLY])
      expect(applyOutcome(delivered, late)).toBe(delivered);
    const sent = apply(SUBMITTED, SENT);
    expect(applyOutcome(sent, ACCEPTED)).toBe(sent);
    expect(applyOutcome(sent, TOO_EARLY)).toBe(sent);
  });

  it('takes a receipt for a message that seemed lost', () => {
    expect(apply(SUBMITTED, EXPIRED, DELIVERED).state).toBe('delivered');
    expect(apply(SUBMITTED, FAILED, DELIVERED).reason).toBeNull();
    expect(apply(SUBMITTED, FAILED, SENT).state).toBe('failed');
  });

  it('passes on what a terminal sent', () => {
    const received = startProgress('received', 500);
    expect(applyOutcome(received, SUBMITTED).times).toEqual({ received: 500, submitted: 2_000 });
    expect(MESSAGE_STATES.filter((state) => canFollow(state, 'received'))).toEqual([]);
  });

  it('ends: no sequence of steps returns to a state, except by waiting again', () => {
    const without: readonly (readonly [MessageState, MessageState])[] = [
      ['submitted', 'waiting'],
      ['waiting', 'waiting'],
    ];
    const isPutBack = (from: MessageState, to: MessageState) =>
      without.some(([a, b]) => a === from && b === to);
    function longest(state: MessageState, depth: number): number {
      if (depth > MESSAGE_STATES.length) return depth;
      const next = MESSAGE_STATES.filter((to) => canFollow(state, to) && !isPutBack(state, to));
      return Math.max(depth, ...next.map((to) => longest(to, depth + 1)));
    }
    // received, waiting, submitted, accepted, sent, failed, delivered.
    expect(longest('received', 1)).toBe(7);
  });
});
