import type { Page } from '@playwright/test';
import type { InstructionParameters } from '@wakeline/contract/instructions';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { Language } from '../support/console.ts';
import type { ServerProcess } from '../support/server.ts';
import { openDevice } from './acts.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

/** Devices of the demo's fleet: one rejects instructions, one responds after 20 seconds, the last never connects. */
const DEVICES = ['桂CA8861 冷链', '桂CB2075', '桂CF6620 危化', 'Cold chain 3', '备用追踪器'] as const;

interface Call {
  readonly instruction: InstructionName;
  readonly parameters?: InstructionParameters;
  readonly devices: readonly string[];
}

/** Its model has a camera. */
const CAMERA = '桂CB2075';
/** It answers text messages by voice. */
const WATCH = '外婆的手表';

/** A day of a dispatcher. */
const CALLS: readonly Call[] = [
  { instruction: 'locate', devices: ['公交 10路 1号车', '桂CA8861 冷链', '出租 桂C·T1200'] },
  {
    instruction: 'heartbeat',
    parameters: { interval: 180 },
    devices: ['公交 10路 2号车', '快递 老蒋', '备用追踪器'],
  },
  {
    instruction: 'reportInterval',
    parameters: { moving: 30, stationary: 600 },
    devices: ['桂CB2075', '公交 58路 1号车'],
  },
  { instruction: 'restart', devices: ['备用车 1'] },
  {
    instruction: 'overspeed',
    parameters: { speed: 80, seconds: 10 },
    devices: ['公交 机场专线 2号车', '桂CF6620 危化'],
  },
  { instruction: 'readParameters', devices: ['Courier 7', '公交 1路 3号车'] },
];

const HEARTBEAT = { zh_CN: '心跳间隔', en_US: 'Heartbeat' } as const;
const SEND = { zh_CN: '下发', en_US: 'Send' } as const;

/** Sending with its confirmation and its results, and the records. */
export const INSTRUCTION_SHEETS: readonly Sheet[] = [
  {
    name: 'instructions',
    path: '/remoteInstruct',
    signedIn: true,
    async act(page, language) {
      await fillForm(page, language);
      await send(page, language).click();
      await page.getByRole('dialog').waitFor();
    },
    steps: [
      {
        name: 'instructions-sent',
        async act(page, language) {
          await page.getByRole('dialog').getByRole('button', { name: SEND[language], exact: true }).click();
          const failed = { zh_CN: '设备拒绝执行', en_US: 'Rejected by the device' }[language];
          const results = page.getByRole('region', {
            name: { zh_CN: '本次下发结果', en_US: 'Results' }[language],
          });
          await results.getByText(failed).waitFor();
          await results.scrollIntoViewIfNeeded();
        },
      },
    ],
    // Otherwise those of the device that never connects would queue.
    finish: (_page, _language, server) => recallWaiting(server),
  },
  { name: 'instructions-results', path: '/remoteInstruct?tab=records', signedIn: true, prepare: sendCalls },
  {
    name: 'device-photos',
    path: '/deviceManger',
    signedIn: true,
    prepare: takePhotos,
    act: (page, _language, server) => openDevice(page, server, CAMERA, 'photos'),
  },
  {
    name: 'device-recordings',
    path: '/deviceManger',
    signedIn: true,
    prepare: waitForRecording,
    act: (page, _language, server) => openDevice(page, server, WATCH, 'recordings'),
  },
];

async function fillForm(page: Page, language: Language): Promise<void> {
  const search = page.getByPlaceholder(
    { zh_CN: '搜索名称、编号或 IMEI', en_US: 'Name, number or IMEI' }[language],
  );
  for (const name of DEVICES) {
    await search.fill(name);
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await search.fill('');
  await page.getByText({ zh_CN: '只看已选', en_US: 'Selected only' }[language]).click();
  const instruction = page.getByRole('combobox', {
    name: { zh_CN: '指令', en_US: 'Instruction' }[language],
    exact: true,
  });
  await instruction.fill(HEARTBEAT[language]);
  await instruction.press('Enter');
  await page.getByRole('spinbutton').first().fill('120');
}

function send(page: Page, language: Language) {
  return page.getByRole('button', { name: SEND[language], exact: true });
}

async function recallWaiting({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryInstructionList', { states: ['waiting'], pageSize: 100 });
  const instructionIds = list.map(({ instructionId }) => instructionId);
  if (instructionIds.length > 0) await client.call('recallInstructions', { instructionIds });
}

/** Sends what a day brings, and waits for the receipts. */
async function sendCalls({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryAllTrackers', {});
  for (const { instruction, parameters = {}, devices } of CALLS) {
    const trackerIds = list
      .filter(({ trackerName }) => devices.includes(trackerName))
      .map(({ trackerId }) => trackerId);
    await client.call('sendInstruction', { trackerIds, instruction, parameters });
  }
  // A restart is confirmed by the next login.
  await expect
    .poll(async () => (await client.call('queryInstructionList', {})).counts.sent, { timeout: 60_000 })
    .toBeLessThanOrEqual(1);
}

/** Two photos besides the one of the demo. */
async function takePhotos({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ trackerName }) => trackerName === CAMERA) ?? { trackerId: 0 };
  const photos = async () => (await client.call('queryPhotos', { trackerId })).list.length;
  const before = await photos();
  for (const channel of [2, 3])
    await client.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'photo',
      parameters: { channel },
    });
  await expect.poll(photos, { timeout: 60_000 }).toBe(before + 2);
}

/** In the demo, the watch answers a text message with a recording. */
async function waitForRecording({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ trackerName }) => trackerName === WATCH) ?? { trackerId: 0 };
  await expect
    .poll(async () => (await client.call('queryRecordings', { trackerId })).list.length, { timeout: 60_000 })
    .toBeGreaterThan(0);
}
