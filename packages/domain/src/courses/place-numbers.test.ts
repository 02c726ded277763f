import { describe, expect, test } from 'vitest';
import type { PlanePoint } from '../layers/affine.ts';
import { type NumberLayout, type NumbersToPlace, type NumberToPlace, placeNumbers } from './place-numbers.ts';
import { resultOf } from './steps.ts';

const SIZES = { numberHeight: 4, clearance: 0.5 };
const RADIUS = 2.7;

function numberAt(id: string, x: number, y: number, changes: Partial<NumberToPlace> = {}): NumberToPlace {
  return { id, text: id, circle: { center: { x, y }, radius: RADIUS }, center: null, ...changes };
}

/** Numbers with their circles, and lines. */
function plan(
  numbers: readonly NumberToPlace[],
  lines: readonly (readonly PlanePoint[])[] = [],
): NumbersToPlace {
  return { numbers, circles: numbers.map(({ circle }) => circle), lines, sizes: SIZES };
}

/** The layout and how many places were searched. */
function place(numbers: NumbersToPlace, last: NumberLayout | null) {
  const steps = placeNumbers(numbers, last);
  for (let searched = 0; ; searched += 1) {
    const { done, value } = steps.next();
    if (done === true) return { layout: value, searched };
  }
}

const placesOf = ({ numbers }: NumberLayout) =>
  [...numbers].map(([id, { center }]) => [id, center.x, center.y]);

/** 10 rows of 10 numbers, 40 mm from each other. */
const SPARSE = Array.from({ length: 100 }, (_, index) =>
  numberAt(`${31 + index}`, (index % 10) * 40, Math.floor(index / 10) * 40),
);

describe('an earlier layout', () => {
  const first = place(plan(SPARSE), null);

  test('is searched for every number without one', () => {
    expect(first.searched).toBe(100);
  });

  test('keeps all numbers if nothing changed', () => {
    const again = place(plan(SPARSE), first.layout);
    expect(again.searched).toBe(0);
    expect(placesOf(again.layout)).toEqual(placesOf(first.layout));
  });

  test('is searched again for a moved number and its old and new neighbours only', () => {
    // From the middle to 3 mm beside number 76, which is 40 mm away.
    const moved = SPARSE.map((number) => (number.id === '75' ? numberAt('75', 197, 163) : number));
    const { searched } = place(plan(moved), first.layout);
    expect(searched).toBeGreaterThan(1);
    expect(searched).toBeLessThan(6);
  });

  test('is not used for other sizes', () => {
    const larger = { ...plan(SPARSE), sizes: { ...SIZES, clearance: 1 } };
    expect(place(larger, first.layout).searched).toBe(100);
    const higher = { ...plan(SPARSE), sizes: { ...SIZES, numberHeight: 5 } };
    expect(place(higher, first.layout).searched).toBe(100);
  });
});

/** A sequence of numbers from 0 to 1 that is the same in each run (Park and Miller, 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Edit = (numbers: readonly NumberToPlace[], random: () => number) => readonly NumberToPlace[];

const somewhere = (random: () => number) => [random() * 60, random() * 60] as const;
const anyOf = (numbers: readonly NumberToPlace[], random: () => number) =>
  Math.floor(random() * numbers.length);

function change(
  numbers: readonly NumberToPlace[],
  random: () => number,
  changeNumber: (number: NumberToPlace) => NumberToPlace,
): readonly NumberToPlace[] {
  const chosen = anyOf(numbers, random);
  return numbers.map((number, index) => (index === chosen ? changeNumber(number) : number));
}

const EDITS: Readonly<Record<string, Edit>> = {
  move: (numbers, random) => change(numbers, random, ({ id }) => numberAt(id, ...somewhere(random))),
  'move a little': (numbers, random) =>
    change(numbers, random, ({ id, circle: { center } }) => numberAt(id, center.x + random(), center.y)),
  rename: (numbers, random) => change(numbers, random, (number) => ({ ...number, text: `${number.text}9` })),
  'place by hand': (numbers, random) =>
    change(numbers, random, (number) => {
      const [x, y] = somewhere(random);
      return { ...number, center: { x, y } };
    }),
  'place automatically': (numbers) => numbers.map((number) => ({ ...number, center: null })),
  add: (numbers, random) => [...numbers, numberAt(`n${Math.floor(random() * 1e6)}`, ...somewhere(random))],
  remove: (numbers, random) => numbers.toSpliced(anyOf(numbers, random), 1),
  'change the order': (numbers, random) => {
    const from = anyOf(numbers, random);
    const moved = numbers.slice(from, from + 1);
    return numbers.toSpliced(from, 1).toSpliced(anyOf(numbers, random), 0, ...moved);
  },
  'put two at one position': (numbers, random) => {
    const [first] = numbers;
    return first === undefined
      ? numbers
      : change(numbers, random, ({ id }) => numberAt(id, first.circle.center.x, first.circle.center.y));
  },
};

/** 40 numbers on 60 by 60 mm: most of them cover something, so that places depend on each other. */
const crowded = (random: () => number): readonly NumberToPlace[] =>
  Array.from({ length: 40 }, (_, index) => numberAt(`${31 + index}`, ...somewhere(random)));

test.each(Object.entries(EDITS))('has the same places as without an earlier layout: %s', (_, edit) => {
  const random = createRandom(4711);
  let numbers = crowded(random);
  let last = resultOf(placeNumbers(plan(numbers), null));
  for (let step = 0; step < 60; step += 1) {
    numbers = edit(numbers, random);
    // Every other step changes a line as well.
    const line = [
      { x: 0, y: 20 },
      { x: 60, y: 20 + Math.floor(step / 2) },
    ];
    const layout = resultOf(placeNumbers(plan(numbers, [line]), last));
    expect(placesOf(layout)).toEqual(placesOf(resultOf(placeNumbers(plan(numbers, [line]), null))));
    last = layout;
  }
});

test('has the same places as without an earlier layout: lines are drawn once more', () => {
  const random = createRandom(4711);
  const numbers = crowded(random);
  for (let step = 0; step < 60; step += 1) {
    const [[fromX, fromY], [toX, toY]] = [somewhere(random), somewhere(random)];
    const line = [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ];
    const last = resultOf(placeNumbers(plan(numbers, [line]), null));
    const twice = plan(numbers, [line, line]);
    expect(placesOf(resultOf(placeNumbers(twice, last)))).toEqual(
      placesOf(resultOf(placeNumbers(twice, null))),
    );
  }
});
