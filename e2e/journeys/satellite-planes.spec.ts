import { expect, test } from '../support/satellite-server.ts';

const PLANE_MESSAGES = '/satelliteNews/sendMessage?of=plane';
const HOUR = 3_600_000;

test('names terminals by their plane and fills templates in', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const trackerId = await register({ name: 'Skylark', imei: '13900000701', icon: 'aircraft' });
  const { planeId } = await client.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', trackerId });
  const terminal = { network: 'beidou' as const, password: 'signal66', level: 3 };
  await client.call('createBdUsers', {
    bdUsers: [
      { ...terminal, bdUserName: 'Box7', cardNumber: '4207931', trackerId },
      { ...terminal, bdUserName: 'Gull', cardNumber: '4207932' },
    ],
  });
  const takeoffTime = Date.now() + HOUR;
  await client.call('createFlight', {
    flightNumber: 'CA1234',
    planeId,
    departure: { ident: 'ZGKL', landingPlaceId: null },
    arrival: { ident: 'ZGGG', landingPlaceId: null },
    takeoffTime,
    arrivalTime: takeoffTime + HOUR,
  });
  const device = await connect('13900000701');
  await device.report({ lat: 24.81, lng: 110.53, altitude: 140, speed: 0, time: Date.now() });

  // Templates of the trade are added once.
  await console.openSignedIn('/satelliteNews/settings?of=plane&tab=templates');
  await page.getByRole('button', { name: 'Add aviation templates' }).click();
  await expect(page.getByText('8 aviation templates added')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Return to base' })).toContainText('Plane messages');
  await page.getByRole('button', { name: 'Add aviation templates' }).click();
  await expect(page.getByText('All aviation templates exist already')).toBeVisible();

  // The search finds the terminal by the tail number of its plane.
  await page.getByRole('tab', { name: 'Conversations' }).click();
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await expect(list.getByRole('button', { name: 'B-10KA' })).toContainText('Box7');
  await expect(list.getByRole('button', { name: 'Gull' })).toBeVisible();
  await list.getByRole('searchbox').fill('10k');
  await expect(list.getByRole('button', { name: 'Gull' })).toBeHidden();
  await list.getByRole('button', { name: 'B-10KA' }).click();

  const chat = page.getByRole('region', { name: 'Messages with Box7' });
  await expect(chat.getByRole('heading', { name: 'B-10KA' })).toBeVisible();
  await expect(chat).toContainText(/140\s?m/);
  await expect(chat).toContainText('CA1234');
  await expect(chat).toContainText('ZGKL → ZGGG');
  await expect(chat).toContainText('Planned');

  // What is known is filled in; what is not stays visible.
  const text = chat.getByRole('textbox', { name: 'Message', exact: true });
  const insert = async (name: string) => {
    await chat.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await insert('Dispatch release');
  await expect(text).toHaveValue(/^B-10KA CA1234 released to ZGGG, \d{4}Z$/);
  await text.fill('');
  await insert('Radio contact');
  await expect(text).toHaveValue('B-10KA contact us on {frequency}');
  await expect(chat.getByText('Replace before sending: {frequency}')).toBeVisible();
  await text.fill('B-10KA contact us on 130.0');
  await expect(chat.getByText(/^Replace before sending/)).toBeHidden();
  await chat.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(chat.getByRole('log')).toContainText('contact us on 130.0');

  // The page of another function has neither.
  await page.goto(`${server.url}${PLANE_MESSAGES.replace('plane', 'beidou')}`);
  await list.getByRole('button', { name: /^Box7/ }).click();
  await expect(page.getByRole('heading', { name: 'Box7', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Templates' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
});
