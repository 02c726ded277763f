import { describe, expect, test } from 'vitest';
import type { TrackerEvent } from '../events/tracker-event.ts';
import { areaOf } from '../fences/area.ts';
import { FenceIndex } from '../fences/fence-index.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { AttributeValue, Report } from '../reports/report.ts';
import { applyExpiredReport, applyReport } from './apply-report.ts';
import { clearSos } from './clear-sos.ts';
import { markActive, markInactive, markSeen } from './connection.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OLDEST = START - 400 * 86_400_000;
/** Degrees of latitude that are 200.15 m: 0.0018 of 111,195 m. */
const BLOCK = 0.0018;

interface Step {
  /** Seconds after START by the device clock. */
  readonly at: number;
  /** Seconds after START at which it arrives; by default immediately. */
  readonly receivedAfter?: number;
  /** Blocks north of the first position; null: without a fix. */
  readonly blocks?: number | null;
  readonly speed?: number;
  readonly valid?: boolean;
  readonly alarms?: readonly NoticeType[];
  readonly battery?: number;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

function reportOf({ at, blocks = 0, speed = 0, valid = true, ...others }: Step): Report {
  const fix =
    blocks === null
      ? null
      : {
          latitude: 53.5 + blocks * BLOCK,
          longitude: 9.9,
          altitude: null,
          speed,
          course: null,
          accuracy: null,
          valid,
        };
  return {
    time: START + at * SECOND,
    fix,
    battery: others.battery ?? null,
    gsm: null,
    satellites: null,
    alarms: others.alarms ?? [],
    attributes: others.attributes ?? {},
  };
}

/** An area whose southern edge is 2.5 blocks north of the first position. */
const SOUTH = 53.5 + 2.5 * BLOCK;
const WATCH = {
  index: new FenceIndex([
    {
      fenceId: 3,
      fenceName: 'Quay',
      groupId: 7,
      area: areaOf({ type: 'RECTANGLE', west: 9.8, south: SOUTH, east: 10, north: 54 }),
      shapedAt: 0,
      groupIds: null,
      // No notices: events do not depend on them.
      notice: 'NONE',
      holdSeconds: 0,
      holdMetres: 0,
    },
  ]),
  groupId: null,
};

/** The state after the steps, each stored as JSON in between, and the events: the kind, its second after START, the rest. */
function run(steps: readonly Step[], before: TrackerState = NEVER_REPORTED) {
  let state = before;
  const events: TrackerEvent[] = [];
  for (const step of steps) {
    const receivedAt = START + (step.receivedAfter ?? step.at) * SECOND;
    const outcome = applyReport(state, reportOf(step), receivedAt, OLDEST, WATCH);
    state = JSON.parse(JSON.stringify(outcome.state));
    events.push(...outcome.events);
  }
  return { state, events: events.map(compact) };
}

function compact({ kind, time, latitude, longitude: _, ...details }: TrackerEvent) {
  const blocks = latitude === null ? null : Math.round(((latitude - 53.5) / BLOCK) * 100) / 100;
  const { since, ...others } = { since: undefined, ...details };
  return [
    kind,
    (time - START) / SECOND,
    blocks,
    ...(typeof since === 'number' ? [(since - START) / SECOND] : since === null ? [null] : []),
    ...Object.values(others),
  ];
}

/** A device that has reported at START. */
const KNOWN = run([{ at: 0 }]).state;
const moving = (at: number, blocks: number): Step => ({ at, blocks, speed: 36 });

describe('movement', () => {
  const trip = [
    { at: 0 },
    moving(60, 1),
    moving(80, 2),
    // 30 s of movement.
    moving(90, 2.2),
    moving(100, 2.4),
    { at: 130, blocks: 2.4 },
    { at: 200, blocks: 2.4 },
    { at: 309, blocks: 2.4 },
  ];

  test('is an event with the moment at which it began and the length of the trip', () => {
    expect(run(trip, KNOWN).events).toEqual([['movement-started', 60, 1, 0]]);
    const { events } = run([...trip, { at: 310, blocks: 2.4 }], KNOWN);
    // 2.4 blocks are 480.36 m.
    expect(events).toEqual([
      ['movement-started', 60, 1, 0],
      ['movement-stopped', 130, 2.4, 60, 480],
    ]);
  });

  test('does not create an event for the first position, a red light or a wrong position', () => {
    expect(run([moving(0, 0), moving(60, 0.5), moving(300, 2)]).events).toEqual([['online', 0, 0, null]]);
    const light = [...trip.slice(0, 7), moving(220, 2.4), moving(230, 2.45), moving(300, 2.48)];
    expect(run(light, KNOWN).events).toEqual([['movement-started', 60, 1, 0]]);
    const jump = [moving(60, 2), { at: 70 }, { at: 140 }, { at: 400 }];
    expect(run(jump, KNOWN).events).toEqual([]);
  });

  test('does not create an event for late reports, and continues a trip through time offline', () => {
    const { state } = run([...trip.slice(1, 5)], KNOWN);
    expect(
      run(
        [
          { at: 65, blocks: 2.4 },
          { at: 66, blocks: 2.4 },
        ],
        state,
      ).events,
    ).toEqual([]);
    const inactive = markInactive(state, START + 800 * SECOND, 600 * SECOND, 0);
    expect(inactive?.events.map(compact)).toEqual([['offline', 800, 2.4, 100]]);
    const { events } = run(
      [
        { at: 2_000, blocks: 2.4 },
        { at: 2_180, blocks: 2.4 },
      ],
      inactive?.state,
    );
    expect(events).toEqual([
      ['online', 2_000, 2.4, 100],
      ['movement-stopped', 2_000, 2.4, 60, 480],
    ]);
  });

  test('continues from the state of an older version', () => {
    const { travel: _, ...memory } = KNOWN.memory;
    const old = { ...KNOWN, memory: { ...memory, statusNotified: { moving: true, since: null } } };
    // Its trip has no known start: it counts from the first position of this version.
    const { state, events } = run([{ at: 60 }, { at: 239 }, { at: 240 }], old);
    expect(events).toEqual([['movement-stopped', 60, 0, 60, 0]]);
    expect(state.memory).not.toHaveProperty('statusNotified');
    expect(run([{ at: 60, blocks: null }], old).state.memory.statusNotified?.moving).toBe(true);
  });
});

describe('fences', () => {
  test('create an event at each edge; the exit has the time of the entry', () => {
    // 0.5 of the way from 2 to 3 blocks in 20 s, and back.
    const { events } = run([moving(100, 2), moving(120, 3), moving(140, 2)], KNOWN);
    expect(events).toEqual([
      ['fence-entered', 110, 2.5, { fenceId: 3, fenceName: 'Quay', groupId: 7 }],
      ['movement-started', 100, 2, 0],
      ['fence-exited', 130, 2.5, 110, { fenceId: 3, fenceName: 'Quay', groupId: 7 }],
    ]);
  });

  test('have an unknown entry if the tracker was inside when they started to apply', () => {
    const { events } = run([moving(0, 3), moving(10, 2)]);
    expect(events).toEqual([
      ['online', 0, 3, null],
      ['fence-exited', 5, 2.5, null, { fenceId: 3, fenceName: 'Quay', groupId: 7 }],
    ]);
  });

  test('order the events of a report by time', () => {
    const crossing = { ...moving(120, 3), alarms: ['OUTAGE' as const] };
    expect(run([moving(100, 2), crossing], KNOWN).events.map(([kind, at]) => [kind, at])).toEqual([
      ['fence-entered', 110],
      ['alarm', 120],
    ]);
  });

  test('create events of crossings of any age', () => {
    const late = [moving(100, 2), moving(120, 3)].map((step) => ({ ...step, receivedAfter: 30 * 3_600 }));
    expect(run(late, KNOWN).events.map(([kind]) => kind)).toEqual(['fence-entered']);
  });
});

describe('alarms', () => {
  test('create an event per episode, whatever their age', () => {
    const steps = [
      { at: 10, alarms: ['OUTAGE' as const] },
      { at: 20, alarms: ['OUTAGE' as const] },
      { at: 30 },
      // 5 min after it was last on it has ended.
      { at: 321, alarms: ['OUTAGE' as const, 'VIBRATION' as const] },
    ].map((step) => ({ ...step, receivedAfter: 5_000 }));
    expect(run(steps, KNOWN).events).toEqual([
      ['alarm', 10, 0, 'OUTAGE'],
      ['alarm', 321, 0, 'OUTAGE'],
      ['alarm', 321, 0, 'VIBRATION'],
    ]);
  });

  test('create an event of a low battery once until it was charged', () => {
    const levels = [50, 20, 19, 25, 20, 30, 20];
    const steps = levels.map((battery, index) => ({ at: 10 + index, battery }));
    expect(run(steps, KNOWN).events).toEqual([
      ['battery-low', 11, 0, 20],
      ['battery-low', 16, 0, 20],
    ]);
    expect(run([{ at: 10, alarms: ['LOWPOWER'] }], KNOWN).events).toEqual([['battery-low', 10, 0, null]]);
  });

  test('create events of an SOS and its end', () => {
    const sos: Step = { at: 60, blocks: 0.1, alarms: ['SOS'] };
    const { state, events } = run([sos], KNOWN);
    expect(events).toEqual([['alarm', 60, 0.1, 'SOS']]);
    // After an hour of reports without it.
    expect(run([{ at: 61 }, { at: 3_659 }, { at: 3_660 }], state).events).toEqual([
      ['sos-cleared', 3_660, 0, 60],
    ]);
    const cleared = clearSos(state, START + 2 * MINUTE);
    expect(cleared?.events.map(compact)).toEqual([['sos-cleared', 120, 0.1, 60]]);
    expect(run([{ at: 130, alarms: ['SOS'] }], cleared?.state).events).toEqual([]);
  });

  test('create an event of an SOS in a late report, and of nothing else in it', () => {
    const { state } = run([{ at: 600 }], KNOWN);
    const late: Step = {
      at: 60,
      receivedAfter: 610,
      alarms: ['OUTAGE', 'SOS'],
      attributes: { ignition: true },
    };
    expect(run([late], state).events).toEqual([['alarm', 60, 0, 'SOS']]);
    expect(run([{ ...late, alarms: ['OUTAGE'] }], state).events).toEqual([]);
  });
});

test('creates events of the ignition, with the time since when it was so', () => {
  const ignition = (at: number, value: AttributeValue): Step => ({ at, attributes: { ignition: value } });
  const steps = [
    ignition(10, false),
    { at: 20 },
    ignition(30, true),
    ignition(40, true),
    // Without a fix.
    { ...ignition(50, false), blocks: null },
    // Late.
    ignition(45, true),
    ignition(60, 1),
    ignition(70, 0),
    ignition(80, 'unknown'),
  ];
  expect(run(steps, KNOWN).events).toEqual([
    ['ignition-on', 30, 0, 10],
    ['ignition-off', 50, 0, 30],
    ['ignition-on', 60, 0, 50],
    ['ignition-off', 70, 0, 60],
  ]);
  expect(KNOWN.memory).not.toHaveProperty('ignition');
});

describe('the connection', () => {
  const inactive = markInactive(KNOWN, START + 10 * MINUTE, 10 * MINUTE, 0);
  const offline = inactive?.state ?? NEVER_REPORTED;

  test('creates events when the device is offline and when any message arrives again', () => {
    expect(inactive?.events.map(compact)).toEqual([['offline', 600, 0, 0]]);
    const online = ['online', 900, 0, 0];
    expect(markSeen(offline, START + 900 * SECOND)?.events.map(compact)).toEqual([online]);
    expect(run([{ at: 900 }], offline).events).toEqual([online]);
    // Late, rejected, and without a fix.
    expect(run([{ at: -5, receivedAfter: 900 }], offline).events).toEqual([online]);
    expect(run([{ at: 90_000, receivedAfter: 900 }], offline).events).toEqual([online]);
    expect(run([{ at: 900, blocks: null }], offline).events).toEqual([online]);
    expect(markActive(offline, START + 900 * SECOND, 20 * MINUTE)?.events.map(compact)).toEqual([online]);
  });

  test('creates no event while the device is online', () => {
    expect(markSeen(KNOWN, START + MINUTE)?.events).toEqual([]);
    expect(run([{ at: 60, blocks: null }], KNOWN).events).toEqual([]);
  });
});

test('creates no event for a report after the validity', () => {
  const step = applyExpiredReport(KNOWN, reportOf({ at: 60, alarms: ['SOS'] }), START + MINUTE, OLDEST);
  expect(step.events).toEqual([]);
});
