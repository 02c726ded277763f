import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { createForestMap } from '@wakeline/server/testing/ocad-files';
import { box, click, HOME, openMap } from '../support/layer-picture.ts';
import { expect, test } from '../support/layered-server.ts';
import { type Colour, countPixels } from '../support/pixels.ts';

// Each change redraws the map without a graphics card.
test.describe.configure({ timeout: 180_000 });

/** C 76, Y 91 with the inks of ISO 12647-2. */
const FOREST: Colour = [61, 172, 65];

test.beforeEach(async ({ server: { client } }) => {
  for (const { mapId } of (await client.call('queryOcadMaps', {})).list)
    await client.call('deleteOcadMap', { mapId });
});

async function upload(page: Page, placed: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Upload OCAD file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload OCAD file' });
  const buffer = Buffer.from(createForestMap(placed ? [HOME.lng, HOME.lat] : null));
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'Forest.ocd', mimeType: 'application/octet-stream', buffer });
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Forest');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The map, not its canvas, which has the same name. */
const mapOf = (page: Page, name: string) => page.locator('section').and(page.getByRole('region', { name }));

async function forestPixels(page: Page, map: Locator): Promise<number> {
  return countPixels(page, FOREST, await box(map));
}

test('draws an OCAD file at its position, with its colors, and prints it', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await openMap(console, page, '/ocadCustomMaps');
  await expect(page.getByText('No OCAD maps yet. Upload a .ocd file.')).toBeVisible();
  await upload(page, true);
  const row = page.getByRole('row').filter({ hasText: 'Forest' });
  await expect(row.getByText('From file')).toBeVisible();
  await expect(row.getByText('1:100000')).toBeVisible();
  await expect(row.getByText('Complete')).toBeVisible();

  await row.getByRole('link', { name: 'Forest' }).click();
  const map = mapOf(page, 'Map of Forest');
  const details = page.getByRole('complementary', { name: 'Map details' });
  await expect(details.getByText('WGS 84 / UTM zone 49N (EPSG:32649)')).toBeVisible();
  await expect(details.getByText('41 × 41 mm')).toBeVisible();
  await expect.poll(() => forestPixels(page, map)).toBeGreaterThan(20_000);
  await details.getByText('Blank', { exact: true }).click();
  await expect.poll(() => forestPixels(page, map)).toBeGreaterThan(20_000);
  await details.getByRole('checkbox', { name: 'Forest' }).uncheck();
  await expect.poll(() => forestPixels(page, map)).toBe(0);

  await page.getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('region', { name: 'Print' });
  await dialog.getByRole('combobox', { name: 'Print scale' }).fill('10000');
  await expect(dialog.getByText('The map is larger than the frame')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Print scale' }).fill('50000');
  await expect(dialog.getByText('The map is larger than the frame')).toBeHidden();
  // The handle of the frame is in the middle of the map, which is that of the paper.
  const [right, up] = [
    dialog.getByRole('spinbutton', { name: 'Center, to the right' }),
    dialog.getByRole('spinbutton', { name: 'Center, upwards' }),
  ];
  await expect(right).toHaveValue('0.0');
  const handle = page.getByRole('button', { name: 'Move the page' });
  const from = await box(handle);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 60, from.y + from.height / 2, { steps: 5 });
  await page.mouse.up();
  const dragged = Number(await right.inputValue());
  expect(dragged).toBeGreaterThan(1);
  await expect.poll(async () => (await box(handle)).x - from.x).toBeCloseTo(60, -1);
  // A sixth of the way further with the keyboard.
  await handle.press('Shift+ArrowRight');
  await expect.poll(async () => Number(await right.inputValue())).toBeCloseTo((dragged * 7) / 6, 0);
  await up.fill('-5');
  await up.press('Enter');
  await expect.poll(async () => (await box(handle)).y).toBeGreaterThan(from.y);
  const printed = page.waitForRequest((request) => request.url().includes('printOcadMap'));
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Forest 1-50000.pdf');
  expect(new URLSearchParams((await printed).postData() ?? '').get('y')).toBe('-5');
  await expect(dialog).toBeHidden();
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // The live map draws it, too, in the datum of its base layer.
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Live monitoring' })
    .click();
  await expect(page.getByRole('toolbar', { name: 'Map tools' })).toBeVisible();
  const { x, y } = await console.middle();
  const middle = { x: x - 20, y: y - 20, width: 40, height: 40 };
  await expect.poll(() => countPixels(page, FOREST, middle)).toBe(1_600);
});

test('places an OCAD file without a coordinate system by points', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await openMap(console, page, '/ocadCustomMaps');
  await upload(page, false);
  const row = page.getByRole('row').filter({ hasText: 'Forest' });
  await expect(row.getByText('Not placed')).toBeVisible();
  await expect(row.getByText('Complete')).toBeVisible();
  await row.getByRole('link', { name: 'Forest' }).click();
  await page.getByRole('button', { name: 'Place by points' }).click();
  const [drawing, map] = [mapOf(page, 'Drawing'), mapOf(page, 'Map to place on')];
  await expect.poll(() => forestPixels(page, drawing)).toBeGreaterThan(1_000);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  for (const [dx, dy] of [
    [-40, -40],
    [40, -40],
    [40, 40],
  ] as const)
    for (const pane of [drawing, map]) {
      const { x, y, width, height } = await box(pane);
      await click(page, { x: x + width / 2 + dx, y: y + height / 2 + dy });
    }
  const pairs = page.getByRole('table', { name: 'Reference points' });
  await expect(pairs.getByRole('row')).toHaveCount(4);
  await expect(page.getByText('Root mean square error')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const details = page.getByRole('complementary', { name: 'Map details' });
  await expect(details.getByText('By points')).toBeVisible();
  await expect.poll(() => forestPixels(page, mapOf(page, 'Map of Forest'))).toBeGreaterThan(20_000);
});

test('refuses a renamed file by name', async ({ console, page }) => {
  await openMap(console, page, '/ocadCustomMaps');
  await page.getByRole('button', { name: 'Upload OCAD file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload OCAD file' });
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'map.ocd',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('This is not an OCAD file')).toBeVisible();
});
