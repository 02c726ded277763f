/**
 * States of a satellite message:
 *
 * - `received`: from a terminal, stored. Final for messages to the system; others are passed on from here
 * - `waiting`: stored, not sent; see `WAIT_REASONS`
 * - `submitted`: given to the gateway, no response yet
 * - `accepted`: the gateway accepted it (place in the queue, MTMSN, id of the provider)
 * - `sent`: the radio sent it; not known whether it arrived
 * - `delivered`: the receiver confirmed it
 * - `failed`: see `MESSAGE_FAILURES`
 * - `expired`: not delivered in time, as far as known
 */
export const MESSAGE_STATES = [
  'received',
  'waiting',
  'submitted',
  'accepted',
  'sent',
  'delivered',
  'failed',
  'expired',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * Why a message waits:
 *
 * - `frequency`: the sending card must pause between two messages
 * - `quota`: the account has used its messages of this month
 * - `offline`: no connection to the gateway, the machine or the mail server
 * - `busy`: the gateway asks to try later
 * - `no-signal`: the machine has no satellite
 * - `restrained`: the satellite system has restrained or silenced the sending card
 */
export const WAIT_REASONS = ['frequency', 'quota', 'offline', 'busy', 'no-signal', 'restrained'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/**
 * Why a message failed:
 *
 * - `recalled`: by a user, before it was submitted
 * - `transferred`: the card was moved to another account
 * - `no-gateway`: nothing is configured that reaches the receiver
 * - `not-encodable`: a character or value that the terminal's coding lacks
 * - `too-long`, `empty`: also if the gateway says so
 * - `unknown-receiver`: the gateway does not know the card, IMEI or address
 * - `not-allowed`: the receiver is not on the list of the account, or has not subscribed
 * - `loop`: too many automatic answers to the terminal
 * - `queue-full`: the gateway stores no more messages for the receiver
 * - `not-attached`: the terminal has not registered with the gateway
 * - `no-card`, `not-permitted`: so the sending machine says
 * - `gateway-refused`: for another reason
 * - `radio-failed`: the machine could not send it
 * - `unknown-arrival`: submitted without a response, and not repeated because that could send it twice
 */
export const MESSAGE_FAILURES = [
  'recalled',
  'transferred',
  'no-gateway',
  'not-encodable',
  'too-long',
  'empty',
  'unknown-receiver',
  'not-allowed',
  'loop',
  'queue-full',
  'not-attached',
  'no-card',
  'not-permitted',
  'gateway-refused',
  'radio-failed',
  'unknown-arrival',
] as const;
export type MessageFailure = (typeof MESSAGE_FAILURES)[number];

/**
 * What proves each state of a message under way:
 *
 * - `handover`: its bytes were written to the gateway
 * - `response`: the gateway accepted it by name, with a place in the queue or an id
 * - `radio-feedback`: the machine reports that the radio sent it; `operator-receipt`: the operator's platform does
 * - `session`: a later session of the terminal that names the MTMSN of the message
 * - `receipt`: of the receiving terminal or phone, also through an operator
 */
export const MESSAGE_EVIDENCE = {
  submitted: ['handover'],
  accepted: ['response'],
  sent: ['radio-feedback', 'operator-receipt'],
  delivered: ['session', 'receipt'],
} as const;

/** What became known about a message, at a time in epoch milliseconds. */
export type MessageOutcome =
  | {
      readonly [State in keyof typeof MESSAGE_EVIDENCE]: {
        readonly state: State;
        readonly at: number;
        readonly evidence: (typeof MESSAGE_EVIDENCE)[State][number];
      };
    }[keyof typeof MESSAGE_EVIDENCE]
  /** Put back, to be submitted again at `notBefore`; null: when the reason ends. */
  | {
      readonly state: 'waiting';
      readonly at: number;
      readonly reason: WaitReason;
      readonly notBefore: number | null;
    }
  | { readonly state: 'failed'; readonly at: number; readonly reason: MessageFailure }
  | { readonly state: 'expired'; readonly at: number };

/** How far a message is. */
export interface MessageProgress {
  readonly state: MessageState;
  /** Of `waiting` and `failed`; null in other states, and while it waits for its turn. */
  readonly reason: WaitReason | MessageFailure | null;
  /** Of `waiting`: not before this time, epoch milliseconds. */
  readonly notBefore: number | null;
  /** When the message came into the states that it has been in, epoch milliseconds; the last time for each. */
  readonly times: Readonly<Partial<Record<MessageState, number>>>;
}

const FOLLOWERS: Readonly<Record<MessageState, readonly MessageState[]>> = {
  received: ['waiting', 'submitted', 'accepted', 'sent', 'delivered', 'failed', 'expired'],
  waiting: ['waiting', 'submitted', 'accepted', 'sent', 'delivered', 'failed', 'expired'],
  submitted: ['waiting', 'accepted', 'sent', 'delivered', 'failed', 'expired'],
  accepted: ['sent', 'delivered', 'failed', 'expired'],
  sent: ['delivered', 'failed', 'expired'],
  delivered: [],
  // A receipt proves more than a time limit or a lost connection.
  failed: ['delivered'],
  expired: ['delivered'],
};

/**
 * Whether a message in `state` can come into `next`. Steps may be left out, because responses get lost or overtake each
 * other. A message goes back only from `submitted` to `waiting`.
 */
export function canFollow(state: MessageState, next: MessageState): boolean {
  return FOLLOWERS[state].includes(next);
}

/** The start of a message: `received` from a terminal, or `waiting` to be sent to one. */
export function startProgress(state: 'received' | 'waiting', at: number): MessageProgress {
  return { state, reason: null, notBefore: null, times: { [state]: at } };
}

/**
 * The progress of a message after an outcome; the same object if the outcome changes nothing, because it arrives twice or
 * late. A message that waits already only gets the new reason and time.
 */
export function applyOutcome(progress: MessageProgress, outcome: MessageOutcome): MessageProgress {
  const { state, at } = outcome;
  if (!canFollow(progress.state, state)) return progress;
  const reason = 'reason' in outcome ? outcome.reason : null;
  const notBefore = outcome.state === 'waiting' ? outcome.notBefore : null;
  if (progress.state === state) {
    const isSame = progress.reason === reason && progress.notBefore === notBefore;
    return isSame ? progress : { ...progress, reason, notBefore };
  }
  return { state, reason, notBefore, times: { ...progress.times, [state]: at } };
}
