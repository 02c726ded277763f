import { describe, expect, test } from 'vitest';
import { planControls, planCourse, planStops } from './course-plan.ts';
import { courseStops } from './course-stops.ts';
import type { Course, CourseEvent } from './event.ts';
import { indexEvent } from './event-index.ts';
import { type OverprintElement, overprint, previewOverprint } from './overprint.ts';
import { overprintDimensions } from './overprint-dimensions.ts';
import { boxAround, boxesOverlap, circleOverlapsBox, segmentOverlapsBox } from './paper.ts';
import { numberWidth } from './place-numbers.ts';
import { at, branch, control, course, event, PAPER, visit } from './testing/plan-event.ts';

/** 150 m are 10 mm on paper. */
const CONTROLS = [
  control('S1', at(0, 0)),
  control('31', at(600, 0)),
  control('32', at(600, 900)),
  control('F1', at(1500, 900)),
];
const NORMAL = course('c', ['S1', '31', '32', 'F1']);

function draw(drawn: Course = NORMAL, changes: Partial<CourseEvent> = {}, paper = PAPER) {
  const index = indexEvent(event({ controls: CONTROLS, courses: [drawn], ...changes }));
  return overprint(index, planStops(courseStops(index, drawn.controls), drawn), paper);
}

type ElementOf<Type extends OverprintElement['type']> = Extract<OverprintElement, { type: Type }>;
const ofType = <Type extends OverprintElement['type']>(
  { elements }: { readonly elements: readonly OverprintElement[] },
  type: Type,
) => elements.filter((element): element is ElementOf<Type> => element.type === type);

/** Rounded to micrometres. */
const xy = ({ x, y }: { readonly x: number; readonly y: number }) =>
  [x, y].map((value) => Math.round(value * 1000) / 1000 + 0);

describe('dimensions', () => {
  test('are those of ISOM 2017-2 at 1:15,000, enlarged with the print scale', () => {
    expect(overprintDimensions(15_000, 15_000)).toMatchObject({
      lineWidth: 0.35,
      circleDiameter: 5,
      triangleSide: 6,
      finishDiameters: [4, 6],
      numberHeight: 4,
    });
    // 150 %.
    expect(overprintDimensions(15_000, 10_000)).toMatchObject({
      lineWidth: expect.closeTo(0.525, 9),
      circleDiameter: 7.5,
      triangleSide: 9,
    });
    expect(overprintDimensions(15_000, 7_500)).toMatchObject({ lineWidth: 0.7, circleDiameter: 10 });
    // Not more than 200 %, and never reduced.
    expect(overprintDimensions(10_000, 4_000).circleDiameter).toBe(10);
    expect(overprintDimensions(20_000, 20_000).circleDiameter).toBe(5);
  });

  test('of sprint maps are those of ISSprOM at 1:4,000', () => {
    expect(overprintDimensions(4_000, 4_000)).toMatchObject({
      lineWidth: 0.35,
      circleDiameter: 6,
      triangleSide: 7,
      finishDiameters: [5, 7],
      numberHeight: 4,
    });
    expect(overprintDimensions(4_000, 3_000).circleDiameter).toBe(8);
  });
});

describe('preview', () => {
  const planOf = (controls: CourseEvent['controls']) => {
    const index = indexEvent(event({ controls, courses: [NORMAL] }));
    return { index, plan: planStops(courseStops(index, NORMAL.controls), NORMAL) };
  };
  const before = planOf(CONTROLS);
  const base = overprint(before.index, before.plan, PAPER);
  const preview = (changes: Partial<CourseEvent['controls'][number]>) => {
    const controls = CONTROLS.map((each) => (each.id === '31' ? { ...each, ...changes } : each));
    const { index, plan } = planOf(controls);
    const options = { base, before: before.index, changed: new Set(['31']) };
    return {
      moved: previewOverprint(index, plan, PAPER, options),
      final: overprint(index, plan, PAPER),
    };
  };

  test('has the symbols and lines of the final overprint, and moves an automatic number with its control', () => {
    const { moved, final } = preview({ coordinates: at(750, 150) });
    const symbols = (drawn: typeof base) =>
      drawn.elements.filter(({ type }) => type !== 'text').map((element) => JSON.stringify(element));
    expect(symbols(moved).toSorted()).toEqual(symbols(final).toSorted());
    const [from, to] = [base, moved].map((drawn) =>
      ofType(drawn, 'text').find(({ control: id }) => id === '31'),
    );
    // 150 m to the right and up are 10 mm.
    expect(to?.center.x).toBeCloseTo((from?.center.x ?? 0) + 10, 6);
    expect(to?.center.y).toBeCloseTo((from?.center.y ?? 0) + 10, 6);
  });

  test('shows a number where it is placed by hand', () => {
    const { moved } = preview({ numberLocation: { x: -7, y: 3 } });
    const number = ofType(moved, 'text').find(({ control: id }) => id === '31');
    // The control is 600 m or 40 mm to the right of the origin.
    expect(xy(number?.center ?? { x: 0, y: 0 })).toEqual([33, 3]);
  });
});

describe('symbols', () => {
  test('a control is a circle with a radius of 2.5 mm around its position', () => {
    const circles = ofType(draw(), 'circle').filter((circle) => circle.control === '31');
    expect(circles.map(({ center, radius }) => [...xy(center), radius])).toEqual([[40, 0, 2.5]]);
  });

  test('a finish has two circles, 4 and 6 mm wide', () => {
    const circles = ofType(draw(), 'circle').filter((circle) => circle.control === 'F1');
    expect(circles.map(({ center, radius }) => [...xy(center), radius])).toEqual([
      [100, 60, 2],
      [100, 60, 3],
    ]);
  });

  test('a start is a triangle turned towards the first control', () => {
    const [triangle] = ofType(draw(), 'polygon');
    // To the right: the vertex is 6 / sqrt(3) = 3.464 mm from the center, the others 1.732 mm behind it and 3 mm aside.
    expect(triangle?.points.map(xy)).toEqual([
      [3.464, 0],
      [-1.732, 3],
      [-1.732, -3],
    ]);
  });

  test('a start is turned towards the first bend, and up without a leg', () => {
    const legs = [{ id: 'l', from: 'S1', to: '31', bends: [at(0, -150)], gaps: [] }];
    expect(ofType(draw(NORMAL, { legs }), 'polygon')[0]?.points.map(xy)[0]).toEqual([0, -3.464]);
    const single = course('c', ['S1']);
    expect(ofType(draw(single), 'polygon')[0]?.points.map(xy)[0]).toEqual([0, 3.464]);
  });

  test('keeps the gaps of circles', () => {
    const controls = CONTROLS.map((each) =>
      each.id === '31' ? { ...each, circleGaps: [{ from: 30, to: 60 }] } : each,
    );
    const circle = ofType(draw(NORMAL, { controls }), 'circle').find((each) => each.control === '31');
    expect(circle?.gaps).toEqual([{ from: 30, to: 60 }]);
  });

  test('a crossing point has two lines along the route, a map issue point a bar across it', () => {
    const special = [
      { ...control('X', at(300, 0)), code: null, special: 'crossing-point' as const },
      { ...control('M', at(-150, 0)), code: null, special: 'map-issue' as const },
    ];
    const drawn = draw(course('c', ['M', 'S1', 'X', '31']), { controls: [...CONTROLS, ...special] });
    const marks = ofType(drawn, 'mark');
    const crossing = marks.filter((mark) => mark.control === 'X').map(({ points }) => points.map(xy));
    // 3 mm long, 1 mm from each other in the middle and 2 mm at the ends.
    expect(crossing.map((points) => [points[0], points[2], points[4]])).toEqual([
      [
        [18.5, -1],
        [20, -0.5],
        [21.5, -1],
      ],
      [
        [18.5, 1],
        [20, 0.5],
        [21.5, 1],
      ],
    ]);
    expect(marks.filter((mark) => mark.control === 'M').map(({ points }) => points.map(xy))).toEqual([
      [
        [-10, 1.5],
        [-10, -1.5],
      ],
    ]);
    expect(ofType(drawn, 'text').map(({ text }) => text)).toEqual(['1']);
  });

  test('the part after a map exchange begins with a triangle at its control', () => {
    const exchanged = course('c', [visit('31', { mapExchange: 'exchange' }), '32', 'F1']);
    const drawn = draw(exchanged);
    expect(ofType(drawn, 'polygon').map((polygon) => polygon.control)).toEqual(['31']);
    expect(ofType(drawn, 'text').map(({ text }) => text)).toEqual(['2']);
  });
});

describe('legs', () => {
  const lines = (...parameters: Parameters<typeof draw>) =>
    ofType(draw(...parameters), 'line').map(({ leg, points }) => [`${leg.from}-${leg.to}`, points.map(xy)]);

  test('end at the edges of the symbols', () => {
    // Triangle: 3.464; circle: 2.5 + 0.175; finish: 3 + 0.175.
    expect(lines()).toEqual([
      [
        'S1-31',
        [
          [3.464, 0],
          [37.325, 0],
        ],
      ],
      [
        '31-32',
        [
          [40, 2.675],
          [40, 57.325],
        ],
      ],
      [
        '32-F1',
        [
          [42.675, 60],
          [96.825, 60],
        ],
      ],
    ]);
  });

  test('are interrupted in the circle of another control', () => {
    const controls = [...CONTROLS, control('33', at(300, 0))];
    const detour = course('c', ['S1', '31', '33']);
    expect(lines(detour, { controls })[0]).toEqual([
      'S1-31',
      [
        [3.464, 0],
        [17.325, 0],
      ],
    ]);
    expect(lines(detour, { controls })[1]).toEqual([
      'S1-31',
      [
        [22.675, 0],
        [37.325, 0],
      ],
    ]);
  });

  test('follow their bends', () => {
    const legs = [{ id: 'l', from: 'S1', to: '31', bends: [at(0, 150), at(600, 150)], gaps: [] }];
    expect(lines(NORMAL, { legs })[0]).toEqual([
      'S1-31',
      [
        [0, 3.464],
        [0, 10],
        [40, 10],
        [40, 2.675],
      ],
    ]);
  });

  test('leave gaps, measured on the map and enlarged with the print', () => {
    const legs = [{ id: 'l', from: 'S1', to: '31', bends: [], gaps: [{ start: 10, length: 5 }] }];
    expect(lines(NORMAL, { legs }).slice(0, 2)).toEqual([
      [
        'S1-31',
        [
          [3.464, 0],
          [10, 0],
        ],
      ],
      [
        'S1-31',
        [
          [15, 0],
          [37.325, 0],
        ],
      ],
    ]);
    const doubled = {
      ...PAPER,
      printScale: 7_500,
      toPaper: (position: Parameters<typeof PAPER.toPaper>[0]) => {
        const { x, y } = PAPER.toPaper(position);
        return { x: 2 * x, y: 2 * y };
      },
    };
    expect(lines(NORMAL, { legs }, doubled).slice(0, 2)).toEqual([
      [
        'S1-31',
        [
          [6.928, 0],
          [20, 0],
        ],
      ],
      [
        'S1-31',
        [
          [30, 0],
          [74.65, 0],
        ],
      ],
    ]);
  });

  test('a leg that a course runs twice is drawn once, and controls that overlap have none', () => {
    const twice = course('c', ['S1', '31', '32', '31', '32', 'F1']);
    expect(lines(twice).map(([leg]) => leg)).toEqual(['S1-31', '31-32', '32-31', '32-F1']);
    const controls = [control('31', at(0, 0)), control('32', at(30, 0))];
    expect(lines(course('c', ['31', '32']), { controls })).toEqual([]);
  });
});

describe('numbers', () => {
  const texts = (...parameters: Parameters<typeof draw>) => ofType(draw(...parameters), 'text');

  test('are to the upper right of their circle where nothing is in the way', () => {
    const one = texts(course('c', ['S1', '31', 'F1']), {
      controls: [control('S1', at(600, -600)), control('31', at(600, 0)), control('F1', at(0, 0))],
    });
    // The direction is 30 degrees.
    const [number] = one;
    expect(number?.text).toBe('1');
    const angle = Math.atan2(number?.center.y ?? 0, (number?.center.x ?? 0) - 40);
    expect((angle * 180) / Math.PI).toBeCloseTo(30, 6);
  });

  test('move away from a leg in steps of pi/16', () => {
    // The leg from 31 leads to the upper right.
    const controls = [control('S1', at(-600, 0)), control('31', at(0, 0)), control('F1', at(866, 500))];
    const [number] = texts(course('c', ['S1', '31', 'F1']), { controls });
    const angle = Math.atan2(number?.center.y ?? 0, number?.center.x ?? 0);
    const steps = (angle - Math.PI / 6) / (Math.PI / 16);
    expect(steps).toBeCloseTo(Math.round(steps), 6);
    expect(Math.round(steps)).not.toBe(0);
  });

  test('cover no circle, no line and no other number on a dense course', () => {
    // 40 controls, 16 mm from each other in rows of 8, visited in columns.
    const controls = Array.from({ length: 40 }, (_, index) =>
      control(String(31 + index), at((index % 8) * 240, Math.floor(index / 8) * 240)),
    );
    const dense = course(
      'c',
      controls.map(({ id }) => id),
    );
    const drawn = draw(dense, { controls });
    const boxes = ofType(drawn, 'text').map(({ text, center, height }) =>
      boxAround(center, numberWidth(text, height) / 2, height / 2),
    );
    expect(boxes).toHaveLength(40);
    for (const [index, box] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) expect(boxesOverlap(box, other)).toBe(false);
      for (const circle of ofType(drawn, 'circle')) expect(circleOverlapsBox(circle, box)).toBe(false);
      for (const { points } of ofType(drawn, 'line')) {
        for (const [end, to] of points.entries()) {
          const from = points[end - 1];
          if (from !== undefined) expect(segmentOverlapsBox(from, to, box)).toBe(false);
        }
      }
    }
  });

  test('stay where they were placed by hand: for the control, or for one course', () => {
    const controls = CONTROLS.map((each) =>
      each.id === '31' ? { ...each, numberLocation: { x: 6, y: -2 } } : each,
    );
    expect(texts(NORMAL, { controls }).map(({ text, center }) => [text, ...xy(center)])[0]).toEqual([
      '1',
      46,
      -2,
    ]);
    const moved = course('c', ['S1', visit('31', { numberLocation: { x: 0, y: 8 } }), '32', 'F1']);
    expect(texts(moved, { controls }).map(({ text, center }) => [text, ...xy(center)])[0]).toEqual([
      '1',
      40,
      8,
    ]);
  });

  test('a control that is visited twice has both numbers', () => {
    expect(texts(course('c', ['S1', '31', '32', '31', 'F1'])).map(({ text }) => text)).toEqual(['1/3', '2']);
  });

  test.each([
    ['sequence', ['1', '2']],
    ['code', ['31', '32']],
    ['sequence-and-code', ['1-31', '2-32']],
    ['sequence-and-score', ['1(10)', '2']],
    ['code-and-score', ['31(10)', '32']],
    ['score', ['10', '32']],
  ] as const)('labels %s', (labels, expected) => {
    const labelled = course('c', ['S1', visit('31', { points: 10 }), '32', 'F1'], { labels });
    expect(texts(labelled).map(({ text }) => text)).toEqual(expected);
  });
});

test('a score course has no legs, and points as labels', () => {
  const score = course('c', ['S1', visit('31', { points: 10 }), visit('32', { points: 20 }), 'F1'], {
    type: 'score',
    labels: 'score',
  });
  const drawn = draw(score);
  expect(ofType(drawn, 'line')).toEqual([]);
  expect(ofType(drawn, 'text').map(({ text }) => text)).toEqual(['10', '20']);
});

test('a course with variations is drawn with all legs and with codes', () => {
  const forked = course('c', [
    'S1',
    visit('31', { variation: { kind: 'fork', branches: [branch('a', '32'), branch('b')] } }),
    'F1',
  ]);
  const index = indexEvent(event({ controls: CONTROLS, courses: [forked] }));
  const drawn = overprint(index, planCourse(index, forked), PAPER);
  expect(new Set(ofType(drawn, 'line').map(({ leg }) => `${leg.from}-${leg.to}`))).toEqual(
    new Set(['S1-31', '31-32', '32-F1', '31-F1']),
  );
  expect(ofType(drawn, 'text').map(({ text }) => text)).toEqual(['31', '32']);
});

test('all controls are drawn with their codes', () => {
  const index = indexEvent(event({ controls: CONTROLS }));
  const drawn = overprint(index, planControls(CONTROLS), PAPER);
  expect(ofType(drawn, 'text').map(({ text }) => text)).toEqual(['31', '32']);
  expect(ofType(drawn, 'line')).toEqual([]);
  expect(ofType(drawn, 'polygon').map((polygon) => polygon.control)).toEqual(['S1']);
});

test('draws 300 controls and 40 courses at once', () => {
  const controls = Array.from({ length: 300 }, (_, index) =>
    control(String(31 + index), at((index % 20) * 240, Math.floor(index / 20) * 240)),
  );
  const courses = Array.from({ length: 40 }, (_, index) =>
    course(
      `c${index}`,
      Array.from({ length: 30 }, (_, stop) => String(31 + ((index * 7 + stop * 13) % 300))),
    ),
  );
  const index = indexEvent(event({ controls, courses }));
  const start = Date.now();
  overprint(index, planControls(controls), PAPER);
  for (const each of courses) overprint(index, planStops(courseStops(index, each.controls), each), PAPER);
  // Some hundred milliseconds on an idle machine; the bound leaves room for a loaded one.
  expect(Date.now() - start).toBeLessThan(5000);
});
