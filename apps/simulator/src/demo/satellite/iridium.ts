import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from '../../link/wire.ts';
import type { MotionState } from '../../movement/schedule.ts';
import { directIpDelivery } from '../../satellite/directip-delivery.ts';
import { DIRECT_IP_RETRIES, IridiumGateway, NO_MT_FAULTS } from '../../satellite/iridium-gateway.ts';
import { MoQueue, NO_MO_FAULTS } from '../../satellite/mo-queue.ts';
import { COMMUNICATION_ACCOUNTS } from '../account-data/communication-accounts.ts';
import { createTerminals, PEER_HOST, type PeerContext } from './peer-context.ts';

/** The gateway waits so long for a confirmation. */
const CONFIRM_TIMEOUT_MS = 60_000;
/** Milliseconds between two looks of a device at its queue. */
const LOOK_MS = 1_000;
/** Kilometres. */
const ESTIMATE_RADIUS = 4;
/** Now and then a confirmation is lost and a session repeated; the server stores it once. */
const FAULTS = { ...NO_MO_FAULTS, lostConfirmation: 0.1, duplicate: 0.05 };

/** The Iridium gateway with its devices: a message waits there until the device has a session. */
export async function runIridium(port: number, listener: Target, context: PeerContext): Promise<void> {
  const { random, replySeconds, signal } = context;
  const outgoing = new MoQueue({
    deliver: directIpDelivery(listener, CONFIRM_TIMEOUT_MS),
    retrySeconds: DIRECT_IP_RETRIES,
    secondMs: 1_000,
    faults: FAULTS,
    random,
  });
  const imeis = COMMUNICATION_ACCOUNTS.flatMap(({ network, cardNumber }) =>
    network === 'iridium' ? [cardNumber] : [],
  );
  // CDR references do not repeat after a restart: a session takes longer than a second.
  const gateway = new IridiumGateway(imeis, outgoing, Math.floor(Date.now() / 1_000), NO_MT_FAULTS);
  await gateway.listen(PEER_HOST, port);
  const runSession = (imei: string, text: string, state: MotionState) =>
    gateway.session(imei, {
      time: Date.now(),
      payload: Buffer.from(text),
      location: { latitude: state.latitude, longitude: state.longitude, radius: ESTIMATE_RADIUS },
      isCompleted: true,
    });
  const terminals = createTerminals(context, 'iridium', async (imei, text, state) => {
    receive(imei, runSession(imei, text, state())?.payload);
  });

  function receive(imei: string, payload: Uint8Array | undefined): void {
    if (payload === undefined) return;
    const text = Buffer.from(payload).toString();
    void terminals.find(({ card }) => card === imei)?.terminal.receive(text);
  }

  /** A ring alert makes the device start a session. */
  async function runMailboxChecks(imei: string, state: () => MotionState): Promise<void> {
    while (!signal.aborted) {
      await pause(LOOK_MS, signal);
      if (gateway.queues.waiting(imei).length === 0) continue;
      await pause((replySeconds / 2) * (0.5 + random()) * 1_000, signal);
      if (!signal.aborted) receive(imei, runSession(imei, '', state())?.payload);
    }
  }

  try {
    await Promise.all(
      terminals.flatMap(({ card, terminal, state }) => [terminal.run(), runMailboxChecks(card, state)]),
    );
  } finally {
    await gateway.close();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
