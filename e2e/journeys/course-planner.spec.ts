import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createForestMap } from '@wakeline/server/testing/ocad-files';
import { expect, test } from '../support/journey.ts';
import { HOME, PICTURE, SIZE } from '../support/layer-picture.ts';
import { addEvent, plannerOf } from '../support/planned-event.ts';

/** Clicks the map at pixels from the center of its visible area. */
async function clickMap(page: Page, dx: number, dy: number): Promise<void> {
  const map = page.locator('canvas.maplibregl-canvas');
  const box = await map.boundingBox();
  if (box === null) throw new Error('no map');
  // The panel covers 372 pixels at the left.
  await page.mouse.click(box.x + 372 + (box.width - 372) / 2 + dx, box.y + box.height / 2 + dy);
}

test('plans a course on the map, with undo, descriptions and a check', async ({ console, page, server }) => {
  await page.addInitScript(() => sessionStorage.setItem('map.courses', '110.4,24.8,14'));
  await console.openSignedIn('/coursePlanner');
  await expect(page.getByText('No events yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add event' }).click();
  const planner = page.getByRole('complementary', { name: 'Course planner' });
  await expect(planner.getByRole('heading', { name: 'New training' })).toBeVisible();

  await planner.getByRole('button', { name: 'Add course' }).click();
  await page.getByRole('menuitem', { name: 'Normal course' }).click();
  await expect(planner.getByRole('textbox', { name: 'Course name' })).toHaveValue('New course');
  await expect(planner.getByRole('spinbutton', { name: 'Entered length' })).toHaveValue('10000');

  const order = planner.getByRole('list', { name: 'Running order' });
  const visits = async (texts: readonly string[]) => {
    await expect(order.getByRole('listitem')).toHaveCount(texts.length);
    for (const [at, text] of texts.entries())
      await expect(order.getByRole('listitem').nth(at)).toContainText(text);
  };
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name });
  await tool('Start (S)').click();
  await clickMap(page, -150, 100);
  await tool('Control (C)').click();
  await clickMap(page, 0, -100);
  await clickMap(page, 150, 60);
  await tool('Finish (F)').click();
  await clickMap(page, 220, 160);
  await visits(['Start', '31', '32', 'Finish']);
  await page.keyboard.press('Control+z');
  await visits(['Start', '31', '32']);
  await page.keyboard.press('Control+Shift+z');
  await visits(['Start', '31', '32', 'Finish']);

  // A code of another control is refused, and the field returns to the stored one.
  await order.getByRole('button', { name: /31/ }).first().click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('32');
  await expect(page.getByText('Another control has this code')).toBeVisible();
  await code.blur();
  await expect(code).toHaveValue('31');
  await code.fill('45');
  await code.press('Enter');
  await visits(['Start', '45', '32', 'Finish']);

  await page.getByRole('combobox', { name: 'D feature' }).fill('boulder');
  await page.getByTitle('2.4', { exact: true }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'boulder' })).toBeVisible();
  await planner.getByRole('tab', { name: 'Check' }).click();
  await expect(planner.getByText('Control 32 has no description')).toBeVisible();
  await expect(planner.getByText('Control 45 has no description')).toHaveCount(0);

  // Everything is stored: another visit of the address has it.
  await expect(planner.getByRole('status')).toHaveText('Saved');
  const [event] = (await server.client.call('queryCourseEvents', {})).list;
  expect(event).toMatchObject({ eventName: 'New training', controls: 4, courses: 1 });
});

test('exports an event and imports it again', { tag: '@long' }, async ({ console, page, server }) => {
  const eventId = await addEvent(server, 'Spring');
  await console.openSignedIn(`/coursePlanner?event=${eventId}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Event file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Spring.json');
  const content = await readFile(await download.path());
  expect(JSON.parse(content.toString())).toMatchObject({ format: 'wakeline-course-event', version: 1 });

  await page.goto(`${server.url}/coursePlanner`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an event' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'renamed.xml', mimeType: 'text/xml', buffer: Buffer.from('<a/>') });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Spring.json', mimeType: 'application/json', buffer: content });
  await expect(dialog.getByText('5 controls, 0 courses')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported “Spring”')).toBeVisible();
  await expect(page).toHaveURL(/event=/);
});

test('plans an event on a race layer, whose scale it takes', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Marsh');
  await server.client.call('saveOrUpdateRaceLayer', {
    ...{ layerName: 'Marsh race', mapScale: 10_000 },
    picture: new File([new Uint8Array(PICTURE.buffer)], PICTURE.name, { type: PICTURE.mimeType }),
    layerPoints: [
      { x: 0, y: 0 },
      { x: SIZE.width, y: 0 },
      { x: SIZE.width, y: SIZE.height },
    ],
    mapPoints: [
      [110.39, 24.82],
      [110.41, 24.82],
      [110.41, 24.79],
    ],
  });
  await console.openSignedIn(`/coursePlanner?event=${eventId}&panel=settings`);
  const planner = plannerOf(page);
  await planner.getByRole('combobox', { name: 'Map', exact: true }).click();
  await page.getByTitle('Marsh race').last().click();
  await expect(planner.getByRole('spinbutton', { name: 'Map scale' })).toHaveValue('10000');
  await expect(planner.getByRole('status')).toHaveText('Saved');
  const { event } = await server.client.call('queryCourseEvent', { eventId });
  expect(event).toMatchObject({ map: { kind: 'raceLayer', name: 'Marsh race' }, mapScale: 10_000 });
});

const FIXTURES = new URL('../../packages/formats/src/fixtures/', import.meta.url);

test('imports files in millimetres of a map and in metres of a grid', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const ocadFile = new File([createForestMap([HOME.lng, HOME.lat])], 'Forest.ocd');
  await server.client.call('addOcadMap', { ocadFile, mapName: 'Forest' });
  await console.openSignedIn('/coursePlanner');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an event' });
  const choose = async (name: string) =>
    dialog.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/xml',
      buffer: await readFile(new URL(name, FIXTURES)),
    });
  await choose('ellenbrook-courses.xml');
  await expect(dialog.getByText('The positions in the file are metres of a grid')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Coordinate system' }).fill('27700');
  await page.getByText('OSGB36 / British National Grid (EPSG:27700)').click();
  await expect(dialog.getByText(/\d+ controls/)).toBeVisible();

  await choose('oscout-test1.ppen');
  await expect(dialog.getByText('The positions in the file are millimetres on paper')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Positions of map' }).click();
  await page.getByTitle('Forest', { exact: true }).click();
  await expect(dialog.getByText('18 controls, 4 courses')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Positions of map' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported “21-03-11 GOV natt”')).toBeVisible();
  const { list } = await server.client.call('queryCourseEvents', {});
  const { eventId = 0 } = list.find(({ eventName }) => eventName === '21-03-11 GOV natt') ?? {};
  const { event } = await server.client.call('queryCourseEvent', { eventId });
  expect(event.map?.name).toBe('Forest');
});
