import type { MessageFailure, WaitReason } from '@wakeline/domain/satellite/message-states';
import type { FeedbackEvent, FeedbackOutcome } from '@wakeline/protocols/satellite/beidou/event';
import type { BeidouRefusal } from '@wakeline/protocols/satellite/beidou/request';
import type { GatewayOutcome } from '../../queue/gateway.ts';

type Meaning = { readonly waiting: WaitReason } | { readonly failed: MessageFailure };

/** What a refusal of a machine means. Of each, nothing was sent. */
const MEANINGS: Readonly<Record<Exclude<FeedbackOutcome, 'done' | 'too-early'>, Meaning>> = {
  failed: { failed: 'radio-failed' },
  'no-signal': { waiting: 'no-signal' },
  'power-not-locked': { waiting: 'no-signal' },
  'low-battery': { waiting: 'busy' },
  cipher: { failed: 'radio-failed' },
  crc: { failed: 'radio-failed' },
  restrained: { waiting: 'restrained' },
  silenced: { waiting: 'restrained' },
  unsilenced: { waiting: 'busy' },
  'no-card': { failed: 'no-card' },
  'not-permitted': { failed: 'not-permitted' },
};

/**
 * The outcome of a message by the feedback of the machine.
 *
 * @param frequency of the sending card, seconds
 */
export function outcomeOfFeedback(
  { outcome, waitSeconds }: FeedbackEvent,
  providerId: string,
  frequency: number,
): GatewayOutcome {
  const detail = `the machine: ${outcome}`;
  if (outcome === 'done') {
    return { state: 'sent', evidence: 'radio-feedback', providerId, detail, pauseMs: frequency * 1_000 };
  }
  if (outcome === 'too-early') {
    const wait = waitSeconds ?? 0;
    return { state: 'waiting', reason: 'frequency', detail, waitMs: (wait > 0 ? wait : frequency) * 1_000 };
  }
  const meaning = MEANINGS[outcome];
  return 'waiting' in meaning
    ? { state: 'waiting', reason: meaning.waiting, detail }
    : { state: 'failed', reason: meaning.failed, detail };
}

const REFUSALS: Readonly<Record<BeidouRefusal, MessageFailure>> = {
  'not-supported': 'gateway-refused',
  card: 'unknown-receiver',
  empty: 'empty',
  oversize: 'too-long',
  range: 'gateway-refused',
};

/** The outcome of a message that the dialect of the machine cannot express. */
export function outcomeOfRefusal(refusal: BeidouRefusal): GatewayOutcome {
  return {
    state: 'failed',
    reason: REFUSALS[refusal],
    detail: `not expressible for the machine: ${refusal}`,
  };
}
