import type { ServerProcess } from '../support/server.ts';
import { raceOf } from './race.ts';

/** Names of the demo. */
const ROUTE = '尧山长距离 Long course';
const HOUR = 3_600_000;
/** Splits of the long course, metres. */
const SPLITS = [2_000, 4_000, 6_000, 8_000];

/** A running match of the demo's runners on its long course, and one that is planned. */
export async function populateMatches(server: ServerProcess): Promise<void> {
  const { client } = server;
  const { start } = await raceOf(server);
  const details = { matchName: '尧山越野挑战赛 Yao Mountain Trail', place: '桂林 Guilin' };
  const { matchId } = await client.call('createMatch', {
    ...details,
    startTime: start,
    endTime: start + 6 * HOUR,
  });
  const routes = (await client.call('queryAllRoutes', {})).list;
  const route = routes.find(({ routeName }) => routeName === ROUTE);
  if (route === undefined) throw new Error(`the demo has no ${ROUTE}`);
  const { courseId } = await client.call('addMatchCourse', {
    matchId,
    courseName: '长距离 Long',
    source: { kind: 'route', routeId: route.routeId, splits: SPLITS },
  });
  const { classId } = await client.call('saveMatchClass', {
    ...{ matchId, classId: null, className: '公开组 Open', courseId, startMode: 'individual' },
  });
  const people = (await client.call('queryPeoplesByPage', { pageIndex: 1, pageSize: 100, isBound: true }))
    .list;
  const personIds = people.map(({ personId }) => personId);
  await client.call('addPeopleToMatch', { matchId, classId, personIds });
  for (const state of ['open', 'running'] as const) await client.call('editMatchStatus', { matchId, state });
  await client.call('createMatch', {
    ...{ matchName: '周末训练 Weekend training', place: '', startTime: start + 24 * HOUR },
    endTime: start + 26 * HOUR,
  });
}
