import { once } from 'node:events';
import { LIMITS } from '@wakeline/contract/limits';
import { type ServerMessage, serverMessage } from '@wakeline/contract/live/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type WebSocket from 'ws';
import { sendEvent } from '../db/notify.ts';
import { LOG_PAGE_SIZE } from '../features/notices/log-window.ts';
import { dropOldNotices } from '../features/notices/retention.ts';
import { SESSION_IDLE_MS } from '../identity/session.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { report } from '../ingest/testing/reports.ts';
import { appendNotice } from '../testing/append-notice.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { HEARTBEAT_INTERVAL_MS, HELLO_TIMEOUT_MS, MAX_MESSAGES_PER_HEARTBEAT } from './limits.ts';

let world: World;
let accounts = 0;
let devices = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface TestAccount {
  readonly account: WorldAccount;
  readonly ada: Person;
  person(name: string, options?: Parameters<WorldAccount['person']>[1]): Promise<Person>;
}

/** A separate account for each test. */
async function createTestAccount(): Promise<TestAccount> {
  accounts += 1;
  const number = accounts;
  const account = await world.account(`harbour ${number}`);
  return {
    account,
    ada: await account.person(`ada ${number}`),
    person: (name, options) => account.person(`${name} ${number}`, options),
  };
}

/** A tracker with a connected device. */
async function addTracker(account: WorldAccount) {
  devices += 1;
  const imei = String(13_900_000_000 + devices);
  const trackerId = await account.tracker(imei, `Boat ${devices}`);
  const device = await world.device('jt808', imei);
  return {
    trackerId,
    /** Reports a position and waits until it is stored. */
    async at(latitude: number): Promise<void> {
      world.clock.advance(1000);
      const frame = device.report(report({ time: world.clock.now(), fix: { latitude, longitude: 10 } }));
      expect((await device.reply(frame)).ok).toBe(true);
    },
  };
}

/** The messages of a raw socket, each validated against the contract. */
function messagesOf(socket: WebSocket): ServerMessage[] {
  const messages: ServerMessage[] = [];
  socket.on('message', (data) => messages.push(serverMessage.parse(JSON.parse(String(data)))));
  return messages;
}

async function openSocket(socket: WebSocket): Promise<void> {
  await once(socket, 'open');
}

describe('a console', () => {
  test('receives every tracker, and then each change', async () => {
    const { account, ada } = await createTestAccount();
    const neverReported = await account.tracker(`neverReported-${accounts}`);
    const gull = await addTracker(account);
    await gull.at(54.1);
    const console = await ada.console();
    await console.waitUntilLive();
    expect([...console.states.keys()].toSorted()).toEqual([neverReported, gull.trackerId].toSorted());
    expect(console.states.get(gull.trackerId)?.latitude).toBeCloseTo(54.1, 5);
    expect(console.states.get(neverReported)).toMatchObject({ status: 'OFFLINE', latitude: null });
    await gull.at(54.2);
    await console.waitUntil(
      'the boat has moved',
      ({ states }) => (states.get(gull.trackerId)?.latitude ?? 0) > 54.15,
    );
  });

  test('receives only changes if it requests the list itself', async () => {
    const { account, ada } = await createTestAccount();
    const gull = await addTracker(account);
    const tern = await addTracker(account);
    await gull.at(54.1);
    await tern.at(54.1);
    const socket = await ada.socket();
    const messages = messagesOf(socket);
    await openSocket(socket);
    socket.send(JSON.stringify({ type: 'hello', cursor: null, refresh: 0, picture: false }));
    await expect.poll(() => messages.at(-1)?.type).toBe('live');
    await gull.at(54.2);
    const states = () => messages.filter((message) => message.type === 'states');
    const latest = { trackerId: gull.trackerId, status: expect.objectContaining({ latitude: 54.2 }) };
    await expect.poll(() => states().at(-1)?.states).toContainEqual(latest);
    // The first reports can still arrive as changes, depending on when the server is notified of them.
    expect(states().map(({ full }) => full)).not.toContain(true);
    // A console that wants the full picture gets it from the same channel, including states never sent here.
    const withPicture = await ada.console();
    await withPicture.waitUntilLive();
    expect(withPicture.states.get(tern.trackerId)?.latitude).toBeCloseTo(54.1, 5);
    expect(withPicture.states.get(gull.trackerId)?.latitude).toBeCloseTo(54.2, 5);
    socket.close();
  });

  test('follows the message sequence of the contract', async () => {
    const { account, ada } = await createTestAccount();
    const gull = await addTracker(account);
    await world.appendNotice(account.accountId, gull.trackerId, {});
    const socket = await ada.socket();
    const messages = messagesOf(socket);
    await openSocket(socket);
    socket.send(JSON.stringify({ type: 'hello', cursor: 0, refresh: 0 }));
    await expect.poll(() => messages.map(({ type }) => type)).toEqual(['welcome', 'log', 'states', 'live']);
    world.clock.advance(HEARTBEAT_INTERVAL_MS);
    await expect
      .poll(() => messages.at(-1))
      .toEqual({ type: 'beat', serverTime: world.clock.now(), cursor: 1 });
    socket.close();
  });

  test('receives nothing of another account', async () => {
    const { ada } = await createTestAccount();
    const other = await createTestAccount();
    const console = await ada.console({ cursor: 0 });
    const otherEntries = await other.ada.console({ cursor: 0 });
    await console.waitUntilLive();
    await otherEntries.waitUntilLive();
    const gull = await addTracker(other.account);
    await gull.at(54.3);
    await world.appendNotice(other.account.accountId, gull.trackerId, {});
    await otherEntries.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
    expect(console.states.size + console.entries.length + console.trackers.size).toBe(0);
  });

  test('receives added, changed and removed trackers, and changes of groups', async () => {
    const { account, ada } = await createTestAccount();
    const console = await ada.console();
    await console.waitUntilLive();
    const trackerId = await account.tracker(`new-${accounts}`, 'Gull');
    await console.waitUntil('the tracker is listed', ({ trackers }) => trackers.has(trackerId));
    await console.waitUntil('its state is listed', ({ states }) => states.has(trackerId));
    await ada.call('editTracker', { trackerId, trackerName: 'Tern' });
    await console.waitUntil(
      'it is renamed',
      ({ trackers }) => trackers.get(trackerId)?.trackerName === 'Tern',
    );
    await ada.call('createGroup', { groupName: 'Pilots' });
    await console.waitUntil('the groups changed', ({ groupChanges }) => groupChanges === 1);
    await ada.call('removeTracker', { trackerId });
    await console.waitUntil('the tracker is removed', ({ removed }) => removed.includes(trackerId));
    expect(console.states.has(trackerId)).toBe(false);
  });

  test('receives the newest states at its requested refresh interval', async () => {
    const { account, ada } = await createTestAccount();
    const gull = await addTracker(account);
    const fast = await ada.console();
    const throttled = await ada.console({ refresh: 60_000 });
    await fast.waitUntilLive();
    await throttled.waitUntilLive();
    // Each step advances the clock by a second.
    for (const step of [1, 2, 3, 4, 5]) {
      await gull.at(54 + step / 10);
      await fast.waitUntil(
        'it has moved',
        ({ states }) => (states.get(gull.trackerId)?.latitude ?? 0) > 53.95 + step / 10,
      );
    }
    expect(throttled.stateMessages).toBe(1);
    world.clock.advance(60_000);
    await throttled.waitUntil(
      'the newest is there',
      ({ states }) => (states.get(gull.trackerId)?.latitude ?? 0) > 54.45,
    );
    expect(throttled.stateMessages).toBe(2);
  });
});

describe('the log', () => {
  test('continues at the cursor without gaps or duplicates, in order, while it is being written', async () => {
    const { account, ada } = await createTestAccount();
    const trackerId = await account.tracker(`log-${accounts}`);
    const write = () => world.appendNotice(account.accountId, trackerId, {});
    // More than one page has been missed.
    await world.database.db.transaction().execute(async (tx) => {
      for (let count = 0; count < LOG_PAGE_SIZE + 120; count += 1) {
        await appendNotice(tx, {
          accountId: account.accountId,
          trackerId,
          details: {},
          now: world.clock.now(),
        });
      }
    });
    let writing = true;
    let last = 0;
    const writer = (async () => {
      while (writing) last = await write();
    })();
    // Consoles join at every moment of the writing, from the start and from the middle. Raw sockets are used because
    // the client library would hide a duplicate entry.
    const consoles = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const socket = await ada.socket();
        const messages = messagesOf(socket);
        await openSocket(socket);
        socket.send(JSON.stringify({ type: 'hello', cursor: index * 60, refresh: 0 }));
        await expect.poll(() => messages.some(({ type }) => type === 'live')).toBe(true);
        return { socket, messages, from: index * 60 };
      }),
    );
    const numbers = (messages: readonly ServerMessage[]): number[] =>
      messages.flatMap((message) => (message.type === 'log' ? message.entries.map(({ seq }) => seq) : []));
    const allCaughtUp = () =>
      consoles.every(({ messages }) => (numbers(messages).at(-1) ?? 0) > LOG_PAGE_SIZE + 200);
    await expect.poll(allCaughtUp, { timeout: 20_000 }).toBe(true);
    writing = false;
    await writer;
    for (const { socket, messages, from } of consoles) {
      await expect.poll(() => numbers(messages).at(-1)).toBe(last);
      const expected = Array.from({ length: last - from }, (_, index) => from + index + 1);
      expect(numbers(messages)).toEqual(expected);
      socket.close();
    }
  });

  test('starts at the present without a cursor', async () => {
    const { account, ada } = await createTestAccount();
    const trackerId = await account.tracker(`present-${accounts}`);
    await world.appendNotice(account.accountId, trackerId, {});
    const console = await ada.console();
    await console.waitUntilLive();
    expect(console.entries).toEqual([]);
    await world.appendNotice(account.accountId, trackerId, {});
    await console.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
    expect(console.entries[0]?.seq).toBe(2);
  });

  test('is in the language of each reader', async () => {
    const { account, ada, person } = await createTestAccount();
    const lin = await person('lin', { language: 'zh_CN' });
    const trackerId = await account.tracker(`words-${accounts}`, 'Gull');
    const consoles = [await ada.console(), await lin.console()];
    for (const console of consoles) await console.waitUntilLive();
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'SAFE' });
    for (const console of consoles)
      await console.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
    expect(consoles.map(({ entries }) => entries[0]?.notice.content)).toEqual([
      'Gull sent an OK message',
      'Gull 报平安',
    ]);
  });

  test('hides entries that the reader may not see, and advances the cursor', async () => {
    const { account, person } = await createTestAccount();
    const clerk = await person('clerk', { roles: ['eob_plugin_custom_map'] });
    const trackerId = await account.tracker(`hidden-${accounts}`);
    await world.appendNotice(account.accountId, trackerId, {});
    const console = await clerk.console({ cursor: 0 });
    await console.waitUntilLive();
    expect(console.cursor).toBe(1);
    await world.appendNotice(account.accountId, trackerId, {});
    await console.waitUntil('the cursor has advanced', ({ cursor }) => cursor === 2);
    expect(console.entries).toEqual([]);
    expect(console.states.size).toBe(0);
  });

  test('refuses a cursor whose entries were deleted, and the console restarts at the present', async () => {
    const { account, ada } = await createTestAccount();
    const trackerId = await account.tracker(`old-${accounts}`);
    for (let count = 0; count < 3; count += 1) await world.appendNotice(account.accountId, trackerId, {});
    world.clock.advance(8 * 86_400_000);
    await dropOldNotices(world.database.db, world.clock.now());
    await world.appendNotice(account.accountId, trackerId, {});
    await ada.signIn();
    const socket = await ada.socket();
    const messages = messagesOf(socket);
    await openSocket(socket);
    socket.send(JSON.stringify({ type: 'hello', cursor: 2, refresh: 0 }));
    await once(socket, 'close');
    expect(messages).toEqual([{ type: 'refused', error: 'cursor-unknown' }]);

    const console = await ada.console({ cursor: 2 });
    await console.waitUntilLive();
    expect(console.reloads).toBe(1);
    await world.appendNotice(account.accountId, trackerId, {});
    await console.waitUntil('the new entry has arrived', ({ entries }) => entries.length === 1);
    expect(console.entries.map(({ seq }) => seq)).toEqual([5]);
    // Number 3 is the last deleted one: nothing above it is missing.
    const accepted = await ada.console({ cursor: 3 });
    await accepted.waitUntilLive();
    expect(accepted.entries.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  test('refuses a cursor beyond its end', async () => {
    const { ada } = await createTestAccount();
    const socket = await ada.socket();
    const messages = messagesOf(socket);
    await openSocket(socket);
    socket.send(JSON.stringify({ type: 'hello', cursor: 7, refresh: 0 }));
    await once(socket, 'close');
    expect(messages).toEqual([{ type: 'refused', error: 'cursor-unknown' }]);
  });
});

describe('rights', () => {
  async function setRoles(person: Person, roles: string[]): Promise<void> {
    await world.database.db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ roles }).where('user_id', '=', person.userId).execute();
      await sendEvent(tx, { type: 'rights', userId: person.userId });
    });
  }

  test('hide the picture when revoked, and restore it when granted again', async () => {
    const { account, ada } = await createTestAccount();
    const gull = await addTracker(account);
    await gull.at(54);
    const console = await ada.console();
    await console.waitUntilLive();
    await setRoles(ada, ['eob_plugin_custom_map']);
    await console.waitUntil('the tracker is removed', ({ removed }) => removed.includes(gull.trackerId));
    expect(console.rightsChanges).toBe(1);
    await gull.at(54.5);
    await world.appendNotice(account.accountId, gull.trackerId, {});
    await console.waitUntil('the cursor has advanced', ({ cursor }) => cursor === 1);
    expect(console.states.size + console.entries.length).toBe(0);
    await setRoles(ada, ['eob_plugin_loc_monitor']);
    await console.waitUntil(
      'the tracker is visible again',
      ({ states }) => (states.get(gull.trackerId)?.latitude ?? 0) > 54.4,
    );
  });

  test('close the sockets of a user who is disabled', async () => {
    const { ada } = await createTestAccount();
    const console = await ada.console();
    await console.waitUntilLive();
    await world.database.db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ disabled: true }).where('user_id', '=', ada.userId).execute();
      await sendEvent(tx, { type: 'rights', userId: ada.userId });
    });
    await console.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
  });
});

describe('an ended session', () => {
  test('closes its own sockets after a logout, and no others', async () => {
    const { ada, person } = await createTestAccount();
    const bob = await person('bob');
    const console = await ada.console();
    const bobConsole = await bob.console();
    await console.waitUntilLive();
    await bobConsole.waitUntilLive();
    await ada.signIn();
    const other = await ada.console();
    await other.waitUntilLive();
    await ada.call('logout', {});
    await other.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
    expect(console.status?.phase).toBe('live');
    expect(bobConsole.status?.phase).toBe('live');
  });

  test('closes its sockets when it expires; an open console keeps it alive', async () => {
    const { ada } = await createTestAccount();
    const console = await ada.console();
    await console.waitUntilLive();
    const seen = async () => {
      const sessions = world.database.db.selectFrom('session').where('user_id', '=', ada.userId);
      return (await sessions.select('last_seen_at').executeTakeFirst())?.last_seen_at.getTime();
    };
    // Ten days with an open console: longer than the idle timeout of a session.
    for (let day = 0; day < 10; day += 1) {
      world.clock.advance(86_400_000);
      await expect.poll(seen, { interval: 5 }).toBe(world.clock.now());
    }
    expect(console.status?.phase).toBe('live');
    world.clock.advance(SESSION_IDLE_MS + 25 * 86_400_000);
    await console.waitUntil('the console is refused', ({ status }) => status?.refusal === 'session-gone');
  });
});

describe('a socket', () => {
  async function refusalOf(
    socket: WebSocket,
    sendMessages: (socket: WebSocket) => void,
  ): Promise<ServerMessage | undefined> {
    const messages = messagesOf(socket);
    const closed = once(socket, 'close');
    await openSocket(socket);
    sendMessages(socket);
    await closed;
    return messages.at(-1);
  }
  const hello = JSON.stringify({ type: 'hello', cursor: null, refresh: 0 });

  test.each([
    ['garbage', 'GET / HTTP/1.1'],
    ['an unknown message', '{"type":"goodbye"}'],
    ['a wrong cursor', '{"type":"hello","cursor":-1,"refresh":0}'],
    ['refresh before hello', '{"type":"refresh","refresh":0}'],
    ['null', 'null'],
  ])('that sends %s is refused', async (_what, text) => {
    const { ada } = await createTestAccount();
    expect(await refusalOf(await ada.socket(), (socket) => socket.send(text))).toEqual({
      type: 'refused',
      error: 'message-malformed',
    });
  });

  test('that sends a second hello is refused', async () => {
    const { ada } = await createTestAccount();
    const refusal = await refusalOf(await ada.socket(), (socket) => {
      socket.send(hello);
      socket.send(hello);
    });
    expect(refusal).toEqual({ type: 'refused', error: 'message-malformed' });
  });

  test('that sends too many messages is refused', async () => {
    const { ada } = await createTestAccount();
    const refusal = await refusalOf(await ada.socket(), (socket) => {
      socket.send(hello);
      for (let count = 0; count < MAX_MESSAGES_PER_HEARTBEAT; count += 1)
        socket.send('{"type":"refresh","refresh":0}');
    });
    expect(refusal).toEqual({ type: 'refused', error: 'message-malformed' });
  });

  test('with an oversized message is closed', async () => {
    const { ada } = await createTestAccount();
    const socket = await ada.socket();
    await openSocket(socket);
    socket.send('x'.repeat(LIMITS.consoleMessageBytes + 1));
    // RFC 6455, 7.4.1: 1009, message too big.
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  test('that sends nothing is refused', async () => {
    const { ada } = await createTestAccount();
    const socket = await ada.socket();
    const refusal = refusalOf(socket, () => undefined);
    await openSocket(socket);
    // The server accepts the socket after looking up the session; its timeout starts only then.
    const tick = setInterval(() => world.clock.advance(HELLO_TIMEOUT_MS), 50);
    expect(await refusal).toEqual({ type: 'refused', error: 'hello-late' });
    clearInterval(tick);
  });

  test('without a session, or from another site, is refused', async () => {
    const { default: Socket } = await import('ws');
    const { ada } = await createTestAccount();
    const anonymous = new Socket(ada.socketUrl);
    expect(await refusalOf(anonymous, () => undefined)).toEqual({ type: 'refused', error: 'session-gone' });
    const foreign = new Socket(ada.socketUrl, {
      headers: { cookie: `wakeline_session=${await ada.token()}`, origin: 'https://elsewhere.example' },
    });
    expect(await refusalOf(foreign, () => undefined)).toEqual({ type: 'refused', error: 'origin-refused' });
  });

  test('above the limit of a user is refused', async () => {
    const { ada } = await createTestAccount();
    const sockets = await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, () => ada.socket()));
    await Promise.all(
      sockets.map(async (socket) => {
        await openSocket(socket);
        socket.send(hello);
        await once(socket, 'message');
      }),
    );
    expect(await refusalOf(await ada.socket(), () => undefined)).toEqual({
      type: 'refused',
      error: 'too-many-sockets',
    });
    for (const socket of sockets) socket.close();
  });

  test('above the consoles of its account is refused for all of its users', async () => {
    const { account, ada, person } = await createTestAccount();
    const { db } = world.database;
    const limit = (max_consoles: number | null) =>
      db.updateTable('account').set({ max_consoles }).where('account_id', '=', account.accountId).execute();
    await limit(2);
    const bert = await person('bert');
    const openConsole = async (user: Person) => {
      const socket = await user.socket();
      const messages = messagesOf(socket);
      await openSocket(socket);
      socket.send(hello);
      await eventually('it is answered', () => messages.length > 0);
      return { socket, isWelcome: messages[0]?.type === 'welcome' };
    };
    const open = [await openConsole(ada), await openConsole(bert)];
    expect(open.map(({ isWelcome }) => isWelcome)).toEqual([true, true]);
    const refused = { type: 'refused', error: 'too-many-consoles' };
    expect(await refusalOf(await ada.socket(), () => undefined)).toEqual(refused);
    expect(await refusalOf(await bert.socket(), () => undefined)).toEqual(refused);
    // Another account is not affected.
    const { ada: other } = await createTestAccount();
    await (await other.console()).waitUntilLive();
    // The next one is admitted when one of the two is closed.
    open[0]?.socket.close();
    await eventually('a console is admitted', async () => {
      const { socket, isWelcome } = await openConsole(bert);
      socket.close();
      return isWelcome;
    });
    open[1]?.socket.close();
  });
});
