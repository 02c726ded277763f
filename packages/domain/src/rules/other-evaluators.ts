import { type Evaluator, FORGET, type RuleHit } from './evaluator.ts';
import { type ConditionOf, RULE_NOTICES } from './rule.ts';
import type { AltitudeAt } from './rule-memory.ts';

const MINUTE_MS = 60_000;

export function deviceAlarm({ alarms }: ConditionOf<'deviceAlarm'>): Evaluator {
  return {
    onReport({ events, report }) {
      if (events.length === 0) return null;
      const hits = events.flatMap((event): RuleHit[] => {
        if (event.kind !== 'alarm' || !alarms.includes(event.noticeType)) return [];
        return [{ noticeType: event.noticeType, time: report.time, value: null }];
      });
      return hits.length === 0 ? null : { memory: undefined, hits };
    },
  };
}

/**
 * A climb is measured from the lowest altitude of the window, a descent from the highest. Altitudes of another kind begin a new
 * window.
 */
export function climb({ metres, minutes, direction }: ConditionOf<'climb'>): Evaluator {
  return {
    onReport({ here, report: { time } }, memory) {
      const altitude = here?.altitude ?? null;
      if (altitude === null) return null;
      const kind = here?.altitudeKind;
      const now: AltitudeAt = { time, altitude, ...(kind !== undefined && { kind }) };
      const lowest = extreme(memory?.lowest, now, minutes, (a, b) => a <= b);
      const highest = extreme(memory?.highest, now, minutes, (a, b) => a >= b);
      const change =
        direction !== 'DOWN' && altitude - lowest.altitude >= metres
          ? altitude - lowest.altitude
          : direction !== 'UP' && highest.altitude - altitude >= metres
            ? altitude - highest.altitude
            : null;
      const isOngoing = memory?.held?.notified === true;
      if (change === null) {
        // The episode ends when a whole window brings no such change.
        const held = isOngoing && time - memory.held.since < minutes * MINUTE_MS ? memory.held : undefined;
        const isSame = lowest === memory?.lowest && highest === memory?.highest && held === memory?.held;
        return isSame ? null : { memory: { lowest, highest, ...(held && { held }) }, hits: [] };
      }
      return {
        memory: { lowest, highest, held: { since: time, notified: true } },
        hits: isOngoing ? [] : [{ noticeType: RULE_NOTICES.climb, time, value: Math.round(change) }],
      };
    },
  };
}

function extreme(
  before: AltitudeAt | undefined,
  now: AltitudeAt,
  minutes: number,
  isBeyond: (altitude: number, other: number) => boolean,
): AltitudeAt {
  if (before === undefined || before.kind !== now.kind || now.time - before.time > minutes * MINUTE_MS)
    return now;
  return isBeyond(now.altitude, before.altitude) ? now : before;
}

/** The silence of a tracker, by the server clock. */
export function offline({ minutes }: ConditionOf<'offline'>): Evaluator {
  return {
    // A report ends the silence.
    onReport: (_, memory) => (memory === undefined ? null : FORGET),
    onTick({ now, state: { lastSeenAt }, listeningSince }, memory) {
      if (lastSeenAt === null || memory?.held !== undefined) return null;
      const silent = now - Math.max(lastSeenAt, listeningSince);
      if (silent < minutes * MINUTE_MS) return null;
      return {
        memory: { held: { since: lastSeenAt, notified: true } },
        hits: [{ noticeType: RULE_NOTICES.offline, time: now, value: minutes }],
      };
    },
  };
}

/** A planned time of day passed without a message. */
export function noData({ times, graceMinutes }: ConditionOf<'noData'>): Evaluator {
  const grace = graceMinutes * MINUTE_MS;
  return {
    onReport: () => null,
    onTick({ now, state: { lastSeenAt }, midnight, listeningSince }, memory) {
      const due = times
        .map((minute) => midnight + minute * MINUTE_MS)
        .filter((planned) => planned + grace <= now)
        .reduce((last, planned) => Math.max(last, planned), Number.NEGATIVE_INFINITY);
      // The first check after the rule was enabled only sets where it starts.
      if (memory?.doneFor === undefined) return { memory: { doneFor: Math.max(due, now) }, hits: [] };
      if (due <= memory.doneFor) return null;
      const isMissing =
        (lastSeenAt ?? Number.NEGATIVE_INFINITY) < due - grace && listeningSince <= due - grace;
      return {
        memory: { doneFor: due },
        hits: isMissing ? [{ noticeType: RULE_NOTICES.noData, time: now, value: null }] : [],
      };
    },
  };
}
