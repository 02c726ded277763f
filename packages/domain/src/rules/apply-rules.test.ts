import { describe, expect, test } from 'vitest';
import { areaOf } from '../fences/area.ts';
import { FenceIndex, type WatchedFence } from '../fences/fence-index.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Report } from '../reports/report.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { NEVER_REPORTED, type TrackerNotice, type TrackerState } from '../tracker-state/tracker-state.ts';
import {
  applyRulesToReport,
  applyRulesToTime,
  type TrackerRules,
  trackerRulesOf,
} from './apply-to-tracker.ts';
import { type CompiledRule, compileRule, type RuleGeometry } from './compile-rule.ts';
import { RouteLine } from './route-line.ts';
import type { RuleCondition } from './rule.ts';
import type { WeekSchedule } from './schedule.ts';

/** One metre along the equator or a meridian, degrees. */
const METRE = 1 / 111_195.08;
/** A Monday. */
const START = Date.UTC(2026, 10, 23, 8);
const MINUTE = 60;
/** Degrees east on the equator: 0, 0 is what receivers send without a fix. */
const BASE = 1;
const ROUTE = new RouteLine([
  [BASE, 0],
  [BASE + 10_000 * METRE, 0],
]);

/** A square of 1,000 m around the point 5,000 m east. Crossings count at once. */
const QUAY: WatchedFence = {
  fenceId: 5,
  fenceName: 'Quay',
  groupId: null,
  groupIds: null,
  shapedAt: 1,
  notice: 'NONE',
  holdSeconds: 0,
  holdMetres: 0,
  area: areaOf({
    type: 'RECTANGLE',
    west: BASE + 4_500 * METRE,
    south: -500 * METRE,
    east: BASE + 5_500 * METRE,
    north: 500 * METRE,
  }),
};
const FENCES = new FenceIndex([QUAY]);

/** Seconds after the start, and what differs from a stationary report at the start of the route. */
type Step = readonly [seconds: number, values?: Values];
interface Values {
  readonly east?: number;
  readonly north?: number;
  readonly speed?: number;
  readonly altitude?: number;
  readonly altitudeKind?: number;
  readonly battery?: number;
  readonly ignition?: boolean;
  readonly alarms?: readonly NoticeType[];
  /** Seconds between the report and its receipt. */
  readonly delay?: number;
  readonly accuracy?: number;
  /** No report: only time passes. */
  readonly tick?: true;
}

function reportOf([seconds, values = {}]: Step): Report {
  const {
    east = 0,
    north = 0,
    speed = 0,
    altitude = null,
    altitudeKind,
    battery = null,
    ignition,
    alarms = [],
  } = values;
  return {
    time: START + seconds * 1_000,
    fix: {
      latitude: north * METRE,
      longitude: BASE + east * METRE,
      altitude,
      ...(altitudeKind !== undefined && { altitudeKind }),
      speed,
      course: 0,
      accuracy: values.accuracy ?? null,
      valid: true,
    },
    battery,
    gsm: null,
    satellites: null,
    alarms,
    attributes: ignition === undefined ? {} : { ignition },
  };
}

const GEOMETRY: RuleGeometry = {
  fenceOf: (fenceId) => (fenceId === QUAY.fenceId ? QUAY : undefined),
  lineOf: () => ROUTE,
  pointOf: (labelPointId) => (labelPointId === 3 ? { latitude: 0, longitude: BASE } : undefined),
};

function compile(
  condition: RuleCondition,
  schedule: WeekSchedule | null = null,
  changedAt = 1,
  ruleId = 7,
): CompiledRule {
  const compiled = compileRule(
    { ruleId, ruleName: `Rule ${ruleId}`, changedAt, condition, schedule },
    GEOMETRY,
  );
  if (compiled === null) throw new Error('not compiled');
  return compiled;
}

/** Moves a tracker from step to step; returns the hits as type, second and value. */
function run(
  rules: readonly CompiledRule[],
  steps: readonly Step[],
  start: { readonly state: TrackerState } = { state: NEVER_REPORTED },
) {
  let { state } = start;
  const hits: [NoticeType, number, number | null][] = [];
  const notices: TrackerNotice[] = [];
  const applied = trackerRulesOf(rules, (instant) => instant);
  for (const step of steps) {
    const now = START + step[0] * 1_000;
    const outcome = step[1]?.tick
      ? applyRulesToTime(state, now, 0, applied)
      : report(state, step, now + (step[1]?.delay ?? 0) * 1_000, applied);
    if (outcome === null) continue;
    // As after a restart: what is kept is plain data.
    state = JSON.parse(JSON.stringify(outcome.state));
    notices.push(...outcome.notices);
    for (const event of outcome.events) {
      if (event.kind !== 'rule') continue;
      hits.push([event.noticeType, (event.time - START) / 1_000, event.value]);
    }
  }
  return { hits, notices, state };
}

function report(state: TrackerState, step: Step, receivedAt: number, rules: TrackerRules) {
  const given = reportOf(step);
  const outcome = applyReport(state, given, receivedAt, 0, { index: FENCES, groupId: null });
  return applyRulesToReport(state, outcome, given, receivedAt, rules);
}

describe('overspeed of 80 km/h for 30 s', () => {
  const rule = compile({ type: 'overspeed', limit: 80, seconds: 30, area: null });

  test('counts when it has lasted, once per episode, with the speed of that moment', () => {
    const { hits } = run(
      [rule],
      [
        [0, { speed: 70 }],
        [10, { speed: 81, east: 200 }],
        [30, { speed: 95, east: 700 }],
        [40, { speed: 90, east: 950 }],
        [50, { speed: 99, east: 1_200 }],
        // Less than 3 km/h below the limit: still the same episode.
        [60, { speed: 77.5, east: 1_400 }],
        [100, { speed: 90, east: 2_300 }],
        [110, { speed: 77, east: 2_500 }],
        [120, { speed: 85, east: 2_700 }],
        [150, { speed: 85, east: 3_400 }],
      ],
    );
    expect(hits).toEqual([
      ['OVERSPEED', 40, 90],
      ['OVERSPEED', 150, 85],
    ]);
  });

  test('does not count for a shorter time, at the limit, or with a long gap in between', () => {
    const { hits } = run(
      [rule],
      [
        [0, { speed: 90 }],
        [20, { speed: 70, east: 500 }],
        [40, { speed: 80, east: 900 }],
        [80, { speed: 80, east: 1_800 }],
        [100, { speed: 90, east: 2_200 }],
        // 11 minutes later: nothing is known about the time between.
        [760, { speed: 90, east: 15_000 }],
        [780, { speed: 90, east: 15_500 }],
      ],
    );
    expect(hits).toEqual([]);
  });

  test('makes no notice when the report arrives after 31 minutes, nor later in that episode', () => {
    const { hits } = run(
      [rule],
      [
        [0, { speed: 90, delay: 31 * MINUTE }],
        [30, { speed: 90, east: 750, delay: 31 * MINUTE }],
        [60, { speed: 90, east: 1_500 }],
      ],
    );
    expect(hits).toEqual([]);
  });
});

test('low battery counts once until it has recovered', () => {
  const rule = compile({ type: 'lowBattery', percent: 25, recovered: 40 });
  const steps: Step[] = [
    [0, { battery: 26 }],
    [10, { battery: 25 }],
    [20, { battery: 30 }],
    [30, { battery: 20 }],
    [40, { battery: 40 }],
    [50],
    [60, { battery: 3 }],
  ];
  expect(run([rule], steps).hits).toEqual([
    ['LOWPOWER', 10, 25],
    ['LOWPOWER', 60, 3],
  ]);
});

describe('started and stopped', () => {
  const rules = [compile({ type: 'started' }), compile({ type: 'stopped' }, null, 1, 8)];

  test('count after 30 s and 3 minutes, and not for a stop of 2 minutes', () => {
    const { hits } = run(rules, [
      [0],
      [60],
      [100, { speed: 30, east: 200 }],
      [130, { speed: 30, east: 450 }],
      // Slow at 200 s; stationary is confirmed at 260 s, 60 s later.
      [200, { east: 1_000 }],
      [260, { east: 1_000 }],
      [320, { speed: 30, east: 1_300 }],
      [350, { speed: 30, east: 1_600 }],
      [400, { east: 2_000 }],
      [460, { east: 2_000 }],
      [640, { east: 2_000 }],
    ]);
    expect(hits).toEqual([
      ['RUNNING', 130, null],
      ['RUNNING', 350, null],
      ['STOP', 640, null],
    ]);
  });

  test('do not count for a tracker that moves when the rule is enabled', () => {
    const moving = run([], [[0], [10, { speed: 30, east: 100 }]]);
    const { hits } = run(
      rules,
      [
        [40, { speed: 30, east: 350 }],
        [80, { speed: 30, east: 700 }],
      ],
      moving,
    );
    expect(hits).toEqual([]);
  });
});

describe('a stay of 20 minutes', () => {
  const rule = compile({ type: 'stay', minutes: 20 });

  test('counts without a further report, once', () => {
    const { hits } = run(
      [rule],
      [
        [0],
        [600, { tick: true }],
        [1_190, { tick: true }],
        [1_200, { tick: true }],
        [1_210, { tick: true }],
        [1_300],
      ],
    );
    expect(hits).toEqual([['STAY', 1_200, 20]]);
  });

  test('starts again after a movement', () => {
    const { hits } = run(
      [rule],
      [
        [0],
        [1_100, { speed: 30, east: 300 }],
        [1_200, { east: 600 }],
        [1_260, { east: 600 }],
        [2_400, { tick: true }],
        [2_460, { tick: true }],
      ],
    );
    expect(hits).toEqual([['STAY', 2_460, 20]]);
  });
});

test('idling counts while the ignition is on, and ends with it', () => {
  const rule = compile({ type: 'idling', minutes: 5 });
  const on = { ignition: true };
  const { hits } = run(
    [rule],
    [[0, on], [200, on], [250, { ignition: false }], [260, on], [400], [559, on], [560, on], [900, on]],
  );
  expect(hits).toEqual([['IDLING', 560, 5]]);
});

test('a device alarm counts at the start of its episode if the rule names it', () => {
  const rule = compile({ type: 'deviceAlarm', alarms: ['VIBRATION'] });
  const { hits } = run(
    [rule],
    [
      [0, { alarms: ['OUTAGE'] }],
      [10, { alarms: ['VIBRATION'] }],
      [20, { alarms: ['VIBRATION'] }],
    ],
  );
  expect(hits).toEqual([['VIBRATION', 10, null]]);
});

test('a shift of 100 m counts from the first position, beyond the accuracy, and again after a return', () => {
  const rule = compile({ type: 'shift', metres: 100 });
  const { hits } = run(
    [rule],
    [
      [0],
      [10, { east: 99 }],
      [20, { east: 120, accuracy: 30 }],
      [30, { east: 131, accuracy: 30 }],
      [40, { east: 90 }],
      [50, { east: 150 }],
      [60, { east: 79 }],
      [70, { east: 101 }],
    ],
  );
  expect(hits).toEqual([
    ['SHIFT', 30, 131],
    ['SHIFT', 70, 101],
  ]);
});

test('a deviation of 50 m counts after 30 s, not for one wrong fix, and again after a return within 40 m', () => {
  const rule = compile({ type: 'deviation', routeId: 1, metres: 50 });
  const { hits } = run(
    [rule],
    [
      [0, { east: 100 }],
      [10, { east: 200, north: 300 }],
      [20, { east: 300, north: 30 }],
      [30, { east: 400, north: 55 }],
      [50, { east: 500, north: 45 }],
      [60, { east: 600, north: 70 }],
      [70, { east: 700, north: 45 }],
      [80, { east: 800, north: 60 }],
      [90, { east: 900, north: 39 }],
      [100, { east: 1_000, north: 51 }],
      [130, { east: 1_100, north: 51 }],
    ],
  );
  expect(hits).toEqual([
    ['YAW', 60, 50],
    ['YAW', 130, 50],
  ]);
});

test('a climb of 100 m within 2 minutes counts from the lowest altitude, once per climb', () => {
  const rule = compile({ type: 'climb', metres: 100, minutes: 2, direction: 'BOTH' });
  const { hits } = run(
    [rule],
    [
      [0, { altitude: 500 }],
      // 30 m a minute: too slow.
      [60, { altitude: 530 }],
      [120, { altitude: 560 }],
      [180, { altitude: 590 }],
      [210, { altitude: 660 }],
      [240, { altitude: 720 }],
      [270, { altitude: 800 }],
      [400, { altitude: 800 }],
      [530, { altitude: 800 }],
      [560, { altitude: 740 }],
      [590, { altitude: 690 }],
    ],
  );
  // At 180 s the window from 0 s ended; the lowest is then 590 m at 180 s, exceeded by 100 m at 240 s.
  expect(hits).toEqual([
    ['RISE', 240, 130],
    ['RISE', 590, -110],
  ]);
});

test('a climb does not compare altitudes of several kinds', () => {
  const rule = compile({ type: 'climb', metres: 100, minutes: 2, direction: 'BOTH' });
  const { hits } = run(
    [rule],
    [
      [0, { altitude: 500, altitudeKind: 3 }],
      // 120 m higher above the ellipsoid, at the same height.
      [10, { altitude: 620, altitudeKind: 2 }],
      [20, { altitude: 500, altitudeKind: 3 }],
      [30, { altitude: 590, altitudeKind: 3 }],
      [40, { altitude: 605, altitudeKind: 3 }],
    ],
  );
  expect(hits).toEqual([['RISE', 40, 105]]);
});

describe('a place with a radius of 100 m', () => {
  const place = { labelPointId: 3, metres: 100 };

  test('is reached once a day within the hours (clock-in)', () => {
    const hours = [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 8 * 60, to: 9 * 60 }];
    const rule = compile({ type: 'clockIn', ...place }, hours);
    const { hits } = run(
      [rule],
      [
        [-600, { east: 50 }],
        [60, { east: 101 }],
        [600, { east: 99 }],
        [700, { east: 300 }],
        [800, { east: 20 }],
        [3_600, { east: 10 }],
        [86_400, { east: 10 }],
      ],
    );
    expect(hits).toEqual([
      ['CLOCK', 600, null],
      ['CLOCK', 86_400, null],
    ]);
  });

  test('is reached from outside only (safe)', () => {
    const rule = compile({ type: 'safe', ...place });
    const { hits } = run(
      [rule],
      [
        [0],
        [10, { east: 110 }],
        [20, { east: 90 }],
        [30, { east: 121 }],
        [40, { east: 110 }],
        [50, { east: 99 }],
        [60],
      ],
    );
    expect(hits).toEqual([['SAFE', 50, null]]);
  });
});

test('silence of 15 minutes counts once until the next report', () => {
  const rule = compile({ type: 'offline', minutes: 15 });
  const { hits } = run(
    [rule],
    [
      [0],
      [899, { tick: true }],
      [900, { tick: true }],
      [2_000, { tick: true }],
      [2_100],
      [3_000, { tick: true }],
    ],
  );
  expect(hits).toEqual([
    ['OFFLINE', 900, 15],
    ['OFFLINE', 3_000, 15],
  ]);
});

test('a planned time without a message counts when its grace is over', () => {
  // 08:30 and 09:00; the start is 08:00.
  const rule = compile({ type: 'noData', times: [510, 540], graceMinutes: 5 });
  const { hits } = run(
    [rule],
    [
      [0],
      [10, { tick: true }],
      // A message at 08:26 is within five minutes of 08:30.
      [26 * MINUTE],
      [36 * MINUTE, { tick: true }],
      [64 * MINUTE, { tick: true }],
      [65 * MINUTE, { tick: true }],
      [80 * MINUTE, { tick: true }],
    ],
  );
  expect(hits).toEqual([['NODATA', 65 * MINUTE, null]]);
});

test('a changed rule starts without memory, and a removed one leaves none', () => {
  const condition = { type: 'lowBattery', percent: 25, recovered: 40 } as const;
  const first = run([compile(condition)], [[0, { battery: 10 }]]);
  const changed = compile({ ...condition, percent: 30 }, null, 2);
  expect(run([changed], [[10, { battery: 10 }]], first).hits).toEqual([['LOWPOWER', 10, 10]]);
  expect(run([], [[10, { battery: 10 }]], first).state.memory.rules).toBeUndefined();
});

test('a rule on a route, fence or point that no longer exists is not applied', () => {
  const none: RuleGeometry = { fenceOf: () => undefined, lineOf: () => undefined, pointOf: () => undefined };
  const area = { kind: 'fence', fenceId: 5 } as const;
  const conditions: RuleCondition[] = [
    { type: 'deviation', routeId: 1, metres: 50 },
    { type: 'overspeed', limit: 50, seconds: 0, area },
    { type: 'fence', fenceIds: [5], direction: 'IN', dwellMinutes: 0 },
    { type: 'clockIn', labelPointId: 3, metres: 100 },
    { type: 'safe', labelPointId: 3, metres: 100 },
  ];
  for (const condition of conditions) {
    const rule = { ruleId: 1, ruleName: '', changedAt: 1, schedule: null, condition };
    expect(compileRule(rule, none)).toBeNull();
    expect(compileRule(rule, GEOMETRY)).not.toBeNull();
  }
});

describe('a fence', () => {
  /** Enters at 4,500 m, halfway between two fixes, and leaves at 5,500 m. */
  const steps: Step[] = [
    [0, { east: 4_000, speed: 36 }],
    [100, { east: 5_000, speed: 36 }],
    [200, { east: 6_000, speed: 36 }],
  ];

  test('that is entered or left counts at the edge, with its name', () => {
    const { hits, notices } = run(
      [
        compile({ type: 'fence', fenceIds: null, direction: 'IN', dwellMinutes: 0 }),
        compile({ type: 'fence', fenceIds: [5], direction: 'OUT', dwellMinutes: 0 }, null, 1, 8),
        compile({ type: 'fence', fenceIds: [6, 5], direction: 'OUT', dwellMinutes: 0 }, null, 1, 9),
      ],
      steps,
    );
    expect(hits).toEqual([
      ['IN', 50, null],
      ['OUT', 150, null],
      ['OUT', 150, null],
    ]);
    // The two rules on the exit make one notice.
    expect(notices).toMatchObject([
      { noticeType: 'IN', fence: { fenceName: 'Quay' }, rule: { ruleId: 7, ruleName: 'Rule 7' } },
      { noticeType: 'OUT', rule: { ruleId: 8 } },
    ]);
  });

  test('in which a tracker stays counts after its dwell time, without a further report, once', () => {
    const rule = compile({ type: 'fence', fenceIds: [5], direction: 'IN', dwellMinutes: 10 });
    const { hits } = run(
      [rule],
      [
        ...steps.slice(0, 2),
        [640, { tick: true }],
        [650, { tick: true }],
        [660, { east: 5_000 }],
        [700, { east: 6_000 }],
        [800, { east: 5_000 }],
        [1_300, { east: 5_000 }],
        [1_349, { tick: true }],
        [1_350, { tick: true }],
      ],
    );
    expect(hits).toEqual([
      ['IN', 650, 10],
      // Entered again at 5,500 m, at 750 s.
      ['IN', 1_350, 10],
    ]);
  });

  test('counts the dwell time from when the rule was enabled', () => {
    const parked = run([], steps.slice(0, 2));
    const rule = compile(
      { type: 'fence', fenceIds: [5], direction: 'IN', dwellMinutes: 10 },
      null,
      START + 600_000,
    );
    const { hits } = run(
      [rule],
      [
        [1_190, { tick: true }],
        [1_200, { tick: true }],
      ],
      parked,
    );
    expect(hits).toEqual([['IN', 1_200, 10]]);
  });
});

describe('the notices of the server', () => {
  const night = [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 22 * 60, to: 6 * 60 }];

  test('of the alarms of a rule are made by the rule only, in its hours', () => {
    const rule = compile({ type: 'deviceAlarm', alarms: ['VIBRATION'] }, night);
    const steps: Step[] = [
      [0, { alarms: ['VIBRATION', 'OUTAGE'] }],
      [3_600],
      // 22:00
      [14 * 3_600, { alarms: ['VIBRATION'] }],
    ];
    expect(run([], steps).notices.map(({ noticeType }) => noticeType)).toEqual([
      'VIBRATION',
      'OUTAGE',
      'VIBRATION',
    ]);
    const { notices } = run([rule], steps);
    expect(notices.map(({ noticeType, rule: made }) => [noticeType, made?.ruleId])).toEqual([
      ['OUTAGE', undefined],
      ['VIBRATION', 7],
    ]);
  });

  test('of a low battery follow the limit of the rule, not that of the server', () => {
    const rule = compile({ type: 'lowBattery', percent: 5, recovered: 50 });
    const steps: Step[] = [
      [0, { battery: 50 }],
      [10, { battery: 15 }],
      [20, { battery: 5 }],
    ];
    expect(run([], steps).notices).toMatchObject([{ noticeType: 'LOWPOWER', battery: 15 }]);
    expect(run([rule], steps).notices).toMatchObject([
      { noticeType: 'LOWPOWER', battery: 5, rule: { value: 5 } },
    ]);
  });
});

test('a late report alarms nobody and keeps the memory', () => {
  const rule = compile({ type: 'overspeed', limit: 80, seconds: 0, area: null });
  const { hits } = run(
    [rule],
    [
      [100, { speed: 70 }],
      [50, { speed: 200, delay: 60 }],
      [110, { speed: 90, east: 250 }],
    ],
  );
  expect(hits).toEqual([['OVERSPEED', 110, 90]]);
});
