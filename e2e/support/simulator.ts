import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';

const SIMULATE = fileURLToPath(new URL('../../apps/simulator/src/cli/simulate.ts', import.meta.url));
/** A kilometre to the north. */
const ROUTE = '120.29,36.07 120.29,36.08';

interface SimulationOptions {
  readonly protocol: ProtocolName;
  readonly port: number;
  readonly deviceId: string;
  /** File for the route. */
  readonly path: string;
  /** Options for faults, such as `['--silent', '1']`. */
  readonly faults?: readonly string[];
}

/** A device of the simulator program, which drives and reports until it is stopped. */
export class Simulation {
  readonly #child: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  static async start({
    protocol,
    port,
    deviceId,
    path,
    faults = [],
  }: SimulationOptions): Promise<Simulation> {
    await writeFile(path, ROUTE);
    const device = ['--protocol', protocol, '--to', `127.0.0.1:${port}`, '--device', deviceId];
    const track = ['--route', path, '--loops', '10000', '--interval', '5'];
    const args = [SIMULATE, ...device, ...track, ...faults];
    return new Simulation(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  }

  /** Stops it. Returns the number of instructions that the device received. */
  async stop(): Promise<number> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const closed = once(this.#child, 'close');
      this.#child.kill('SIGTERM');
      await closed;
    }
    return Number(/(\d+) instructions received/.exec(this.#output)?.[1] ?? Number.NaN);
  }
}
