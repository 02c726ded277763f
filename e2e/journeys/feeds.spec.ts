import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { encodeDetails, encodePosition } from '@wakeline/protocols/ais/encode';
import { expect, test } from '../support/journey.ts';

const SIMULATE = fileURLToPath(new URL('../../apps/simulator/src/cli/simulate.ts', import.meta.url));

const SHIP = {
  mmsi: 699_000_101,
  imo: 0,
  callSign: 'WLAA',
  name: 'GULL OF THE NORTH',
  shipType: 70,
  length: 120,
  beam: 18,
  draught: 6,
  destination: 'HARBOUR',
};

function recording(): string {
  const at = { latitude: 36.05, speed: 20, course: 90, heading: 90, status: 0, time: Date.now() };
  const positions = [0, 1, 2].map((step) =>
    encodePosition({ ...at, mmsi: SHIP.mmsi, longitude: 120.3 + step / 10_000 }),
  );
  const other = encodePosition({ ...at, mmsi: 699_000_102, longitude: 120.4 });
  return [...encodeDetails(SHIP, 1), ...positions, other].join('\n');
}

test(
  'adds a feed, receives AIS, registers a vessel as a device, and deletes the feed',
  { tag: '@long' },
  async ({ page, console, server }, testInfo) => {
    await console.openSignedIn('/deviceManger?tab=feeds');
    await expect(page.getByText('No feeds yet.')).toBeVisible();
    await page.getByRole('button', { name: 'New feed' }).click();
    const form = page.getByRole('dialog', { name: 'New feed' });
    await form.getByLabel('Name', { exact: true }).fill('Harbour receiver');
    // The area ends south of where it begins.
    await form.getByLabel('Limit to an area').check();
    for (const [edge, degrees] of [
      ['North', '35'],
      ['South', '36'],
      ['West', '119'],
      ['East', '122'],
    ] as const)
      await form.getByLabel(edge, { exact: true }).fill(degrees);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('The north edge of the area must be north of the south edge')).toBeVisible();
    await form.getByLabel('North', { exact: true }).fill('37');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: 'Harbour receiver' });
    await expect(row).toContainText('Waiting for a sender');

    await page.getByRole('button', { name: 'Details of Harbour receiver' }).click();
    const details = page.getByRole('dialog', { name: 'Harbour receiver' });
    const firstLine = await details.getByText(/^\$WLFEED,/).innerText();
    const path = testInfo.outputPath('ships.nmea');
    await writeFile(path, recording());
    const sender: ChildProcess = spawn(
      process.execPath,
      [
        SIMULATE,
        '--feed',
        path,
        '--token',
        firstLine.replace('$WLFEED,', ''),
        '--to',
        `127.0.0.1:${server.ports.ais}`,
        '--loops',
        '100000',
        '--per-second',
        '5',
      ],
      { stdio: 'inherit' },
    );
    try {
      await details.getByLabel('Number or name').fill('gull');
      await details.getByRole('button', { name: 'Register mmsi-699000101 as a device' }).click();
      const device = page.getByRole('dialog', { name: 'Add device' });
      await expect(device.getByLabel('IMEI/ID')).toHaveValue('mmsi-699000101');
      await device.getByLabel('Device name').fill('Gull');
      await device.getByRole('button', { name: 'Save' }).click();
      await expect(device).toBeHidden();
      await expect(details.getByText('No object matches the search.')).toBeVisible();
      await details.getByLabel('Number or name').fill('');
      await expect(details.getByText('mmsi-699000102')).toBeVisible();
      await details.getByRole('button', { name: 'Close' }).click();
      await expect(row).toContainText('Connected');
      // The vessel is a device like any other: its positions are stored.
      await expect
        .poll(
          async () => (await server.client.call('queryAllTrackers', {})).list[0]?.trackerStatusDto.latitude,
        )
        .toBe(36.05);
    } finally {
      sender.kill();
    }

    await page.getByRole('button', { name: 'Delete feed Harbour receiver' }).click();
    await expect(page.getByText('Devices and their positions stay.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No feeds yet.')).toBeVisible();
  },
);
