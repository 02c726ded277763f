import type { Report } from '@wakeline/domain/reports/report';
import type pg from 'pg';
import { ensureWeek } from './history.ts';
import type { BenchServer } from './server.ts';

/** A race to the north along a meridian, so that SQL can also compute where everybody is. */
export interface StraightRace {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Metres. */
  readonly length: number;
  readonly participants: number;
  /** Of the fastest participant, m/s. The slowest one has 70 % of it. */
  readonly maxSpeed: number;
}

const [LNG, LAT] = [15, 45];
/** Degrees of a metre at 45° N, roughly. */
const METRE = 1 / 111_100;
/** Metres between two positions of the route. */
const STEP = 25;
/** Splits besides start and finish. */
const SPLITS = 18;
/** Units of the table a degree. */
const UNITS = 1e7;
/** Where finished participants wait, metres behind the line. */
const BEHIND = 50;
/** Altitude, speed, course and others, as in `apps/server/src/positions/packing.ts`. */
const PACKED = '\\x3fd00f901c282307f02ec03e';

/** Adds a match on a route with 20 points, whose participants have these devices, and starts it. */
export async function addStraightRace(
  { client }: BenchServer,
  race: StraightRace,
  trackerIds: readonly number[],
  endTime: number,
): Promise<{ readonly matchId: number; readonly code: string }> {
  const { start, length } = race;
  const { routeId } = await client.call('addRoute', {
    ...{ routeName: 'Meridian', type: 'walk', color: '#336699' },
    dataPoints: Array.from({ length: Math.ceil(length / STEP) + 1 }, (_, at) => [
      LNG,
      LAT + at * STEP * METRE,
    ]),
  });
  const { matchId } = await client.call('createMatch', { matchName: 'Bench', startTime: start, endTime });
  const splits = Array.from({ length: SPLITS }, (_, at) => Math.round(((at + 1) * length) / (SPLITS + 1)));
  const source = { kind: 'route', routeId, splits } as const;
  const { courseId } = await client.call('addMatchCourse', { matchId, source });
  await client.call('updateMatchConf', { matchId, sendInterval: 1 });
  await client.call('batchCreateParticipants', {
    matchId,
    participants: trackerIds.map((trackerId, at) => ({
      ...{ number: String(at + 1), participantName: `Participant ${at + 1}`, trackerId, courseId },
    })),
  });
  for (const state of ['open', 'running'] as const) await client.call('editMatchStatus', { matchId, state });
  const { code } = await client.call('queryMatchDetail', { matchId });
  return { matchId, code };
}

/** `count` reports of a participant, one per second, from the second `first` of the race on. */
export function straightReports(
  race: StraightRace,
  participant: number,
  count: number,
  first: number,
): Report[] {
  const speed = speedOf(race, participant);
  return Array.from({ length: count }, (_, at) => ({
    time: race.start + (first + at) * 1_000,
    fix: {
      latitude: LAT + Math.min(race.length + BEHIND, (first + at) * speed) * METRE,
      longitude: LNG,
      ...{ altitude: 100, speed: speed * 3.6, course: 0, accuracy: null, valid: true },
    },
    ...{ battery: 80, gsm: 60, satellites: 7, alarms: [], attributes: {} },
  }));
}

/** Stores the first `seconds` of the race by SQL: a position of each participant a second. */
export async function storeStraightRace(
  client: pg.Client,
  race: StraightRace,
  trackerIds: readonly number[],
  seconds: number,
): Promise<void> {
  await ensureWeek(client, race.start);
  await ensureWeek(client, race.start + seconds * 1_000);
  await client.query(
    `insert into position (time, tracker_id, latitude, longitude, packed)
     select $1::bigint + second * 1000, tracker_id,
       ($2::float8 + least($3::float8, second * speed) * $4::float8)::int, $5::int, '${PACKED}'::bytea
     from generate_series(0, $6::int - 1) as second
     cross join unnest($7::int[], $8::float8[]) as participant (tracker_id, speed)`,
    [
      ...[race.start, LAT * UNITS, race.length + BEHIND, METRE * UNITS, LNG * UNITS, seconds, trackerIds],
      trackerIds.map((_, participant) => speedOf(race, participant)),
    ],
  );
  await client.query('vacuum analyze position');
}

function speedOf({ maxSpeed, participants }: StraightRace, participant: number): number {
  return maxSpeed * (1 - (0.3 * participant) / participants);
}
