import type { PlanePoint } from '../layers/affine.ts';
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

/** A number to be placed next to its control. */
export interface NumberToPlace {
  readonly id: string;
  readonly text: string;
  /** Of the control, with the line width. */
  readonly circle: PaperCircle;
  /** Center set by hand; null: placed automatically. */
  readonly center: PlanePoint | null;
}

export interface PlacedNumber {
  readonly id: string;
  readonly text: string;
  readonly center: PlanePoint;
  readonly box: PaperBox;
}

/** To the upper right, where the number is tried first. */
const FIRST_ANGLE = Math.PI / 6;
const ANGLE_STEP = Math.PI / 16;
const ANGLE_COUNT = 32;

/** Millimetres: about two numbers. */
const GRID_CELL = 12;

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

type Obstacle =
  | { readonly type: 'circle'; readonly circle: PaperCircle }
  | { readonly type: 'segment'; readonly from: PlanePoint; readonly to: PlanePoint }
  | { readonly type: 'box'; readonly box: PaperBox };

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
 */
export function placeNumbers(
  numbers: readonly NumberToPlace[],
  circles: readonly PaperCircle[],
  lines: readonly (readonly PlanePoint[])[],
  dimensions: OverprintDimensions,
): readonly PlacedNumber[] {
  const obstacles = new BoxGrid<Obstacle>(GRID_CELL);
  for (const circle of circles)
    obstacles.add(boxAround(circle.center, circle.radius, circle.radius), { type: 'circle', circle });
  for (const line of lines) {
    for (const [index, to] of line.entries()) {
      const from = line[index - 1];
      if (from !== undefined) addSegment(obstacles, from, to);
    }
  }
  const placed = new Map<string, PlacedNumber>();
  const place = (number: NumberToPlace, center: PlanePoint): void => {
    const { numberHeight } = dimensions;
    const box = boxAround(center, numberWidth(number.text, numberHeight) / 2, numberHeight / 2);
    obstacles.add(box, { type: 'box', box });
    placed.set(number.id, { id: number.id, text: number.text, center, box });
  };
  for (const number of numbers) if (number.center !== null) place(number, number.center);
  for (const number of numbers)
    if (number.center === null) place(number, findPosition(number, obstacles, dimensions));
  return numbers.flatMap(({ id }) => placed.get(id) ?? []);
}

/** Long segments are added in sections, so that their boxes stay small. */
function addSegment(obstacles: BoxGrid<Obstacle>, from: PlanePoint, to: PlanePoint): void {
  const sections = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / GRID_CELL));
  const at = (section: number): PlanePoint => ({
    x: from.x + ((to.x - from.x) * section) / sections,
    y: from.y + ((to.y - from.y) * section) / sections,
  });
  for (let section = 0; section < sections; section += 1) {
    const [start, end] = [at(section), at(section + 1)];
    const box = {
      minX: Math.min(start.x, end.x) - 1e-9,
      minY: Math.min(start.y, end.y) - 1e-9,
      maxX: Math.max(start.x, end.x) + 1e-9,
      maxY: Math.max(start.y, end.y) + 1e-9,
    };
    obstacles.add(box, { type: 'segment', from: start, to: end });
  }
}

function findPosition(
  { text, circle }: NumberToPlace,
  obstacles: BoxGrid<Obstacle>,
  { numberHeight, clearance }: OverprintDimensions,
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
