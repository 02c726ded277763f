import type { ContactKind } from '@wakeline/domain/satellite/convention';
import { ALL_MESSAGE_GATEWAYS, type MessageGateway } from '@wakeline/domain/satellite/networks';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';
import { receiveFromTerminal } from '../receive/receive-from-terminal.ts';
import type { TerminalMessage } from '../receive/terminal-message.ts';

const ALL: ReadonlySet<MessageGateway> = new Set(ALL_MESSAGE_GATEWAYS);

/** An Iridium terminal of an account, to which messages are sent by e-mail. */
export interface Terminal {
  readonly bdUserId: number;
  readonly imei: string;
}

let count = 0;

export async function addTerminal(
  person: Person,
  name: string,
  trackerId: number | null = null,
): Promise<Terminal> {
  count += 1;
  const body = `30023406${String(count).padStart(6, '0')}`;
  const imei = `${body}${luhnDigit(body)}`;
  const { bdUserIds } = await person.call('createBdUsers', {
    bdUsers: [{ bdUserName: name, cardNumber: imei, network: 'iridium', password: 'abc123', trackerId }],
  });
  return { bdUserId: bdUserIds[0] ?? 0, imei };
}

/** The check digit of an IMEI (3GPP TS 23.003, annex B). */
function luhnDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** What a terminal writes arrives now. */
export async function write(
  world: World,
  { imei }: Terminal,
  text: string,
  details: Partial<TerminalMessage> = {},
): Promise<void> {
  const message: TerminalMessage = {
    network: 'iridium',
    cardNumber: imei,
    key: `${imei} ${Math.random()}`,
    gateway: 'iridium-email',
    text,
    raw: Buffer.from(text),
    receivedAt: world.clock.now(),
    writtenAt: null,
    position: null,
    estimate: null,
    receiverCard: null,
    ...details,
  };
  await world.database.db.transaction().execute((tx) => receiveFromTerminal(tx, ALL, message));
}

export async function addContact(
  world: World,
  accountId: number,
  { kind, address, writtenAt = null }: { kind: ContactKind; address: string; writtenAt?: number | null },
): Promise<void> {
  await world.database.db
    .insertInto('satellite_contact')
    .values({
      account_id: accountId,
      number: null,
      name: address,
      kind,
      address,
      created_at: new Date(world.clock.now()),
      written_at: writtenAt === null ? null : new Date(writtenAt),
    })
    .execute();
}

/** Messages of an account, oldest first. */
export function readMessages(world: World, accountId: number) {
  return world.database.db
    .selectFrom('satellite_message')
    .where('account_id', '=', accountId)
    .select(['message_id', 'type', 'sender', 'receiver', 'content', 'state', 'reason', 'reply_to', 'raw'])
    .orderBy('message_id')
    .execute();
}

/** Waits until the newest message of an account has a state, and returns it. */
export function newest(world: World, accountId: number, state: string) {
  return eventually(`the newest message is ${state}`, async () => {
    const message = (await readMessages(world, accountId)).at(-1);
    return message?.state === state ? message : null;
  });
}
