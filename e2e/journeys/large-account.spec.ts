import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { expect, test as journey } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';
import { readStored } from '../support/stored-data.ts';

const DEVICES = 5_000;

/** Each with a server of its own: the shared one would remove thousands of devices before the next journey. */
const test = journey.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  server: async ({}, use) => {
    const server = await ServerProcess.start();
    await use(server);
    await server.remove();
  },
});

test('shows the clusters and counts of a large account before its list has loaded', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await insertFleet(server.databaseUrl, createFleet(DEVICES));
  const list = Promise.withResolvers<void>();
  await page.route('**/queryTrackerTable', async (route) => {
    await list.promise;
    await route.continue();
  });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url().split('/').at(-1) ?? ''));
  const hasMark = (name: string) =>
    page.evaluate((mark) => performance.getEntriesByName(mark).length > 0, name);
  await console.openSignedIn();
  await expect.poll(() => hasMark('wakeline:preview-drawn')).toBe(true);
  await expect(console.statusFilter('All')).toContainText('5,000');
  expect(await hasMark('wakeline:devices-listed')).toBe(false);
  // Before the code of the console, and once.
  const overview = requested.indexOf('queryLiveOverview');
  expect(overview).toBeLessThan(requested.indexOf('queryAllGroups'));
  expect(requested.lastIndexOf('queryLiveOverview')).toBe(overview);

  // Where the user moves the map, the overview is requested again.
  const moved = page.waitForRequest('**/queryLiveOverview');
  await page.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('+');
  expect((await moved).postDataJSON()).toMatchObject({ zoom: '5' });

  list.resolve();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [mark] = performance.getEntriesByName('wakeline:devices-drawn').slice(-1);
        return (mark as PerformanceMark | undefined)?.detail?.devices;
      }),
    )
    .toBe(DEVICES);
  await expect(console.statusFilter('All')).toContainText('5,000');
  await expect(page.getByRole('treeitem').nth(5)).toBeVisible();
});

test('counts all devices on the second visit, when the stored picture has only some', {
  tag: '@long',
}, async ({ console, page, server }) => {
  // A picture has 20,000 at most.
  await insertFleet(server.databaseUrl, createFleet(20_500));
  await console.openSignedIn();
  await expect(console.statusFilter('All')).toContainText('20,500');
  await expect.poll(() => readStored(page), { timeout: 60_000 }).toEqual({ session: true, picture: true });
  await page.route('**/queryTrackerTable', () => undefined);
  await page.reload();
  await expect(page.getByRole('treeitem').nth(5)).toBeVisible();
  await expect(console.statusFilter('All')).toContainText('20,500');
});
