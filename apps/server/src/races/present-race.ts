import type { ProvisionalResult } from '@wakeline/contract/live-events/match-helpers';
import type {
  EventSnapshot,
  EventSplits,
  PositionRow,
  StandingRow,
} from '@wakeline/contract/matches/event-page';
import type { ClassStandings, Standing } from '@wakeline/contract/matches/standings';
import { officialDecision } from '@wakeline/domain/races/corrections';
import { lastPassings as findLastPassings } from '@wakeline/domain/races/last-passings';
import {
  type ParticipantResult,
  type ResultStatus,
  toParticipantResult,
} from '@wakeline/domain/races/participant-result';
import { type SplitRow, splitTable } from '@wakeline/domain/races/split-table';
import { rankParticipants, type StandingsRow } from '@wakeline/domain/races/standings';
import type { BoardEntry, RaceBoard } from './race-board.ts';
import type { Race, RaceParticipant } from './read-race.ts';

/** Passings in the list of the last ones. */
const LAST_PASSINGS = 20;
/** Decimal places of positions, as 1e-6 degrees. */
const MICRO = 1e6;

/** The participants that are ranked together: those of a class, or of a course without a class. `courseId`: of the first one. */
interface RankedGroup {
  readonly classId: number | null;
  readonly courseId: number | null;
  readonly rows: readonly StandingsRow[];
  readonly splits: readonly SplitRow[];
}

interface Evaluated {
  readonly stamp: number;
  readonly groups: readonly RankedGroup[];
  /** Without a course. */
  readonly unranked: readonly { readonly entry: BoardEntry; readonly status: ResultStatus }[];
}

/** What several readers of a board present of the same moment. */
const evaluated = new WeakMap<RaceBoard, Evaluated>();

/** All results of a board as of now. */
export function evaluate(board: RaceBoard): Evaluated {
  const known = evaluated.get(board);
  if (known?.stamp === board.stamp) return known;
  const made = { stamp: board.stamp, ...rankBoard(board) };
  evaluated.set(board, made);
  return made;
}

function rankBoard(board: RaceBoard): Omit<Evaluated, 'stamp'> {
  const results = new Map<string, { of: RaceParticipant; results: ParticipantResult[] }>();
  const unranked: { entry: BoardEntry; status: ResultStatus }[] = [];
  for (const entry of board.entries) {
    const { participant } = entry;
    const result = resultOf(board, entry);
    if (result === null) {
      unranked.push({ entry, status: statusWithoutCourse(board, entry) });
      continue;
    }
    // Variations of a course, such as those of a relay, are in one class and are ranked together.
    const { class_id } = participant.row;
    const key = class_id === null ? `course ${participant.courseId}` : `class ${class_id}`;
    const known = results.get(key);
    if (known === undefined) results.set(key, { of: participant, results: [result] });
    else known.results.push(result);
  }
  const groups = [...results.values()].map(({ of, results: ofGroup }) => ({
    classId: of.row.class_id,
    courseId: of.courseId,
    rows: rankParticipants(ofGroup, { isMassStart: isMassStart(board, of) }),
    splits: splitTable(ofGroup),
  }));
  return { groups, unranked };
}

function isMassStart({ race }: RaceBoard, { row }: RaceParticipant): boolean {
  const ofClass = race?.classes.find(({ classId }) => classId === row.class_id);
  return ofClass === undefined || ofClass.startMode !== 'individual';
}

function resultOf(board: RaceBoard, { participant, run }: BoardEntry): ParticipantResult | null {
  const { race, horizon } = board;
  const { row, course, setup, corrections } = participant;
  if (race === null || course === null || run === null) return null;
  const windowEnd = windowEndOf(board, race, participant);
  return toParticipantResult(
    {
      ...{ id: row.participant_id, course, corrections, startTime: setup.startTime, windowEnd },
      sendInterval: row.tracker_id === null ? null : race.settings.sendInterval,
    },
    run.result(horizon, windowEnd),
    horizon,
  );
}

/** When the time of a participant ends, epoch milliseconds. */
function windowEndOf({ horizon, isPast }: RaceBoard, { match }: Race, { window }: RaceParticipant): number {
  const isOver = !isPast && (match.state === 'finished' || match.state === 'archived');
  const end = Math.min(window?.to ?? Number.POSITIVE_INFINITY, match.end_at.getTime());
  return isOver ? Math.min(end, horizon) : end;
}

function statusWithoutCourse(board: RaceBoard, { participant, tail }: BoardEntry): ResultStatus {
  const { race, horizon } = board;
  const isOver = race !== null && horizon >= windowEndOf(board, race, participant);
  const asOf = isOver ? Number.POSITIVE_INFINITY : horizon;
  const decided = officialDecision(participant.corrections, asOf).status;
  if (decided !== null) return decided;
  if (horizon < participant.startTime) return 'not-started';
  return tail.last === null ? 'no-data' : 'running';
}

/** The rankings of all classes. */
export function presentClasses(board: RaceBoard): ClassStandings[] {
  const { groups, unranked } = evaluate(board);
  const ranked = groups.map(({ classId, courseId, rows }) => ({
    classId,
    courseId,
    rows: rows.map(toStanding),
  }));
  const others = Map.groupBy(unranked, ({ entry }) => entry.participant.row.class_id);
  return [
    ...ranked,
    ...[...others].map(([classId, entries]) => ({
      classId,
      courseId: null,
      rows: entries.map(({ entry, status }) => toUnranked(entry, status)),
    })),
  ];
}

function toStanding({ result, place, gap }: StandingsRow): Standing {
  const { course, elapsed, passedAt, lastPassed, missing } = result;
  const last = course.points[lastPassed];
  const isScore = course.type === 'score';
  return {
    participantId: result.id,
    rank: place,
    status: result.status,
    startTime: result.start,
    finishTime: passedAt.at(-1) ?? null,
    elapsed: result.time ?? elapsed[lastPassed] ?? null,
    behind: gap,
    passed: passedAt.filter((time, index) => index > 0 && time !== null).length,
    missing: missing.map((index) => course.points[index]?.code ?? ''),
    lastPointId: last?.id ?? null,
    distance: Math.round(result.progress ?? 0),
    score: isScore ? result.points : null,
    penaltySeconds: result.penalty,
    penaltyPoints: result.overtimePoints,
    stale: result.isStale,
  };
}

function toUnranked({ participant }: BoardEntry, status: ResultStatus): Standing {
  return {
    ...{ participantId: participant.row.participant_id, rank: null, status },
    ...{ startTime: participant.startTime, finishTime: null, elapsed: null, behind: null, passed: 0 },
    ...{ missing: [], lastPointId: null, distance: 0, score: null },
    ...{ penaltySeconds: 0, penaltyPoints: 0, stale: false },
  };
}

/** What positions and decisions show of each participant so far. */
export function presentProvisional(board: RaceBoard): ReadonlyMap<number, ProvisionalResult> {
  const { groups, unranked } = evaluate(board);
  const none = { lastPoint: null, lastTime: null, finishTime: null };
  return new Map([
    ...groups.flatMap(({ rows }) => rows.map(({ result }) => [result.id, toProvisional(result)] as const)),
    ...unranked.map(
      ({ entry, status }) => [entry.participant.row.participant_id, { status, ...none }] as const,
    ),
  ]);
}

function toProvisional({ status, course, passedAt }: ParticipantResult): ProvisionalResult {
  let [lastPoint, lastTime]: [string | null, number | null] = [null, null];
  for (const [index, { code, kind }] of course.points.entries()) {
    const time = passedAt[index] ?? null;
    // The controls of a score course are passed in any order.
    if (kind === 'control' && time !== null && time >= (lastTime ?? time))
      [lastPoint, lastTime] = [code, time];
  }
  return { status, lastPoint, lastTime, finishTime: passedAt.at(-1) ?? null };
}

/** Positions and ranking for the public page. */
export function presentRace(board: RaceBoard): {
  readonly positions: readonly PositionRow[];
  readonly standings: readonly StandingRow[];
} {
  const positions: PositionRow[] = [];
  for (const { participant, tail } of board.entries) {
    const { last } = tail;
    if (last === null) continue;
    const { time, lng, lat, speed, course } = last;
    const rounded = (value: number | null) => (value === null ? null : Math.round(value));
    positions.push([
      participant.row.participant_id,
      time,
      Math.round(lng * MICRO),
      Math.round(lat * MICRO),
      rounded(speed),
      rounded(course),
    ]);
  }
  const standings = presentClasses(board).flatMap(({ rows }) => rows.map(toRow));
  return { positions, standings };
}

/** Metres: the distance of a row changes in steps, so that a viewer does not receive every row each second. */
const DISTANCE_STEP = 10;

function toRow(standing: Standing): StandingRow {
  const { participantId: id, rank, status, elapsed, behind, passed, score, stale } = standing;
  return {
    ...{ id, rank, status, elapsed, behind, passed, score, stale },
    start: standing.startTime,
    last: standing.lastPointId,
    distance: Math.round(standing.distance / DISTANCE_STEP) * DISTANCE_STEP,
    missing: standing.missing.length,
  };
}

/** The passings of all points by all participants on a course. */
export function presentSplits(board: RaceBoard): EventSplits['splits'] {
  return evaluate(board).groups.flatMap(({ rows, splits }) => {
    const courses = new Map(rows.map(({ result }) => [result.id, result]));
    return splits.map(({ id, splits: passings }) => ({
      id,
      passings: passings.map(({ index, passedAt, elapsed, place, leg, legPlace }) => ({
        pointId: courses.get(id)?.course.points[index]?.id ?? '',
        time: passedAt,
        elapsed,
        rank: place,
        leg,
        legRank: legPlace,
        corrected: isCorrected(board, id, courses.get(id)?.course.points[index]?.id),
      })),
    }));
  });
}

function isCorrected({ race }: RaceBoard, participantId: number, pointId: string | undefined): boolean {
  const participant = race?.participants.find(({ row }) => row.participant_id === participantId);
  return participant?.corrections.some((one) => one.kind === 'passing' && one.point === pointId) ?? false;
}

/** The decisions about statuses and penalties so far, which the replay applies as `toParticipantResult` does. */
export function presentDecisions({ race, horizon }: RaceBoard): EventSplits['decisions'] {
  return (race?.participants ?? []).flatMap(({ row: { participant_id: id }, corrections }) =>
    corrections.flatMap((correction): EventSplits['decisions'] => {
      if (!('decidedAt' in correction) || correction.decidedAt > horizon) return [];
      if (correction.kind === 'penalty') return [{ id, ...correction }];
      return correction.status === null ? [] : [{ id, ...correction, status: correction.status }];
    }),
  );
}

/** The last passings of the match, the newest first. */
export function presentLastPassings(board: RaceBoard): EventSnapshot['passings'] {
  const latest = evaluate(board).groups.flatMap(({ rows, splits }) => {
    const results = new Map(rows.map(({ result }) => [result.id, result]));
    return findLastPassings(splits, LAST_PASSINGS).map(
      ({ participant, index, passedAt, elapsed, place }) => ({
        id: participant,
        point: results.get(participant)?.course.points[index]?.id ?? '',
        time: passedAt,
        elapsed,
        rank: place,
      }),
    );
  });
  return latest.toSorted((a, b) => b.time - a.time).slice(0, LAST_PASSINGS);
}
