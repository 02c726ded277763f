/**
 * Why a flight is overdue: no take-off 30 minutes after its planned time, no landing 15 minutes after the estimated arrival, or
 * 30 minutes after it: the uncertainty phase (INCERFA; ICAO Annex 11, chapter 5).
 */
export const OVERDUE_REASONS = ['takeoff', 'arrival', 'uncertain'] as const;
export type OverdueReason = (typeof OVERDUE_REASONS)[number];

/** What a notice says of an overdue flight. */
export interface OverdueFlight {
  readonly flightId: number;
  readonly flightNumber: string;
  readonly reason: OverdueReason;
  /** The planned take-off, or the estimated arrival: epoch milliseconds. */
  readonly plannedTime: number;
}
