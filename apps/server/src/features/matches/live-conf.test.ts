import { NamedError } from '@wakeline/contract/errors';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturesOfMatches } from '../../races/live-conf.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let matchId: number;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const startTime = world.clock.now();
  const form = { matchName: 'Lake run', startTime, endTime: startTime + 3_600_000 };
  ({ matchId } = await ada.call('createMatch', form));
});
afterAll(() => world.stop());

async function failureOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof NamedError) return error.errorName;
    throw error;
  }
}

async function picture(width: number, height: number): Promise<File> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'picture.png');
}

const upload = async (use: 'carousel' | 'bottom', width: number, height: number) =>
  ada.call('uploadLiveConfPic', { matchId, use, picture: await picture(width, height) });

test('stores a public page with its pictures, and displays it to anybody with the code', async () => {
  const [carousel, bottom] = [await upload('carousel', 1_080, 540), await upload('bottom', 1_080, 280)];
  const conf = {
    ...{ title: '环湖赛', introduction: 'Around the lake', comments: false, ranking: true },
    carousel: [{ picture: carousel.url, link: 'https://example.org/' }],
    ...{ bottomPicture: bottom.url, bottomLink: '', introLink: '', albumLink: '' },
    timingLink: 'https://example.org/timing',
    entrances: [{ entranceName: 'Elite', classIds: [], courseId: null, map: null }],
  };
  await ada.call('editLiveConf', { matchId, ...conf });
  expect(await ada.call('queryLiveConf', { matchId })).toEqual(conf);
  await ada.call('editMatchStatus', { matchId, state: 'open' });
  const { code } = await ada.call('queryMatchDetail', { matchId });
  expect((await ada.client.call('queryEventPage', { code })).page).toEqual(conf);
  const idOf = (url: string) => url.split('/').at(-1) ?? '';
  const unused = await upload('bottom', 1_080, 280);
  const ids = [carousel, bottom, unused].map(({ url }) => idOf(url));
  // The clean-up keeps these.
  const used = await world.database.db.transaction().execute((tx) => picturesOfMatches(tx, ids));
  expect([...used].toSorted()).toEqual(ids.slice(0, 2).toSorted());
  const response = await fetch(new URL(carousel.url, world.url));
  expect(response.headers.get('content-type')).toBe('image/webp');
});

test('refuses pictures of another size or kind', async () => {
  expect(await failureOf(upload('carousel', 1_080, 541))).toBe('live-picture-size');
  expect(await failureOf(upload('bottom', 1_080, 540))).toBe('live-picture-size');
  const text = new File(['<svg/>'], 'a.png');
  expect(await failureOf(ada.call('uploadLiveConfPic', { matchId, use: 'bottom', picture: text }))).toBe(
    'picture-type',
  );
});

test('refuses 7 entrances, and one without a name', async () => {
  const entrance = { entranceName: 'Elite' };
  const save = (entrances: object[]) =>
    failureOf(ada.call('editLiveConf', { matchId, entrances: entrances as never }));
  expect(await save(Array.from({ length: 7 }, () => entrance))).toBe('field-invalid');
  expect(await save([{ entranceName: ' ' }])).toBe('field-invalid');
  expect(await save(Array.from({ length: 6 }, () => entrance))).toBeNull();
});

test('refuses classes, courses, maps and pictures that do not exist, and links that are none', async () => {
  const save = (conf: object) => failureOf(ada.call('editLiveConf', { matchId, ...conf }));
  const entrances = (more: object) => [{ entranceName: 'Elite', ...more }];
  expect(await save({ entrances: entrances({ classIds: [4_711] }) })).toBe('match-class-unknown');
  expect(await save({ entrances: entrances({ courseId: 4_711 }) })).toBe('match-course-unknown');
  const map = { kind: 'ocad', id: 4_711, name: 'Forest' };
  expect(await save({ entrances: entrances({ map }) })).toBe('match-map-unknown');
  expect(await save({ bottomPicture: '/service/files/00000000000000000000000000000000' })).toBe(
    'live-picture-unknown',
  );
  const bo = await (await world.account('elsewhere')).person('bo');
  const times = { startTime: world.clock.now(), endTime: world.clock.now() + 3_600_000 };
  const own = await bo.call('createMatch', { matchName: 'Other run', ...times });
  const foreign = await bo.call('uploadLiveConfPic', {
    ...{ matchId: own.matchId, use: 'bottom' as const },
    picture: await picture(1_080, 280),
  });
  expect(await save({ bottomPicture: foreign.url })).toBe('live-picture-unknown');
  expect(await save({ introLink: 'javascript:alert(1)' })).toBe('field-invalid');
});
