import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { Permission } from '@wakeline/contract/operation';
import { ROLES, type Role } from '@wakeline/contract/roles';
import type { StreamProtocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import pino from 'pino';
import type { History } from '../app/history.ts';
import { createApp } from '../app.ts';
import { type Environment, readConfig } from '../config.ts';
import { connect, type Database } from '../db/database.ts';
import type { NoticePayload } from '../db/schema.ts';
import { hashDigest, passwordDigest } from '../identity/password.ts';
import { TestDevice } from '../ingest/testing/device.ts';
import { appendNotice } from './append-notice.ts';
import type { DevicePorts } from './free-ports.ts';
import { IS_CLUSTER } from './is-cluster.ts';
import { startOtherRoles } from './other-roles.ts';
import { PASSWORD, Person } from './person.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { TestClock } from './test-clock.ts';
import { TextMessages } from './text-messages.ts';
import { fixedDevicePorts } from './world-config.ts';

/** Noon on a summer day: the same in every run. */
const START = Date.UTC(2026, 5, 1, 12);

export interface PersonOptions {
  /** The holder by default. */
  readonly permission?: Permission;
  /** Visible functions; all by default. */
  readonly roles?: readonly Role[];
  /** English by default, for readable expectations. */
  readonly language?: Language;
  /** Visible tracker groups; all by default. */
  readonly groupIds?: readonly number[];
}

export interface WorldAccount {
  readonly accountId: number;
  /** A signed-in user of this account. The same name returns the same user. */
  person(name: string, options?: PersonOptions): Promise<Person>;
  /** Registers a device; returns the tracker's id. */
  tracker(imei: string, trackerName?: string, groupId?: number): Promise<number>;
}

export interface World {
  readonly url: string;
  readonly prefix: string;
  readonly clock: TestClock;
  /** The server's data folder. */
  readonly dataDir: string;
  readonly testDatabase: TestDatabase;
  /** Direct access to the database. */
  readonly database: Database;
  /** An account by its name, created on first use. `operator` is the operator's account. */
  account(name: string): Promise<WorldAccount>;
  /** The port of a device listener. */
  port(protocol: string): number;
  /** Connects a simulated device over a real connection and logs it in. */
  device(protocol: string, imei: string): Promise<TestDevice>;
  /** Appends a notice to an account's log like the engine, and returns its id. Consoles receive it as from another server. */
  appendNotice(accountId: number, trackerId: number | null, details: Partial<NoticePayload>): Promise<number>;
  /** Text messages to phones. */
  readonly textMessages: TextMessages;
  /** Sends a raw request to the service. */
  post(operation: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** Another world whose database this server shares. */
  readonly sharesDatabaseWith?: World;
  /** Additional environment variables of the server. */
  readonly environment?: Environment;
  /** Ports of the device listeners, the same for TCP and UDP; free ones by default, which differ. */
  readonly devicePorts?: Partial<DevicePorts>;
  /** Stores of the history; those of the environment by default. */
  readonly history?: History;
}

let passwordHash: Promise<string> | undefined;

/**
 * A real server on free ports with its own database, users and devices. Only the clock is replaced. With
 * WAKELINE_TEST_CLUSTER=yes it is a cluster (`other-roles.ts`).
 */
export async function startWorld({
  sharesDatabaseWith,
  environment,
  devicePorts: fixedPorts = {},
  history,
}: WorldOptions = {}): Promise<World> {
  const testDatabase: TestDatabase = sharesDatabaseWith?.testDatabase ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'wakeline-world-'));
  const variables: Environment = {
    WAKELINE_PORT: '0',
    WAKELINE_DATA: dataDir,
    DATABASE_URL: testDatabase.url,
    WAKELINE_DATABASE_CONNECTIONS: '6',
    // Tests use no external base layers.
    WAKELINE_BASE_LAYERS: 'none',
    ...environment,
  };
  const isSplit = IS_CLUSTER && variables.WAKELINE_ROLE === undefined;
  const others = isSplit
    ? startOtherRoles({ environment: variables, devicePorts: fixedPorts, folder: dataDir, time: START })
    : null;
  const clock = new TestClock(START, others?.advance);
  const config = {
    ...readConfig(others?.environment ?? variables),
    ...fixedDevicePorts(fixedPorts),
  };
  const app = createApp(config, pino({ level: process.env.WORLD_LOG ?? 'silent' }), {
    clock,
    history,
    webRoot: null,
    validateResponses: true,
  });
  const stopServers = async () => {
    await app.stop();
    await others?.stop(sharesDatabaseWith === undefined);
  };
  const [{ url }, { devicePorts }] = await Promise.all([app.start(), others?.addresses ?? app.start()]).catch(
    async (error: unknown) => {
      await stopServers();
      throw error;
    },
  );
  const database = connect(testDatabase.url, 2);
  const accounts = new Map<string, Promise<WorldAccount>>();
  const people = new Map<string, Promise<Person>>();
  const devices: TestDevice[] = [];
  const { prefix } = config;

  async function makePerson(accountId: number, name: string, options: PersonOptions): Promise<Person> {
    passwordHash ??= hashDigest(passwordDigest(PASSWORD));
    const roles = [...(options.roles ?? ROLES)];
    const { user_id } = await database.db
      .insertInto('app_user')
      .values({
        account_id: accountId,
        login: name,
        password_hash: await passwordHash,
        permission: options.permission ?? 'holder',
        roles,
        plugins_order: roles,
        config: JSON.stringify({ lang: options.language ?? 'en_US' }),
        all_groups: options.groupIds === undefined,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const { groupIds = [] } = options;
    if (groupIds.length > 0) {
      await database.db
        .insertInto('user_group')
        .values(groupIds.map((group_id) => ({ user_id, group_id })))
        .execute();
    }
    const person = new Person({ login: name, userId: user_id, accountId, url, prefix });
    await person.signIn();
    return person;
  }

  async function makeAccount(name: string): Promise<WorldAccount> {
    const { account_id: accountId } = await database.db
      .insertInto('account')
      .values({ name, device_password: '123456', operator: name === 'operator' })
      .returning('account_id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('account_plugin')
      .values(ROLES.map((role) => ({ account_id: accountId, role })))
      .execute();
    const account: WorldAccount = {
      accountId,
      async person(login, options = {}) {
        const person = people.get(login) ?? makePerson(accountId, login, options);
        people.set(login, person);
        return person;
      },
      async tracker(imei, trackerName = imei, groupId) {
        const holder = await account.person(`holder of ${name}`);
        return (await holder.call('addTracker', { imei, trackerName, groupId })).trackerId;
      },
    };
    return account;
  }

  return {
    url,
    prefix,
    clock,
    dataDir,
    testDatabase,
    database,
    account(name) {
      const account = accounts.get(name) ?? makeAccount(name);
      accounts.set(name, account);
      return account;
    },
    port(protocol) {
      const port = devicePorts[protocol];
      if (port === undefined) throw new Error(`no listener for ${protocol}`);
      return port;
    },
    async device(name, imei) {
      const protocol = PROTOCOLS.find((candidate): candidate is StreamProtocol => {
        return candidate.name === name && candidate.kind === 'stream';
      });
      const port = devicePorts[name];
      if (protocol === undefined || port === undefined) throw new Error(`${name} is not a stream protocol`);
      const device = await TestDevice.connect(protocol, port, imei);
      devices.push(device);
      await device.logIn();
      return device;
    },
    appendNotice: (accountId, trackerId, details) =>
      database.db
        .transaction()
        .execute((tx) => appendNotice(tx, { accountId, trackerId, details, now: clock.now() })),
    textMessages: new TextMessages(database.db),
    post: (operation, init) => fetch(`${url}${prefix}/${operation}`, { method: 'POST', ...init }),
    async stop() {
      for (const device of devices) device.close();
      for (const person of await Promise.allSettled(people.values())) {
        if (person.status === 'fulfilled') person.value.closeConsoles();
      }
      await stopServers();
      await database.close();
      if (sharesDatabaseWith === undefined) await testDatabase.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
