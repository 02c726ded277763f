import type { MessageGateway, TerminalGateway } from '@wakeline/domain/satellite/networks';
import { PLAIN_TEXT } from '@wakeline/domain/satellite/sbd-text';
import {
  deliveredMtmsn,
  duplicateKey,
  type MobileOriginated,
} from '@wakeline/protocols/satellite/iridium/mobile-originated';
import { payloadText } from '@wakeline/protocols/satellite/iridium/payload-text';
import {
  type PositionTemplate,
  payloadPosition,
} from '@wakeline/protocols/satellite/iridium/position-template';
import type { Tx } from '../../db/database.ts';
import { findPartByMtmsn } from '../gateways/iridium-directip.ts';
import { recordOutcome } from '../part-states.ts';
import { receiveFromTerminal, type TerminalOutcome } from './receive-from-terminal.ts';

/** What sessions are received with. */
export interface SessionReceiving {
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
  /** Of the positions in binary payloads; null: none. */
  readonly position: PositionTemplate | null;
}

/** `mailbox-check`: a completed session without a payload; `failed-session`: no payload was transferred. */
export type SessionOutcome = TerminalOutcome | 'mailbox-check' | 'failed-session';

/**
 * Stores what a session of an Iridium device brought: its message once, and the delivery of the message to the device that
 * its MTMSN names.
 *
 * @param gateway by which the session arrived
 * @param receivedAt epoch milliseconds
 */
export async function receiveIridiumSession(
  tx: Tx,
  { gateways, position: template }: SessionReceiving,
  session: MobileOriginated,
  { gateway, receivedAt }: { readonly gateway: TerminalGateway; readonly receivedAt: number },
): Promise<SessionOutcome> {
  await recordDelivery(tx, session, receivedAt);
  const { imei, status, payload, location, sessionTime } = session;
  if (payload.length === 0) {
    const isCompleted = status === 'completed' || status === 'mt-too-large' || status === 'poor-location';
    return isCompleted ? 'mailbox-check' : 'failed-session';
  }
  const position = template === null ? null : payloadPosition(payload, template);
  return receiveFromTerminal(tx, gateways, {
    network: 'iridium',
    cardNumber: imei,
    key: `iridium ${duplicateKey(session)}`,
    gateway,
    text: position === null ? payloadText(payload, PLAIN_TEXT) : null,
    raw: payload,
    receivedAt,
    writtenAt: sessionTime,
    position: position === null ? null : { ...position, time: position.time ?? sessionTime },
    estimate: location,
    receiverCard: null,
  });
}

async function recordDelivery(tx: Tx, session: MobileOriginated, receivedAt: number): Promise<void> {
  const mtmsn = deliveredMtmsn(session);
  if (mtmsn === null) return;
  const partId = await findPartByMtmsn(tx, session.imei, mtmsn);
  if (partId === null) return;
  const outcome = { state: 'delivered', at: receivedAt, evidence: 'session' } as const;
  const detail = `MTMSN ${mtmsn} in the session of ${new Date(session.sessionTime).toISOString()}`;
  await recordOutcome(tx, { partId, attempt: null }, { outcome, nextAt: null, detail });
}
