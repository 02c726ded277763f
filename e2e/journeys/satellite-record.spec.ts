import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sheetCells } from '@wakeline/server/testing/sheet-cells';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/satellite-server.ts';
import { LOGIN, type ServerProcess } from '../support/server.ts';

const RECORD = '/satelliteNews/messageRecord';
const PASSWORD = 'Lighthouse7';
const DIGEST = createHash('md5').update(PASSWORD).digest('hex');
const DAY = 86_400_000;
/** Noon in the account's time zone, which is China's. */
const TODAY = Math.floor(Date.now() / DAY) * DAY + DAY / 6;
const GULL = '4207951';
const PETREL = '300234063904951';

const daysAgo = (days: number) => new Date(TODAY - days * DAY);
const dayText = (days: number) => daysAgo(days).toISOString().slice(0, 10);

const FROM_GULL = {
  card: GULL,
  type: 'terminal-to-system',
  sender: GULL,
  receiver: 'harbour',
  state: 'received',
};
const TO_PETREL = {
  card: PETREL,
  type: 'system-to-terminal',
  sender: 'harbour',
  receiver: PETREL,
  gateway: 'iridium-email',
};
/** Newest first, as the record has them. */
const MESSAGES = [
  { ...FROM_GULL, time: daysAgo(2), content: 'ice 100% on deck' },
  {
    ...TO_PETREL,
    time: daysAgo(3),
    content: 'gale from the north',
    state: 'failed',
    reason: 'gateway-refused',
  },
  { ...TO_PETREL, time: daysAgo(4), content: 'return to port', state: 'delivered' },
  {
    ...FROM_GULL,
    time: daysAgo(4.1),
    type: 'terminal-to-phone',
    receiver: '13800138000',
    content: 'call me in port',
    state: 'delivered',
    gateway: 'sms',
  },
  { ...FROM_GULL, time: daysAgo(5), content: '已到港' },
];

/** The record of another system, with messages of past days. */
async function importRecord(server: ServerProcess): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-record-'));
  try {
    const file = join(folder, 'messages.jsonl');
    await writeFile(
      file,
      MESSAGES.map((message, id) => JSON.stringify({ id: String(id), ...message })).join('\n'),
    );
    await server.operator('admin', 'import-satellite-messages', LOGIN.account, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function expectTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const { content } of MESSAGES)
    await expect(page.getByRole('row').filter({ hasText: content })).toHaveCount(
      texts.includes(content) ? 1 : 0,
    );
}

/** Selects an option of a filter by its name. */
async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
  await page.keyboard.press('Escape');
}

test('filters the record by every criterion, exports exactly what is filtered, and shows pages by function', {
  tag: '@long',
}, async ({ browser, console, page, server }) => {
  const { client } = server;
  await client.call('editUserLang', { lang: 'en_US' });
  await console.openSignedIn(RECORD);
  await expect(page.getByText('No messages yet. Messages from and to terminals appear here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await client.call('createBdUsers', {
    bdUsers: [
      { bdUserName: 'Gull', cardNumber: GULL, network: 'beidou', password: 'signal66' },
      { bdUserName: 'Petrel', cardNumber: PETREL, network: 'iridium', password: 'signal66' },
    ],
  });
  await importRecord(server);
  const texts = MESSAGES.map(({ content }) => content);
  await page.reload();
  await expectTexts(page, ...texts);
  const clear = () => page.getByRole('button', { name: 'Clear filters' }).click();

  await choose(page, 'Terminal', 'Petrel');
  await expectTexts(page, 'gale from the north', 'return to port');
  await clear();
  await choose(page, 'Type', 'Terminal to phone');
  await expectTexts(page, 'call me in port');
  await clear();
  await choose(page, 'State', 'Failed');
  await expectTexts(page, 'gale from the north');
  await expect(page.getByRole('row').filter({ hasText: 'gale from' })).toContainText(
    'Refused by the gateway',
  );
  await clear();
  const search = page.getByRole('searchbox', { name: 'Text, sender or receiver' });
  for (const [keywords, ...found] of [
    ['port', 'return to port', 'call me in port'],
    ['到港', '已到港'],
    ['0%', 'ice 100% on deck'],
    ['13800138', 'call me in port'],
  ] as const) {
    await search.fill(keywords);
    await search.press('Enter');
    await expectTexts(page, ...found);
  }
  await search.fill('no such text');
  await search.press('Enter');
  await expect(page.getByText('No message matches the filter.')).toBeVisible();
  await clear();

  // A day, which the address contains with the other criteria.
  await page.getByPlaceholder('Start date').fill(`${dayText(4)} 00:00:00`);
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('End date').fill(`${dayText(4)} 23:59:59`);
  await page.keyboard.press('Enter');
  await expectTexts(page, 'return to port', 'call me in port');
  await choose(page, 'Terminal', 'Gull');
  await expectTexts(page, 'call me in port');
  await page.reload();
  await expectTexts(page, 'call me in port');

  await page.getByRole('button', { name: 'Export' }).click();
  expect(await exported(page, 1)).toEqual(['call me in port']);
  await clear();
  await choose(page, 'State', 'Received');
  await expectTexts(page, 'ice 100% on deck', '已到港');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await exported(page, 2)).toEqual(['ice 100% on deck', '已到港']);

  await page.getByRole('button', { name: 'Details: 已到港' }).click();
  await expect(page.getByRole('dialog', { name: 'Message' })).toContainText(
    'No transmission: the message ends here.',
  );
  await page.keyboard.press('Escape');

  for (const [account, role, found] of [
    ['sea-beidou', 'eob_plugin_bdhl', MESSAGES.filter(({ card }) => card === GULL)],
    ['sea-iridium', 'eob_plugin_irim', MESSAGES.filter(({ card }) => card === PETREL)],
    ['sea-plane', 'eob_plugin_flight_msg', MESSAGES],
  ] as const) {
    await client.call('createSubEobUser', {
      noteName: account,
      account,
      pd: DIGEST,
      permission: 'viewer',
      roles: [role],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const opened = await context.newPage();
    const other = new Console(opened, server);
    await other.open('/login');
    await other.signIn(PASSWORD, 'en_US', account);
    await expect(opened.getByRole('tab', { name: 'Records' })).toBeVisible();
    await expectTexts(opened, ...found.map(({ content }) => content));
    await expect(opened.getByRole('button', { name: /^(Send again|Cancel message)$/ })).toHaveCount(0);
    await context.close();
  }
});

/** The texts of the file of the newest batch task, once this number of tasks is done. */
async function exported(page: Page, tasks: number): Promise<unknown[]> {
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  const results = page.getByRole('link', { name: 'View result' });
  await expect(results).toHaveCount(tasks);
  const downloading = page.waitForEvent('download');
  await results.first().click();
  const file = await readFile(await (await downloading).path());
  await page.keyboard.press('Escape');
  const [headings = [], ...rows] = sheetCells(file);
  const column = headings.indexOf('Text');
  return rows.map((cells) => cells[column]);
}
