import { expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { markInactive, markSeen } from '../tracker-state/connection.ts';
import { START_SPEED } from '../tracker-state/movement.ts';
import { NEVER_REPORTED, type TrackerState } from '../tracker-state/tracker-state.ts';
import { type Activity, type ActivityDay, GAP_MS, totalOf } from './activity.ts';
import { ActivityFollower } from './activity-follower.ts';
import { applyActivity } from './apply-activity.ts';
import { createDayOf } from './calendar-days.ts';
import { openActivity } from './follow-activity.ts';

/** Degrees along the equator for one metre: 180 / (pi * 6 371 008.8 m). */
const METRE = 180 / (Math.PI * 6_371_008.8);
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 25, 12);
const RULE = { dayOf: createDayOf((instant) => instant), gapMs: GAP_MS, movingSpeed: START_SPEED };

function reportOf(minute: number, metres: number, speed: number): Report {
  // Coordinates exactly 0, 0 are no fix.
  const place = { latitude: 0, longitude: (metres + 10) * METRE };
  return {
    time: START + minute * MINUTE,
    fix: { ...place, speed, altitude: null, course: null, accuracy: null, valid: true },
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: { ignition: speed > 0 },
  };
}

/** Applies reports in the order in which they come, as the pipeline does. */
class Pipeline {
  state: TrackerState = NEVER_REPORTED;
  readonly ended: Activity[] = [];
  readonly days: ActivityDay[] = [];

  add(report: Report, receivedAt = report.time): this {
    const applied = applyActivity(this.state, applyReport(this.state, report, receivedAt, 0), RULE);
    this.state = applied.outcome.state;
    this.ended.push(...applied.ended);
    this.days.push(...applied.days);
    return this;
  }

  /** Ten minutes after the last message it is offline. */
  goOffline(minute: number): this {
    this.state = markInactive(this.state, START + minute * MINUTE, 10 * MINUTE, 0)?.state ?? this.state;
    return this;
  }

  get activities(): readonly Activity[] {
    const { position, memory } = this.state;
    if (memory.activity === undefined || position === null) return this.ended;
    return [...this.ended, openActivity(memory.activity, position)];
  }
}

function drive(pipeline: Pipeline, from: number, to: number): Pipeline {
  for (let minute = from; minute <= to; minute += 1) pipeline.add(reportOf(minute, minute * 1_000, 60));
  return pipeline;
}

test('an offline device that returns at speed goes on with its trip', () => {
  const pipeline = drive(new Pipeline(), 0, 5).goOffline(15);
  expect(pipeline.state.status).toBe('OFFLINE');
  drive(pipeline, 20, 25);
  expect(pipeline.state.status).toBe('RUNNING');
  const [trip, ...others] = pipeline.activities;
  expect(others).toEqual([]);
  expect(trip?.kind).toBe('trip');
  expect(trip && totalOf(trip).metres).toBeCloseTo(25_000, 6);
});

test('an offline device is displayed as stationary until a fix shows that it moves', () => {
  const pipeline = drive(new Pipeline(), 0, 5).goOffline(15);
  pipeline.state = markSeen(pipeline.state, START + 16 * MINUTE)?.state ?? pipeline.state;
  expect(pipeline.state.status).toBe('STOP');
  expect(pipeline.add(reportOf(17, 5_000, 0)).state.status).toBe('STOP');
  expect(pipeline.add(reportOf(18, 5_000, 0)).state.status).toBe('STOP');
  expect(pipeline.add(reportOf(20, 5_000, 0)).state.status).toBe('STOP');
  expect(pipeline.add(reportOf(21, 6_000, 60)).state.status).toBe('RUNNING');
  expect(pipeline.activities.map(({ kind, from }) => [kind, (from.time - START) / MINUTE])).toEqual([
    ['trip', 0],
    ['stop', 17],
  ]);
});

test('a late report, a rejected one and one without a fix change no activity', () => {
  const pipeline = drive(new Pipeline(), 0, 5);
  const { activity } = pipeline.state.memory;
  expect(pipeline.add(reportOf(3.5, 3_500, 60)).state.memory.activity).toBe(activity);
  expect(pipeline.add({ ...reportOf(6, 6_000, 60), fix: null }).state.memory.activity).toBe(activity);
  const future = reportOf(60 * 24, 0, 0);
  expect(pipeline.add(future, START + 7 * MINUTE).state.memory.activity).toBe(activity);
});

test('finds the same activities as a follower of the stored fixes', () => {
  // Pseudo-random speeds and pauses, with time offline; the same with each run.
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pipeline = new Pipeline();
  const follower = new ActivityFollower(RULE);
  let [minute, metres, isDriving] = [0, 0, true];
  for (let count = 0; count < 5_000; count += 1) {
    if (random() < 0.03) isDriving = !isDriving;
    const pause = random() < 0.01 ? 30 + random() * 60 : 0.2 + random();
    const kmh = isDriving ? 20 + random() * 60 : random() * 3;
    minute += pause;
    metres += isDriving ? (kmh / 60) * pause * 1_000 : random() * 8 - 4;
    const report = reportOf(minute, metres, kmh);
    pipeline.goOffline(minute).add(report);
    const {
      latitude,
      longitude,
      speed = null,
      accuracy = null,
    } = report.fix ?? { latitude: 0, longitude: 0 };
    follower.add({ time: report.time, latitude, longitude, speed, accuracy, ignition: kmh > 0 });
  }
  expect(new Set(follower.activities.map(({ kind }) => kind))).toEqual(new Set(['trip', 'stop', 'gap']));
  expect(follower.activities.length).toBeGreaterThan(100);
  expect(pipeline.activities).toEqual(follower.activities);
  expect(pipeline.days.length).toBeGreaterThan(100);
  expect(follower.days.slice(0, pipeline.days.length)).toEqual(pipeline.days);
});
