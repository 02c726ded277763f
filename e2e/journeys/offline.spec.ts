import type { Page } from '@playwright/test';
import { Console } from '../support/console.ts';
import { Device } from '../support/device.ts';
import { expect, registerAt, test } from '../support/journey.ts';
import { startSecondBuild } from '../support/second-build.ts';
import { ServerProcess } from '../support/server.ts';
import { readStored } from '../support/stored-data.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the console. */
async function untilCached(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state),
    )
    .toBe('activated');
}

test('opens without the server, with the last devices marked as old, and continues with it', async ({
  page,
}) => {
  const server = await ServerProcess.start();
  try {
    await registerAt(server, { name: 'Trawler', imei: '13900000301' });
    const device = await Device.connect('13900000301', server.ports.jt808);
    await device.report({ lat: 36.05, lng: 120.33, speed: 12 });
    const console = new Console(page, server);
    await console.openSignedIn('/Map');
    await expect(console.row('Trawler')).toBeVisible();
    await untilCached(page);
    await expect.poll(() => readStored(page)).toEqual({ session: true, picture: true });
    device.disconnect();
    await server.halt();

    await page.goto('about:blank');
    await page.goto(`${server.url}/Map`);
    await expect(console.row('Trawler')).toBeVisible();
    await expect(console.map).toBeVisible();
    await expect(console.freshness).toHaveAccessibleName(/^Connection status, .*Data as of /);
    await console.row('Trawler').click();
    await expect(console.card('Trawler')).toBeVisible();
    // What needs the server reports that it failed.
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Rules' }).click();
    await expect(
      page
        .getByText('The network is down')
        .or(page.getByRole('heading', { name: /could not be loaded/ }))
        .first(),
    ).toBeVisible();
    await page.goBack();

    await server.run();
    await expect(console.freshness).toHaveAccessibleName('Connection status, Live');
    await expect(console.row('Trawler')).toBeVisible();

    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => readStored(page)).toEqual({ session: false, picture: false });
    await server.halt();
    await page.goto('about:blank');
    await page.goto(`${server.url}/Map`);
    await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible();
    await expect(page.getByText('Trawler')).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

test('shows a user nothing of another one, and deletes it when the session has ended', {
  tag: '@long',
}, async ({ page, console, server, register }) => {
  await register({ name: 'Trawler', imei: '13900000302' });
  await console.openSignedIn('/Map');
  await expect(console.row('Trawler')).toBeVisible();
  await expect.poll(() => readStored(page)).toEqual({ session: true, picture: true });
  await server.createCustomer('quay', 'Quay');
  // Another user signs in, in a tab without the values of the first.
  const other = await page.context().newPage();
  await page.close();
  await other.context().clearCookies();
  const second = new Console(other, server);
  await second.open('/login');
  await second.signIn('harbour123', 'en_US', 'quay');
  await expect(second.header).toBeVisible();
  await expect.poll(() => readStored(other)).toEqual({ session: true, picture: true });
  await other.reload();
  await expect(second.header).toBeVisible();
  await expect(other.getByText('Trawler')).toHaveCount(0);

  await other.context().clearCookies();
  await other.goto(`${server.url}/Map`);
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(() => readStored(other)).toEqual({ session: false, picture: false });
});

test('replaces an old build, whose open page continues', { tag: '@long' }, async ({ page, server }) => {
  const front = await startSecondBuild(server.url);
  try {
    const value = await server.newSession();
    await page.context().addCookies([{ name: 'wakeline_session', value, url: front.url }]);
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    const header = page.getByRole('banner');
    await page.goto(`${front.url}/Map`);
    await expect(header).toBeVisible();
    await untilCached(page);
    const cacheNames = () => page.evaluate(() => caches.keys());
    const [first] = await cacheNames();
    await page.reload();
    await expect(header).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-build', 'later');

    front.deploy();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(cacheNames).toEqual([first, 'wakeline-later']);
    // The open page is of the first build, and opens other screens.
    await page.getByRole('button', { name: 'System settings' }).click();
    await expect(page.getByRole('heading', { name: 'System settings' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-build', 'later');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-build', 'later');
    await expect(header).toBeVisible();
  } finally {
    await front.close();
  }
});
