import type { Page } from '@playwright/test';
import type { Language } from '../support/console.ts';
import { type Colour, readPixels } from '../support/pixels.ts';
import type { ServerProcess } from '../support/server.ts';
import type { Act } from './acts.ts';
import { type Courier, sendCourier } from './courier.ts';
import { expect } from './expect.ts';
import { idsOf, raceOf } from './race.ts';
import type { Sheet } from './sheets.ts';

type Names = Readonly<Record<Language, string | RegExp>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Colours of the five classes of a line by its values, light and dark (`apps/web/src/map/style/palette.ts`). */
const CLASS_COLOURS: readonly Colour[] = [
  [0xb7, 0x2a, 0x6e],
  [0x6d, 0x1f, 0x9c],
  [0x2f, 0xc2, 0x8a],
  [0xa5, 0xdc, 0x3f],
];
/** A plane of the demo's airfield that flies at any hour. */
const PLANE = 'B-9170';

let courier: Courier | null = null;
async function courierOf(server: ServerProcess): Promise<Courier> {
  courier ??= await sendCourier(server);
  return courier;
}

interface ReplayRequest {
  readonly path: string;
  readonly trackerIds: readonly number[];
  readonly start: number;
  readonly end: number;
  /** 0..1 of the time. */
  readonly progress?: number;
  readonly extraQuery?: string;
}

function addressOf({ path, trackerIds, start, end, progress = 0.6, extraQuery = '' }: ReplayRequest): string {
  const time = Math.round(start + (end - start) * progress);
  return `${path}?trackerId=${trackerIds.join(',')}&start=${start}&end=${end}&time=${time}${extraQuery}`;
}

/** Opens a replay and waits until its time is displayed. */
async function openReplay(page: Page, { url }: ServerProcess, request: ReplayRequest): Promise<void> {
  await page.goto(url + addressOf(request));
  await page.getByRole('slider').first().waitFor();
}

/** Number of times the lines of other tracks were drawn on this page. */
function countDrawings(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('wakeline:tracks-drawn').length);
}

/** On a phone the panel is a sheet from below. */
async function openPanel(page: Page, language: Language): Promise<void> {
  const opener = page.getByRole('button', { name: { zh_CN: '打开面板', en_US: 'Open panel' }[language] });
  if (await opener.isVisible()) await opener.click();
}

/** A section of the panel. */
const openSection =
  (names: Names, then?: (page: Page, language: Language) => Promise<void>): Act =>
  async (page, language) => {
    await openPanel(page, language);
    await page.getByText(names[language]).first().click();
    await then?.(page, language);
  };

/** Opens a dialog of a replay's menu; an open one is closed first. */
const openDialog =
  (item: Names): Act =>
  async (page, language) => {
    await closeDialog(page);
    await openPanel(page, language);
    await page
      .getByRole('button', { name: { zh_CN: '更多操作', en_US: 'More actions' }[language] })
      .last()
      .click();
    await page.getByRole('menuitem', { name: item[language] }).click();
    await page.locator('.ant-modal').waitFor();
  };

async function closeDialog(page: Page): Promise<void> {
  const open = page.locator('.ant-modal');
  if ((await open.count()) === 0) return;
  await page.keyboard.press('Escape');
  await open.first().waitFor({ state: 'hidden' });
}

/** Clicks where the map has a line in one of its colours. */
async function clickLine(page: Page): Promise<void> {
  const map = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (map === null) throw new Error('the page has no map');
  const left = map.width > 800 ? 400 : 20;
  const box = { x: map.x + left, y: map.y + 90, width: map.width - left - 60, height: map.height - 200 };
  const pixel = await readPixels(page, box);
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1)
      if (CLASS_COLOURS.some((colour) => colour.every((value, at) => value === pixel(x, y)[at]))) {
        await page.mouse.click(box.x + x, box.y + y);
        return;
      }
  throw new Error('the line is not on the map');
}

const SINGLE_REPLAY: Sheet = {
  name: 'replay-asked',
  path: '/traceReplaySingle',
  signedIn: true,
  steps: [
    {
      name: 'replay-empty',
      async act(page, language, server) {
        const { trackerId, start } = await courierOf(server);
        const request = {
          path: '/traceReplaySingle',
          trackerIds: [trackerId],
          start: start - 72 * HOUR,
          end: start - 48 * HOUR,
        };
        await page.goto(server.url + addressOf(request));
        await page.getByText({ zh_CN: '暂无数据', en_US: 'Temporarily no data' }[language]).first().waitFor();
      },
    },
    {
      name: 'replay-one',
      async act(page, _language, server) {
        const { trackerId, start, end } = await courierOf(server);
        await openReplay(page, server, {
          path: '/traceReplaySingle',
          trackerIds: [trackerId],
          start,
          end,
          extraQuery: '&color=speed',
        });
      },
    },
    {
      name: 'replay-point',
      async act(page) {
        await clickLine(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'replay-stays',
      act: openSection({ zh_CN: /^停留点（/, en_US: /^Stays \(/ }, async (page) => {
        await page.getByRole('list').getByRole('button').filter({ hasText: 'SOS' }).first().click();
        await page.getByRole('dialog', { name: /SOS/ }).waitFor();
      }),
    },
    {
      name: 'replay-display',
      async act(page, language, server) {
        await page.keyboard.press('Escape');
        await openSection({ zh_CN: /^显示$/, en_US: /^Display$/ })(page, language, server);
        await page.getByText({ zh_CN: '智能纠偏', en_US: 'Intelligent' }[language]).first().click();
        await page.getByText({ zh_CN: '细线为原始轨迹。', en_US: 'The thin line is' }[language]).waitFor();
      },
    },
    { name: 'replay-export', act: openDialog({ zh_CN: '导出轨迹…', en_US: 'Export track…' }) },
    { name: 'replay-import', act: openDialog({ zh_CN: '导入轨迹…', en_US: 'Import track…' }) },
    { name: 'replay-video', act: openDialog({ zh_CN: '保存为视频…', en_US: 'Save as video…' }) },
    { name: 'replay-share', act: openDialog({ zh_CN: '分享回放…', en_US: 'Share replay…' }) },
    { name: 'replay-erase', act: openDialog({ zh_CN: '删除一段轨迹…', en_US: 'Delete part of track…' }) },
    {
      name: 'replay-table',
      async act(page, language, server) {
        const { trackerId, start, end } = await courierOf(server);
        await openReplay(page, server, { path: '/traceReplaySingle', trackerIds: [trackerId], start, end });
        await page
          .getByRole('button', { name: { zh_CN: '轨迹点', en_US: 'Track points' }[language] })
          .click();
      },
    },
  ],
};

const raceRequest = async (server: ServerProcess): Promise<ReplayRequest> => ({
  path: '/traceReplaySatellite',
  ...(await raceOf(server)),
});

const MULTI_REPLAY: Sheet = {
  name: 'replay-many-asked',
  path: '/traceReplaySatellite',
  signedIn: true,
  manyColours: true,
  async act(page, language) {
    await page.getByRole('button', { name: { zh_CN: '查询', en_US: 'Show' }[language], exact: true }).click();
  },
  steps: [
    {
      name: 'replay-many-empty',
      async act(page, language, server) {
        const request = await raceRequest(server);
        const day = 24 * HOUR;
        await page.goto(
          server.url + addressOf({ ...request, start: request.start - day, end: request.end - day }),
        );
        await page.getByText({ zh_CN: '暂无数据', en_US: 'Temporarily no data' }[language]).first().waitFor();
      },
    },
    {
      name: 'replay-many',
      act: async (page, language, server) => {
        await openReplay(page, server, await raceRequest(server));
        if (language === 'en_US') await openPanel(page, language);
      },
    },
    {
      name: 'replay-many-meetings',
      async act(page, language, server) {
        const request = await raceRequest(server);
        const [first = 0, second = 0] = request.trackerIds;
        await openReplay(page, server, {
          ...request,
          extraQuery: `&meet=${first},${second}&follow=${first}`,
        });
        await openPanel(page, language);
        await page.getByText({ zh_CN: '相遇点', en_US: 'Encounters' }[language]).first().click();
      },
    },
    {
      name: 'replay-live',
      async act(page, language, server) {
        await openReplay(page, server, await raceRequest(server));
        const name = { zh_CN: '实时观看', en_US: 'Watch live' }[language];
        const before = await countDrawings(page);
        await page.getByRole('button', { name }).click();
        await page
          .getByText({ zh_CN: '正在实时显示', en_US: 'Live' }[language], { exact: true })
          .last()
          .waitFor();
        await expect.poll(() => countDrawings(page)).toBeGreaterThan(before);
      },
    },
  ],
};

const THREE_D_REPLAY: Sheet = {
  name: 'replay-3d-asked',
  path: '/threeDPlayback',
  signedIn: true,
  manyColours: true,
  steps: [
    {
      name: 'replay-3d',
      async act(page, _language, server) {
        const request = await raceRequest(server);
        await openReplay(page, server, { ...request, path: '/threeDPlayback', extraQuery: '&rise=2' });
      },
    },
    {
      name: 'replay-3d-plane',
      async act(page, _language, server) {
        const { start, end } = await raceRequest(server);
        const trackerIds = await idsOf(server, [PLANE]);
        const extraQuery = '&camera=behind&color=height&ground=flat';
        await openReplay(page, server, {
          path: '/threeDPlayback',
          trackerIds,
          start,
          end,
          progress: 0.5,
          extraQuery,
        });
      },
    },
  ],
};

let shareCode = '';
const SHARED_REPLAY: Sheet = {
  name: 'replay-shared-ended',
  path: '/traceReplay?share=AAAAAAAAAAAAAAAAAAAAAA',
  signedIn: false,
  manyColours: true,
  async prepare(server) {
    const { trackerIds, start, end } = await raceRequest(server);
    const { code } = await server.client.call('createShareLink', {
      shareName: '桂林越野赛 Guilin trail race',
      trackerIds: [...trackerIds],
      expireTime: end + 24 * HOUR,
      backMinutes: 0,
      replay: { startTime: start, endTime: end },
    });
    shareCode = code;
  },
  steps: [
    {
      name: 'replay-shared',
      async act(page, _language, server) {
        await page.goto(`${server.url}/traceReplay?share=${shareCode}`);
        await page.getByRole('slider').first().waitFor();
        await page.getByRole('slider').first().press('End');
      },
    },
  ],
};

/** The replays: of one device, of many, in 3D, by a link. Each as form, empty, and with data. */
export const REPLAY_SHEETS: readonly Sheet[] = [SINGLE_REPLAY, MULTI_REPLAY, THREE_D_REPLAY, SHARED_REPLAY];
