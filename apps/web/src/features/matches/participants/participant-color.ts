import type { Participant } from '@wakeline/contract/matches/participants';

/** Distinct hues of similar lightness, for participants without a color of their own. */
const COLORS = [
  '#d7263d',
  '#0072b2',
  '#1b8a3a',
  '#c35a00',
  '#8e44ad',
  '#00838f',
  '#b8005c',
  '#5b6b00',
] as const;

/** The color of a participant: chosen by an official, or by the order of their creation. */
export function participantColor({
  participantId,
  color,
}: Pick<Participant, 'participantId' | 'color'>): string {
  return color ?? COLORS[participantId % COLORS.length] ?? COLORS[0];
}
