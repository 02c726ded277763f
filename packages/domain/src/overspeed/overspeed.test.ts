import { describe, expect, test } from 'vitest';
import { seeded } from '../fences/testing/random.ts';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Report } from '../reports/report.ts';
import { applyRulesToReport, applyRulesToTime, trackerRulesOf } from '../rules/apply-to-tracker.ts';
import { type CompiledRule, compileRule } from '../rules/compile-rule.ts';
import type { WeekSchedule } from '../rules/schedule.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { fromStoredMemory, toStoredMemory } from '../tracker-state/stored-memory.ts';
import { NEVER_REPORTED, type TrackerState } from '../tracker-state/tracker-state.ts';
import { applyDeviceOverspeed } from './apply-device-overspeed.ts';
import { openOverspeedsOf } from './open-overspeeds.ts';
import { type OverspeedStep, releaseSpeedOf } from './overspeed.ts';

/** A Monday. */
const START = Date.UTC(2026, 10, 23, 8);
const METRE = 1 / 111_195.08;
const MINUTE = 60;

interface Fix {
  readonly second: number;
  readonly speed: number | null;
  /** Metres from the start. */
  readonly east: number;
  readonly alarms?: readonly NoticeType[];
  /** Seconds until its receipt. */
  readonly delay?: number;
}

function reportOf({ second, speed, east, alarms = [] }: Fix): Report {
  const fix = { latitude: 0, longitude: 1 + east * METRE, altitude: null, speed, course: 0, accuracy: null };
  const others = { battery: null, gsm: null, satellites: null, alarms, attributes: {} };
  return { time: START + second * 1_000, fix: { ...fix, valid: true }, ...others };
}

function ruleOf(
  limit: number,
  seconds: number,
  schedule: WeekSchedule | null = null,
  changedAt = 1,
): CompiledRule {
  const condition = { type: 'overspeed', limit, seconds, area: null } as const;
  const none = () => undefined;
  const compiled = compileRule(
    { ruleId: 7, ruleName: 'Motorway', changedAt, condition, schedule },
    { fenceOf: none, lineOf: none, pointOf: none },
  );
  if (compiled === null) throw new Error('not compiled');
  return compiled;
}

/** Applies fixes as the pipeline does; the rules of each are those of `rulesAt`. */
function run(
  fixes: readonly Fix[],
  rulesAt: (second: number) => readonly CompiledRule[],
  start: TrackerState = NEVER_REPORTED,
) {
  let state = start;
  const steps: OverspeedStep[] = [];
  let notices = 0;
  for (const fix of fixes) {
    const receivedAt = START + (fix.second + (fix.delay ?? 0)) * 1_000;
    const report = reportOf(fix);
    const rules = trackerRulesOf(rulesAt(fix.second), (instant) => instant);
    const applied = applyReport(state, report, receivedAt, 0);
    const ruled = applyRulesToReport(state, applied, report, receivedAt, rules);
    const outcome = applyDeviceOverspeed(state, ruled, receivedAt);
    // As after a restart.
    state = { ...outcome.state, memory: fromStoredMemory(toStoredMemory(outcome.state.memory)) };
    steps.push(...(outcome.overspeeds ?? []));
    notices += outcome.notices.filter(({ noticeType }) => noticeType === 'OVERSPEED').length;
  }
  return { state, steps, notices };
}

function brief(steps: readonly OverspeedStep[]) {
  return steps.map((step) => {
    if (step.kind === 'kept') return ['kept', (step.from - START) / 1_000];
    const { from, to, metres, fastest, notice } = step.overspeed;
    const times = [from.time, to.time, notice.time].map((time) => (time - START) / 1_000);
    return ['ended', ...times, notice.outcome, Math.round(metres), fastest?.speed ?? null];
  });
}

const at = (second: number, speed: number | null, east: number): Fix => ({ second, speed, east });

test('a limit is kept again 3 km/h below it, or at half of a low one', () => {
  expect([120, 60, 10, 6, 4, 1].map(releaseSpeedOf)).toEqual([117, 57, 7, 3, 2, 0.5]);
});

describe('a limit of 80 km/h for 10 s', () => {
  const rule = ruleOf(80, 10);

  test('is exceeded from the first fix above it to the first fix at or below 77 km/h', () => {
    const { steps, state, notices } = run(
      [
        at(0, 70, 0),
        at(10, 81, 200),
        at(20, 100, 450),
        at(30, 79, 700),
        at(35, null, 800),
        at(40, 77.5, 900),
        at(50, 77, 1_100),
        at(60, 81, 1_300),
      ],
      () => [rule],
    );
    expect(brief(steps)).toEqual([
      ['kept', 10],
      ['ended', 10, 50, 20, 'sent', 900, 100],
    ]);
    expect(notices).toBe(1);
    const [, ended] = steps;
    expect(ended).toMatchObject({
      source: { ruleId: 7, name: 'Motorway', place: null },
      overspeed: { limit: 80, fastest: { time: START + 20_000 } },
    });
    expect(openOverspeedsOf(state.memory)).toEqual([]);
  });

  test('is no episode for one fix, nor for a shorter time', () => {
    const { steps } = run(
      [at(0, 90, 0), at(10, 70, 200), at(20, 90, 400), at(29, 90, 600), at(31, 60, 650)],
      () => [rule],
    );
    expect(steps).toEqual([]);
  });

  test('ends at the last fix before 10 minutes without one, and counts again afterwards', () => {
    const { steps, notices } = run(
      [at(0, 90, 0), at(20, 95, 500), at(640, 99, 15_000), at(650, 99, 15_300)],
      () => [rule],
    );
    expect(brief(steps)).toEqual([
      ['kept', 0],
      ['ended', 0, 20, 20, 'sent', 500, 95],
      ['kept', 640],
    ]);
    expect(notices).toBe(2);
  });

  test('has no notice if it is received too late, but is an episode', () => {
    const late = { delay: 31 * MINUTE };
    const { steps, notices } = run(
      [at(0, 90, 0), at(20, 95, 500), at(30, 60, 700)].map((fix) => ({ ...fix, ...late })),
      () => [rule],
    );
    expect(brief(steps)).toEqual([
      ['kept', 0],
      ['ended', 0, 30, 20, 'late', 700, 95],
    ]);
    expect(notices).toBe(0);
  });

  test.each([
    ['its rule is removed', () => [], null],
    ['its rule changes', () => [ruleOf(90, 10, null, 2)], 'Motorway'],
    ['the hours of its rule end', () => [ruleOf(80, 10, [])], 'Motorway'],
  ])('ends at the last fix if %s', (_, after, name) => {
    const fixes = [at(0, 90, 0), at(20, 95, 500), at(30, 85, 700), at(40, 85, 900)];
    const { steps } = run(fixes, (second) => (second < 40 ? [rule] : after()));
    expect(brief(steps)).toEqual([
      ['kept', 0],
      ['ended', 0, 30, 20, 'sent', 700, 95],
    ]);
    expect(steps[1]).toMatchObject({ source: { ruleId: 7, name } });
  });

  test('ends with the passing of time if its rule is removed', () => {
    const { state } = run([at(0, 90, 0), at(20, 95, 500)], () => [rule]);
    const stay: CompiledRule = { ...ruleOf(200, 10), key: '8', overspeed: undefined as never };
    const ticking = { ...stay, evaluator: { ...stay.evaluator, onTick: () => null } };
    const rules = trackerRulesOf([ticking], (instant) => instant);
    const step = applyRulesToTime(state, START + MINUTE * 1_000, 0, rules);
    expect(brief(step?.overspeeds ?? [])).toEqual([['ended', 0, 20, 20, 'sent', 500, 95]]);
  });
});

describe('an alarm of the device', () => {
  const alarm = (second: number, speed: number, east: number): Fix => ({
    ...at(second, speed, east),
    alarms: ['OVERSPEED'],
  });

  test('is an episode without limit from the first to the last report with it', () => {
    const { steps, notices } = run(
      [
        at(0, 100, 0),
        alarm(10, 120, 300),
        alarm(20, 130, 600),
        at(30, 100, 900),
        // Within 5 minutes: the same episode.
        alarm(60, 110, 1_800),
        at(100, 60, 2_500),
        at(400, 60, 7_500),
      ],
      () => [],
    );
    expect(brief(steps)).toEqual([
      ['kept', 10],
      ['ended', 10, 60, 10, 'sent', 1_500, 130],
    ]);
    expect(steps[1]).toMatchObject({ source: null, overspeed: { limit: null } });
    expect(notices).toBe(1);
  });

  test('that goes on is in the state', () => {
    const { state } = run([at(0, 100, 0), alarm(10, 120, 300)], () => []);
    expect(openOverspeedsOf(state.memory)).toMatchObject([
      { ruleId: null, limit: null, from: { time: START + 10_000 }, notice: { outcome: 'sent' } },
    ]);
  });
});

/** The episodes of fixes, found from their list: `[start, end, metres, highest speed]`; an open one ends at the last fix. */
function episodesOf(fixes: readonly Fix[], limit: number, seconds: number) {
  const found: (readonly number[])[] = [];
  const speedOf = (index: number) => fixes[index]?.speed ?? 0;
  const secondOf = (index: number) => fixes[index]?.second ?? Number.POSITIVE_INFINITY;
  for (let start = 0; start < fixes.length; start += 1) {
    if (speedOf(start) <= limit) continue;
    let end = start;
    while (end + 1 < fixes.length && secondOf(end + 1) - secondOf(end) <= 600 && speedOf(end) > limit - 3)
      end += 1;
    const isReleased = speedOf(end) <= limit - 3;
    const inside = fixes.slice(start, isReleased ? end : end + 1);
    const isReached = inside.some(
      ({ second, speed }) => (speed ?? 0) > limit && second - secondOf(start) >= seconds,
    );
    const metres = (fixes[end]?.east ?? 0) - (fixes[start]?.east ?? 0);
    if (isReached)
      found.push([
        secondOf(start),
        secondOf(end),
        Math.round(metres),
        Math.max(...inside.map(({ speed }) => speed ?? 0)),
      ]);
    start = end;
  }
  return found;
}

test('the episodes of random drives are those that their fixes alone give', () => {
  const random = seeded(20_261_126);
  const roll = (max: number) => Math.floor(random() * max);
  let compared = 0;
  for (let drive = 0; drive < 200; drive += 1) {
    const fixes: Fix[] = [];
    let [second, east, speed] = [0, 0, 70];
    for (let index = 0; index < 60; index += 1) {
      const gap = roll(25) === 0 ? 700 : 5 + roll(20);
      second += gap;
      speed = Math.max(30, Math.min(140, speed + roll(25) - 12));
      east += Math.round((speed / 3.6) * gap);
      fixes.push(at(second, speed, east));
    }
    // The last one ends every episode.
    fixes.push(at(second + 10, 30, east + 80));
    const seconds = roll(3) * 10;
    const { steps } = run(fixes, () => [ruleOf(80, seconds)]);
    const ended = steps.flatMap((step) => (step.kind === 'ended' ? [step.overspeed] : []));
    const actual = ended.map(({ from, to, metres, fastest }) => [
      ...[from, to].map(({ time }) => (time - START) / 1_000),
      Math.round(metres),
      fastest?.speed,
    ]);
    const expected = episodesOf(fixes, 80, seconds);
    expect(actual.map(([start, end, , highest]) => [start, end, highest])).toEqual(
      expected.map(([start, end, , highest]) => [start, end, highest]),
    );
    for (const [index, [, , metres]] of actual.entries())
      expect(Math.abs((metres ?? 0) - (expected[index]?.[2] ?? 0))).toBeLessThanOrEqual(1);
    compared += expected.length;
  }
  expect(compared).toBeGreaterThan(300);
});
