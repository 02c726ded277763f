import type { Client } from '@wakeline/client/client';
import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import { drawGift, GIFTS } from './account-data/gifts.ts';
import { raceTimesAt } from './account-data/race-cycle.ts';
import { drawHills } from './account-data/race-picture.ts';
import { LONG_ROUTE, SHORT_ROUTE } from './account-data/routes.ts';
import { LONG_NAMES, SHORT_NAMES } from './scenes/race.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

export const MATCH = '尧山越野赛 Yaoshan trail race';
export const LONG_CLASS = '长距离 Long';
export const SHORT_CLASS = '短距离 Short';

const INTRODUCTION =
  '桂林尧山越野赛：长距离 11 公里，累计爬升约 750 米；短距离 6 公里。起终点设在尧山脚下的补给站。\n\n' +
  'A trail race in the hills east of Guilin: 11 km with about 750 m of climb, and 6 km.';

/** The match of the demo: a trail race that starts again every two and a half hours. */
export function createMatchKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, signal } = context;
  return [
    {
      action: 'createMatch',
      names: async () =>
        (await client.call('queryMatchMsgByPage', { pageSize: 100 }, { signal })).list.map(
          ({ matchName }) => matchName,
        ),
      items: [{ name: MATCH, create: () => createMatch(client, signal) }],
    },
  ];
}

async function createMatch(client: Client, signal: AbortSignal): Promise<void> {
  const { startTime, shortStartTime, endTime } = raceTimesAt(Date.now());
  const form = { matchName: MATCH, place: '桂林尧山 Yaoshan, Guilin', startTime, endTime };
  const { matchId } = await client.call('createMatch', form, { signal });
  const routes = (await client.call('queryAllRoutes', {}, { signal })).list;
  const addCourse = async (routeName: string, courseName: string, splits: number[]) => {
    const routeId = routes.find((route) => route.routeName === routeName)?.routeId ?? 0;
    const source: RaceCourseSource = { kind: 'route', routeId, splits, width: 80 };
    return (await client.call('addMatchCourse', { matchId, courseName, source }, { signal })).courseId;
  };
  const long = await addCourse(LONG_ROUTE, '11 km', [2_000, 4_000, 6_000, 8_000, 10_000]);
  const short = await addCourse(SHORT_ROUTE, '6 km', [2_000, 4_000]);
  const addClass = async (className: string, courseId: number, waveStart: number | null) => {
    const payload = {
      ...{ matchId, classId: null, className, courseId, startTime: waveStart },
      startMode: waveStart === null ? ('mass' as const) : ('wave' as const),
    };
    return (await client.call('saveMatchClass', payload, { signal })).classId;
  };
  const people = (await client.call('queryPeoplesByPage', { pageSize: 100 }, { signal })).list;
  const classes: number[] = [];
  for (const { className, courseId, start, names } of [
    { className: LONG_CLASS, courseId: long, start: null, names: LONG_NAMES },
    { className: SHORT_CLASS, courseId: short, start: shortStartTime, names: SHORT_NAMES },
  ]) {
    const classId = await addClass(className, courseId, start);
    classes.push(classId);
    const personIds = names.flatMap(
      (name) => people.find(({ personName }) => personName === name)?.personId ?? [],
    );
    if (personIds.length > 0)
      await client.call('addPeopleToMatch', { matchId, classId, personIds }, { signal });
  }
  await writePage(client, signal, { matchId, classes });
  for (const { giftName, price, votes, ...drawing } of GIFTS) {
    const picture = new File([new Uint8Array(drawGift({ giftName, price, votes, ...drawing }))], 'gift.png');
    const { url: pictureUrl } = await client.call('uploadGiftPic', { matchId, picture }, { signal });
    await client.call('editGift', { matchId, giftId: null, giftName, price, votes, pictureUrl }, { signal });
  }
  for (const state of ['open', 'running'] as const)
    await client.call('editMatchStatus', { matchId, state }, { signal });
}

async function writePage(
  client: Client,
  signal: AbortSignal,
  { matchId, classes }: { readonly matchId: number; readonly classes: readonly number[] },
): Promise<void> {
  const upload = async (use: 'carousel' | 'bottom', height: number, number: number) => {
    const picture = new File([new Uint8Array(drawHills(1_080, height, number))], 'hills.png');
    return (await client.call('uploadLiveConfPic', { matchId, use, picture }, { signal })).url;
  };
  const carousel = [];
  for (const number of [0, 1])
    carousel.push({ picture: await upload('carousel', 540, number), link: 'https://example.org/race' });
  const entrances = [LONG_CLASS, SHORT_CLASS].map((entranceName, index) => ({
    entranceName,
    classIds: classes.slice(index, index + 1),
  }));
  await client.call(
    'editLiveConf',
    {
      ...{
        matchId,
        title: '2026 尧山越野赛 Yaoshan trail race',
        introduction: INTRODUCTION,
        carousel,
        entrances,
      },
      ...{ bottomPicture: await upload('bottom', 280, 1), bottomLink: 'https://example.org/sponsor' },
      timingLink: 'https://example.org/timing',
    },
    { signal },
  );
}
