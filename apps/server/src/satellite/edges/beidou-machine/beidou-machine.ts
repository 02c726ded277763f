import type { Gateway } from '../../queue/gateway.ts';
import type { Edge } from '../run-edges.ts';
import { checkMachine } from './check-machine.ts';
import { type BeidouMachineDependencies, MACHINE, MachineRun } from './machine-run.ts';

/**
 * A BeiDou command machine behind a serial-to-TCP converter (docs/operating/beidou-command-machine.md): the edge that
 * receives from its subordinate cards, and the gateway that sends to cards over the same connection.
 */
export function createBeidouMachine(dependencies: BeidouMachineDependencies): {
  readonly edge: Edge;
  readonly gateway: Gateway;
} {
  let run: MachineRun | null = null;
  const check = async () => run?.check() ?? checkMachine(dependencies.settings, dependencies.clock);
  return {
    edge: {
      name: MACHINE,
      async start() {
        run = new MachineRun(dependencies);
        run.start();
      },
      async stop() {
        const stopped = run;
        run = null;
        await stopped?.stop();
      },
      check,
    },
    gateway: {
      isReady: () => run?.isReady === true,
      async send(part) {
        return run?.send(part) ?? { state: 'waiting', reason: 'offline', detail: '' };
      },
      check,
    },
  };
}
