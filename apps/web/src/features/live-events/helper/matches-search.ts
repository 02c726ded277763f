import type { HelperParticipant } from '@wakeline/contract/live-events/match-helpers';

/** Whether a number begins with the typed text, or a name contains it. */
export function matchesSearch(
  { number, participantName }: Pick<HelperParticipant, 'number' | 'participantName'>,
  typed: string,
): boolean {
  const text = typed.trim().toLowerCase();
  return number.toLowerCase().startsWith(text) || participantName.toLowerCase().includes(text);
}
