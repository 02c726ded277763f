import type { Range } from './polyline.ts';

/** A dash pattern in millimetres, with the terms of OCAD's dialog. */
export interface DashPattern {
  /** Main length a, end length b, main gap C, secondary gap D, end gap E. */
  readonly mainLength: number;
  readonly endLength: number;
  readonly mainGap: number;
  readonly secondaryGap: number;
  readonly endGap: number;
  /** Least number of gaps or symbols. */
  readonly minCount: number;
}

export interface DashLayout {
  readonly dashes: readonly Range[];
  /** Centres of main gaps: where main symbols are. */
  readonly mainSpots: readonly number[];
  /** Centres of main lengths. */
  readonly secondarySpots: readonly number[];
}

const MAX_DASHES = 20_000;

/**
 * Lays a pattern on a section of a line. Gaps keep their lengths; the lengths between them are stretched or compressed so that
 * the pattern ends with the section. A section begins or ends inside the line where a vertex is marked: there is the centre of
 * a dash.
 */
export function layDashes(
  pattern: DashPattern,
  [from, to]: Range,
  inside: { readonly start: boolean; readonly end: boolean },
): DashLayout {
  const { mainLength, mainGap, secondaryGap, endGap } = pattern;
  const length = to - from;
  if (mainLength <= 0 || length <= 0) return { dashes: [[from, to]], mainSpots: [], secondarySpots: [] };
  const endLength =
    pattern.endLength > 0 || (mainGap === 0 && secondaryGap === 0) ? pattern.endLength : mainLength;
  const first = inside.start ? mainLength / 2 : endLength;
  const last = inside.end ? mainLength / 2 : endLength;
  const count = countGaps(pattern, length, first + last);
  if (count === 0) return { dashes: [[from, to]], mainSpots: [], secondarySpots: [] };

  const unstretched = first + last + (count - 1) * mainLength;
  // Only one symbol and no lengths: it is in the middle.
  const [stretch, offset] = unstretched > 0 ? [(length - count * mainGap) / unstretched, 0] : [0, length / 2];
  const dashes: Range[] = [];
  const mainSpots: number[] = [];
  const secondarySpots: number[] = [];
  let position = from + offset;
  for (let index = 0; index <= count; index++) {
    const isFirst = index === 0;
    const isLast = index === count;
    const dash = (isFirst ? first : isLast ? last : mainLength) * stretch;
    const gap =
      isFirst || isLast ? ((inside.start && isFirst) || (inside.end && isLast) ? 0 : endGap) : secondaryGap;
    pushDash(dashes, position, isLast ? to : position + dash, gap);
    if (!isFirst && !isLast) secondarySpots.push(position + dash / 2);
    position += dash;
    if (isLast) break;
    mainSpots.push(position + mainGap / 2);
    position += mainGap;
  }
  return {
    dashes: mainGap > 0 || secondaryGap > 0 || endGap > 0 ? dashes : [[from, to]],
    mainSpots,
    secondarySpots,
  };
}

/** Number of main gaps: the one that stretches least, at least the minimum where that leaves room for dashes. */
function countGaps({ mainLength, mainGap, minCount }: DashPattern, length: number, ends: number): number {
  const best = Math.round((length - ends + mainLength) / (mainLength + mainGap));
  const wanted = Math.min(MAX_DASHES, Math.max(best, minCount, 0));
  // No more gaps than leave half of the length visible.
  const fitting = mainGap > 0 ? Math.floor(length / (2 * mainGap)) : wanted;
  return Math.min(wanted, fitting);
}

function pushDash(dashes: Range[], from: number, to: number, gap: number): void {
  const length = to - from;
  if (length <= 0) return;
  if (gap <= 0 || gap >= length) dashes.push([from, to]);
  else dashes.push([from, from + (length - gap) / 2], [to - (length - gap) / 2, to]);
}
