import { expect, test } from '../support/journey.ts';

/** The specification's duration of the hint. */
const TOOLTIP_MS = 3_000;

test('shows a hint in the header for 3 s when a batch task has started', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await page.clock.install();
  await console.openSignedIn('/authorityManage?tab=audit');
  const start = page.getByRole('button', { name: 'Export' });
  await expect(start).toBeVisible();
  // From here on the test controls the page's clock.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const response = page.waitForResponse('**/exportAuditLog');
  await start.click();
  await response;
  const tooltip = page.getByRole('tooltip').filter({ hasText: 'Batch task started' });
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return tooltip.isVisible();
    })
    .toBe(true);
  await expect(page.getByRole('status').filter({ hasText: 'Batch task started' })).toHaveCount(1);
  await page.clock.runFor(TOOLTIP_MS);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return tooltip.isVisible();
    })
    .toBe(false);
});
