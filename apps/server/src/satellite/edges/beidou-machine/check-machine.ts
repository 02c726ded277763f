import type { Clock } from '../../../clock.ts';
import type { CheckResult } from '../../queue/gateway.ts';
import { describeMachine } from './describe-machine.ts';
import { MachineLink } from './machine-link.ts';
import { type MachineState, UNKNOWN_MACHINE } from './machine-state.ts';
import type { BeidouMachineSettings } from './settings.ts';

/** Milliseconds for the machine to describe its card. */
const TIMEOUT_MS = 10_000;

/** Connects to the machine and requests its card, which does not use the radio. */
export function checkMachine(settings: BeidouMachineSettings, clock: Clock): Promise<CheckResult> {
  return new Promise((resolve) => {
    let isConnected = false;
    const end = (state: Partial<MachineState>) => {
      clearTimeout(timer);
      link.close();
      resolve(describeMachine(settings, { ...UNKNOWN_MACHINE, ...state }));
    };
    const link = new MachineLink(settings, clock, {
      connected() {
        isConnected = true;
        link.write({ type: 'card' });
      },
      received({ event }) {
        if (event.type !== 'card') return;
        end({ condition: event.card === null ? 'no-card' : 'ready', detail: '', card: event });
      },
      disconnected: (reason) => end({ detail: reason }),
    });
    const timer = setTimeout(
      () =>
        end({
          condition: isConnected ? 'silent' : 'offline',
          // Many converters serve one connection at a time.
          detail: `no response within ${TIMEOUT_MS / 1_000} s; is another program connected to the converter?`,
        }),
      TIMEOUT_MS,
    );
    link.open();
  });
}
