import type { Route } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** The specification's limit for page scripts. */
const LIMIT_MS = 120_000;

test('reports a page whose script hangs after two minutes, and can retry', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await page.clock.install();
  await console.openSignedIn('/notificationRecord');
  const pendingRoutes: Route[] = [];
  await page.route(/\/assets\/app-center-page-/, (route) => void pendingRoutes.push(route));
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Application center' })
    .click();
  await expect.poll(() => pendingRoutes.length).toBeGreaterThan(0);
  const failed = page.getByRole('main').getByRole('heading', { name: 'The page could not be loaded' });
  await page.clock.fastForward(LIMIT_MS - 30_000);
  await expect(failed).toHaveCount(0);
  await page.clock.fastForward(30_000);
  await expect(failed).toBeVisible();
  // The rest of the console still works.
  await console.bell.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const route of pendingRoutes) await route.continue();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Application center' })).toBeVisible();
});

test('reports a dialog whose script cannot be loaded, and keeps the page', async ({ console, page }) => {
  await console.openSignedIn('/notificationRecord');
  await page.route(/\/assets\/change-password-dialog-/, (route) => route.abort());
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const failed = page.getByRole('dialog', { name: 'The page could not be loaded' });
  await expect(failed).toBeVisible();
  await failed.getByText('Close', { exact: true }).click();
  await expect(failed).toBeHidden();
  await expect(page.getByRole('region', { name: 'Notification records' })).toBeVisible();
  await expect(console.header).toBeVisible();
});
