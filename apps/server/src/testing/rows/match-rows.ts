import type { MatchClassForm } from '@wakeline/contract/matches/match-classes';
import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { saveClass } from '../../races/classes.ts';
import { insertCourse } from '../../races/race-courses.ts';
import { createMatch } from '../create-match.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

const HOUR_MS = 3_600_000;

/** The rows of matches with what is in them. */
export function matchRows(world: World, { uniqueName }: Makers) {
  const { db } = world.database;
  const times = () => ({ startTime: world.clock.now(), endTime: world.clock.now() + HOUR_MS });
  const form = () => ({ matchName: uniqueName(), place: '', ...times(), maps: [] });

  const create = ({ accountId }: Owner) =>
    db.transaction().execute((tx) => createMatch(tx, accountId, form(), world.clock.now()));
  const ofMatch = async (owner: Owner) => ({ matchId: await create(owner) });

  async function ofCourse(owner: Owner) {
    const matchId = await create(owner);
    const course = courseOfMarks(
      [
        { name: 'a', position: [12, 57], radius: 50 },
        { name: 'b', position: [12, 57.01], radius: 50 },
      ],
      'Marks',
    );
    const source = {
      kind: 'marks' as const,
      marks: [
        { labelPointId: 1, gateLabelPointId: null, radius: 50 },
        { labelPointId: 2, gateLabelPointId: null, radius: 50 },
      ],
    };
    const courseId = await db
      .transaction()
      .execute((tx) => insertCourse(tx, matchId, { source, course, now: world.clock.now() }));
    return { matchId, courseId };
  }

  async function ofClass(owner: Owner) {
    const matchId = await create(owner);
    const values: MatchClassForm = {
      className: uniqueName(),
      courseId: null,
      startMode: 'mass',
      startTime: null,
    };
    const classId = await db.transaction().execute((tx) => saveClass(tx, matchId, null, values));
    return { matchId, classId };
  }

  async function ofParticipant(owner: Owner) {
    const matchId = await create(owner);
    const { participant_id: participantId } = await db
      .insertInto('match_participant')
      .values({
        ...{ match_id: matchId, number: '', name: uniqueName(), club: '', nationality: '' },
        ...{ gender: 'unspecified', color: null },
      })
      .returning('participant_id')
      .executeTakeFirstOrThrow();
    return { matchId, participantId };
  }

  const ofList = async (owner: Owner) => {
    const { matchId } = await ofParticipant(owner);
    return { matchId, format: 'iof' as const };
  };

  async function createRoute({ accountId }: Owner): Promise<number> {
    const line = JSON.stringify([
      [12, 57],
      [12, 57.01],
    ]);
    const { route_id } = await db
      .insertInto('route')
      .values({
        ...{ account_id: accountId, group_id: null, name: uniqueName(), type: 'walk', origin: 'drawn' },
        ...{ color: '#336699', weight: 3, display: 'SHOW', flags: '[]', data_points: line, line },
        ...{ length: 1_113, point_count: 2, start_name: '', end_name: '', note: '' },
      })
      .returning('route_id')
      .executeTakeFirstOrThrow();
    return route_id;
  }

  const otherAccountError = 'match-unknown';
  return {
    addGroupToMatch: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), groupId: 2_000_000_000 }),
      expectedError: 'group-unknown',
      otherAccountError,
    },
    addMatchCourse: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        source: { kind: 'route' as const, routeId: await createRoute(owner) },
      }),
      otherAccountError,
    },
    addPeopleToMatch: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), personIds: [2_000_000_000] }),
      expectedError: 'person-unknown',
      otherAccountError,
    },
    batchCreateParticipants: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        participants: [{ participantName: uniqueName() }],
      }),
      otherAccountError,
    },
    correctParticipant: {
      payload: async (owner) => ({
        ...(await ofParticipant(owner)),
        correction: { kind: 'status' as const, status: 'did-not-start' as const },
      }),
      otherAccountError,
    },
    createMatch: rowWithoutIds(form),
    deleteMatch: { payload: ofMatch, otherAccountError },
    deleteMatchClass: { payload: ofClass, otherAccountError },
    deleteMatchCourse: { payload: ofCourse, otherAccountError },
    deleteParticipant: {
      payload: async (owner) => {
        const { matchId, participantId } = await ofParticipant(owner);
        return { matchId, participantIds: [participantId] };
      },
      otherAccountError,
    },
    drawStartTimes: {
      payload: async (owner) => ({
        ...(await ofClass(owner)),
        ...{ firstStart: world.clock.now(), intervalSeconds: 60, order: 'random' as const },
      }),
      otherAccountError,
    },
    exportMatchResults: { payload: ofList, otherAccountError },
    exportStartList: { payload: ofList, otherAccountError },
    getParticipantTemplate: rowWithoutIds(() => ({ lang: 'zh_CN' as const })),
    importParticipants: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ file: new File(['Name\nChen Jing\n'], 'runners.csv'), save: true },
      }),
      otherAccountError,
    },
    importStartList: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ file: new File([startListFile(uniqueName())], 'starts.xml'), save: true },
      }),
      otherAccountError,
    },
    editLiveConf: { payload: ofMatch, otherAccountError },
    queryEventPage: {
      payload: async () => ({ code: 'AAAAAAAAAAAAAAAA' }),
      expectedError: 'event-unknown',
      otherAccountError: null,
    },
    queryEventTracks: {
      payload: async () => ({ code: 'AAAAAAAAAAAAAAAA' }),
      expectedError: 'event-unknown',
      otherAccountError: null,
    },
    queryLiveConf: { payload: ofMatch, otherAccountError },
    uploadLiveConfPic: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ use: 'bottom' as const, picture: new File(['no picture'], 'a.png') },
      }),
      expectedError: 'picture-type',
      otherAccountError,
    },
    editMatchCourse: {
      payload: async (owner) => ({ ...(await ofCourse(owner)), courseName: uniqueName() }),
      otherAccountError,
    },
    editMatchStatus: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), state: 'open' as const }),
      otherAccountError,
    },
    queryCorrections: { payload: ofMatch, otherAccountError },
    queryMatchConf: { payload: ofMatch, otherAccountError },
    queryMatchDetail: { payload: ofMatch, otherAccountError },
    queryMatchMsgByPage: rowWithoutIds(() => ({})),
    queryMatchStandings: { payload: ofMatch, otherAccountError },
    queryParticipants: { payload: ofMatch, otherAccountError },
    renewMatchCode: { payload: ofMatch, otherAccountError },
    replaceMatchCourse: {
      payload: async (owner) => ({
        ...(await ofCourse(owner)),
        source: { kind: 'route' as const, routeId: await createRoute(owner) },
      }),
      otherAccountError,
    },
    saveMatchClass: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ classId: null, className: uniqueName(), courseId: null, startMode: 'mass' as const },
      }),
      otherAccountError,
    },
    updateMatchConf: { payload: ofMatch, otherAccountError },
    updateMatchMsg: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), ...form() }),
      otherAccountError,
    },
    updateParticipantMsg: {
      payload: async (owner) => ({ ...(await ofParticipant(owner)), participantName: uniqueName() }),
      otherAccountError,
    },
  } satisfies Partial<Rows>;
}

/** A start list with one participant. */
function startListFile(name: string): string {
  const person = `<Person><Name><Family>${name}</Family><Given/></Name></Person>`;
  return `<StartList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">
<ClassStart><Class><Name>W21</Name></Class><PersonStart>${person}<Start/></PersonStart></ClassStart></StartList>`;
}
