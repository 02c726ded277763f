import type { PlanePoint } from '../layers/affine.ts';
import { boxesOverlap, type PaperBox } from './paper.ts';
import type { LaidOutNumber, NumberLayout, NumberToPlace } from './place-numbers.ts';

/** The numbers of an earlier layout that may stay, and where the paper has changed since. */
export interface UnchangedNumbers {
  /** By id: the number, its circle and its turn are as before. It stays unless its surroundings changed. */
  readonly unchanged: ReadonlyMap<string, LaidOutNumber>;
  /** Boxes of the obstacles and numbers that only one of the layouts has. */
  readonly changed: PaperBox[];
}

/**
 * Compares numbers and obstacles with an earlier layout. Automatic numbers are placed in turn, so one that is now placed before
 * another counts as new.
 *
 * @param obstacles boxes by the keys of obstacles
 */
export function findUnchangedNumbers(
  numbers: readonly NumberToPlace[],
  obstacles: NumberLayout['obstacles'],
  last: NumberLayout,
): UnchangedNumbers {
  const changed: PaperBox[] = [];
  for (const [key, boxes] of obstacles)
    if (last.obstacles.get(key)?.length !== boxes.length) changed.push(...boxes.slice(0, 1));
  for (const [key, boxes] of last.obstacles) if (!obstacles.has(key)) changed.push(...boxes.slice(0, 1));
  const unchanged = new Map<string, LaidOutNumber>();
  let turn = -1;
  for (const number of numbers) {
    const before = last.numbers.get(number.id);
    if (before === undefined || !isSameNumber(before.number, number)) continue;
    if (number.center === null) {
      if (before.turn < turn) continue;
      turn = before.turn;
    }
    unchanged.set(number.id, before);
  }
  for (const [id, { box }] of last.numbers) if (!unchanged.has(id)) changed.push(box);
  return { unchanged, changed };
}

/** Whether something changed in a box. */
export function hasChange(changed: readonly PaperBox[], box: PaperBox): boolean {
  return changed.some((other) => boxesOverlap(other, box));
}

function isSameNumber(one: NumberToPlace, other: NumberToPlace): boolean {
  return (
    one.text === other.text &&
    one.circle.radius === other.circle.radius &&
    isSamePoint(one.circle.center, other.circle.center) &&
    (one.center === null || other.center === null
      ? one.center === other.center
      : isSamePoint(one.center, other.center))
  );
}

function isSamePoint(one: PlanePoint, other: PlanePoint): boolean {
  return one.x === other.x && one.y === other.y;
}
