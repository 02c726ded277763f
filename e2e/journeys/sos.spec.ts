import { expect, test } from '../support/journey.ts';

const REEF = { lat: 22.3, lng: 114.4 };
const CAPE = { lat: 22.1, lng: 114.0 };

test('shows an SOS over the page and at the help point, and clears it after a confirmation', async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Dinghy', imei: '13900000061' });
  const device = await connect('13900000061');
  await device.report({ ...REEF, time: Date.now() - 60_000 });
  await console.openSignedIn();
  await expect(console.row('Dinghy')).toBeVisible();
  const button = page.getByRole('button', { name: /^SOS, / });
  await expect(button).toBeHidden();

  await device.report({ ...REEF, alarms: ['SOS'] });
  const call = page.getByRole('alert').filter({ hasText: 'SOS · Dinghy' });
  await expect(call).toContainText('22.30000, 114.40000');
  await expect(button).toHaveAccessibleName('SOS, 1 active');
  // The label must be next to the number, not below it.
  const edges = await button.evaluate((one) => ({
    letters: Math.max(...[...one.querySelectorAll('path')].map((path) => path.getBoundingClientRect().right)),
    number: one.querySelector('.ant-badge-count')?.getBoundingClientRect().left ?? 0,
  }));
  expect(edges.number).toBeGreaterThanOrEqual(edges.letters);

  await call.getByRole('button', { name: 'Help point' }).click();
  await expect(call).toBeHidden();
  const help = page.getByRole('dialog', { name: 'Help point' });
  await expect(help.getByRole('listitem')).toHaveCount(1);
  await expect(help.getByRole('listitem')).toContainText('Dinghy');
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();

  await button.click();
  const list = page.getByRole('region', { name: 'SOS' });
  await list.getByRole('button', { name: 'Lift SOS' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Lift the SOS of “Dinghy”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(console.row('Dinghy')).toContainText('Alarm');
  await list.getByRole('button', { name: 'Lift SOS' }).click();
  await question.getByRole('button', { name: 'Lift SOS' }).click();
  await expect(console.row('Dinghy')).toContainText('Static');
  await expect(list).toContainText('No active SOS');

  // The device continues to report the SOS: it stays cleared until the device has reported it off.
  await device.report({ ...REEF, alarms: ['SOS'] });
  await expect(console.row('Dinghy')).toContainText('Static');
});

test('opens the help point at the first of several devices at zoom 17, and moves to a selected one', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  for (const [name, imei, place] of [
    ['Raft', '13900000062', REEF],
    ['Ketch', '13900000063', CAPE],
  ] as const) {
    await register({ name, imei });
    const device = await connect(imei);
    await device.report({ ...place, time: Date.now() - (name === 'Raft' ? 60_000 : 0), alarms: ['SOS'] });
  }
  await console.openSignedIn('/', 'zh_CN');
  await page.getByRole('button', { name: 'SOS 求救，2 个未解除' }).click();
  await page
    .getByRole('region', { name: 'SOS 求救' })
    .getByRole('button', { name: '求助点' })
    .first()
    .click();
  const help = page.getByRole('dialog', { name: '求助点' });
  const entries = help.getByRole('listitem').getByRole('button', { name: /求救/ });
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0)).toContainText('Ketch');
  await expect(entries.nth(0)).toHaveAttribute('aria-current', 'true');
  // At zoom 17 and 22.1 degrees north 100 pixels are 55 m: 40,075,017 m x cos(22.1) / 512 / 2^17 x 100.
  await expect(help).toContainText('50 m');
  await entries.nth(1).click();
  await expect(entries.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('does not offer clearing an SOS without the permission', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Gig', imei: '13900000064' });
  await (await connect('13900000064')).report({ ...REEF, alarms: ['SOS'] });
  await server.client.call('createSubEobUser', {
    noteName: 'Watch',
    account: 'sos-viewer',
    pd: '0123456789abcdef0123456789abcdef',
    permission: 'viewer',
    roles: ['eob_plugin_loc_monitor'],
  });
  await console.open('/login');
  const { token } = await page.evaluate(async () => {
    const form = new URLSearchParams({ phone: 'sos-viewer', pd: '0123456789abcdef0123456789abcdef' });
    const reply = await fetch('/service/loginByCodeOrPd', { method: 'POST', body: form });
    return { token: (await reply.json()).result.accountMsg.token as string };
  });
  expect(token).not.toBe('');
  await console.open('/');
  await page.getByRole('button', { name: 'SOS, 1 active' }).click();
  const list = page.getByRole('region', { name: 'SOS' });
  await expect(list.getByRole('button', { name: 'Show on map' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Lift SOS' })).toBeHidden();
});
