import { expect, test } from '../support/journey.ts';

test('offers to install the console as an app', { tag: '@long' }, async ({ page, console, server }) => {
  await console.openSignedIn('/');
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data } = await cdp.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Wakeline', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // The browser of a journey has no profile of its own: that is not about the page.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );

  await page.goto(`${server.url}/systemSet?tab=notifications`);
  const install = page.getByRole('button', { name: 'Install as an app' });
  await expect(page.getByRole('heading', { name: 'Pop-up notifications' })).toBeVisible();
  await expect(install).toBeHidden();
  // A browser without a window makes no offer: this is the event of one that does.
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(offer, {
      prompt: async () => {
        document.body.dataset.prompted = 'yes';
        return { outcome: 'accepted' };
      },
    });
    dispatchEvent(offer);
  });
  await install.click();
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'yes');
  await expect(install).toBeHidden();
});
