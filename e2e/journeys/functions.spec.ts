import { createHash } from 'node:crypto';
import type { Browser } from '@playwright/test';
import type { Role } from '@wakeline/contract/roles';
import { Console } from '../support/console.ts';
import { chooseInstruction } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';
import { png } from '../support/png.ts';
import type { ServerProcess } from '../support/server.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const PASSWORD = 'Lighthouse7';

/** Signs in a sub-account with only one function in a separate browser. */
async function signedInWith(role: Role, browser: Browser, server: ServerProcess): Promise<Console> {
  const account = role.split('_').at(-1) ?? '';
  await server.client.call('createSubEobUser', {
    noteName: account,
    account,
    pd: createHash('md5').update(PASSWORD).digest('hex'),
    permission: 'editor',
    roles: [role],
  });
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const console = new Console(page, server);
  await console.open('/login');
  await console.signIn(PASSWORD, 'en_US', account);
  await expect(console.header).toBeVisible();
  return console;
}

// A server, a browser and two devices on a busy machine.
test.describe.configure({ timeout: 120_000 });

test('lists the devices and sends an instruction with only the function live events', async ({
  browser,
  server,
  register,
}) => {
  await register({ name: 'Pelican', imei: '13900000281' });
  const { list } = await server.client.call('queryAllTrackers', {});
  await server.client.call('editTracker', { trackerId: list[0]?.trackerId ?? 0, model: 'JT/T 808' });
  const { page } = await signedInWith('eob_plugin_match_live', browser, server);
  await expect(page).toHaveURL(/remoteInstruct/);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Remote instructions' })).toBeVisible();
  await expect(menu.getByRole('link', { name: /Live monitoring|Device management/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Pelican' }).check();
  await chooseInstruction(page, 'heartbeat');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Send "Heartbeat" to 1 device?' })
    .getByRole('button', { name: 'Send' })
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'Pelican' })).toContainText('Waiting to send');
  await page.context().close();
});

test('shows the devices and replays two with only the function multiple playback', { tag: '@long' }, async ({
  browser,
  server,
  register,
  connect,
}) => {
  for (const [name, imei, lng] of [
    ['Tortoise', '13900000291', 120.4],
    ['Hare', '13900000292', 120.42],
  ] as const) {
    await register({ name, imei });
    const fixes = [0, 1, 2, 3].map((step) => ({
      lat: 36 + step * 0.001,
      lng,
      speed: 20,
      time: START + step * 10_000,
    }));
    await (await connect(imei)).report(...fixes);
  }
  const { page } = await signedInWith('eob_plugin_multiple_playback', browser, server);

  // The start page of users without other functions.
  await expect(page).toHaveURL(/traceReplaySatellite/);
  await expect(page.getByRole('link', { name: 'Live monitoring' })).toHaveCount(0);
  const search = page.getByRole('textbox', { name: 'Name, number or IMEI' });
  await search.fill('Tortoise');
  await page.getByRole('checkbox', { name: 'Tortoise' }).check();
  await search.fill('Hare');
  await page.getByRole('checkbox', { name: 'Hare' }).check();
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-05-01 15:59:00');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'End' }).fill('2026-05-01 16:20:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem')).toHaveCount(2);
  await page.context().close();
});

test('shows the list of layers and the map under one with only the function own layers', {
  tag: '@long',
}, async ({ browser, server }) => {
  const { client } = server;
  const { layerId } = await client.call('addLayer', {
    layerName: 'Marsh',
    picture: new File([new Uint8Array(png(40, 30, () => [230, 30, 30]))], 'marsh.png', { type: 'image/png' }),
    layerPoints: [
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 40, y: 30 },
    ],
    mapPoints: [
      [110.4, 24.8],
      [110.6, 24.8],
      [110.6, 24.7],
    ],
  });
  const { page } = await signedInWith('eob_plugin_custom_map', browser, server);
  await expect(page).toHaveURL(/mapMyself/);
  await expect(page.getByText('Marsh')).toBeVisible();
  const baseLayers = page.waitForResponse(/queryBaseLayers/);
  await page.goto(`${server.url}/mapConfig?layer=${layerId}`);
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(await (await baseLayers).json()).toMatchObject({ result_code: '000' });
  await page.context().close();
  await client.call('deleteLayer', { layerId });
});
