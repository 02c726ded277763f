import { setTimeout as delay } from 'node:timers/promises';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { isRepeatable, MAX_ATTEMPTS } from '@wakeline/domain/instructions/instruction-state';
import { InstructedDevice } from './instructed-device.ts';
import { inGroups } from './local-address.ts';
import { type BenchServer, startServer } from './server.ts';
import {
  countOpen,
  type NewInstruction,
  readInstructions,
  type StoredInstruction,
  storeInstructions,
} from './stored-instructions.ts';

/** Instructions of the test, with the start of their description at the device. */
const TESTED = {
  heartbeat: { parameters: { interval: 60 }, description: '0x8103' },
  locate: { parameters: {}, description: '0x8201' },
  textMessage: { parameters: { text: 'Call the office' }, description: '0x8300' },
  restart: { parameters: {}, description: '0x8105 04' },
  powerOff: { parameters: {}, description: '0x8105 03' },
} as const satisfies Partial<Record<InstructionName, { parameters: object; description: string }>>;
type TestedName = keyof typeof TESTED;

/** Those of each device, in turn. */
const PAIRS: readonly (readonly [TestedName, TestedName])[] = [
  ['heartbeat', 'powerOff'],
  ['textMessage', 'locate'],
  ['restart', 'heartbeat'],
  ['powerOff', 'textMessage'],
];
const FIRST_IMEI = 13_500_000_000;
const TIMEOUT_MS = 300_000;
const POLL_MS = 25;

export interface CrashOptions {
  readonly data: string;
  /** Each has two instructions. */
  readonly devices: number;
  /** The fault happens when this many instructions have a result. */
  readonly finishedBefore: number;
  readonly fault: (server: BenchServer) => Promise<BenchServer>;
}

export interface CrashResult {
  /** Just before the fault, when the database was available again, and at the end; in the same order. */
  readonly before: readonly StoredInstruction[];
  readonly after: readonly StoredInstruction[];
  readonly end: readonly StoredInstruction[];
  /** How often the device received each instruction of `end`. */
  readonly received: readonly number[];
  readonly reconnects: number;
}

/** Crashes the server or its database while instructions are being sent, and waits until each has a result. */
export async function crashDuringInstructions(options: CrashOptions): Promise<CrashResult> {
  const { data } = options;
  let server = await startServer({ data });
  const imeis = Array.from({ length: options.devices }, (_, index) => String(FIRST_IMEI + index));
  const devices = imeis.map(
    (imei, index) =>
      // Receipts come over three seconds, so that the fault meets instructions in all states.
      new InstructedDevice({
        imei,
        index,
        port: server.ports.jt808,
        responseDelay: () => 100 + (index % 30) * 100,
      }),
  );
  try {
    const trackerIds = await server.register(imeis);
    await inGroups(devices, (device) => device.connect());
    await storeInstructions(data, trackerIds.flatMap(instructionsOf));
    const total = options.devices * 2;
    await until(async () => total - (await countOpen(data)) >= options.finishedBefore);
    const before = await readInstructions(data);
    server = await options.fault(server);
    const after = await untilReadable(() => readInstructions(data));
    await until(async () => (await countOpen(data)) === 0);
    const end = await readInstructions(data);
    const deviceOf = new Map(trackerIds.map((trackerId, index) => [trackerId, devices[index]]));
    const received = end.map(({ trackerId, name }) => {
      const { description } = TESTED[name as TestedName];
      return deviceOf.get(trackerId)?.received.filter((text) => text.startsWith(description)).length ?? 0;
    });
    const reconnects = devices.reduce((sum, device) => sum + device.reconnects, 0);
    return { before, after, end, received, reconnects };
  } finally {
    for (const device of devices) device.close();
    await server.stop();
  }
}

function instructionsOf(trackerId: number, index: number): readonly NewInstruction[] {
  const names = PAIRS[index % PAIRS.length] ?? [];
  return names.map((name) => ({ trackerId, name, parameters: TESTED[name].parameters }));
}

/** How often a device may receive an instruction. */
export function maxReceived(name: InstructionName): number {
  return isRepeatable(instructionOf(name)) ? MAX_ATTEMPTS : 1;
}

const CLASSES: Readonly<Record<string, (name: InstructionName) => boolean>> = {
  'queries and settings': (name) => isRepeatable(instructionOf(name)),
  'actions and dangerous ones': (name) => !isRepeatable(instructionOf(name)),
};

/** The table of states, as Markdown. */
export function formatCrash({ before, after, end, received }: CrashResult): string {
  const lines = [
    '| instructions | | waiting | sent | succeeded | failed | received by the device 0, 1, 2, 3 times |',
  ];
  lines.push('| --- | --- | ---: | ---: | ---: | ---: | --- |');
  for (const [label, belongs] of Object.entries(CLASSES)) {
    for (const [moment, rows] of Object.entries({ before, after, end })) {
      const selected = rows.filter(({ name }) => belongs(name));
      const count = (...states: string[]) => selected.filter(({ state }) => states.includes(state)).length;
      const times = received.filter((_, index) => belongs(end[index]?.name ?? 'locate'));
      const counts = [0, 1, 2, 3].map((number) => times.filter((value) => value === number).length);
      lines.push(
        `| ${label} | ${moment} | ${count('waiting')} | ${count('sent', 'received')} | ${count('succeeded')} | ` +
          `${failures(selected)} | ${moment === 'end' ? counts.join(', ') : ''} |`,
      );
    }
  }
  return lines.join('\n');
}

function failures(rows: readonly StoredInstruction[]): string {
  const reasons = rows.flatMap(({ reason }) => reason ?? []);
  const names = [...new Set(reasons)].map((reason) => `\`${reason}\``).join(', ');
  return reasons.length === 0 ? '0' : `${reasons.length} ${names}`;
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await untilReadable(isReached))) {
    if (performance.now() > end) throw new Error(`not reached within ${TIMEOUT_MS / 1_000} s`);
    await delay(POLL_MS);
  }
}

/** Repeats a read that fails while the database restarts. */
async function untilReadable<Result>(read: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(POLL_MS);
    }
  }
}
