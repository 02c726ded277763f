import type { Participant } from '@wakeline/contract/matches/participants';

type TrackedParticipant = Pick<
  Participant,
  'participantId' | 'number' | 'participantName' | 'trackerId' | 'window'
>;

/** Number and name of a participant. */
export function participantLabel({
  number,
  participantName,
}: Pick<Participant, 'number' | 'participantName'>) {
  return [number, participantName].filter((text) => text !== '').join(' ');
}

/**
 * Who carries each device at a time: the participant whose window contains it, else the one whose window begins last before it, else
 * the first one.
 */
export function participantsByDevice<P extends TrackedParticipant>(
  participants: readonly P[],
  time: number,
): ReadonlyMap<number, P> {
  const carriers = new Map<number, P>();
  for (const participant of participants) {
    const { trackerId } = participant;
    if (trackerId === null) continue;
    const other = carriers.get(trackerId);
    if (other === undefined || order(participant, time) > order(other, time))
      carriers.set(trackerId, participant);
  }
  return carriers;
}

/** Greater: rather this one. A window that has begun is later than one that has not. */
function order({ window }: TrackedParticipant, time: number): number {
  if (window === null) return Number.NEGATIVE_INFINITY;
  return window.from <= time ? window.from : -window.from;
}
