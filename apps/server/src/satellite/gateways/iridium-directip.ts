import { connect, type Socket } from 'node:net';
import { PLAIN_TEXT } from '@wakeline/domain/satellite/sbd-text';
import { DirectIpFramer } from '@wakeline/protocols/satellite/iridium/framing';
import {
  decodeMtConfirmation,
  failureOf,
  type MtConfirmation,
} from '@wakeline/protocols/satellite/iridium/mt-confirmation';
import { encodeMtMessage } from '@wakeline/protocols/satellite/iridium/mt-message';
import { encodePayloadText } from '@wakeline/protocols/satellite/iridium/payload-text';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { checkAddress } from './check-address.ts';

/** Milliseconds for the connection, and for the confirmation after it. */
const CONNECT_TIMEOUT = 10_000;
const CONFIRM_TIMEOUT = 30_000;

/** Assigned MTMSN are 1 to 65535. */
const MTMSN_VALUES = 65_535;
const URGENT_PRIORITY = 1;
const DEFAULT_PRIORITY = 5;

export interface DirectIpAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * The newest part whose transmission to a terminal had this MTMSN. It is found by its number, not by what the gateway
 * responded: a server that was lost has stored no response.
 */
export async function findPartByMtmsn(db: Db, imei: string, mtmsn: number): Promise<number | null> {
  const { rows } = await sql<{ part_id: number }>`
    select part_id from satellite_part
    where part_id = any (array(select generate_series(
        ${mtmsn - 1}::bigint, (select max(part_id) from satellite_part), ${MTMSN_VALUES})))
      and gateway = 'iridium-directip' and receiver = ${imei} and attempts > 0
    order by part_id desc limit 1`.execute(db);
  return rows[0]?.part_id ?? null;
}

/**
 * Messages to Iridium terminals by DirectIP: a connection to the gateway for each. The server assigns the MTMSN, because a
 * session that has it is the only proof of delivery, and the gateway does not reveal one that it assigns itself.
 */
export function createIridiumDirectIp({ host, port }: DirectIpAddress): Gateway {
  return {
    async send({ partId, receiver: imei, text, urgent }: ClaimedPart): Promise<GatewayOutcome> {
      const mtmsn = (partId % MTMSN_VALUES) + 1;
      const bytes = encodeMtMessage({
        clientId: mtmsn,
        imei,
        flags: ['assignMtmsn'],
        payload: encodePayloadText(text, PLAIN_TEXT),
        priority: urgent ? URGENT_PRIORITY : DEFAULT_PRIORITY,
      });
      const socket = connect({ host, port });
      try {
        const failure = await opened(socket);
        if (failure !== null) return { state: 'waiting', reason: 'offline', detail: failure };
        const response = await confirmed(socket, bytes);
        const isOwn = typeof response !== 'string' && response.clientId === mtmsn && response.imei === imei;
        if (isOwn) return outcomeOf(response, `MTMSN ${mtmsn}`);
        const detail = typeof response === 'string' ? response : 'the response is of another message';
        return { state: 'failed', reason: 'unknown-arrival', detail };
      } finally {
        socket.on('error', () => undefined).destroy();
      }
    },
    check: () => checkAddress(`tcp://${host.includes(':') ? `[${host}]` : host}:${port}`),
  };
}

function outcomeOf({ refusal, place }: MtConfirmation, providerId: string): GatewayOutcome {
  if (refusal === null)
    return { state: 'accepted', providerId, detail: `place ${place ?? 0} in the queue of the gateway` };
  const reason = failureOf(refusal);
  return reason === null
    ? { state: 'waiting', reason: 'busy', detail: refusal }
    : { state: 'failed', reason, detail: refusal };
}

/** Null: the connection is open. */
function opened(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    socket.setTimeout(CONNECT_TIMEOUT, () => resolve('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'ECONNREFUSED'));
    socket.once('connect', () => resolve(null));
  });
}

/** Sends a message and resolves to its confirmation, or to why there is none. */
function confirmed(socket: Socket, bytes: Uint8Array): Promise<MtConfirmation | string> {
  return new Promise((resolve) => {
    const framer = new DirectIpFramer();
    const deadline = setTimeout(() => resolve('no confirmation in time'), CONFIRM_TIMEOUT);
    socket.setTimeout(0);
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => {
      clearTimeout(deadline);
      resolve('closed without a confirmation');
    });
    socket.on('data', (chunk) => {
      framer.feed(chunk);
      const message = framer.next();
      if (message !== null) resolve(typeof message === 'string' ? message : decodeMtConfirmation(message));
    });
    socket.write(bytes);
  });
}
