import type { HelperEntry, HelperParticipant } from '@wakeline/contract/live-events/match-helpers';

/** What a helper recorded and the server has not confirmed yet. */
export interface PendingEntry {
  readonly participantId: number;
  readonly entry: HelperEntry;
}

/** The entries with another one. What it replaces is not sent any more. */
export function addEntry(pending: readonly PendingEntry[], added: PendingEntry): readonly PendingEntry[] {
  const isReplaced = ({ participantId, entry }: PendingEntry) =>
    participantId === added.participantId && entry.kind === added.entry.kind;
  // The first one may be in flight.
  return [...pending.filter((one, at) => at === 0 || !isReplaced(one)), added];
}

/** A participant as if the server had confirmed the entries. */
export function withPending(
  participant: HelperParticipant,
  pending: readonly PendingEntry[],
): HelperParticipant {
  return pending
    .filter(({ participantId }) => participantId === participant.participantId)
    .reduce((before, { entry }) => withEntry(before, entry), participant);
}

function withEntry(participant: HelperParticipant, entry: HelperEntry): HelperParticipant {
  if (entry.kind === 'status') return { ...participant, status: entry.status };
  if (entry.kind === 'start') return { ...participant, startSeen: entry.time };
  return { ...participant, finishTime: entry.time };
}

/** Reads stored entries; those that this version did not write are dropped. */
export function parseEntries(stored: unknown): PendingEntry[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.filter((one): one is PendingEntry => {
    const { participantId, entry } = Object(one) as Record<string, unknown>;
    const { kind } = Object(entry) as Record<string, unknown>;
    return typeof participantId === 'number' && (kind === 'start' || kind === 'finish' || kind === 'status');
  });
}
