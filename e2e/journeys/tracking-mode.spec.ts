import { expect, test } from '../support/journey.ts';

const SKYLARK = { name: 'Skylark', imei: '13900000521' };
const FALCON = { name: 'Falcon', imei: '13900000522' };
const AT = { lat: 25, lng: 110.3 };

test('tracks the devices of a task, and restores their interval', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const trackerIds = [await register(SKYLARK), await register(FALCON)];
  const device = await connect(SKYLARK.imei);
  await device.report(AT);
  await client.call('sendInstruction', {
    trackerIds: trackerIds.slice(0, 1),
    instruction: 'uploadInterval',
    parameters: { interval: 60 },
  });
  device.acknowledge(await device.nextInstruction(), 'accept');
  await client.call('createTask', { taskName: 'Survey', flightNumber: 'B-7701', trackerIds });

  await console.openSignedIn('/taskTracking');
  const section = page.getByRole('region', { name: 'Survey' });
  await section.getByRole('button', { name: 'Tracking mode of Survey' }).click();
  const drawer = page.getByRole('dialog', { name: 'Tracking mode of Survey' });
  await expect(drawer).toContainText('1 of 2 devices will report more often.');
  await expect(drawer).toContainText('Never connected: Falcon');
  const interval = drawer.getByLabel('Reporting interval');
  await interval.fill('60');
  await expect(drawer).toContainText('Already reports as often: Skylark');
  await interval.fill('10');
  await drawer.getByLabel('Duration').click();
  await page.getByTitle('Until a time').click();
  await expect(drawer.getByRole('textbox', { name: 'End', exact: true })).toHaveValue(
    /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
  );
  await drawer.getByRole('button', { name: 'Start tracking mode' }).click();

  const raise = await device.nextInstruction();
  // 0x8103 with 0x0020, report by time, and 0x0029, 10 s.
  expect(raise.description).toContain('0000002904' + '0000000a');
  const states = drawer.getByRole('region', { name: 'Devices in tracking mode' });
  await expect(states.getByRole('listitem').filter({ hasText: 'Skylark' })).toContainText(
    'Waiting for the device',
  );
  device.acknowledge(raise, 'accept');
  await expect(states.getByRole('listitem').filter({ hasText: 'Skylark' })).toContainText('Reports faster');
  await expect(states).toContainText('then 60 s');
  await drawer.getByRole('button', { name: 'Close' }).last().click();

  const strip = section.getByRole('article', { name: 'Skylark' });
  await expect(strip).toContainText('Tracking mode: every 10 s');
  await page.getByRole('link', { name: 'All tasks' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Survey' });
  await expect(row).toContainText('10 s until');
  await row.getByRole('button', { name: 'Tracking mode of Survey' }).click();
  await drawer.getByRole('button', { name: 'End tracking mode' }).click();
  const restore = await device.nextInstruction();
  expect(restore.description).toContain('0000002904' + '0000003c');
  await expect(drawer).toContainText('Restoring');
  device.acknowledge(restore, 'accept');
  await expect(states.getByRole('listitem').filter({ hasText: 'Skylark' })).toContainText('Restored');
  await drawer.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).not.toContainText('10 s until');

  await console.open('/remoteInstruct');
  await page.getByRole('tab', { name: 'Records' }).click();
  const record = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
  await expect(record('Restored after tracking mode of Survey')).toContainText('Sent successfully');
  await expect(record(/Tracking mode of Survey/)).toContainText('Sent successfully');
});
