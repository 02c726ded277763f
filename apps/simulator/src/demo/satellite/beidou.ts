import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { readContent } from '@wakeline/protocols/satellite/beidou/content';
import type { MotionState } from '../../movement/schedule.ts';
import type { ArrivedMessage } from '../../satellite/beidou-terminal.ts';
import { type BeidouMachinePeer, startBeidouMachine } from '../../satellite/start-beidou-machine.ts';
import { COMMUNICATION_ACCOUNTS } from '../account-data/communication-accounts.ts';
import { createTerminals, PEER_HOST, type PeerContext } from './peer-context.ts';

/** Of `$BDICI`: a command machine. */
const COMMAND_MACHINE = 0;
/** Seconds between two messages of an ordinary card. */
const SUBORDINATE_FREQUENCY = 60;
/** Now and then a receipt is missing or the machine sends later; what never arrives would look like a defect. */
const FAULTS = { loseReceipt: 0.1, tooEarly: 0.1, duplicate: 0.05 };

/** The command machine of the harbour: the boats reply with a text, then with their position. */
export async function runBeidou(port: number, context: PeerContext): Promise<void> {
  const { signal } = context;
  const machine = await startBeidouMachine({ ...machineSettings(), host: PEER_HOST, port, faults: FAULTS });
  const terminals = createTerminals(context, 'beidou', async (card, text, state) => {
    await sendWhenAllowed(() => machine.sendText(card, text), signal);
    await sendWhenAllowed(() => machine.sendPosition(card, positionOf(state())), signal);
  });
  try {
    await Promise.all([
      once(signal, 'abort'),
      ...terminals.flatMap(({ card, terminal }) => [
        terminal.run(),
        takeMessages(machine, card, (text) => terminal.receive(text), signal),
      ]),
    ]);
  } finally {
    await machine.close();
  }
}

function machineSettings() {
  const accounts = COMMUNICATION_ACCOUNTS.filter(({ network }) => network === 'beidou');
  const own = accounts.find(({ cardKind }) => cardKind === COMMAND_MACHINE);
  return {
    dialect: '2.1' as const,
    card: own?.cardNumber ?? '',
    level: own?.level ?? 4,
    frequency: own?.frequency ?? 60,
    subordinates: accounts.flatMap((account) => (account === own ? [] : [account.cardNumber])),
    subordinateFrequency: SUBORDINATE_FREQUENCY,
    seed: String(Date.now()),
  };
}

/** Passes on the texts that arrive at a card, until the signal is aborted. */
async function takeMessages(
  machine: BeidouMachinePeer,
  card: string,
  receive: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const aborted = once(signal, 'abort').then(() => null);
  for (;;) {
    const message = await Promise.race([machine.take(card), aborted]);
    if (message === null) return;
    void receive(textOf(message));
  }
}

function textOf({ content, at }: ArrivedMessage): string {
  return readContent(content.coding, content.bytes, content.bits, { now: at, offset: 0 }).text ?? '';
}

/** Sends as soon as the service frequency of the card permits it. @param send returns the seconds to wait; 0: sent */
async function sendWhenAllowed(send: () => number, signal: AbortSignal): Promise<void> {
  for (let wait = send(); wait > 0 && !signal.aborted; wait = send())
    await delay(wait * 1_000, undefined, { signal }).catch(() => undefined);
}

function positionOf({ latitude, longitude }: MotionState) {
  return { time: Date.now(), latitude, longitude, altitude: null, anomaly: null };
}
