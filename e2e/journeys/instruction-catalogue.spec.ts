import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { isRepeatable } from '@wakeline/domain/instructions/instruction-state';
import type { StreamProtocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { type InstructionForm, instructionForms } from '@wakeline/protocols/testing/instruction-forms';
import { sampleCalls } from '@wakeline/protocols/testing/sample-instruction';
import { chooseInstruction, fillInstruction, sendInstruction } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';
import { Simulation } from '../support/simulator.ts';

/** A kind of devices: all of a kind are offered the same instructions, in the same form. */
interface Kind {
  readonly protocol: ProtocolName;
  /** Empty: a device without a model of the catalogue. */
  readonly model: string;
  /** Number of the first device. */
  readonly first: string;
  /** Whether its protocol has a refusal. */
  readonly refuses: boolean;
  /** Whether its receipts name the instruction. */
  readonly names: boolean;
}

const KINDS: readonly Kind[] = [
  { protocol: 'jt808', model: '', first: '013912350011', refuses: true, names: true },
  { protocol: 'jt808', model: 'G10LS', first: '013912350021', refuses: true, names: true },
  { protocol: 'jt808', model: 'JC371', first: '013912350031', refuses: true, names: true },
  { protocol: 'jt808', model: 'AL300', first: '013912350041', refuses: true, names: true },
  { protocol: 'gt06', model: 'GT06N', first: '860000000005011', refuses: true, names: true },
  { protocol: 'h02', model: 'ST-901', first: '860000000005021', refuses: true, names: true },
  { protocol: 'h02', model: 'H02', first: '860000000005031', refuses: true, names: true },
  { protocol: 'tk103', model: 'KX402', first: '013912350051', refuses: false, names: true },
  { protocol: 'tk103', model: '', first: '860000000005041', refuses: true, names: true },
  { protocol: 'watch', model: 'Q50', first: '860000000005051', refuses: false, names: true },
  { protocol: 'teltonika', model: 'FMB120', first: '860000000005061', refuses: true, names: false },
  { protocol: 'teltonika', model: 'FMB640', first: '860000000005071', refuses: true, names: false },
  { protocol: 'queclink', model: 'GL300', first: '860000000005081', refuses: false, names: true },
  { protocol: 'meitrack', model: 'T622', first: '860000000005091', refuses: true, names: true },
];

function streamProtocol(name: ProtocolName): StreamProtocol {
  const protocol = PROTOCOLS.find((candidate) => candidate.name === name);
  if (protocol?.kind !== 'stream') throw new Error(`${name} has no connections`);
  return protocol;
}

const idOf = ({ first }: Kind, index: number) =>
  String(BigInt(first) + BigInt(index)).padStart(first.length, '0');

/** Registers a device of a kind; returns its id. */
async function register({ client }: ServerProcess, kind: Kind, index: number, name: string): Promise<number> {
  const { protocol, model } = kind;
  const imei = idOf(kind, index).replace(/^0/, '');
  const details = { trackerName: name, imei, protocol, ...(model !== '' && { model }) };
  return (await client.call('addTracker', details)).trackerId;
}

async function offered({ client }: ServerProcess, trackerId: number): Promise<readonly InstructionName[]> {
  const { list } = await client.call('querySupportedInstructions', { trackerIds: [trackerId] });
  return list.map(({ instruction }) => instruction);
}

/** An instruction as these devices receive it: with values that their frames can express; null: as a text of the model. */
function formOf({ protocol, model, first }: Kind, name: InstructionName): InstructionForm | null {
  const forms = instructionForms(streamProtocol(protocol), name);
  return forms.find((form) => form.model === model && form.deviceId.length === first.length) ?? null;
}

/** Values that a device of the kind can be sent. */
function valuesOf(kind: Kind, name: InstructionName) {
  return (formOf(kind, name)?.call ?? sampleCalls(name)[0])?.values ?? {};
}

test('the journeys below have every instruction of every protocol', { tag: '@long' }, async ({ server }) => {
  const covered = new Map<ProtocolName, Set<InstructionName>>();
  for (const kind of KINDS) {
    const names = covered.get(kind.protocol) ?? new Set();
    for (const name of await offered(server, await register(server, kind, 0, 'Gull'))) names.add(name);
    covered.set(kind.protocol, names);
  }
  for (const { name, instructions } of PROTOCOLS) {
    // Models can have texts of further instructions.
    expect([name, ...(covered.get(name) ?? [])]).toEqual(expect.arrayContaining([...instructions]));
  }
});

for (const kind of KINDS) {
  const { protocol, model, refuses, names } = kind;
  test(
    `sends every instruction to a ${protocol} device, model "${model}", and shows the four statuses`,
    {
      tag: '@long',
    },
    async ({ page, console, server }, testInfo) => {
      test.setTimeout(300_000);
      const simulations: Simulation[] = [];
      const simulate = async (index: number, ...faults: readonly string[]) => {
        const simulation = await Simulation.start({
          protocol,
          port: server.ports[protocol],
          deviceId: idOf(kind, index),
          path: testInfo.outputPath('route.txt'),
          faults,
        });
        simulations.push(simulation);
        return simulation;
      };
      const gull = await register(server, kind, 0, 'Gull');
      const tern = await register(server, kind, 1, 'Tern silent');
      if (names) await register(server, kind, 2, 'Skua wrong key');
      if (refuses) await register(server, kind, 3, 'Crow refuses');
      const instructions = await offered(server, gull);
      const hasReceipt = (name: InstructionName) => (formOf(kind, name)?.encoded.receipts ?? []).length > 0;
      const once = instructions.find((name) => !isRepeatable(instructionOf(name)) && hasReceipt(name));
      const repeatable = instructions.find((name) => isRepeatable(instructionOf(name)) && hasReceipt(name));
      if (once === undefined || repeatable === undefined) throw new Error('the kind has no receipts');

      await console.openSignedIn('/remoteInstruct');
      const row = (name: InstructionName) =>
        page
          .getByRole('region', { name: 'Results' })
          .getByRole('row')
          .filter({ hasText: instructionOf(name).title.en_US })
          .first();
      const tick = async (name: string) => {
        for (const ticked of await page.getByRole('checkbox', { checked: true }).all())
          await ticked.uncheck();
        await page.getByRole('checkbox', { name, exact: true }).check();
      };
      const send = async (name: InstructionName) => {
        await chooseInstruction(page, name);
        await fillInstruction(page, name, valuesOf(kind, name));
        await sendInstruction(page, name);
      };
      let failed = 1;

      try {
        await simulate(1, '--silent', '1');
        if (names) await simulate(2, '--wrong-key', '1');
        if (refuses) await simulate(3, '--reject', '1');
        await tick('Tern silent');
        await send(once);
        await expect(row(once)).toContainText('Waiting for receipt');
        if (names) {
          failed += 1;
          await tick('Skua wrong key');
          await send(once);
          await expect(row(once)).toContainText('Skua wrong key');
          await expect(row(once)).toContainText('Waiting for receipt');
        }
        if (refuses) {
          failed += 1;
          await tick('Crow refuses');
          await send(once);
          await expect(row(once)).toContainText('Crow refuses');
          await expect(row(once)).toContainText('Rejected by the device');
        }
        await tick('Gull');
        await send(repeatable);
        await expect(row(repeatable)).toContainText('Gull');
        await expect(row(repeatable)).toContainText('Waiting to send');
        const device = await simulate(0);
        await expect(row(repeatable)).toContainText('Sent successfully');
        for (const name of instructions.filter((one) => one !== repeatable)) {
          await send(name);
          await expect(row(name)).toBeVisible();
        }
        const unsuccessful = async () => {
          const { list } = await server.client.call('queryInstructionList', {
            trackerId: gull,
            pageSize: 100,
          });
          return list
            .filter(({ state }) => state !== 'succeeded')
            .map((one) => `${one.instruction}: ${one.state} ${one.reason}`);
        };
        await expect.poll(unsuccessful, { timeout: 30_000 }).toEqual([]);

        await page.getByRole('tab', { name: 'Records' }).click();
        const counts = page.getByRole('list', { name: 'Number by status' });
        await expect(counts).toContainText(`Sent successfully${instructions.length}`);
        // No receipt within 30 seconds, and not repeated.
        await expect(counts).toContainText(`Failed${failed}`, { timeout: 60_000 });
        expect(await device.stop()).toBeGreaterThanOrEqual(instructions.length);
        await console.open(`/deviceManger/${tern}?section=instructions`);
        await expect(
          page.getByRole('row').filter({ hasText: instructionOf(once).title.en_US }),
        ).toContainText('Not known whether it arrived');
      } finally {
        for (const simulation of simulations) await simulation.stop();
      }
    },
  );
}
