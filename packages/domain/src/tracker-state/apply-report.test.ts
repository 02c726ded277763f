import { describe, expect, test } from 'vitest';
import { areaOf } from '../fences/area.ts';
import { FenceIndex, type FenceNotice } from '../fences/fence-index.ts';
import type { Fix, Report } from '../reports/report.ts';
import { applyExpiredReport, applyReport } from './apply-report.ts';
import { markActive, markInactive, markSeen } from './connection.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const OLDEST = START - 400 * 86_400_000;

interface TestReport extends Partial<Omit<Report, 'fix' | 'time'>> {
  /** Minutes after START by the device clock. */
  readonly at: number;
  /** Minutes after START at which it arrives; by default immediately. */
  readonly receivedAfter?: number;
  readonly fix?: Partial<Fix> | null;
}

function reportOf({ at, receivedAfter: _, fix, ...others }: TestReport): Report {
  const defaultFix: Fix = {
    latitude: 53.5436,
    longitude: 9.9663,
    altitude: null,
    speed: 0,
    course: null,
    accuracy: null,
    valid: true,
    ...fix,
  };
  return {
    time: START + at * MINUTE,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
    ...others,
    fix: fix === null ? null : defaultFix,
  };
}

/** Applies one report after the other; returns the last state and the notice types per report. */
function applyReports(reports: readonly TestReport[], before: TrackerState = NEVER_REPORTED) {
  let state = before;
  const steps = reports.map((testReport) => {
    const step = applyReport(
      state,
      reportOf(testReport),
      START + (testReport.receivedAfter ?? testReport.at) * MINUTE,
      OLDEST,
    );
    state = step.state;
    return step;
  });
  return { state, steps, notices: steps.map(({ notices }) => notices.map(({ noticeType }) => noticeType)) };
}

describe('the tracker state', () => {
  test('is set by the first report', () => {
    const { state, steps } = applyReports([
      { at: 0, battery: 80, gsm: 60, satellites: 9, fix: { speed: 20, course: 45 } },
    ]);
    expect(state).toMatchObject({
      position: { time: START, latitude: 53.5436, longitude: 9.9663, speed: 20, course: 45 },
      battery: 80,
      gsm: 60,
      satellites: 9,
      mileage: 0,
      lastSeenAt: START,
      status: 'RUNNING',
      statusSince: START,
    });
    expect(steps[0]?.position?.time).toBe(START);
  });

  test('is activated by the first accepted report, once', () => {
    const rejected = applyReport(NEVER_REPORTED, reportOf({ at: 60 }), START, OLDEST);
    expect(rejected).toMatchObject({ rejection: 'time-in-future', state: { activatedAt: null } });
    const { state } = applyReports(
      [{ at: 0, receivedAfter: 2, fix: null }, { at: 5 }, { at: 1 }],
      rejected.state,
    );
    expect(state.activatedAt).toBe(START + 2 * MINUTE);
  });

  test('keeps the position after a report without a fix', () => {
    const { state, steps } = applyReports([
      { at: 0, battery: 80 },
      { at: 5, battery: 79, fix: null },
    ]);
    expect(state.position?.time).toBe(START);
    expect(state.battery).toBe(79);
    expect(steps[1]?.position).toBeNull();
  });

  test('keeps values that a report does not contain', () => {
    expect(applyReports([{ at: 0, battery: 80, gsm: 40 }, { at: 1 }]).state).toMatchObject({
      battery: 80,
      gsm: 40,
    });
  });

  test('has the kind of its altitude unless it is above mean sea level', () => {
    const { state, steps } = applyReports([{ at: 0, fix: { altitude: 900, altitudeKind: 3 } }]);
    expect(state.position).toMatchObject({ altitude: 900, altitudeKind: 3 });
    expect(steps[0]?.position?.fix.altitudeKind).toBe(3);
    for (const fix of [
      { altitude: 900 },
      { altitude: 900, altitudeKind: 1 },
      { altitudeKind: 3 },
      { altitudeKind: 9 },
    ])
      expect(applyReports([{ at: 0, fix: { altitude: null, ...fix } }]).state.position).not.toHaveProperty(
        'altitudeKind',
      );
  });

  test('ignores a fix that is not valid, which is only stored', () => {
    const { state, steps } = applyReports([{ at: 0 }, { at: 1, fix: { latitude: 50, valid: false } }]);
    expect(state.position).toMatchObject({ latitude: 53.5436, time: START });
    expect(state.mileage).toBe(0);
    expect(steps[1]?.position?.fix.latitude).toBe(50);
  });

  test('accepts a fix older than a status report with the server time', () => {
    const { state, steps } = applyReports([
      { at: 0 },
      { at: 5, fix: null },
      { at: 4, fix: { latitude: 53.6 } },
    ]);
    expect(steps[2]?.isLate).toBe(false);
    expect(state.position).toMatchObject({ latitude: 53.6, time: START + 4 * MINUTE });
  });
});

describe('a report after the validity', () => {
  const before = applyReports([{ at: 0, battery: 80 }]).state;
  const apply = (testReport: TestReport) =>
    applyExpiredReport(before, reportOf(testReport), START + 10 * MINUTE, OLDEST);

  test('has its position stored and changes nothing else', () => {
    const step = apply({ at: 10, battery: 3, alarms: ['SOS'], fix: { latitude: 53.6, speed: 60 } });
    expect(step).toMatchObject({
      position: { time: START + 10 * MINUTE, battery: 3, fix: { latitude: 53.6 } },
      notices: [],
      rejection: null,
    });
    expect(step.state).toBe(before);
  });

  test('is checked like any other', () => {
    expect(apply({ at: 60 })).toMatchObject({ position: null, rejection: 'time-in-future' });
    expect(apply({ at: 10, fix: null })).toMatchObject({ position: null, rejection: null });
    expect(apply({ at: 10, battery: 255 }).position?.battery).toBeNull();
  });
});

describe('late reports', () => {
  test('are stored without changing position or mileage', () => {
    const before = applyReports([{ at: 0 }, { at: 10, fix: { latitude: 53.6, speed: 60 } }]).state;
    const { state, steps } = applyReports(
      [{ at: 5, receivedAfter: 11, battery: 3, fix: { latitude: 53.5, speed: 60 } }],
      before,
    );
    expect(steps[0]).toMatchObject({ isLate: true, position: { time: START + 5 * MINUTE }, notices: [] });
    expect(state).toEqual({ ...before, lastSeenAt: START + 11 * MINUTE });
  });

  test('change only lastSeenAt when they repeat a report', () => {
    const first = applyReports([{ at: 0 }, { at: 1, fix: { longitude: 9.98, speed: 50 } }]);
    const second = applyReports(
      [{ at: 1, receivedAfter: 2, fix: { longitude: 9.98, speed: 50 } }],
      first.state,
    );
    expect(second.steps[0]?.isLate).toBe(true);
    expect(second.state).toEqual({ ...first.state, lastSeenAt: START + 2 * MINUTE });
  });

  test('set the state of an unknown tracker even if they are a year old', () => {
    const year = -365 * 24 * 60;
    const { state, steps } = applyReports([{ at: year, receivedAfter: 0, alarms: ['VIBRATION'] }]);
    expect(steps[0]).toMatchObject({ isLate: false, notices: [], rejection: null });
    expect(state.position?.time).toBe(START - 365 * 86_400_000);
  });

  test('create one SOS notice if they are at most a day old', () => {
    const before = applyReports([{ at: 0 }]).state;
    const late = applyReports(
      [
        { at: -120, receivedAfter: 1, alarms: ['SOS'] },
        { at: -119, receivedAfter: 1, alarms: ['SOS'] },
      ],
      before,
    );
    expect(late.notices).toEqual([['SOS'], []]);
    expect(late.state.status).toBe('SOS');
    expect(late.state.position?.time).toBe(START);
    expect(applyReports([{ at: -24 * 60 - 1, receivedAfter: 0, alarms: ['SOS'] }], before)).toMatchObject({
      notices: [[]],
      state: { status: 'STOP' },
    });
  });

  test('create no notices of other alarms', () => {
    expect(
      applyReports([{ at: 0 }, { at: -1, receivedAfter: 0, alarms: ['VIBRATION', 'OUTAGE'] }]).notices,
    ).toEqual([[], []]);
  });
});

describe('rejected reports', () => {
  test('change only lastSeenAt', () => {
    const before = applyReports([{ at: 0 }]).state;
    const { state, steps } = applyReports([{ at: 1, alarms: ['SOS'], fix: { latitude: 91 } }], before);
    expect(steps[0]).toMatchObject({ rejection: 'latitude-out-of-range', position: null, notices: [] });
    expect(state).toEqual({ ...before, lastSeenAt: START + MINUTE });
  });
});

describe('alarms', () => {
  test('create a notice at the start of an episode, not with each report', () => {
    const { notices } = applyReports([
      { at: 0, alarms: ['VIBRATION'] },
      { at: 1, alarms: ['VIBRATION'] },
      { at: 2 },
      { at: 3, alarms: ['VIBRATION', 'OUTAGE'] },
      { at: 9 },
      { at: 10, alarms: ['VIBRATION'] },
    ]);
    expect(notices).toEqual([['VIBRATION'], [], [], ['OUTAGE'], [], ['VIBRATION']]);
  });

  test('form one episode while they stay active, however rarely the device reports', () => {
    const { notices } = applyReports([
      { at: 0, alarms: ['OUTAGE'] },
      { at: 60, alarms: ['OUTAGE'] },
      { at: 120, alarms: ['OUTAGE'] },
      { at: 180 },
      { at: 240, alarms: ['OUTAGE'] },
    ]);
    expect(notices).toEqual([['OUTAGE'], [], [], [], ['OUTAGE']]);
  });

  test('create no notice if they arrive more than 30 minutes late', () => {
    expect(applyReports([{ at: -31, receivedAfter: 0, alarms: ['VIBRATION'] }]).notices).toEqual([[]]);
    expect(applyReports([{ at: -30, receivedAfter: 0, alarms: ['VIBRATION'] }]).notices).toEqual([
      ['VIBRATION'],
    ]);
  });

  test('use the last known position if the report has none', () => {
    const { steps } = applyReports([
      { at: 0, fix: { latitude: 53.5, longitude: 10, speed: 7 } },
      { at: 1, fix: null, alarms: ['TEARDOWN'] },
    ]);
    expect(steps[1]?.notices).toEqual([
      {
        noticeType: 'TEARDOWN',
        time: START + MINUTE,
        latitude: 53.5,
        longitude: 10,
        battery: null,
        speed: 7,
        event: { time: START + MINUTE, kind: 'alarm', ref: 7 },
      },
    ]);
  });
});

describe('SOS', () => {
  test('ends after an hour of reports without it', () => {
    const { state, notices, steps } = applyReports([
      { at: 0 },
      { at: 1, alarms: ['SOS'] },
      { at: 2, fix: { speed: 30, latitude: 53.55 } },
      { at: 60 },
      { at: 61 },
    ]);
    expect(notices).toEqual([[], ['SOS'], [], [], []]);
    expect(steps.map((step) => step.state.status)).toEqual(['STOP', 'SOS', 'SOS', 'SOS', 'STOP']);
    expect(steps[3]?.state.statusSince).toBe(START + MINUTE);
    expect(state.memory.sos).toBeNull();
  });

  test('does not end when the device becomes inactive', () => {
    const before = applyReports([{ at: 0, alarms: ['SOS'] }]).state;
    const step = markInactive(before, START + 10 * MINUTE, 10 * MINUTE, 0);
    expect(step).toMatchObject({ state: { status: 'SOS' }, notices: [{ noticeType: 'OFFLINE' }] });
  });
});

describe('battery', () => {
  test('creates one notice per discharge', () => {
    const { notices } = applyReports([
      { at: 0, battery: 25 },
      { at: 1, battery: 20 },
      { at: 2, battery: 21 },
      { at: 3, battery: 19 },
      { at: 4, battery: 29 },
      { at: 5, battery: 18 },
      { at: 6, battery: 30 },
      { at: 7, battery: 20 },
    ]);
    expect(notices).toEqual([[], ['LOWPOWER'], [], [], [], [], [], ['LOWPOWER']]);
  });

  test('counts the alarm of a device and its percentage as one discharge', () => {
    expect(
      applyReports([
        { at: 0, battery: 24, alarms: ['LOWPOWER'] },
        { at: 1, battery: 19 },
        { at: 30, battery: 18, alarms: ['LOWPOWER'] },
      ]).notices,
    ).toEqual([['LOWPOWER'], [], []]);
  });

  test('creates a new notice without percentages after six hours without the alarm', () => {
    expect(
      applyReports([
        { at: 0, alarms: ['LOWPOWER'] },
        { at: 30 },
        { at: 300, alarms: ['LOWPOWER'] },
        { at: 330 },
        { at: 661 },
        { at: 662, alarms: ['LOWPOWER'] },
      ]).notices,
    ).toEqual([['LOWPOWER'], [], [], [], [], ['LOWPOWER']]);
  });
});

describe('inactivity', () => {
  const lastSeenAt = applyReports([{ at: 0, fix: { speed: 40 } }]).state;

  test('sets OFFLINE after the timeout with one notice', () => {
    expect(markInactive(lastSeenAt, START + 10 * MINUTE - 1, 10 * MINUTE, 0)).toBeNull();
    const step = markInactive(lastSeenAt, START + 10 * MINUTE, 10 * MINUTE, 0);
    expect(step).toMatchObject({
      state: { status: 'OFFLINE', statusSince: START },
      notices: [{ noticeType: 'OFFLINE', latitude: 53.5436 }],
    });
    expect(step && markInactive(step.state, START + 20 * MINUTE, 10 * MINUTE, 0)).toBeNull();
  });

  test('does not count while the server was down', () => {
    const restarted = START + 60 * MINUTE;
    expect(markInactive(lastSeenAt, restarted + 9 * MINUTE, 10 * MINUTE, restarted)).toBeNull();
    expect(markInactive(lastSeenAt, restarted + 10 * MINUTE, 10 * MINUTE, restarted)).not.toBeNull();
  });

  test('ends with a report or a heartbeat', () => {
    const inactive = markInactive(lastSeenAt, START + 10 * MINUTE, 10 * MINUTE, 0)?.state ?? NEVER_REPORTED;
    expect(applyReports([{ at: 15 }], inactive).state.status).toBe('STOP');
    expect(markSeen(inactive, START + 15 * MINUTE)?.state).toMatchObject({
      status: 'STOP',
      statusSince: START + 15 * MINUTE,
      lastSeenAt: START + 15 * MINUTE,
    });
  });

  test('ends when the timeout becomes longer than the inactivity', () => {
    const inactive = markInactive(lastSeenAt, START + 12 * MINUTE, 10 * MINUTE, 0)?.state ?? NEVER_REPORTED;
    expect(markActive(inactive, START + 15 * MINUTE, 15 * MINUTE)).toBeNull();
    const active = markActive(inactive, START + 15 * MINUTE - 1, 15 * MINUTE)?.state ?? null;
    expect(active).toMatchObject({ status: 'STOP', statusSince: START, lastSeenAt: START });
    expect(active && markActive(active, START + 15 * MINUTE - 1, 15 * MINUTE)).toBeNull();
  });

  test('does not apply to a tracker that never reported', () => {
    expect(markInactive(NEVER_REPORTED, START, 10 * MINUTE, 0)).toBeNull();
    expect(markActive(NEVER_REPORTED, START, 10 * MINUTE)).toBeNull();
  });
});

describe('fences', () => {
  /** Roughly a kilometre to each side of the quay. */
  const watchOf = (notice: FenceNotice = 'BOTH') => ({
    index: new FenceIndex([
      {
        fenceId: 3,
        fenceName: 'Quay',
        groupId: 7,
        area: areaOf({ type: 'RECTANGLE', west: 9.95, south: 53.53, east: 9.98, north: 53.56 }),
        shapedAt: 0,
        groupIds: null,
        notice,
        holdSeconds: 0,
        holdMetres: 0,
      },
    ]),
    groupId: null,
  });

  function watchAll(
    reports: readonly TestReport[],
    watch = watchOf(),
    before: TrackerState = NEVER_REPORTED,
  ) {
    let state = before;
    const notices = reports.flatMap((testReport) => {
      const lastSeenAt = START + (testReport.receivedAfter ?? testReport.at) * MINUTE;
      const step = applyReport(state, reportOf(testReport), lastSeenAt, OLDEST, watch);
      state = step.state;
      return step.notices;
    });
    return { state, notices };
  }

  const OUT_AND_IN: readonly TestReport[] = [
    { at: 0 },
    { at: 2, fix: { longitude: 10.0, latitude: 53.5436, speed: 36 } },
    { at: 4 },
  ];

  test('names the fence and the position and time of the crossing', () => {
    const { notices, state } = watchAll(OUT_AND_IN);
    // From 9.9663 to 10 in 120 s: 9.98 is at 0.0137 / 0.0337 of the segment, 48.783 s.
    expect(notices).toEqual([
      {
        noticeType: 'OUT',
        time: START + 48_783,
        latitude: 53.5436,
        longitude: expect.closeTo(9.98, 9),
        battery: null,
        speed: 36,
        fence: { fenceId: 3, fenceName: 'Quay', groupId: 7 },
        event: { time: START + 48_783, kind: 'fence-exited', ref: 3 },
      },
      expect.objectContaining({ noticeType: 'IN', time: START + 4 * MINUTE - 48_783, speed: 0 }),
    ]);
    const enteredAt = START + 4 * MINUTE - 48_783;
    expect(state.memory.fences).toMatchObject([
      {
        ...{ fenceId: 3, shapedAt: 0, inside: true, crossing: null, enteredAt },
        visit: {
          time: enteredAt,
          longitude: expect.closeTo(9.98, 9),
          seenAt: START + 4 * MINUTE,
          delay: 48_783,
        },
      },
    ]);
  });

  test.each<[FenceNotice, readonly string[]]>([
    ['BOTH', ['OUT', 'IN']],
    ['IN', ['IN']],
    ['OUT', ['OUT']],
    ['NONE', []],
  ])('creates the notices of a fence with %s', (notice, expected) => {
    expect(watchAll(OUT_AND_IN, watchOf(notice)).notices.map(({ noticeType }) => noticeType)).toEqual(
      expected,
    );
  });

  test('ignores a late report and a fix that is not valid', () => {
    const before = watchAll([{ at: 0 }, { at: 2 }]).state;
    const away = { longitude: 10.0 };
    const late = watchAll([{ at: 1, receivedAfter: 3, fix: away }], watchOf(), before);
    const invalid = watchAll([{ at: 3, fix: { ...away, valid: false } }], watchOf(), before);
    for (const { notices, state } of [late, invalid]) {
      expect(notices).toEqual([]);
      expect(state.memory.fences).toEqual(before.memory.fences);
    }
  });

  test('creates notices of late crossings for 24 hours', () => {
    const noticesAfter = (hours: number) =>
      watchAll(OUT_AND_IN.map((testReport) => ({ ...testReport, receivedAfter: hours * 60 }))).notices.length;
    expect([23, 25].map(noticesAfter)).toEqual([2, 0]);
  });

  test('handles a state without fences, inactivity and a report without a fix', () => {
    const { fences: _, ...old } = watchAll([{ at: 0 }]).state.memory;
    const before = { ...watchAll([{ at: 0 }]).state, memory: old };
    expect(watchAll([{ at: 2 }], watchOf(), before).notices).toEqual([]);
    const inside = watchAll([{ at: 0 }]).state;
    const inactive = markInactive(inside, START + 20 * MINUTE, 10 * MINUTE, 0);
    expect(inactive?.state.memory.fences).toEqual(inside.memory.fences);
    expect(watchAll([{ at: 1, fix: null }], watchOf(), inside).state.memory.fences).toEqual(
      inside.memory.fences,
    );
  });

  test('drops stored fences if the account has none', () => {
    const before = watchAll([{ at: 0 }]).state;
    expect(applyReports([{ at: 1 }], before).state.memory).not.toHaveProperty('fences');
  });
});
