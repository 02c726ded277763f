import { connect } from 'node:net';
import { encodeDetails, encodePosition } from '@wakeline/protocols/ais/encode';
import { expect, test } from '../support/journey.ts';

const SHIP = { mmsi: 699_000_201, latitude: 36.02, longitude: 120.35 };
const DETAILS = {
  mmsi: SHIP.mmsi,
  imo: 0,
  callSign: 'WLBB',
  name: 'TERN',
  shipType: 70,
  length: 90,
  beam: 14,
  draught: 5,
  destination: 'HARBOUR',
};

test('draws traffic on the live map, shows an object, registers it, and hides traffic', {
  tag: '@long',
}, async ({ page, console, server }) => {
  const { feedId } = await server.client.call('addFeed', {
    feedName: 'Harbour',
    kind: 'ais',
    connection: { type: 'listen', senders: [] },
    area: null,
    intervalSeconds: 10,
    unknownObjects: 'traffic',
    enabled: true,
  });
  let token: string | null = null;
  await expect
    .poll(async () => {
      const { list } = await server.client.call('queryFeeds', {});
      const feed = list.find((one) => one.feedId === feedId);
      token = feed?.token ?? null;
      return feed?.status?.state;
    })
    .toBe('waiting');
  const sender = connect(server.ports.ais, '127.0.0.1');
  sender.write(`$WLFEED,${token}\r\n`);
  const send = () => {
    const lines = [
      ...encodeDetails(DETAILS, 1),
      encodePosition({ ...SHIP, speed: 18.52, course: 45, heading: 45, status: 0, time: Date.now() }),
    ];
    sender.write(lines.map((line) => `${line}\r\n`).join(''));
  };
  const timer = setInterval(send, 1_000);
  try {
    // The camera that the tab stores: the ship is in the middle of the free area.
    const camera = `${SHIP.longitude},${SHIP.latitude},15`;
    await page.addInitScript((text) => {
      if (sessionStorage.getItem('map.live') === null) sessionStorage.setItem('map.live', text);
    }, camera);
    await console.openSignedIn('/Map');
    await expect(page.getByRole('button', { name: 'Hide traffic' })).toBeVisible();
    const middle = await console.middle();
    const card = page.getByRole('dialog', { name: 'Traffic' });
    await expect(async () => {
      await page.mouse.click(middle.x, middle.y);
      await expect(card).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(card).toContainText('TERN');
    await expect(card).toContainText('mmsi-699000201');
    await expect(card).toContainText(/18\.5\s?km\/h/);
    await expect(card).toContainText('45°');
    await card.getByRole('button', { name: 'Register as a device' }).click();
    const form = page.getByRole('dialog', { name: 'Add device' });
    await expect(form.getByLabel('IMEI/ID')).toHaveValue('mmsi-699000201');
    await form.getByLabel('Device name').fill('Tern');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(console.row('Tern')).toBeVisible();
    // It is a device now, and no longer traffic.
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: 'Hide traffic' }).click();
    await expect(page.getByRole('button', { name: 'Show traffic' })).toBeVisible();
  } finally {
    clearInterval(timer);
    sender.destroy();
  }
});
