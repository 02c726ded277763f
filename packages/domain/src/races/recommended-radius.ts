import { DEFAULT_RADIUS } from './race-course.ts';

/**
 * The least radius in metres at which controls are found reliably, by the seconds between two positions. From the comparison with
 * official times in `docs/development/race-figures.md`: runners do not move straight between positions that are further apart.
 */
export function recommendedRadius(sendInterval: number): number {
  if (sendInterval >= 60) return 50;
  return sendInterval >= 15 ? 30 : DEFAULT_RADIUS;
}
