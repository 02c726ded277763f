import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { injectAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

const APP = fileURLToPath(new URL('../../apps/web/src/app/', import.meta.url));
const HOUR = 3_600_000;

/** The paths of a table of routes, read from its source, so that new screens are tested automatically. */
const pathsIn = (file: string) =>
  [...readFileSync(APP + file, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path);

test('violates no rule of WCAG 2.2 A or AA on any screen, light or dark', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  test.setTimeout(300_000);
  const { client } = server;
  const { groupId } = await client.call('createGroup', { groupName: 'Moorings' });
  const ids = [
    await register({ name: 'Petrel', imei: '13900000071', groupId }),
    await register({ name: 'Skua', imei: '13900000072' }),
  ];
  for (const [at, imei] of ['13900000071', '13900000072'].entries()) {
    const device = await connect(imei);
    for (const minutes of [9, 6, 3, 0])
      await device.report({
        lat: 36 + at / 50 + minutes / 1_000,
        lng: 120.3,
        speed: 12,
        time: Date.now() - minutes * 60_000,
        alarms: minutes === 0 ? ['LOWPOWER'] : [],
      });
  }
  const panel = { panelName: '潮汐', panelUrl: 'https://tides.example.org/', sort: 1 } as const;
  const { panelId } = await client.call('addPanel', { ...panel, display: 'SHOW' });
  const { matchId } = await client.call('createMatch', {
    matchName: 'Regatta',
    startTime: Date.now() - HOUR,
    endTime: Date.now() + HOUR,
  });
  const participants = [{ participantName: 'Petrel', trackerId: ids[0] ?? null }];
  await client.call('batchCreateParticipants', { matchId, participants });
  await client.call('editMatchStatus', { matchId, state: 'open' });
  const { code } = await client.call('queryMatchDetail', { matchId });
  const window = `start=${Date.now() - HOUR}&end=${Date.now()}`;
  const replay = `?trackerId=${ids.join(',')}&${window}`;
  /** Parameters that a path needs to show its content. */
  const more: Readonly<Record<string, string>> = {
    '/': `/?device=${ids[0]}`,
    '/traceReplaySingle': `/traceReplaySingle?trackerId=${ids[0]}&${window}`,
    '/traceReplaySatellite': `/traceReplaySatellite${replay}`,
    '/threeDPlayback': `/threeDPlayback${replay}`,
    '/realTimeTrace': `/realTimeTrace?trackerId=${ids.join(',')}`,
    '/traceReplay': `/traceReplay${replay}`,
    '/deviceManger/:trackerId': `/deviceManger/${ids[0]}`,
    '/matches/:matchId': `/matches/${matchId}`,
    '/event/:code': `/event/${code}`,
    '/extensionPanel/view/:panelId': `/extensionPanel/view/${panelId}`,
  };
  const paths = new Set(
    [
      'routes.tsx',
      'sign-in-routes.ts',
      'video-routes.ts',
      'aviation-routes.ts',
      'match-routes.ts',
      'event-routes.ts',
      'live-event-routes.ts',
      'report-routes.ts',
      'screen-routes.ts',
    ].flatMap(pathsIn),
  );
  expect(paths.size).toBeGreaterThan(15);
  // The same screen as /.
  paths.delete('/Map');
  // The tabs of screens with tabs.
  for (const tab of ['display', 'menu', 'notifications', 'security']) paths.add(`/systemSet?tab=${tab}`);
  paths.add('/authorityManage?tab=audit');
  for (const tab of ['courses', 'classes', 'participants', 'race', 'settings'])
    paths.add(`/matches/${matchId}?tab=${tab}`);
  for (const tab of ['groups', 'icons']) paths.add(`/deviceManger?tab=${tab}`);

  await injectAxe(page);
  const found: string[] = [];
  // Signed-in users do not see these.
  for (const path of ['/login', '/findPsd', '/resetPsd', '/resetSuccess']) {
    paths.delete(path);
    await console.open(path);
    await page.waitForLoadState('networkidle');
    found.push(...(await violations(page, path)));
  }
  await console.openSignedIn('/notificationRecord');
  for (const path of paths) {
    await console.open(more[path] ?? path);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.ant-skeleton')).toHaveCount(0);
    found.push(...(await violations(page, path)));
  }
  expect(found).toEqual([]);
});
