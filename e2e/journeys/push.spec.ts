import { expect, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'allow' });

const KEY = 'n1.7.r3.push';

test('displays a push message, whose click opens the record of its notice', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Trawler', imei: '13900000183' });
  await (await connect('13900000183')).report({ lat: 36.05, lng: 120.33, alarms: ['OUTAGE'] });
  await expect
    .poll(async () => (await server.client.call('queryMsgByPage', { keywords: 'Trawler' })).total)
    .toBe(1);
  const { list } = await server.client.call('queryMsgByPage', { keywords: 'Trawler' });
  const messageId = list[0]?.messageId ?? 0;

  await page.context().grantPermissions(['notifications'], { origin: server.url });
  const started = page.context().waitForEvent('serviceworker');
  await console.openSignedIn('/systemSet?tab=notifications');
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { registrationId, status } of versions) if (status === 'activated') resolve(registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const worker = await started;
  // Browsers of journeys reach no push service: this is what one delivers after its decryption.
  const data = JSON.stringify({ title: 'Power cut: Trawler', body: 'Wakeline', tag: KEY, messageId });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  const displayed = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(displayed).toEqual([{ title: 'Power cut: Trawler', body: 'Wakeline', tag: KEY }]);

  // A browser without a window has no notification to click: this is the event of one that does.
  await worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  const record = page.getByRole('dialog', { name: 'Notification' });
  await expect(record).toContainText('Trawler');
  await expect(page).toHaveURL(new RegExp(`/notificationRecord\\?notice=${messageId}$`));
  await expect.poll(displayed).toEqual([]);
});
