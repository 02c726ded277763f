import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@wakeline/server/testing/free-ports';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, run, startServer } from '../server.testing.ts';

const DEMO = fileURLToPath(new URL('./demo.ts', import.meta.url));
const DEVICES = 156;
const GROUPS = 8;
const DEVICES_WITH_PAST = 29;
const DAY_MS = 86_400_000;
/** Beijing time, the zone of the account. */
const ZONE_MS = 8 * 3_600_000;
/** Of the simulated Iridium and inReach services, and of text messages. */
const SECRETS = {
  WAKELINE_INREACH_USER: 'demo',
  WAKELINE_INREACH_PASSWORD: 'inreach-password',
  WAKELINE_INREACH_PUSH_SECRET: 'push-secret-of-inreach',
  WAKELINE_SMS_INBOUND_SECRET: 'inbound-secret-of-sms',
};
const WAIT = { timeout: 90_000, interval: 500 };

let server: RunningServer;
let folder: string;
const children: ChildProcess[] = [];

let peerArguments: readonly string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wakeline-demo-'));
  const [machine = 0, gateway = 0, listener = 0, inreach = 0, sms = 0, mail = 0, weather = 0, adsb = 0] =
    await freePorts(8);
  peerArguments = Object.entries({
    'beidou-machine': machine,
    'iridium-gateway': gateway,
    'iridium-listener': listener,
    'inreach-service': inreach,
    'sms-gateway': sms,
    'mail-server': mail,
    'weather-service': weather,
    'adsb-receiver': adsb,
    'reply-seconds': 1,
  }).map(([name, value]) => `--${name}=${value}`);
  server = await startServer({
    ...SECRETS,
    WAKELINE_BEIDOU_MACHINE: `tcp://127.0.0.1:${machine}`,
    WAKELINE_IRIDIUM_DIRECTIP: `127.0.0.1:${gateway}`,
    WAKELINE_IRIDIUM_LISTEN_PORT: String(listener),
    WAKELINE_INREACH_URL: `http://127.0.0.1:${inreach}`,
    WAKELINE_INREACH_SENDER: 'demo@wakeline.example',
    WAKELINE_SMS_URL: `http://127.0.0.1:${sms}/send`,
    WAKELINE_SMS_HEADERS: '{"content-type":"application/json"}',
    WAKELINE_SMS_BODY: '{"phone":"{phone}","text":"{text}"}',
    WAKELINE_SMTP_URL: `smtp://127.0.0.1:${mail}`,
    WAKELINE_SMTP_FROM: 'demo@wakeline.example',
    WAKELINE_FEED_NETWORKS: '127.0.0.1',
    WAKELINE_WEATHER_URL: `http://127.0.0.1:${weather}/forecast?latitude={lat}&longitude={lon}`,
  });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function serverArguments(): string[] {
  const { ports, url } = server;
  const used = ['jt808', 'gt06', 'osmand', 'watch', 'ais'] as const;
  return ['--server', url, ...used.flatMap((name) => [`--${name}`, String(ports[name])])];
}

interface StartedDemo {
  readonly child: ChildProcess;
  readonly history: number;
  /** Resolves with the number of positions of past days. */
  readonly pastDays: Promise<number>;
}

/** Starts the demo and waits until it has sent its history. */
async function startDemo(): Promise<StartedDemo> {
  const period = ['--hours', '0.25', '--days', '3', '--voucher-file', join(folder, 'voucher')];
  const child = spawn(process.execPath, [DEMO, ...serverArguments(), ...peerArguments, ...period], {
    env: {
      ...process.env,
      ...SECRETS,
      WAKELINE_ACCOUNT: server.login.account,
      WAKELINE_PASSWORD: server.login.password,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const pastDays = new Promise<number>((resolve) => {
    child.on('message', (message: { readonly type: string; readonly history: number }) => {
      if (message.type === 'demo-weeks') resolve(message.history);
    });
  });
  const [message] = await once(child, 'message');
  return { child, history: (message as { history: number }).history, pastDays };
}

async function listTrackersAndGroups() {
  const { list } = await server.client.call('queryAllTrackers', {});
  const groups = await server.client.call('queryAllGroups', {});
  return { trackers: list, groups: groups.list };
}

/** Names of the objects that the demo creates besides devices, by kind. */
async function listAccountData() {
  const { client } = server;
  const names = async <Row>(rows: Promise<{ readonly list: readonly Row[] }>, name: (row: Row) => string) =>
    (await rows).list.map(name).sort();
  return {
    fences: await names(client.call('queryAllFences', {}), (row) => row.fenceName),
    routes: await names(client.call('queryAllRoutes', {}), (row) => row.routeName),
    points: await names(client.call('queryAllLabelPoints', {}), (row) => row.placeName),
    layers: await names(client.call('queryAllLayers', {}), (row) => row.layerName),
    raceLayers: await names(client.call('queryAllRaceLayer', {}), (row) => row.layerName),
    panels: await names(client.call('allPanels', {}), (row) => row.panelName),
    subAccounts: await names(
      client.call('queryAllSubEobUser', {}),
      (row) => `${row.account} ${row.permission}`,
    ),
    shares: await names(client.call('queryShareLinks', {}), (row) => row.shareName),
    templates: await names(client.call('queryInstructionTemplates', {}), (row) => row.templateName),
    models: (await client.call('queryAllTrackModel', {})).list.flatMap((row) =>
      row.modelId === null ? [] : row.modelName,
    ),
    instructions: await names(
      client.call('queryInstructionList', { pageIndex: 1, pageSize: 100 }),
      (row) => row.trackerName,
    ),
    feeds: await names(client.call('queryFeeds', {}), (row) => row.feedName),
    terminals: await names(client.call('queryBdUsers', {}), (row) => row.bdUserName),
    contacts: await names(client.call('querySatelliteContacts', {}), (row) => row.contactName),
    messageTemplates: await names(client.call('querySatelliteTemplates', {}), (row) => row.templateName),
    people: await names(client.call('queryPeoplesByPage', { pageSize: 100 }), (row) => row.personName),
    planes: await names(client.call('queryPlanesByPage', { pageSize: 100 }), (row) => row.tailNumber),
    flights: await names(client.call('queryFlightsByPage', { pageSize: 100 }), (row) => row.flightNumber),
    landingPlaces: await names(client.call('queryLandingPlaces', {}), (row) => row.landingPlaceName),
    schedules: await names(client.call('queryReportSchedules', {}), (row) => row.scheduleName),
    screens: [
      ...(await names(client.call('queryScreens', { kind: 'visual' }), (row) => row.screenName)),
      ...(await names(client.call('queryScreens', { kind: 'data' }), (row) => row.screenName)),
    ],
    tasks: await names(client.call('queryTasksByPage', { pageSize: 100 }), (row) => row.taskName),
    vouchers: await listVouchers(),
  };
}

/** Labels of the vouchers of all matches. */
async function listVouchers(): Promise<readonly string[]> {
  const { client } = server;
  const { list: matches } = await client.call('queryMatchMsgByPage', {});
  const pages = await Promise.all(
    matches.map(({ matchId }) => client.call('queryVouchers', { matchId, pageSize: 100 })),
  );
  return pages.flatMap(({ list }) => list.map(({ label }) => label));
}

/** Sends a text to a terminal of the demo; returns the id of the message. */
async function sendText(bdUserName: string, content: string): Promise<number> {
  const { list } = await server.client.call('queryBdUsers', { keywords: bdUserName });
  const bdUserIds = list.map(({ bdUserId }) => bdUserId);
  const { messages } = await server.client.call('sendEobBdMsg', { bdUserIds, content });
  return messages[0]?.messageId ?? 0;
}

/** Waits until a message has one of these states, and its terminal has replied with such a text. */
async function isReplied(messageId: number, states: readonly string[], reply: RegExp): Promise<void> {
  await vi.waitFor(async () => {
    const { message } = await server.client.call('queryEobBdMsgSteps', { messageId });
    expect(states).toContain(message.state);
    const { list } = await server.client.call('queryEobBdMsgs', { bdUserId: message.bdUserId ?? 0 });
    const texts = list.flatMap(({ type, content }) => (type === 'terminal-to-system' ? [content] : []));
    expect(texts).toContainEqual(expect.stringMatching(reply));
  }, WAIT);
}

/** Two complete days of the devices that work by the calendar, and what people did about alarms. */
async function checkPastDays(positions: number): Promise<void> {
  expect(positions).toBeGreaterThan(10_000);
  const { client } = server;
  const today = Math.floor((Date.now() + ZONE_MS) / DAY_MS);
  const dayText = (days: number) => new Date((today + days) * DAY_MS).toISOString().slice(0, 10);
  const period = { startDay: dayText(-2), endDay: dayText(-1) };
  const overview = await client.call('queryOperaOverview', { ...period, by: 'day' });
  expect(overview.list).toHaveLength(2);
  for (const day of overview.list) expect(day.trips).toBeGreaterThan(30);
  const overspeeds = await client.call('queryOverSpeedRecord', period);
  expect(overspeeds.total).toBeGreaterThan(3);
  const visits = await client.call('queryFenceDataRecord', period);
  expect(visits.total).toBeGreaterThan(5);
  const owners = await client.call('queryAlarmOwners', {});
  expect(owners.list.map(({ account }) => account)).toEqual([server.login.account]);
}

test('creates its fleet, sends history, goes live, and continues after a restart', async () => {
  const firstRun = await startDemo();
  // 15 minutes of 124 devices every 6 to 600 seconds.
  expect(firstRun.history).toBeGreaterThan(5_000);
  const { trackers, groups } = await listTrackersAndGroups();
  expect([trackers.length, groups.length]).toEqual([DEVICES, GROUPS]);
  const expectedLive = trackers.filter(({ trackerStatusDto }) => trackerStatusDto.fixTime !== null);
  // The others send their past days first, while these are live.
  expect(expectedLive.length).toBeGreaterThanOrEqual(DEVICES - 3 - DEVICES_WITH_PAST);
  await checkPastDays(await firstRun.pastDays);
  const { trackers: afterPastDays } = await listTrackersAndGroups();
  const reporting = afterPastDays.filter(({ trackerStatusDto }) => trackerStatusDto.fixTime !== null);
  // One never reports, and two became inactive before the history of this test begins.
  expect(reporting).toHaveLength(DEVICES - 3);
  expect(trackers.every(({ groupId }) => groupId !== null)).toBe(true);

  const toBoat = await sendText('粤渔60120', '请报位');
  const toYacht = await sendText('Windrose', 'Is this a test?');
  const toMedic = await sendText('医疗摩托', '测试');

  const liveSince = Date.now();
  await vi.waitFor(
    async () => {
      const { trackers: current } = await listTrackersAndGroups();
      const freshTrackers = current.filter(
        ({ trackerStatusDto }) => (trackerStatusDto.fixTime ?? 0) >= liveSince,
      );
      expect(freshTrackers.length).toBeGreaterThan(120);
    },
    { timeout: 60_000, interval: 500 },
  );
  await vi.waitFor(
    async () => {
      const { list } = await server.client.call('queryFeeds', {});
      const statusOf = (kind: string) => list.find((feed) => feed.kind === kind)?.status;
      const connected = { state: 'connected', bound: 0, damaged: 0 };
      expect(statusOf('ais')).toMatchObject({ ...connected, objects: 60 });
      expect(statusOf('adsb-sbs')).toMatchObject({ ...connected, objects: 24 });
    },
    { timeout: 60_000, interval: 500 },
  );
  await vi.waitFor(
    async () => {
      const { counts } = await server.client.call('queryInstructionList', { pageIndex: 1, pageSize: 1 });
      // One device never connects, one rejects instructions, and one is late: it may still be sent.
      expect(counts).toMatchObject({ waiting: 1, failed: 1 });
      expect(counts.succeeded).toBeGreaterThanOrEqual(5);
    },
    { timeout: 60_000, interval: 500 },
  );
  const late = await vi.waitFor(
    async () => {
      const { list } = await server.client.call('queryInstructionList', { keywords: 'Cold chain 3' });
      expect(list).toMatchObject([{ instruction: 'locate', state: 'succeeded', attempts: 1 }]);
      return list[0];
    },
    { timeout: 60_000, interval: 500 },
  );
  // Its receipt comes 20 seconds after the instruction; until then the console shows that it waits for it.
  expect((late?.finishedTime ?? 0) - (late?.sentTime ?? 0)).toBeGreaterThan(19_900);
  const truck = trackers.find(({ trackerName }) => trackerName === '桂CB2075');
  await vi.waitFor(
    async () => {
      const { list } = await server.client.call('queryPhotos', { trackerId: truck?.trackerId ?? 0 });
      expect(list).toHaveLength(1);
    },
    { timeout: 60_000, interval: 500 },
  );
  const watch = trackers.find(({ trackerName }) => trackerName === '外婆的手表');
  await vi.waitFor(
    async () => {
      const { list } = await server.client.call('queryRecordings', { trackerId: watch?.trackerId ?? 0 });
      expect(list).toMatchObject([{ durationMs: 2560, refusal: null }]);
    },
    { timeout: 60_000, interval: 500 },
  );
  // Without a receipt, which gets lost at times, a message of BeiDou stays sent.
  await isReplied(toBoat, ['sent', 'delivered'], /^21\.\d{4}N 112\.\d{4}E，航速\d+\.\d节，航向\d+度。$/);
  await isReplied(toYacht, ['delivered'], /^Loud and clear\.$/);
  await isReplied(toMedic, ['accepted'], /^收到，信号良好。$/);

  firstRun.child.kill('SIGTERM');
  expect(await once(firstRun.child, 'exit')).toEqual([0, null]);

  const createdNames = await listAccountData();
  const counts = Object.fromEntries(
    Object.entries(createdNames).map(([kind, names]) => [kind, names.length]),
  );
  const { flights, ...others } = counts;
  // Eight, and the ones of three weekends: their first flight, a day later, may be on a weekend itself.
  expect([14, 15]).toContain(flights);
  expect(others).toEqual({
    fences: 10,
    routes: 7,
    points: 10,
    layers: 1,
    raceLayers: 1,
    panels: 1,
    subAccounts: 3,
    shares: 2,
    templates: 2,
    // With that of the tracking mode.
    instructions: 11,
    models: 1,
    feeds: 2,
    terminals: 8,
    contacts: 3,
    messageTemplates: 3,
    people: 40,
    planes: 8,
    landingPlaces: 3,
    schedules: 2,
    screens: 2,
    tasks: 3,
    vouchers: 1,
  });
  expect(await server.client.call('querySatelliteSettings', {})).toMatchObject({
    monthlyQuota: 500,
    convention: { weatherWords: ['tq', 'weather', '天气'] },
  });
  expect(createdNames.subAccounts).toEqual([
    'tester-admin administrator',
    'tester-editor editor',
    'tester-viewer viewer',
  ]);
  // One is deleted, one is renamed: neither is created again.
  const { list: fences } = await server.client.call('queryAllFences', {});
  const [deleted, renamedFence] = fences;
  await server.client.call('deleteFence', { fenceId: deleted?.fenceId ?? 0 });
  await server.client.call('editFence', { fenceId: renamedFence?.fenceId ?? 0, fenceName: 'Renamed fence' });
  const [layer] = (await server.client.call('queryAllLayers', {})).list;
  await server.client.call('deleteLayer', { layerId: layer?.layerId ?? 0 });
  const namesAfterChange = await listAccountData();

  const [renamed] = trackers;
  const trackerId = renamed?.trackerId ?? 0;
  await server.client.call('editTracker', { trackerId, trackerName: 'Renamed by hand' });
  const secondRun = await startDemo();
  expect(secondRun.history).toBeLessThan(firstRun.history / 3);
  const afterRestart = await listTrackersAndGroups();
  expect([afterRestart.trackers.length, afterRestart.groups.length]).toEqual([DEVICES, GROUPS]);
  expect(afterRestart.trackers.find((tracker) => tracker.trackerId === trackerId)?.trackerName).toBe(
    'Renamed by hand',
  );
  expect(await listAccountData()).toEqual(namesAfterChange);
}, 240_000);

test('stops with the process that started it', async () => {
  const { child } = await startDemo();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['a wrong option', ['--fleet', 'big'], 'option-unknown: '],
  ['a wrong number', ['--hours', 'some'], 'option-invalid: --hours'],
  ['a refused login', [], 'server-refused: credentials-wrong'],
  ['a missing password', [], 'option-missing: WAKELINE_PASSWORD', {}],
])(
  'reports %s in one line',
  async (_, args, expectedError, variables = { WAKELINE_PASSWORD: 'another1' }) => {
    // Without an account name it signs in as the account of `npm start`, which does not exist here.
    const outcome = await run('demo', [...serverArguments(), ...args], variables);
    expect(outcome.err).toContain(expectedError);
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
    expect(outcome.code).toBe(2);
  },
);
