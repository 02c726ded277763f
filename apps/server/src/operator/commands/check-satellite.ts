import pino from 'pino';
import { Registry } from 'prom-client';
import { createSatellite } from '../../app/satellite.ts';
import { systemClock } from '../../clock.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';

export const checkSatelliteCommand: Command = {
  summary: 'Check the gateways of satellite messages',
  usage: '[NAME]',
  help: `Connects and signs in to each configured gateway, or to the one with this name, and sends nothing. Prints a line for each.
Fails if one does not work.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 0, max: 1 });
    const [wanted] = positionals;

    return async ({ db, config, print }) => {
      const log = pino({ level: 'silent' });
      const { checks } = createSatellite({ db, config, clock: systemClock, log, registry: new Registry() });
      const chosen = [...checks].filter(([name]) => wanted === undefined || name === wanted);
      if (wanted !== undefined && chosen.length === 0)
        throw new CommandError(`${wanted}: not configured${namesOf([...checks.keys()])}`);
      if (chosen.length === 0) print('No gateway is configured.');
      let failures = 0;
      for (const [name, check] of chosen) {
        const { isWorking, detail } = await check();
        if (!isWorking) failures += 1;
        print(`${name.padEnd(18)}${isWorking ? 'ok' : 'FAILED'}  ${detail}`);
      }
      if (failures > 0) throw new CommandError(`${failures} of ${chosen.length} do not work`);
    };
  },
};

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (configured: ${names.join(', ')})`;
}
