import type { ParticipantResult, ResultStatus } from './participant-result.ts';

export interface StandingsRow {
  readonly result: ParticipantResult;
  /** From 1; ties share a place (1, 1, 3). Provisional while the participant is running. null: not ranked. */
  readonly place: number | null;
  /** Seconds behind the leader at the last point that both have passed; null if there is none. */
  readonly gap: number | null;
}

/** Statuses in the order of a result list. */
const ORDER: readonly ResultStatus[] = [
  'finished',
  'running',
  'not-started',
  'over-time',
  'missing-points',
  'did-not-finish',
  'withdrawn',
  'disqualified',
  'did-not-start',
  'no-data',
];
const ORDER_OF = new Map(ORDER.map((status, index) => [status, index]));

/**
 * The order of the participants of a class, from their results as of one time.
 *
 * Finished ones by time; then those on the way by the last point that they passed, the time there, and progress. In a mass start
 * on a road or trail progress comes before the time. Then those who have not started by start time, then all others. Participants
 * of score courses are ordered by points, then by time.
 */
export function rankParticipants(
  results: readonly ParticipantResult[],
  { isMassStart }: { readonly isMassStart: boolean },
): readonly StandingsRow[] {
  const keyed = results.map((result) => ({ result, keys: sortKeys(result, isMassStart) }));
  keyed.sort((one, other) => compareKeys(one.keys, other.keys) || one.result.id - other.result.id);
  const leader = keyed[0]?.result;
  let place = 0;
  return keyed.map(({ result, keys }, index): StandingsRow => {
    const before = keyed[index - 1];
    if (before === undefined || compareKeys(before.keys, keys) !== 0) place = index + 1;
    const isRanked = result.status === 'finished' || result.status === 'running';
    return {
      result,
      place: isRanked ? place : null,
      gap: isRanked && leader !== undefined ? gapTo(leader, result) : null,
    };
  });
}

/** Lower ones first. */
function sortKeys(result: ParticipantResult, isMassStart: boolean): readonly number[] {
  const { status, points, time, lastPassed, elapsed, progress, start, course } = result;
  const group = ORDER_OF.get(status) ?? ORDER.length;
  if (status === 'not-started') return [group, start ?? Number.MAX_VALUE];
  if (status === 'finished') return [group, -(points ?? 0), time ?? Number.MAX_VALUE];
  const last =
    points === null ? (elapsed[lastPassed] ?? 0) : Math.max(0, ...elapsed.map((each) => each ?? 0));
  const metres = -Math.round(progress ?? 0);
  if (points !== null) return [group, -points, last];
  const isByProgress = isMassStart && course.line !== null;
  return [group, -lastPassed, isByProgress ? metres : last, isByProgress ? last : metres];
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const difference = key - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Points that are the same control after the same number of points can be compared, also between variations of a course. */
function gapTo(leader: ParticipantResult, result: ParticipantResult): number | null {
  if (result.points !== null) return null;
  if (result.time !== null && leader.time !== null) return result.time - leader.time;
  for (let index = result.lastPassed; index > 0; index -= 1) {
    const [own, first] = [result.elapsed[index], leader.elapsed[index]];
    const isSame = result.course.points[index]?.controlId === leader.course.points[index]?.controlId;
    if (isSame && own != null && first != null) return own - first;
  }
  return null;
}
