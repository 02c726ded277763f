import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { killPostgres, killServer } from './harness/faults.ts';
import { crashDuringInstructions, formatCrash, maxReceived } from './harness/instruction-crash.ts';

const DEVICES = 500;
const TIMEOUT_MS = 360_000;

let data: string;

beforeEach(() => {
  data = makeDataFolder();
});
afterEach(() => removeDataFolder(data));

test.each([
  ['server', killServer],
  ['database', killPostgres],
])(
  '1,000 instructions while the %s is killed: none lost, none sent more often than allowed',
  {
    tags: ['long'],
    timeout: TIMEOUT_MS,
  },
  async (name, kill) => {
    const result = await crashDuringInstructions({
      data,
      devices: DEVICES,
      finishedBefore: DEVICES / 2,
      fault: kill(data),
    });
    console.log(`${name} killed, ${result.reconnects} reconnections\n${formatCrash(result)}`);
    const { before, end, received } = result;
    // The fault met instructions in all states.
    const states = new Set(before.map(({ state }) => state));
    expect([...states].sort()).toEqual(expect.arrayContaining(['sent', 'succeeded', 'waiting']));

    expect(end.map(({ instructionId }) => instructionId)).toEqual(
      before.map(({ instructionId }) => instructionId),
    );
    expect(end).toHaveLength(DEVICES * 2);
    for (const [index, instruction] of end.entries()) {
      const times = received[index] ?? 0;
      const isRepeatable = maxReceived(instruction.name) > 1;
      expect(times, instruction.name).toBeLessThanOrEqual(maxReceived(instruction.name));
      expect(times, instruction.name).toBeLessThanOrEqual(instruction.attempts);
      // A result is kept, and a success is one at the device as well.
      if (before[index]?.state === 'succeeded') expect(instruction.state).toBe('succeeded');
      if (instruction.state === 'succeeded') expect(times, instruction.name).toBeGreaterThan(0);
      else expect(instruction).toMatchObject({ state: 'failed', reason: 'unknown-arrival' });
      if (isRepeatable) expect(instruction.state, instruction.name).toBe('succeeded');
    }
  },
);
