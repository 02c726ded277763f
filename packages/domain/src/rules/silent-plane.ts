import { silentAfter } from '../aviation/report-times.ts';
import { type Evaluator, FORGET } from './evaluator.ts';
import { TASK_NOTICES } from './watch-task.ts';

const MINUTE_MS = 60_000;

/**
 * A plane in flight that sends no positions, by the server clock: once until the next position, which makes a notice that it
 * ended. Devices that no plane carries, and planes on the ground, are not judged.
 *
 * @param watchedSince epoch milliseconds; silence before does not count.
 */
export function reportInFlight(watchedSince: number): Evaluator {
  return {
    onReport({ here, receivedAt }, memory) {
      const since = memory?.held?.since;
      if (since === undefined || here === null) return null;
      const value = Math.floor((receivedAt - since) / MINUTE_MS);
      // At the time of its arrival: a buffered position would be too old for a notice.
      const hit = { noticeType: TASK_NOTICES.silence, time: receivedAt, value };
      return { memory: undefined, hits: [{ ...hit, reporting: { kind: 'back', since } }] };
    },
    onTick({ now, state, listeningSince }, memory) {
      const { plane } = state.memory;
      const reports = plane?.flight.state === 'airborne' ? plane.reports : null;
      if (reports === null) return memory === undefined ? null : FORGET;
      if (memory?.held !== undefined) return null;
      const { receivedAt: since } = reports;
      const limit = silentAfter(reports);
      if (now - Math.max(since, listeningSince, watchedSince) <= limit) return null;
      const value = Math.floor((now - since) / MINUTE_MS);
      const hit = {
        noticeType: TASK_NOTICES.silence,
        time: now,
        value,
        limit: Math.round(limit / MINUTE_MS),
      };
      return {
        memory: { held: { since, notified: true } },
        hits: [{ ...hit, reporting: { kind: 'silent', since } }],
      };
    },
  };
}
