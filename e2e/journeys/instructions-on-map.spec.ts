import { chooseInstruction } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';

const GULL = { name: 'Gull', imei: '860000000004501' };
const AT = { lat: 36.07, lng: 120.29 };
const MINUTE = 60_000;

test('sends from the menu and the popup of a device, and shows both on the timeline of its replay', {
  tag: '@long',
}, async ({ page, console, register, connect }) => {
  const trackerId = await register(GULL);
  const gull = await connect(GULL.imei);
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  for (const minutes of [20, 10, 0])
    await gull.report({ ...AT, lat: AT.lat - minutes / 1_000, speed: 20, time: now - minutes * MINUTE });
  const dialog = page.getByRole('dialog', { name: 'Send instruction' });
  const sendHeartbeat = async () => {
    await chooseInstruction(page, 'heartbeat');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Send "Heartbeat" to 1 device?' })
      .getByRole('button', { name: 'Send' })
      .click();
    gull.acknowledge(await gull.nextInstruction(), 'accept');
    await expect(dialog.getByRole('row').filter({ hasText: 'Heartbeat' })).toContainText('Sent successfully');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  };

  await console.openSignedIn();
  await console.row('Gull').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Send instruction' }).click();
  await expect(dialog).toContainText(`Gull · ${GULL.imei}`);
  await sendHeartbeat();
  await console.row('Gull').click();
  await console.card('Gull').getByRole('button', { name: 'Send instruction' }).click();
  await sendHeartbeat();

  // The timeline ends with the last report.
  await gull.report({ ...AT, speed: 20 });
  const [start, end] = [now - 30 * MINUTE, now + 30 * MINUTE];
  await console.open(`/traceReplaySingle?trackerId=${trackerId}&start=${start}&end=${end}`);
  // Ticks that would overlap are drawn once.
  await expect(page.getByTitle(/^Heartbeat .* · Sent successfully · harbour$/).first()).toBeVisible();
});
