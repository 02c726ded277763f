import type { Role } from '@wakeline/contract/roles';
import { MAX_UNREAD } from '@wakeline/contract/satellite/unread';
import { ALL_MESSAGE_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pauseLane } from '../../satellite/lanes.ts';
import { receiveFromTerminal } from '../../satellite/receive/receive-from-terminal.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const GATEWAYS = new Set(ALL_MESSAGE_GATEWAYS);

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;
let numbers = 0;

beforeAll(async () => {
  // Nothing listens on port 9: all messages wait.
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
      WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
      WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    },
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

interface Terminal {
  readonly bdUserId: number;
  readonly cardNumber: string;
}

async function terminal(network: 'beidou' | 'iridium', form: object = {}): Promise<Terminal> {
  numbers += 1;
  const cardNumber =
    network === 'beidou' ? String(4_200_000 + numbers) : String(300_234_000_000_000 + numbers);
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: `Gull${numbers}`, cardNumber, network, password: 'abc123', ...form }],
  });
  return { bdUserId: bdUserIds[0] ?? 0, cardNumber };
}

async function receive(
  { cardNumber }: Terminal,
  text: string,
  receiverCard: string | null = null,
): Promise<void> {
  numbers += 1;
  const network = cardNumber.length === 15 ? 'iridium' : 'beidou';
  const outcome = await world.database.db.transaction().execute((tx) =>
    receiveFromTerminal(tx, GATEWAYS, {
      network,
      cardNumber,
      key: `${cardNumber} ${numbers}`,
      gateway: network === 'iridium' ? 'iridium-directip' : 'beidou-machine',
      text,
      raw: Buffer.from(text),
      receivedAt: world.clock.now(),
      writtenAt: null,
      position: null,
      estimate: null,
      receiverCard,
    }),
  );
  expect(outcome).toBe('stored');
}

const person = (name: string, roles: Role[]) =>
  account.person(`${name} ${count}`, { permission: 'viewer', roles });

describe('the limits of sending', () => {
  test('are those of the card and of its lane', async () => {
    const iridium = await terminal('iridium', { frequency: 40, bits: 800 });
    const beidou = await terminal('beidou', { level: 2 });
    const { list, abilities } = await ada.call('queryBdSendLimits', {
      bdUserIds: [beidou.bdUserId, iridium.bdUserId],
    });
    expect(list).toMatchObject([
      { ...iridium, network: 'iridium', bits: 800, gateway: 'iridium-email', waiting: 0 },
      // This server has no gateway to BeiDou.
      { ...beidou, network: 'beidou', level: 2, gateway: null, earliestTime: null },
    ]);
    expect(list[0]?.earliestTime).toBe(world.clock.now());
    expect(abilities).toEqual({ send: true, urgent: true });
  });

  test('each transmission that waits takes the pause of the card, after the pause of the lane', async () => {
    const { bdUserId, cardNumber } = await terminal('iridium', { frequency: 40 });
    const until = world.clock.now() + 3_600_000;
    await world.database.db
      .transaction()
      .execute((tx) => pauseLane(tx, `iridium-email ${cardNumber}`, until));
    const limit = async () => (await ada.call('queryBdSendLimits', { bdUserIds: [bdUserId] })).list[0];
    expect(await limit()).toMatchObject({ waiting: 0, earliestTime: until });
    // 271 bytes are two transmissions.
    await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content: 'a'.repeat(271) });
    expect(await limit()).toMatchObject({ waiting: 1, earliestTime: until + 2 * 40_000 });
  });

  test('say who may send, and urgently', async () => {
    const { bdUserId } = await terminal('iridium');
    const abilitiesOf = async (permission: 'viewer' | 'editor' | 'administrator') => {
      const user = await account.person(`${permission} ${count}`, { permission });
      return (await user.call('queryBdSendLimits', { bdUserIds: [bdUserId] })).abilities;
    };
    expect(await abilitiesOf('viewer')).toEqual({ send: false, urgent: false });
    expect(await abilitiesOf('editor')).toEqual({ send: true, urgent: false });
    expect(await abilitiesOf('administrator')).toEqual({ send: true, urgent: true });
  });

  test('are refused for a terminal that the user does not see', async () => {
    const { bdUserId } = await terminal('iridium');
    const outsider = await (await world.account(`outside ${count}`)).person(`eve ${count}`);
    const beidou = await person('bob', ['eob_plugin_bdhl']);
    const unknown = { errorName: 'communication-account-unknown' };
    await expect(outsider.call('queryBdSendLimits', { bdUserIds: [bdUserId] })).rejects.toMatchObject(
      unknown,
    );
    await expect(beidou.call('queryBdSendLimits', { bdUserIds: [bdUserId] })).rejects.toMatchObject(unknown);
    await expect(ada.call('queryBdSendLimits', { bdUserIds: [bdUserId, 999_999] })).rejects.toMatchObject(
      unknown,
    );
  });
});

describe('unread messages', () => {
  const countsOf = async (user: Person) =>
    Object.fromEntries(
      (await user.call('queryEobBdUnread', {})).unread.map(({ role, count }) => [role, count]),
    );

  test('are those of terminals since the user last looked, by function', async () => {
    const [iridium, beidou] = [await terminal('iridium'), await terminal('beidou')];
    await receive(iridium, 'in port');
    await receive(beidou, '已到港');
    await receive(beidou, '加冰');
    // What a user sends is not unread.
    await ada.call('sendEobBdMsg', { bdUserIds: [iridium.bdUserId], content: 'Thank you' });
    expect(await countsOf(ada)).toEqual({
      eob_plugin_bdhl: 2,
      eob_plugin_irim: 1,
      eob_plugin_flight_msg: 3,
    });
    const bob = await person('bob', ['eob_plugin_bdhl']);
    expect(await countsOf(bob)).toEqual({ eob_plugin_bdhl: 2 });

    const { newestTime } = await ada.call('queryEobBdUnread', {});
    await ada.call('markEobBdMsgsSeen', { upTo: newestTime ?? 0 });
    expect(await ada.call('queryEobBdUnread', {})).toMatchObject({ newestTime: null });
    // Others have not looked, and an earlier time changes nothing.
    expect(await countsOf(bob)).toEqual({ eob_plugin_bdhl: 2 });
    await ada.call('markEobBdMsgsSeen', { upTo: 0 });
    expect((await countsOf(ada)).eob_plugin_bdhl).toBe(0);
    world.clock.advance(1_000);
    await receive(beidou, '返航');
    expect((await countsOf(ada)).eob_plugin_bdhl).toBe(1);
  });

  test('a time of the future counts as now', async () => {
    await ada.call('markEobBdMsgsSeen', { upTo: world.clock.now() + 86_400_000 });
    world.clock.advance(1_000);
    await receive(await terminal('beidou'), '已到港');
    expect((await countsOf(ada)).eob_plugin_bdhl).toBe(1);
  });

  test('are counted up to a limit, and for 30 days', async () => {
    const beidou = await terminal('beidou');
    for (let index = 0; index <= MAX_UNREAD; index += 1) await receive(beidou, `${index}`);
    expect((await countsOf(ada)).eob_plugin_bdhl).toBe(MAX_UNREAD);
    world.clock.advance(31 * 86_400_000);
    // A session of its own: the first one has ended.
    expect((await countsOf(await account.person(`late ${count}`))).eob_plugin_bdhl).toBe(0);
  });
});

describe('a message of a terminal to a terminal', () => {
  const textsOf = async (bdUserId: number, user = ada) =>
    (await user.call('queryEobBdMsgs', { bdUserId })).list.map(({ content }) => content);

  test('is in the conversations of both, with the others in their order', async () => {
    const [gull, tern] = [await terminal('beidou'), await terminal('iridium')];
    await receive(tern, 'in port');
    world.clock.advance(1_000);
    // Through the platform, and by radio with a zero before the number.
    await receive(gull, `#${tern.cardNumber} meet at 8`);
    world.clock.advance(1_000);
    await receive(tern, 'at 9', `0${gull.cardNumber}`);
    world.clock.advance(1_000);
    await ada.call('sendEobBdMsg', { bdUserIds: [tern.bdUserId], content: 'Thank you' });
    expect(await textsOf(gull.bdUserId)).toEqual(['at 9', 'meet at 8']);
    expect(await textsOf(tern.bdUserId)).toEqual(['Thank you', 'at 9', 'meet at 8', 'in port']);
    const pages: (string | undefined)[] = [];
    for (let before: { createTime: number; messageId: number } | null | undefined; before !== null; ) {
      const { list, next } = await ada.call('queryEobBdMsgs', {
        bdUserId: tern.bdUserId,
        pageSize: 1,
        ...(before && { before }),
      });
      pages.push(list[0]?.content);
      before = next;
    }
    expect(pages).toEqual(['Thank you', 'at 9', 'meet at 8', 'in port']);
    // It belongs to its sender.
    const { list } = await ada.call('queryHistoryEobBdMsgs', { bdUserId: tern.bdUserId });
    expect(list.map(({ content }) => content)).toEqual(['Thank you', 'at 9', 'in port']);
  });

  test('is not in the conversation of a terminal that it only mentions', async () => {
    const [gull, tern, skua] = [await terminal('beidou'), await terminal('beidou'), await terminal('beidou')];
    await receive(gull, `${skua.cardNumber} is adrift`, tern.cardNumber);
    expect(await textsOf(tern.bdUserId)).toEqual([`${skua.cardNumber} is adrift`]);
    expect(await textsOf(skua.bdUserId)).toEqual([]);
  });

  test('is hidden from users who do not see its sender, and from other accounts', async () => {
    const [gull, tern] = [await terminal('beidou'), await terminal('iridium')];
    await receive(gull, 'meet at 8', tern.cardNumber);
    const iridium = await person('bob', ['eob_plugin_irim']);
    expect(await textsOf(tern.bdUserId)).toEqual(['meet at 8']);
    expect(await textsOf(tern.bdUserId, iridium)).toEqual([]);
    // The card goes to another account.
    await ada.call('deleteBdUser', { bdUserId: tern.bdUserId });
    const eve = await (await world.account(`outside ${count}`)).person(`eve ${count}`);
    const { bdUserIds } = await eve.call('createBdUsers', {
      bdUsers: [{ bdUserName: 'Skua', cardNumber: tern.cardNumber, network: 'iridium', password: 'abc123' }],
    });
    expect(await textsOf(bdUserIds[0] ?? 0, eve)).toEqual([]);
  });
});

describe('a page of one function', () => {
  test('shows the networks of this function', async () => {
    const [iridium, beidou] = [await terminal('iridium'), await terminal('beidou')];
    await receive(iridium, 'in port');
    await receive(beidou, '已到港');
    const textsOf = async (user: Person, role: Role) => {
      const filter = { role } as { role: 'eob_plugin_bdhl' };
      const { list } = await user.call('queryHistoryEobBdMsgs', filter);
      const conversations = await user.call('queryEobBdMsgs', filter);
      const { list: terminals, networks } = await user.call('queryBdUsers', {
        ...filter,
        pageIndex: 1,
        pageSize: 20,
      });
      expect(conversations.list.map(({ content }) => content)).toEqual(list.map(({ content }) => content));
      expect(terminals.length).toBe(list.length);
      expect(new Set(terminals.map(({ network }) => network))).toEqual(
        new Set(networks.filter((network) => network !== 'inreach')),
      );
      return list.map(({ content }) => content).toSorted();
    };
    expect(await textsOf(ada, 'eob_plugin_bdhl')).toEqual(['已到港']);
    expect(await textsOf(ada, 'eob_plugin_irim')).toEqual(['in port']);
    expect(await textsOf(ada, 'eob_plugin_flight_msg')).toEqual(['in port', '已到港']);
    // A function that the user lacks shows nothing.
    expect(await textsOf(await person('bob', ['eob_plugin_bdhl']), 'eob_plugin_irim')).toEqual([]);
  });

  test('finds conversations by name and card number', async () => {
    const gull = await terminal('beidou', { bdUserName: 'Petrel' });
    const other = await terminal('beidou');
    await receive(gull, '已到港');
    await receive(other, '返航');
    const found = async (keywords: string) =>
      (await ada.call('queryEobBdMsgs', { keywords })).list.map(({ content }) => content);
    expect(await found('petr')).toEqual(['已到港']);
    expect(await found(other.cardNumber)).toEqual(['返航']);
    expect(await found('%')).toEqual([]);
  });

  test('users of only this function choose devices for terminals', async () => {
    await account.tracker(`boat-${count}`, 'Boat');
    const bob = await person('bob', ['eob_plugin_bdhl']);
    const { list } = await bob.call('queryAllTrackers', {});
    expect(list.map(({ trackerName }) => trackerName)).toEqual(['Boat']);
  });
});
