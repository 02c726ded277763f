import { describe, expect, test } from 'vitest';
import type { FenceMemory } from '../tracker-state/tracker-state.ts';
import { areaOf } from './area.ts';
import { crossFences } from './crossings.ts';
import { FenceIndex, type WatchedFence } from './fence-index.ts';
import type { FenceShape } from './fence-shape.ts';
import { seeded } from './testing/random.ts';

/** One metre along the equator or a meridian, in degrees: 6 371 008.8 m * pi / 180 = 111 195.08 m per degree. */
const METRE = 1 / 111_195.08;
const START = Date.UTC(2026, 10, 20, 12);

/** A square of 1 km at the equator, from 0 to 1,000 m east and 500 m to both sides. */
const SQUARE: FenceShape = {
  type: 'RECTANGLE',
  west: 0,
  south: -500 * METRE,
  east: 1_000 * METRE,
  north: 500 * METRE,
};

interface Changes extends Partial<Omit<WatchedFence, 'area'>> {
  readonly shape?: FenceShape;
}

function fence({ shape = SQUARE, ...changes }: Changes = {}): WatchedFence {
  return {
    fenceId: 1,
    fenceName: 'Harbour',
    groupId: null,
    area: areaOf(shape),
    shapedAt: 0,
    groupIds: null,
    notice: 'BOTH',
    holdSeconds: 10,
    holdMetres: 30,
    ...changes,
  };
}

/** Seconds after START, metres east and north of 0, 0. */
type Step = readonly [seconds: number, east: number, north?: number];

function coordinatesOf([seconds, east, north = 0]: Step) {
  return { time: START + seconds * 1_000, latitude: north * METRE, longitude: east * METRE };
}

/** Moves a tracker from step to step; returns the counted crossings: direction, second, metre east. */
function runSteps(
  steps: readonly Step[],
  fences: readonly WatchedFence[] = [fence()],
  memory: readonly FenceMemory[] = [],
  groupId: number | null = null,
) {
  const index = new FenceIndex(fences);
  const crossed: [string, number, number][] = [];
  let previous: ReturnType<typeof coordinatesOf> | null = null;
  let memoryNow = memory;
  for (const step of steps) {
    const coordinates = coordinatesOf(step);
    const result = crossFences(memoryNow, { index, groupId }, previous, coordinates);
    memoryNow = result.memory;
    previous = coordinates;
    for (const { direction, coordinates: crossedAt } of result.crossed) {
      crossed.push([
        direction,
        (crossedAt.time - START) / 1_000,
        Math.round(crossedAt.longitude / METRE) + 0,
      ]);
    }
  }
  return { crossed, memory: memoryNow };
}

describe('a crossing', () => {
  test('counts after the dwell time, with the time and position of the crossing', () => {
    // The edge is crossed at second 5; the first fix beyond it is at 10, so the crossing counts at 20, not at 15.
    const steps: Step[] = [
      [0, -10],
      [10, 10],
      [15, 12],
      [19, 12],
    ];
    expect(runSteps(steps).crossed).toEqual([]);
    expect(runSteps([...steps, [20, 12]]).crossed).toEqual([['IN', 5, 0]]);
  });

  test('counts immediately beyond the exit buffer', () => {
    expect(
      runSteps([
        [0, -10],
        [10, 29],
      ]).crossed,
    ).toEqual([]);
    expect(
      runSteps([
        [0, -10],
        [10, 30],
      ]).crossed,
    ).toEqual([['IN', 2.5, 0]]);
  });

  test('counts once on entering and once on leaving', () => {
    const steps: Step[] = [
      [0, -100],
      [10, 100],
      [20, 200],
      [30, 200],
      [40, 100],
      [50, -100],
      [60, -200],
    ];
    expect(runSteps(steps).crossed).toEqual([
      ['IN', 5, 0],
      ['OUT', 45, 0],
    ]);
  });

  test('does not count if the tracker returns earlier', () => {
    const steps: Step[] = [
      [0, -10],
      [5, 10],
      [10, -10],
      [15, 10],
      [20, -10],
    ];
    expect(runSteps(steps)).toEqual({ crossed: [], memory: [] });
  });

  test('counts by seconds only, by metres only, or immediately if both are 0', () => {
    const steps: Step[] = [
      [0, -10],
      [10, 400],
      [15, 400],
      [20, 400],
    ];
    const upTo = (last: number, holdSeconds: number, holdMetres: number) =>
      runSteps(steps.slice(0, last), [fence({ holdSeconds, holdMetres })]).crossed.length;
    expect([2, 3, 4].map((last) => upTo(last, 10, 0))).toEqual([0, 0, 1]);
    expect([2, 3, 4].map((last) => upTo(last, 0, 400))).toEqual([1, 1, 1]);
    expect([2, 3, 4].map((last) => upTo(last, 0, 401))).toEqual([0, 0, 0]);
    expect([2, 3, 4].map((last) => upTo(last, 0, 0))).toEqual([1, 1, 1]);
    expect(
      runSteps(
        [
          [0, -1],
          [1, 1],
          [2, -1],
        ],
        [fence({ holdSeconds: 0, holdMetres: 0 })],
      ).crossed,
    ).toEqual([
      ['IN', 0.5, 0],
      ['OUT', 1.5, 0],
    ]);
  });

  test('counts at the edge of a hole', () => {
    const ring = (size: number) =>
      [
        [-size, -size],
        [size, -size],
        [size, size],
        [-size, size],
      ].map(([x = 0, y = 0]) => [x * METRE, y * METRE] as const);
    const shape: FenceShape = { type: 'POLYGON', rings: [ring(1_000), ring(200)] };
    const steps: Step[] = [
      [0, -500],
      [60, 0],
      [120, 500],
    ];
    expect(runSteps(steps, [fence({ shape })]).crossed).toEqual([
      ['OUT', 36, -200],
      ['IN', 84, 200],
    ]);
  });
});

describe('a pass between two fixes', () => {
  test('counts as IN and OUT, each with its time and position', () => {
    // 2,000 m in 100 s: the square from metre 0 to 1,000 is entered after 25 s and left after 75.
    expect(
      runSteps([
        [0, -500],
        [100, 1_500],
      ]).crossed,
    ).toEqual([
      ['IN', 25, 0],
      ['OUT', 75, 1_000],
    ]);
  });

  test('counts as IN and OUT with fixes in between', () => {
    const steps: Step[] = [
      [0, -500],
      [60, -400],
      [90, 100],
      [150, 100],
      [151, 500, 400],
      [191, 500, 600],
    ];
    expect(runSteps(steps).crossed).toEqual([
      ['IN', 84, 0],
      ['OUT', 171, 500],
    ]);
  });

  test('counts by distance only or by time only', () => {
    // From (-90, 400) to (110, 600) metres by (0, 490) and (10, 500): 14.14 m of 282.8 cut the corner, a twentieth.
    const cutCorner = (holdSeconds: number, holdMetres: number, seconds: number) => {
      const steps: Step[] = [
        [0, -90, 400],
        [seconds, 110, 600],
        [seconds + 10, 110, 600],
      ];
      return runSteps(steps, [fence({ holdSeconds, holdMetres })]).crossed.map(([direction]) => direction);
    };
    expect(cutCorner(0, 14, 10)).toEqual(['IN', 'OUT']);
    expect(cutCorner(0, 15, 10)).toEqual([]);
    expect(cutCorner(10, 0, 200)).toEqual(['IN', 'OUT']);
    expect(cutCorner(10, 0, 198)).toEqual([]);
    expect(cutCorner(0, 0, 1)).toEqual(['IN', 'OUT']);
  });

  test('counts the same way with a fix in the middle', () => {
    // The fence is 40 m wide: no fix is 30 m from its edge, but the path from edge to edge is longer.
    const shape: FenceShape = { ...SQUARE, type: 'RECTANGLE', east: 40 * METRE };
    const steps: Step[] = [
      [0, -20],
      [2, 20],
      [4, 60],
      [5, 80],
    ];
    expect(runSteps(steps, [fence({ shape })]).crossed).toEqual([
      ['IN', 1, 0],
      ['OUT', 3, 40],
    ]);
  });

  test('does not count along the edge, even if the path meanders across it', () => {
    // 10 m/s to the north, 4 m east of the edge for 5 seconds, then 4 m west of it for 5 seconds.
    const steps = Array.from(
      { length: 90 },
      (_, at): Step => [at, Math.floor(at / 5) % 2 === 0 ? -4 : 4, at * 10 - 450],
    );
    expect(runSteps(steps).crossed).toEqual([]);
  });

  test('counts the crossings of two fences in order', () => {
    const second = fence({
      fenceId: 2,
      shape: { ...SQUARE, type: 'RECTANGLE', west: 500 * METRE, east: 1_500 * METRE },
    });
    expect(
      runSteps(
        [
          [0, -500],
          [250, 2_000],
        ],
        [second, fence()],
      ).crossed,
    ).toEqual([
      ['IN', 50, 0],
      ['IN', 100, 500],
      ['OUT', 150, 1_000],
      ['OUT', 200, 1_500],
    ]);
  });

  test('is not interpolated after a long gap or a jump: only the new position counts', () => {
    // 10 minutes are interpolated, a millisecond more is not.
    expect(
      runSteps([
        [0, -500],
        [600, 1_500],
      ]).crossed,
    ).toHaveLength(2);
    expect(
      runSteps([
        [0, -500],
        [600.001, 1_500],
      ]).crossed,
    ).toEqual([]);
    // 2,000 m in 3.7 s are 1,946 km/h; in 3.5 s 2,057 km/h.
    expect(
      runSteps([
        [0, -500],
        [3.7, 1_500],
      ]).crossed,
    ).toHaveLength(2);
    expect(
      runSteps([
        [0, -500],
        [3.5, 1_500],
      ]).crossed,
    ).toEqual([]);
    // After a gap the crossing has the time and position of the new fix.
    expect(
      runSteps([
        [0, -500],
        [700, 500],
      ]).crossed,
    ).toEqual([['IN', 700, 500]]);
  });

  test('ignores a jump out and back, but counts one that stays', () => {
    const jump: Step[] = [
      [0, 500],
      [10, 500],
      [11, 90_000],
    ];
    expect(runSteps([...jump, [12, 500], [13, 500]]).crossed).toEqual([]);
    expect(runSteps([...jump, [12, 90_000]]).crossed).toEqual([['OUT', 11, 90_000]]);
  });

  test('ignores jitter of a stationary tracker that reports rarely', () => {
    // 17 m in a minute past the corner at 0, 500: by (0, 494) and (6, 500), half of the distance.
    const stationary: Step[] = [
      [0, -4, 490],
      [60, 8, 502],
    ];
    expect(runSteps(stationary).crossed).toEqual([]);
    // A pedestrian who walks 34 m along the same line: a quarter of a minute from second 20 on.
    const walking: Step[] = [
      [0, -8, 486],
      [60, 16, 510],
    ];
    expect(runSteps(walking).crossed).toEqual([['IN', 20, 0]]);
  });
});

describe('jitter along the edge', () => {
  /** One fix a second at random positions within these metres of the edge. */
  function wander(seed: number, metres: number, fixes: number): Step[] {
    const random = seeded(seed);
    return Array.from({ length: fixes }, (_, at): Step => {
      return [at, (random() * 2 - 1) * metres, (random() * 2 - 1) * metres];
    });
  }

  test.each([1, 2, 3])(
    'does not count 10,000 fixes within 25 m with a dwell time of a minute (seed %i)',
    (seed) => {
      const steps: Step[] = [[-1, -25], ...wander(seed, 25, 10_000)];
      expect(runSteps(steps, [fence({ holdSeconds: 60 })]).crossed).toEqual([]);
      // Without a dwell time half of the fixes count: so the fixes do cross the edge.
      const moving = runSteps(steps, [fence({ holdSeconds: 0, holdMetres: 0 })]);
      expect(moving.crossed.length).toBeGreaterThan(4_500);
    },
  );

  test.each([4, 5])(
    'counts a random walk as often as it stays beyond the edge for the dwell time (seed %i)',
    (seed) => {
      const random = seeded(seed);
      let east = -20;
      const steps: Step[] = [[0, east]];
      for (let second = 1; second < 20_000; second++) {
        // Steps of a metre, reflected 25 m from the edge.
        east = Math.max(-25, Math.min(25, east + (random() < 0.5 ? -1 : 1) + (random() - 0.5) / 10));
        steps.push([second, east]);
      }
      // Counted independently: runs of fixes on the other side whose first and last fix are 10 s apart.
      let inside = false;
      let since: number | null = null;
      let expected = 0;
      for (const [second, at] of steps) {
        if (at > 0 === inside) since = null;
        else since ??= second;
        if (since !== null && second - since >= 10) {
          inside = !inside;
          since = null;
          expected++;
        }
      }
      const { crossed } = runSteps(steps);
      expect(expected).toBeGreaterThan(5);
      expect(crossed).toHaveLength(expected);
      crossed.forEach(([direction], at) => {
        expect(direction).toBe(at % 2 === 0 ? 'IN' : 'OUT');
      });
    },
  );
});

describe('stored fence states', () => {
  test('do not report the first position, but report leaving', () => {
    expect(runSteps([[0, 500]]).crossed).toEqual([]);
    expect(
      runSteps([
        [0, 500],
        [60, 1_100],
      ]).crossed,
    ).toEqual([['OUT', 50, 1_000]]);
  });

  test('do not report a fence created around a tracker, but report leaving it', () => {
    const before = runSteps(
      [
        [0, 500],
        [10, 500],
      ],
      [],
    );
    expect(before.memory).toEqual([]);
    const index = new FenceIndex([fence()]);
    const made = crossFences(
      [],
      { index, groupId: null },
      coordinatesOf([10, 500]),
      coordinatesOf([20, 510]),
    );
    const visit = { ...coordinatesOf([10, 500]), mileage: null, seenAt: START + 10_000, delay: 0 };
    expect(made).toEqual({
      memory: [{ fenceId: 1, shapedAt: 0, inside: true, crossing: null, visit }],
      crossed: [],
      visits: [],
    });
    const left = crossFences(
      made.memory,
      { index, groupId: null },
      coordinatesOf([20, 510]),
      coordinatesOf([30, 1_100]),
    );
    expect(left.crossed).toMatchObject([{ direction: 'OUT' }]);
    // Also when the tracker leaves with the first fix after the fence was created, soon or after a gap.
    for (const seconds of [20, 3_000]) {
      const outside = crossFences(
        [],
        { index, groupId: null },
        coordinatesOf([10, 500]),
        coordinatesOf([seconds, 1_100]),
      );
      expect(outside.crossed).toMatchObject([{ direction: 'OUT' }]);
    }
  });

  test('do not report the position of a tracker in the new shape of a fence', () => {
    const { memory } = runSteps([
      [0, 500],
      [10, 500],
    ]);
    const away = fence({ shapedAt: 5, shape: { ...SQUARE, type: 'RECTANGLE', west: 600 * METRE } });
    const moved = new FenceIndex([away]);
    const step = crossFences(
      memory,
      { index: moved, groupId: null },
      coordinatesOf([10, 500]),
      coordinatesOf([20, 510]),
    );
    expect(step).toMatchObject({ memory: [], crossed: [], visits: [{ hasEntry: false, hasExit: false }] });
    // From the same state, a segment into the new shape counts.
    const into = crossFences(
      memory,
      { index: moved, groupId: null },
      coordinatesOf([10, 500]),
      coordinatesOf([20, 700]),
    );
    expect(into.crossed).toMatchObject([{ direction: 'IN' }]);
  });

  test('are dropped for a deleted fence', () => {
    const { memory } = runSteps([
      [0, 500],
      [10, 500],
    ]);
    const step = crossFences(
      memory,
      { index: new FenceIndex([]), groupId: null },
      coordinatesOf([10, 500]),
      coordinatesOf([20, 500]),
    );
    expect(step).toMatchObject({ memory: [], crossed: [], visits: [{ hasEntry: false, hasExit: false }] });
  });

  test('keep a pending crossing through JSON', () => {
    const first = runSteps([
      [0, -10],
      [10, 10],
      [15, 12],
    ]);
    expect(first.memory).toMatchObject([
      { inside: false, crossing: { time: START + 5_000, seenAt: START + 10_000 } },
    ]);
    const memory: FenceMemory[] = JSON.parse(JSON.stringify(first.memory));
    const index = new FenceIndex([fence()]);
    const step = crossFences(
      memory,
      { index, groupId: null },
      coordinatesOf([15, 12]),
      coordinatesOf([20, 12]),
    );
    expect(step.crossed).toMatchObject([{ direction: 'IN', coordinates: { time: START + 5_000 } }]);
  });

  test('give the same result when computed again', () => {
    const index = new FenceIndex([fence()]);
    const twice = [1, 2].map(() =>
      crossFences([], { index, groupId: null }, coordinatesOf([0, -10]), coordinatesOf([10, 50])),
    );
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.crossed).toHaveLength(1);
  });
});

describe('fences of groups', () => {
  const steps: Step[] = [
    [0, -100],
    [10, 100],
  ];

  test('watch only trackers of these groups', () => {
    const watchesGroups = fence({ groupIds: new Set([7, 8]) });
    expect([7, 8].map((group) => runSteps(steps, [watchesGroups], [], group).crossed.length)).toEqual([1, 1]);
    expect([9, null].map((group) => runSteps(steps, [watchesGroups], [], group).crossed.length)).toEqual([
      0, 0,
    ]);
  });

  test('watch all trackers if the fence has no group', () => {
    expect([7, null].map((group) => runSteps(steps, [fence()], [], group).crossed.length)).toEqual([1, 1]);
  });

  test('drop a tracker that leaves the group without reporting it', () => {
    const inGroup = fence({ groupIds: new Set([7]) });
    const { memory } = runSteps(
      [
        [0, 500],
        [10, 500],
      ],
      [inGroup],
      [],
      7,
    );
    expect(memory).toHaveLength(1);
    const index = new FenceIndex([inGroup]);
    const step = crossFences(
      memory,
      { index, groupId: 9 },
      coordinatesOf([10, 500]),
      coordinatesOf([20, 2_000]),
    );
    expect(step).toMatchObject({ memory: [], crossed: [], visits: [{ hasEntry: false, hasExit: false }] });
  });
});

describe('at the antimeridian and the poles', () => {
  const strip: FenceShape = { type: 'RECTANGLE', west: 179.99, south: -1, east: -179.99, north: 1 };

  test.each([
    ['eastward', 179.98, -179.98, 179.99],
    ['westward', -179.98, 179.98, -179.99],
  ])('finds a pass %s', (_, from, to, enters) => {
    const index = new FenceIndex([fence({ shape: strip })]);
    const start = { time: START, latitude: 0, longitude: from };
    const end = { time: START + 400_000, latitude: 0, longitude: to };
    const { crossed } = crossFences([], { index, groupId: null }, start, end);
    expect(crossed.map(({ direction, coordinates }) => [direction, coordinates.time - START])).toEqual([
      ['IN', 100_000],
      ['OUT', 300_000],
    ]);
    expect(crossed[0]?.coordinates.longitude).toBeCloseTo(enters, 9);
    expect(crossed[1]?.coordinates.longitude).toBeCloseTo(-enters, 9);
  });

  test.each<[string, FenceShape]>([
    [
      'a ring beyond 180',
      {
        type: 'POLYGON',
        rings: [
          [
            [179.99, -1],
            [180.01, -1],
            [180.01, 1],
            [179.99, 1],
          ],
        ],
      },
    ],
    [
      'a ring beyond -180',
      {
        type: 'POLYGON',
        rings: [
          [
            [-180.01, -1],
            [-179.99, -1],
            [-179.99, 1],
            [-180.01, 1],
          ],
        ],
      },
    ],
    ['a circle', { type: 'CIRCULAR', center: [180, 0], radius: 1_112 }],
    ['a circle from the other side', { type: 'CIRCULAR', center: [-179.999, 0], radius: 1_112 }],
  ])('finds %s from both sides', (_, shape) => {
    const index = new FenceIndex([fence({ shape })]);
    for (const [from, to] of [
      [179.9, 179.995],
      [-179.9, -179.995],
    ] as const) {
      const start = { time: START, latitude: 0, longitude: from };
      const end = { time: START + 300_000, latitude: 0, longitude: to };
      const { crossed } = crossFences([], { index, groupId: null }, start, end);
      expect(crossed.map(({ direction }) => direction)).toEqual(['IN']);
    }
  });

  test('finds a pass over the pole through a circle around it', () => {
    const shape: FenceShape = { type: 'CIRCULAR', center: [0, 90], radius: 1_000 };
    const index = new FenceIndex([fence({ shape })]);
    const start = { time: START, latitude: 90 - 4_000 * METRE, longitude: 30 };
    const end = { time: START + 80_000, latitude: 90 - 4_000 * METRE, longitude: -150 };
    const { crossed } = crossFences([], { index, groupId: null }, start, end);
    expect(
      crossed.map(({ direction, coordinates }) => [
        direction,
        Math.round((coordinates.time - START) / 1_000),
      ]),
    ).toEqual([
      ['IN', 30],
      ['OUT', 50],
    ]);
  });
});

test('finds the same crossings for many fences as one by one (seed 6)', () => {
  const random = seeded(6);
  const fences = Array.from({ length: 400 }, (_, at) => {
    const center = [random() * 360 - 180, random() * 178 - 89] as const;
    return fence({ fenceId: at + 1, shape: { type: 'CIRCULAR', center, radius: random() * 2_000_000 } });
  });
  const index = new FenceIndex(fences);
  const separately = fences.map((one) => ({ one, index: new FenceIndex([one]) }));
  let met = 0;
  for (let round = 0; round < 500; round++) {
    const longitude = random() * 360 - 180;
    const latitude = random() * 178 - 89;
    const start = { time: START, latitude, longitude };
    const end = {
      time: START + 590_000,
      latitude: latitude + random(),
      longitude: longitude + random() * 2 - 1,
    };
    const together = crossFences([], { index, groupId: null }, start, end);
    const ids = together.crossed.map(({ fence: one, direction }) => `${one.fenceId} ${direction}`).sort();
    const separate = separately.flatMap(({ one, index: only }) => {
      const step = crossFences([], { index: only, groupId: null }, start, end);
      const isCrossed =
        one.area.contains(start.longitude, start.latitude) !== one.area.contains(end.longitude, end.latitude);
      if (isCrossed && step.crossed.length === 0) throw new Error(`fence ${one.fenceId} was not crossed`);
      return step.crossed.map(({ direction }) => `${one.fenceId} ${direction}`);
    });
    met += ids.length;
    expect(ids).toEqual(separate.sort());
  }
  expect(met).toBeGreaterThan(100);
});

describe('thousands of overlapping fences', () => {
  /** Nested squares, the oldest is the smallest; each extends a hundredth of a metre further. */
  const nested = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const reach = (500 + at * 0.01) * METRE;
      return fence({
        fenceId: at + 1,
        holdSeconds: 0,
        holdMetres: 0,
        shape: { type: 'RECTANGLE', west: -reach, south: -reach, east: reach, north: reach },
      });
    });

  test('stores and reports only the oldest 100', () => {
    const fences = nested(5_000);
    const inside = runSteps([[0, 0]], fences);
    expect(inside.memory.map(({ fenceId }) => fenceId)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 1),
    );
    const out = runSteps(
      [
        [0, 0],
        [10, 1],
        [60, 600],
      ],
      fences,
    );
    expect(out.crossed).toHaveLength(100);
    expect(out.memory).toEqual([]);
  });

  test('keeps watching an older fence below thousands of newer ones', () => {
    const steps: Step[] = [
      [0, 0],
      [60, 600],
    ];
    const own = fence({ fenceId: 1, holdSeconds: 0, holdMetres: 0, fenceName: 'Own' });
    const others = nested(3_000).map((one) => ({ ...one, fenceId: one.fenceId + 1 }));
    const { crossed } = runSteps([[-60, -20], ...steps], [...others, own]);
    // Its western edge is 0 m east of 0.
    expect(crossed).toContainEqual(['IN', 0, 0]);
  });

  test('stores at most 200 after movement between several positions', () => {
    // Positions 10 km apart, 300 fences over each with a dwell time of an hour: a tracker that leaves stays stored.
    const square = (centre: number, first: number) =>
      Array.from({ length: 300 }, (_, at) =>
        fence({
          fenceId: first + at,
          holdSeconds: 3_600,
          holdMetres: 0,
          shape: {
            type: 'RECTANGLE',
            west: (centre - 500) * METRE,
            south: -500 * METRE,
            east: (centre + 500) * METRE,
            north: 500 * METRE,
          },
        }),
      );
    const fences = [0, 10_000, 20_000].flatMap((centre, at) => square(centre, at * 1_000));
    const { memory } = runSteps(
      [
        [0, 0],
        [300, 10_000],
        [600, 20_000],
        [660, 20_000],
      ],
      fences,
    );
    expect(memory).toHaveLength(200);
  });

  test('crosses the oldest 1,000 of 3,000 fences along a segment', () => {
    // Each is 2 m wide and the next one starts 4 m further: 12 km.
    const row = Array.from({ length: 3_000 }, (_, at) =>
      fence({
        fenceId: at + 1,
        holdSeconds: 0,
        holdMetres: 0,
        shape: {
          type: 'RECTANGLE',
          west: (10 + at * 4) * METRE,
          south: -500 * METRE,
          east: (12 + at * 4) * METRE,
          north: 500 * METRE,
        },
      }),
    );
    const { crossed } = runSteps(
      [
        [0, 0],
        [500, 13_000],
      ],
      row,
    );
    expect(crossed).toHaveLength(2_000);
    expect(crossed.at(-1)?.[2]).toBe(12 + 999 * 4);
  });

  test('handles reports in 20,000 fences quickly', () => {
    const index = new FenceIndex(nested(20_000));
    let memory: readonly FenceMemory[] = [];
    const before = Date.now();
    for (let second = 0; second < 100; second++) {
      const [from, to] = [coordinatesOf([second, second]), coordinatesOf([second + 1, second + 1])];
      memory = crossFences(memory, { index, groupId: null }, from, to).memory;
    }
    expect(memory).toHaveLength(100);
    // All of them with each report took half a minute, and more with each stored one.
    expect(Date.now() - before).toBeLessThan(2_500);
  });
});
