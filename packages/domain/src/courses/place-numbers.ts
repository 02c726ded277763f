import type { PlanePoint } from '../layers/affine.ts';
import { OBSTACLE_CELL, type Obstacle, obstaclesOf } from './number-obstacles.ts';
import type { OverprintDimensions } from './overprint-dimensions.ts';
import {
  BoxGrid,
  boxAround,
  boxesOverlap,
  circleOverlapsBox,
  type PaperBox,
  type PaperCircle,
  segmentOverlapsBox,
} from './paper.ts';
import { findUnchangedNumbers, hasChange } from './unchanged-numbers.ts';

/** A number to be placed next to its control. */
export interface NumberToPlace {
  readonly id: string;
  readonly text: string;
  /** Of the control, with the line width. */
  readonly circle: PaperCircle;
  /** Center set by hand; null: placed automatically. */
  readonly center: PlanePoint | null;
}

/** A number with its place. */
export interface LaidOutNumber {
  readonly number: NumberToPlace;
  readonly center: PlanePoint;
  readonly box: PaperBox;
  /** Its index among all numbers. */
  readonly turn: number;
}

/** The sizes that places depend on. */
type NumberSizes = Pick<OverprintDimensions, 'numberHeight' | 'clearance'>;

/** All numbers of an overprint, with what their places depend on. */
export interface NumberLayout {
  readonly sizes: NumberSizes;
  /** Boxes of circles and lines by the keys of `obstaclesOf`. */
  readonly obstacles: ReadonlyMap<string, readonly PaperBox[]>;
  /** By id, in the order in which they were given. */
  readonly numbers: ReadonlyMap<string, LaidOutNumber>;
}

export interface NumbersToPlace {
  readonly numbers: readonly NumberToPlace[];
  readonly circles: readonly PaperCircle[];
  readonly lines: readonly (readonly PlanePoint[])[];
  readonly sizes: NumberSizes;
}

/** To the upper right, where the number is tried first. */
const FIRST_ANGLE = Math.PI / 6;
const ANGLE_STEP = Math.PI / 16;
const ANGLE_COUNT = 32;

/** Widths relative to the height of a digit, of a sans serif typeface like Helvetica; all others: a digit. */
const CHARACTER_WIDTHS: Readonly<Record<string, number>> = {
  '-': 0.47,
  '/': 0.39,
  '(': 0.47,
  ')': 0.47,
  '.': 0.39,
  ' ': 0.39,
};
const DIGIT_WIDTH = 0.78;

/** Width in millimetres of a number of this height. */
export function numberWidth(text: string, height: number): number {
  let width = 0;
  for (const character of text) width += CHARACTER_WIDTHS[character] ?? DIGIT_WIDTH;
  return width * height;
}

/**
 * Places numbers around their circles where they cover no circle, no line and no other number: from 30 degrees on in steps of
 * pi/16, alternating to both sides. Where every position covers something, the one that covers the fewest is used. Numbers that
 * were placed by hand come first.
 *
 * @param last an earlier layout: numbers keep their places in it where nothing around them changed. The result is the same
 * without it.
 * @yields after each number whose place was searched
 */
export function* placeNumbers(
  { numbers, circles, lines, sizes }: NumbersToPlace,
  last: NumberLayout | null,
): Generator<void, NumberLayout> {
  const grid = new BoxGrid<Obstacle>(OBSTACLE_CELL);
  const obstacles = new Map<string, PaperBox[]>();
  for (const { key, box, obstacle } of obstaclesOf(circles, lines)) {
    grid.add(box, obstacle);
    const same = obstacles.get(key);
    if (same === undefined) obstacles.set(key, [box]);
    else same.push(box);
  }
  const isComparable =
    last?.sizes.numberHeight === sizes.numberHeight && last.sizes.clearance === sizes.clearance;
  const { unchanged, changed } = isComparable
    ? findUnchangedNumbers(numbers, obstacles, last)
    : { unchanged: new Map<string, LaidOutNumber>(), changed: [] };
  const placed = new Map<string, LaidOutNumber>();
  const place = (number: NumberToPlace, turn: number, center: PlanePoint): void => {
    const { numberHeight } = sizes;
    const box = boxAround(center, numberWidth(number.text, numberHeight) / 2, numberHeight / 2);
    const before = unchanged.get(number.id);
    if (before === undefined) changed.push(box);
    else if (before.center.x !== center.x || before.center.y !== center.y) changed.push(before.box, box);
    grid.add(box, { type: 'box', box });
    placed.set(number.id, { number, center, box, turn });
  };
  for (const [turn, number] of numbers.entries())
    if (number.center !== null) place(number, turn, number.center);
  for (const [turn, number] of numbers.entries()) {
    if (number.center !== null) continue;
    const before = unchanged.get(number.id);
    if (before !== undefined && !hasChange(changed, surroundings(number, sizes))) {
      place(number, turn, before.center);
    } else {
      place(number, turn, findPosition(number, grid, sizes));
      yield;
    }
  }
  return {
    ...{ sizes, obstacles },
    numbers: new Map(
      numbers.flatMap(({ id }) => {
        const number = placed.get(id);
        return number === undefined ? [] : [[id, number] as const];
      }),
    ),
  };
}

/** The box that contains all positions of a number, with its clearance. */
function surroundings({ text, circle }: NumberToPlace, { numberHeight, clearance }: NumberSizes): PaperBox {
  // From `centerAtAngle`: at most half of width and height and 1.5 clearances beyond the circle, then half of the number.
  const reach = circle.radius + numberWidth(text, numberHeight) + numberHeight + 3 * clearance;
  return boxAround(circle.center, reach, reach);
}

function findPosition(
  { text, circle }: NumberToPlace,
  obstacles: BoxGrid<Obstacle>,
  { numberHeight, clearance }: NumberSizes,
): PlanePoint {
  const size = { width: numberWidth(text, numberHeight), height: numberHeight };
  let [best, lowest] = [circle.center, Number.POSITIVE_INFINITY];
  for (let step = 0; step < ANGLE_COUNT && lowest > 0; step += 1) {
    const side = step % 2 === 0 ? -1 : 1;
    const angle = FIRST_ANGLE + side * Math.ceil(step / 2) * ANGLE_STEP;
    const center = centerAtAngle(size, circle, angle, clearance);
    const box = boxAround(center, size.width / 2 + clearance, size.height / 2 + clearance);
    const count = obstacles.count(box, (obstacle) => overlaps(obstacle, box), lowest);
    if (count < lowest) [best, lowest] = [center, count];
  }
  return best;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The nearest center in a direction at which the number does not touch its circle. */
function centerAtAngle(
  { width, height }: Size,
  { center, radius }: PaperCircle,
  angle: number,
  clearance: number,
): PlanePoint {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const extent = (width * Math.abs(cosine) + height * Math.abs(sine)) / 2;
  // With a clearance in each direction the box for the search does not touch the circle either.
  const margin = clearance * (Math.abs(cosine) + Math.abs(sine)) + 1e-6;
  const distance = radius + extent + margin;
  return { x: center.x + cosine * distance, y: center.y + sine * distance };
}

function overlaps(obstacle: Obstacle, box: PaperBox): boolean {
  if (obstacle.type === 'circle') return circleOverlapsBox(obstacle.circle, box);
  if (obstacle.type === 'segment') return segmentOverlapsBox(obstacle.from, obstacle.to, box);
  return boxesOverlap(obstacle.box, box);
}
