import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { expect, test } from '../support/journey.ts';
import { type Colour, countPixels } from '../support/pixels.ts';
import type { ServerProcess } from '../support/server.ts';

const HOUR = 3_600_000;

/** The latitude of the runner, to the north from 57.6996°: 0.0005° in 10 s. */
const BEGIN = 57.6996;
const STEP = 0.0005;

interface StartedRace {
  readonly code: string;
  readonly start: number;
  readonly matchId: number;
}

/** A running match to the north with a split at 1 km, which started 10 minutes ago, with a runner who has a device. */
async function startRace(
  { client }: ServerProcess,
  trackerId: number,
  startTime: number,
): Promise<StartedRace> {
  const match = { matchName: 'Shore run', place: 'Tuve', startTime, endTime: startTime + 2 * HOUR };
  const { matchId } = await client.call('createMatch', match);
  const { routeId } = await client.call('addRoute', {
    ...{ routeName: 'Shore', type: 'walk', color: '#336699' },
    dataPoints: [
      [12, 57.7],
      [12, 57.72],
    ],
  });
  const source = { kind: 'route' as const, routeId, splits: [1_000] };
  const { courseId } = await client.call('addMatchCourse', { matchId, source });
  const addClass = async (className: string) => {
    const form = { matchId, classId: null, className, courseId, startMode: 'mass' as const };
    return (await client.call('saveMatchClass', form)).classId;
  };
  const [women, men] = [await addClass('Women'), await addClass('Men')];
  await client.call('batchCreateParticipants', {
    matchId,
    participants: [
      { participantName: 'Anna Berg', number: '7', club: 'OK Tuve', classId: women, trackerId },
      { participantName: 'Bo Ek', number: '12', classId: men },
    ],
  });
  await client.call('editLiveConf', {
    ...{ matchId, title: 'Shore run 2026', introduction: 'Along the <b>shore</b>' },
    ...{
      timingLink: 'https://example.org/timing',
      entrances: [{ entranceName: 'Elite', classIds: [women] }],
    },
  });
  for (const state of ['open', 'running'] as const) await client.call('editMatchStatus', { matchId, state });
  const { code } = await client.call('queryMatchDetail', { matchId });
  return { code, matchId, start: startTime };
}

async function run(device: Device, start: number, from: number, to: number): Promise<void> {
  for (let seconds = from; seconds <= to; seconds += 10)
    await device.report({
      ...{ lat: BEGIN + (seconds / 10) * STEP, lng: 12, time: start + seconds * 1_000 },
      ...{ speed: 20, course: 0, altitude: 5 },
    });
}

/** The first colour of participants without one of their own. */
const FIRST_COLOUR: Colour = [0xe6, 0x19, 0x4b];

test('a spectator follows a participant by a click on the map', async ({
  page,
  server,
  register,
  connect,
}) => {
  const trackerId = await register({ name: 'Watch of Anna', imei: '13900000008' });
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
  const { code } = await startRace(server, trackerId, start);
  await run(await connect('13900000008'), start, 0, 200);
  await page.goto(`${server.url}/event/${code}`);
  const anna = rowOf(page, 'Anna Berg').getByRole('button');
  await anna.click();
  await expect(anna).toHaveAttribute('aria-pressed', 'true');
  // The map is centred on her circle, with her number above it and her tail behind, in the south.
  const map = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (map === null) throw new Error('the map is not on the page');
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  const around = (x: number, y: number, half: number) =>
    countPixels(page, FIRST_COLOUR, { x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  // A circle with a radius of 9: 254 pixels.
  await expect.poll(() => around(middle.x, middle.y, 12)).toBeGreaterThan(200);
  await expect.poll(() => around(middle.x, middle.y + 60, 10)).toBeGreaterThan(30);
  expect(await around(middle.x, middle.y - 60, 10)).toBe(0);

  // Beside her nobody is followed any more.
  await page.mouse.click(middle.x + 80, middle.y - 80);
  await expect(anna).toHaveAttribute('aria-pressed', 'false');
  await page.mouse.click(middle.x, middle.y);
  await expect(anna).toHaveAttribute('aria-pressed', 'true');
});

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a spectator follows a race on a phone', async ({ page, server, register, connect }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const trackerId = await register({ name: 'Watch of Anna', imei: '13900000007' });
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
  const { code, matchId } = await startRace(server, trackerId, start);
  const device = await connect('13900000007');
  await run(device, start, 0, 200);
  await page.goto(`${server.url}/event/${code}`);

  await expect(page.getByRole('heading', { name: 'Shore run 2026' })).toBeVisible();
  const anna = rowOf(page, 'Anna Berg');
  // Past the split at 187 s.
  await expect(anna).toContainText('1/2');
  await expect(anna).toContainText('OK Tuve');
  await expect(rowOf(page, 'Bo Ek')).toContainText('无数据');
  await page.getByRole('button', { name: 'Elite' }).click();
  await expect(rowOf(page, 'Bo Ek')).toHaveCount(0);
  await anna.getByRole('button').click();
  await expect(anna.getByRole('button')).toHaveAttribute('aria-pressed', 'true');

  await run(device, start, 210, 450);
  // The finish at 408 s, without reloading the page.
  await expect(anna).toContainText('6:48');
  await page.getByRole('tab', { name: '过点' }).click();
  await expect(rowOf(page, 'Anna Berg').first()).toContainText('终点');
  await page.getByRole('tab', { name: '分段' }).click();
  await expect(page.getByRole('row', { name: /Anna Berg/ })).toContainText('3:07');

  // The replay shows the ranking of each moment; the live page goes on afterwards.
  await page.getByText('回放', { exact: true }).click();
  await page.getByRole('button', { name: '暂停' }).click();
  await page.getByRole('tab', { name: '排名' }).click();
  const time = page.getByRole('slider', { name: '时间' });
  await time.press('Home');
  await expect(anna).toContainText('0:00');
  await page.getByText('同时出发').click();
  await time.press('End');
  await expect(anna).toContainText('6:48');
  await page.getByText('直播', { exact: true }).click();
  await expect(time).toHaveCount(0);
  await expect(anna).toContainText('6:48');
  await page.getByRole('tab', { name: '互动' }).click();
  await page.getByRole('textbox', { name: '昵称' }).fill('小李');
  await page.getByRole('textbox', { name: '说点什么' }).fill('加油 <b>Anna</b>');
  await page.getByRole('button', { name: '发送' }).click();
  await expect(rowOf(page, '小李')).toContainText('加油 <b>Anna</b>');
  await rowOf(page, '小李').getByRole('button').click();
  await expect(rowOf(page, '小李').getByRole('button')).toContainText('1');
  await page.getByRole('tab', { name: '赛事介绍' }).click();
  await expect(page.getByText('Along the <b>shore</b>')).toBeVisible();
  await expect(page.getByRole('link', { name: '计时成绩' })).toHaveAttribute(
    'href',
    'https://example.org/timing',
  );
  await expect(page.getByText('Watch of Anna')).toHaveCount(0);

  // A new address ends the page at once.
  await server.client.call('renewMatchCode', { matchId });
  await expect(page.getByRole('heading', { name: '比赛页面不存在' })).toBeVisible();
});
