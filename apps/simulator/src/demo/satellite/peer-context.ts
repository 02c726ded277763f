import type { Random } from '../../movement/randomness.ts';
import type { MotionState } from '../../movement/schedule.ts';
import { COMMUNICATION_ACCOUNTS } from '../account-data/communication-accounts.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { SimulatedTerminal } from './simulated-terminal.ts';
import { TERMINAL_REPORTS } from './terminal-texts.ts';

/** The simulated peers listen on this host only: nobody else may send through them. */
export const PEER_HOST = '127.0.0.1';

/** What the simulated networks of the demo have in common. */
export interface PeerContext {
  /** Devices of the demo, which carry the terminals. */
  readonly devices: readonly SimulatedDevice[];
  /** Address of the service with its prefix, where services post messages. */
  readonly serviceUrl: string;
  /** Seconds until a terminal or a person replies, on average. */
  readonly replySeconds: number;
  readonly random: Random;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

interface CarriedTerminal {
  readonly card: string;
  readonly terminal: SimulatedTerminal;
  /** Position and motion now. */
  readonly state: () => MotionState;
}

/** The terminals of a network that devices of the demo carry. `send` hands a text of a card to the network. */
export function createTerminals(
  { devices, replySeconds, random, signal }: PeerContext,
  network: (typeof COMMUNICATION_ACCOUNTS)[number]['network'],
  send: (card: string, text: string, state: () => MotionState) => Promise<void>,
): readonly CarriedTerminal[] {
  return COMMUNICATION_ACCOUNTS.filter((account) => account.network === network).flatMap(
    ({ cardNumber: card, device: name }) => {
      const device = devices.find((candidate) => candidate.name === name);
      if (device === undefined) return [];
      const state = () => device.stateAt(Date.now() / 1_000);
      const options = {
        reports: TERMINAL_REPORTS[card] ?? [],
        replySeconds,
        random,
        state,
        send: (text: string) => send(card, text, state),
      };
      return [{ card, terminal: new SimulatedTerminal(options, signal), state }];
    },
  );
}
