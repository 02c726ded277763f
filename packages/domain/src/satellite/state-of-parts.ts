import type { MessageFailure, MessageState, WaitReason } from './message-states.ts';

interface PartState {
  readonly state: MessageState;
  readonly reason: WaitReason | MessageFailure | null;
}

/** From the state that decides about a message first: one failed part fails it, else the part that is furthest back counts. */
const ORDER: readonly MessageState[] = [
  'failed',
  'expired',
  'waiting',
  'submitted',
  'accepted',
  'sent',
  'delivered',
  'received',
];

/** The state of a message with these parts, at least one. */
export function stateOfParts(parts: readonly PartState[]): PartState {
  const [deciding] = parts.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  if (deciding === undefined) throw new Error('a message without parts');
  return { state: deciding.state, reason: deciding.reason };
}
