import type { EventPage, EventSplits, StandingRow } from '@wakeline/contract/matches/event-page';
import type { Correction } from '@wakeline/domain/races/corrections';
import { toParticipantResult } from '@wakeline/domain/races/participant-result';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { RunResult } from '@wakeline/domain/races/run-result';
import { rankParticipants } from '@wakeline/domain/races/standings';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { EventRacer } from '../event-model.ts';
import type { EventState, RacePosition } from '../event-store.ts';
import type { EventTrack } from './event-tracks.ts';

/** Everything that a replay needs. Times: epoch milliseconds. */
export interface ReplayData {
  readonly page: Pick<
    EventPage,
    'courses' | 'classes' | 'startTime' | 'endTime' | 'settings' | 'state' | 'revision'
  >;
  readonly racers: ReadonlyMap<number, EventRacer>;
  readonly tracks: ReadonlyMap<number, EventTrack>;
  readonly splits: ReadonlyMap<number, EventSplits['splits'][number]['passings']>;
  /** By participant. */
  readonly decisions: ReadonlyMap<number, readonly Correction[]>;
  /** As of the end: start times that were detected, and who did not start. */
  readonly standings: ReadonlyMap<number, StandingRow>;
}

/** `real`: at the time of day; `together`: as if all had started at the same time. */
export type ReplayMode = 'real' | 'together';

const LAST_PASSINGS = 20;

/** The start of a participant; that of their class, if it is not known. */
function startOf({ standings }: ReplayData, racer: EventRacer): number {
  return standings.get(racer.participantId)?.start ?? racer.startTime;
}

/** When the time of a participant ends: after the race, nothing follows their last position or passing. */
function endOf(data: ReplayData, racer: EventRacer): number {
  const { state, endTime } = data.page;
  if (state !== 'finished' && state !== 'archived') return endTime;
  const start = startOf(data, racer);
  const passings = (data.splits.get(racer.participantId) ?? []).map(({ time }) => time);
  return Math.max(start, data.tracks.get(racer.participantId)?.time.at(-1) ?? start, ...passings);
}

/** The time of a participant at a time of the replay. */
function ownTime(data: ReplayData, racer: EventRacer, time: number, mode: ReplayMode): number {
  return mode === 'real' ? time : time - data.page.startTime + startOf(data, racer);
}

/** From the first start to the last position. */
export function replayBounds(
  data: ReplayData,
  mode: ReplayMode,
): { readonly start: number; readonly end: number } {
  let [start, end] = [data.page.startTime, data.page.startTime];
  for (const racer of data.racers.values()) {
    const track = data.tracks.get(racer.participantId);
    const last = track?.time.at(-1);
    if (last === undefined) continue;
    const own = startOf(data, racer);
    if (mode === 'real') start = Math.min(start, own);
    end = Math.max(end, mode === 'real' ? last : data.page.startTime + last - own);
  }
  return { start, end: Math.max(end, start + 1_000) };
}

/** What the page displays at a time of the replay. */
export function replayState(data: ReplayData, time: number, mode: ReplayMode): EventState {
  const { page, racers } = data;
  const tailMs = page.settings.tailSeconds * 1_000;
  const tracks = new Map<number, readonly RacePosition[]>();
  for (const racer of racers.values()) {
    const track = data.tracks.get(racer.participantId);
    if (track === undefined) continue;
    const positions = tailAt(track, ownTime(data, racer, time, mode), tailMs);
    if (positions.length > 0) tracks.set(racer.participantId, positions);
  }
  const { standings, passings } = standingsAt(data, time, mode);
  const meta = { revision: page.revision, state: page.state, time, viewers: 0, passings, video: null };
  return { meta, tracks, standings, isOffline: false };
}

/** The position at a time, between two fixes, with those of the seconds before. Nothing before the first fix. */
export function tailAt(track: EventTrack, time: number, tailMs: number): readonly RacePosition[] {
  const { time: times, lng, lat } = track;
  const next = partitionPoint(times.length, (index) => (times[index] ?? 0) <= time);
  if (next === 0) return [];
  const first = partitionPoint(next, (index) => (times[index] ?? 0) < time - tailMs);
  const positions: RacePosition[] = [];
  const at = (index: number): RacePosition => ({
    time: times[index] ?? 0,
    lng: lng[index] ?? 0,
    lat: lat[index] ?? 0,
    speed: null,
    course: null,
  });
  for (let index = Math.min(first, next - 1); index < next; index += 1) positions.push(at(index));
  if (next === times.length) return positions;
  const [from, to] = [at(next - 1), at(next)];
  const share = (time - from.time) / Math.max(1, to.time - from.time);
  // Over the antimeridian the short way.
  const turn = to.lng - from.lng > 180 ? -360 : to.lng - from.lng < -180 ? 360 : 0;
  positions.push({
    ...from,
    time,
    lng: from.lng + (to.lng + turn - from.lng) * share,
    lat: from.lat + (to.lat - from.lat) * share,
  });
  return positions;
}

function standingsAt(data: ReplayData, time: number, mode: ReplayMode) {
  const { page, racers } = data;
  const courses = new Map(page.courses.map(({ courseId, course }) => [courseId, course as RaceCourse]));
  const groups = new Map<
    string,
    { isMassStart: boolean; results: ReturnType<typeof toParticipantResult>[] }
  >();
  const standings = new Map<number, StandingRow>();
  const passings: { id: number; point: string; time: number; elapsed: number; rank: number | null }[] = [];
  for (const racer of racers.values()) {
    const { participantId: id, classId, courseId } = racer;
    const course = courseId === null ? undefined : courses.get(courseId);
    const own = ownTime(data, racer, time, mode);
    const final = data.standings.get(id);
    const didNotStart = final?.status === 'did-not-start' && own >= startOf(data, racer);
    if (course === undefined || didNotStart) {
      if (final !== undefined) standings.set(id, { ...final, rank: null, behind: null });
      continue;
    }
    const ofRacer = data.splits.get(id) ?? [];
    for (const { pointId, time: at, elapsed, rank } of ofRacer)
      if (at <= own) passings.push({ id, point: pointId, time: at - own + time, elapsed, rank });
    const participant = {
      ...{ id, course, startTime: startOf(data, racer), corrections: data.decisions.get(id) ?? [] },
      ...{ windowEnd: endOf(data, racer), sendInterval: null },
    };
    const key = classId === null ? `course ${courseId}` : `class ${classId}`;
    const ofClass = page.classes.find((one) => one.classId === classId);
    const group = groups.get(key) ?? { isMassStart: ofClass?.startMode !== 'individual', results: [] };
    group.results.push(toParticipantResult(participant, runAt(data, racer, course, own), own));
    groups.set(key, group);
  }
  for (const { results, isMassStart } of groups.values())
    for (const { result, place, gap } of rankParticipants(results, { isMassStart }))
      standings.set(result.id, {
        ...{ id: result.id, rank: place, status: result.status, behind: gap },
        // The running clock counts from the start in the time of the replay.
        start: result.start === null ? null : result.start - ownOffset(data, racers.get(result.id), mode),
        elapsed: result.time ?? result.elapsed[result.lastPassed] ?? null,
        passed: result.passedAt.filter((at, index) => index > 0 && at !== null).length,
        last: result.course.points[result.lastPassed]?.id ?? null,
        ...{ distance: 0, score: result.points, missing: result.missing.length, stale: false },
      });
  passings.sort((a, b) => b.time - a.time);
  return { standings, passings: passings.slice(0, LAST_PASSINGS) };
}

/** How much later the own time of a participant is than that of the replay. */
function ownOffset(data: ReplayData, racer: EventRacer | undefined, mode: ReplayMode): number {
  return racer === undefined || mode === 'real' ? 0 : startOf(data, racer) - data.page.startTime;
}

/** The run of a participant as of a time, from the passings that the server found. */
function runAt(data: ReplayData, racer: EventRacer, course: RaceCourse, time: number): RunResult {
  const start = startOf(data, racer);
  const isStarted = start <= time;
  const passed = new Map(
    (data.splits.get(racer.participantId) ?? []).map(({ pointId, time: at }) => [pointId, at]),
  );
  const passings = course.points.map(({ id }, index) => {
    const at = index === 0 ? (isStarted ? start : null) : (passed.get(id) ?? null);
    return { point: id, time: at !== null && at <= time ? at : null, isOfficial: false, approach: null };
  });
  const hasData = (data.tracks.get(racer.participantId)?.time[0] ?? Number.POSITIVE_INFINITY) <= time;
  return {
    start: isStarted ? start : null,
    passings,
    lastPassed: passings.findLastIndex(({ time: at }) => at !== null),
    finish: passings.at(-1)?.time ?? null,
    progress: null,
    lastFix: hasData ? time : null,
  };
}
