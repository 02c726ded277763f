import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ERRORS } from '@wakeline/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordDigest } from '../identity/password.ts';
import { filesInFolder } from '../testing/files.ts';
import { PASSWORD, Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

const ADMIN = join(import.meta.dirname, 'admin.ts');
const DAY = 86_400_000;

let world: World;
let folder: string;
let harbour: WorldAccount;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  // Commands use the machine's clock.
  world.clock.advance(Date.now() - world.clock.now());
  folder = mkdtempSync(join(tmpdir(), 'wakeline-admin-'));
  harbour = await world.account('Harbour');
  ada = await harbour.person('ada');
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface CommandResult {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

const environment = () => ({ DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: folder });

/** Runs the command on the test database, in this process; `input` is its standard input. */
async function runCommand(args: readonly string[], input = ''): Promise<CommandResult> {
  let [output, errors] = ['', ''];
  const print = (text: string) => {
    output += text;
  };
  const status = await statusOf(
    () => runAdmin(args, environment(), { input: Readable.from([input]), print }),
    (text) => {
      errors += text;
    },
  );
  return { status, output, errors };
}

/** The same in a separate process, as operators run it. */
async function adminProcess(args: readonly string[], input = ''): Promise<CommandResult> {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: { PATH: process.env.PATH, ...environment() },
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // A command that refuses its arguments reads no input.
  child.stdin.on('error', () => undefined).end(input);
  const [status] = (await once(child, 'close')) as [number];
  return { status, output, errors };
}

/** Runs the command, expects success, and returns its output. */
async function runSuccessfully(args: readonly string[], input?: string): Promise<string> {
  const result = await runCommand(args, input);
  expect(result).toMatchObject({ status: 0, errors: '' });
  return result.output.trim();
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function auditOf(command: string) {
  const rows = await world.database.db
    .selectFrom('audit_entry')
    .where('action', '=', 'operator')
    .select(['account_id', 'user_id', 'login', 'target', 'before', 'after'])
    .orderBy('audit_id')
    .execute();
  return rows.filter(({ after }) => Object(after).command === command);
}

async function rolesOf(person: Person): Promise<readonly string[]> {
  return (await person.call('queryUserConfig', {})).roles.map(({ name }) => name);
}

async function signIn(login: string, password: string): Promise<string> {
  const body = new URLSearchParams({ phone: login, pd: passwordDigest(password) });
  const reply = await world.post('loginByCodeOrPd', { body });
  return ((await reply.json()) as { result: { error?: string } }).result.error ?? 'signed in';
}

test('lists the commands and the arguments of one with help', async () => {
  const list = await runSuccessfully([]);
  for (const name of ['create-account', 'grant', 'publish-update']) expect(list).toContain(`\n  ${name} `);
  expect(await runSuccessfully(['help', 'grant'])).toContain(
    'grant ACCOUNT ROLE... [--until DATE | --days N]',
  );
  expect(await runSuccessfully(['grant', '--help'])).toBe(await runSuccessfully(['help', 'grant']));
});

test('creates an account with a password from standard input, which is listed and can sign in', async () => {
  const made = [
    'create-account',
    'berta',
    '--name',
    "Berta's boats",
    '--roles',
    'loc_monitor,task',
    '--dealer',
    'ada',
  ];
  expect(await runSuccessfully(made, 'seven seas\n')).toBe('Created the account berta');
  expect(await signIn('berta', 'seven seas')).toBe('signed in');
  const list = (await runSuccessfully(['accounts'])).split('\n');
  expect(list.find((line) => line.startsWith('berta'))).toMatch(/ 1 +0 +ada +Berta's boats$/);
  const [entry] = await auditOf('create-account');
  expect(entry).toMatchObject({
    user_id: null,
    login: 'operator',
    target: 'berta',
    after: { roles: ['eob_plugin_loc_monitor', 'eob_plugin_task'], dealer: 'ada' },
  });
  expect(JSON.stringify(entry)).not.toContain('seven');
  expect(await runCommand(['create-account', 'berta'], 'another one\n')).toMatchObject({
    status: 1,
    errors: 'This account name is taken\n',
  });
});

test.each([
  ['', 'no password given'],
  ['short\n', 'the password must have 8 to 128 characters'],
  ['password1\n', 'this password is too common'],
])('refuses the password %j', async (input, reason) => {
  const result = await runCommand(['create-account', 'nobody'], input);
  expect(result.status).toBe(64);
  expect(result.errors).toContain(reason);
  expect(await signIn('nobody', input.trim())).toBe('credentials-wrong');
});

test('resets a password, ends the sessions and consoles of the login, and unlocks it', async () => {
  const carl = await harbour.person('carl', { permission: 'editor' });
  const console = await carl.console();
  await console.waitUntilLive();
  while ((await signIn('carl', 'wrong')) !== 'login-locked');
  await runSuccessfully(['reset-password', 'carl'], 'half seas over\n');
  await console.waitUntil('the console is closed', ({ status }) => status?.phase === 'refused');
  await expect(carl.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  expect(await signIn('carl', PASSWORD)).toBe('credentials-wrong');
  expect(await signIn('carl', 'half seas over')).toBe('signed in');
  expect(await auditOf('reset-password')).toMatchObject([
    { account_id: harbour.accountId, target: 'carl', after: { password: 'changed' } },
  ]);
});

test('opens and closes registration, on the default page and on a branded one', async () => {
  const isOpen = async (t?: string) =>
    (await ada.call('loadSysConf', t === undefined ? {} : { t })).isOpenRegister;
  expect(await isOpen()).toBe(0);
  await runSuccessfully(['registration', 'open', '--roles', 'loc_monitor']);
  expect(await isOpen()).toBe(1);
  await runSuccessfully(['registration', 'closed']);
  expect(await isOpen()).toBe(0);
  const setting = await world.database.db
    .selectFrom('server_setting')
    .where('name', '=', 'registrationRoles')
    .select('value')
    .executeTakeFirstOrThrow();
  expect(setting.value).toEqual({ roles: ['eob_plugin_loc_monitor'] });

  await runSuccessfully(['brand', '--account', 'ada', '--link-code', 'quay']);
  await runSuccessfully(['registration', 'open', '--link-code', 'quay']);
  expect([await isOpen('quay'), await isOpen()]).toEqual([1, 0]);
  await runSuccessfully(['registration', 'closed', '--link-code', 'quay']);
  expect(await isOpen('quay')).toBe(0);
  expect(await auditOf('registration')).toMatchObject([
    { target: 'quay', before: { open: false }, after: { open: true } },
    { target: 'quay', before: { open: true }, after: { open: false } },
  ]);
  expect(await runCommand(['registration', 'open', '--link-code', 'key'])).toMatchObject({
    status: 1,
    errors: 'key: no such link code\n',
  });
});

test('grants and revokes functions, also in open consoles', async () => {
  await runSuccessfully(['create-account', 'dora', '--roles', 'loc_monitor'], 'doras boats');
  const user = await world.database.db
    .selectFrom('app_user')
    .where('login', '=', 'dora')
    .select(['user_id', 'account_id'])
    .executeTakeFirstOrThrow();
  const dora = new Person({
    login: 'dora',
    userId: user.user_id,
    accountId: user.account_id,
    url: world.url,
    prefix: world.prefix,
  });
  await dora.signIn('doras boats');
  const console = await dora.console();
  await console.waitUntilLive();

  const before = Date.now();
  expect(await runSuccessfully(['grant', 'dora', 'match', 'eob_plugin_task', '--days', '3'])).toMatch(
    /^task: until \d{4}-\d\d-\d\d \d\d:\d\d\nmatch: until /,
  );
  await console.waitUntil('the console receives the grant', ({ rightsChanges }) => rightsChanges === 1);
  expect(await rolesOf(dora)).toEqual(['eob_plugin_loc_monitor', 'eob_plugin_task', 'eob_plugin_match']);
  const { list } = await dora.call('allPluginProducts', {});
  const end = list.find(({ role }) => role === 'eob_plugin_task')?.validUntil ?? 0;
  expect(end - before - 3 * DAY).toBeLessThan(60_000);

  await runSuccessfully(['grant', 'dora', 'match', '--until', '2099-12-30']);
  await runSuccessfully(['grant', 'dora', 'task']);
  const again = (await dora.call('allPluginProducts', {})).list;
  expect(again.find(({ role }) => role === 'eob_plugin_match')?.validUntil).toBe(
    new Date(2099, 11, 31).getTime(),
  );
  expect(again.find(({ role }) => role === 'eob_plugin_task')).toMatchObject({
    state: 'owned',
    validUntil: null,
  });

  const changes = console.rightsChanges;
  expect(await runSuccessfully(['revoke', 'dora', 'task', 'match'])).toBe('Revoked from dora: task, match');
  await console.waitUntil(
    'the console receives the revocation',
    ({ rightsChanges }) => rightsChanges > changes,
  );
  expect(await rolesOf(dora)).toEqual(['eob_plugin_loc_monitor']);
  expect(await auditOf('revoke')).toMatchObject([
    { account_id: user.account_id, before: { roles: ['eob_plugin_task', 'eob_plugin_match'] } },
  ]);
  expect(await runCommand(['revoke', 'dora', 'task'])).toMatchObject({ status: 1 });
  expect(await runCommand(['grant', 'dora', 'task', '--until', '2020-01-01'])).toMatchObject({
    status: 64,
    errors: expect.stringContaining('2020-01-01 is in the past'),
  });
  dora.closeConsoles();
});

test('creates activation codes that work once', async () => {
  const printed = await runSuccessfully([
    'activation-codes',
    '--roles',
    'bdhl',
    '--count',
    '2',
    '--days',
    '30',
    '--note',
    'fair',
  ]);
  const codes = printed.split('\n');
  expect(codes).toHaveLength(2);
  const { roles } = await ada.call('activatePlugins', { code: codes[0] ?? '' });
  expect(roles).toEqual(['eob_plugin_bdhl']);
  await expect(ada.call('activatePlugins', { code: codes[0] ?? '' })).rejects.toMatchObject({
    errorName: 'activation-code-used',
  });
  await runSuccessfully(['activation-codes', '--roles', 'bdhl', '--expires', '2099-01-01']);
});

test('lists issued activation codes without revealing them, and revokes one', async () => {
  const [used = '', lost = '', unused = ''] = (
    await runSuccessfully([
      'activation-codes',
      '--roles',
      'bdhl,task',
      '--count',
      '3',
      '--days',
      '30',
      '--note',
      'pier',
    ])
  ).split('\n');
  await ada.call('activatePlugins', { code: used });
  const issued = async (...args: string[]) =>
    (await runSuccessfully(['issued-codes', ...args])).split('\n').filter((line) => line.endsWith('pier'));
  const lineOf = (lines: readonly string[], code: string) =>
    lines.find((line) => line.includes(` ${code.slice(0, 4)}… `))?.split(/ {2,}/) ?? [];
  const open = await issued();
  expect(open).toHaveLength(2);
  expect(lineOf(open, lost).slice(2, 4)).toEqual(['bdhl,task', '30']);
  for (const code of [lost, unused]) expect(open.join()).not.toContain(code.slice(0, 5));
  const all = await issued('--all');
  const usedLine = lineOf(all, used);
  expect(usedLine).toContain('ada');

  const number = (line: readonly string[]) => line[0] ?? '';
  // One of the two was used: neither is revoked.
  expect(await runCommand(['withdraw-codes', number(lineOf(open, lost)), number(usedLine)])).toMatchObject({
    status: 1,
    errors: expect.stringContaining(`${number(usedLine)}: no usable code`),
  });
  expect(await issued()).toHaveLength(2);
  await runSuccessfully(['withdraw-codes', number(lineOf(open, lost))]);
  await expect(ada.call('activatePlugins', { code: lost })).rejects.toMatchObject({
    errorName: 'activation-code-wrong',
  });
  expect(await issued('--all')).toHaveLength(2);
  await ada.call('activatePlugins', { code: unused });
  expect(await runCommand(['withdraw-codes', 'x'])).toMatchObject({ status: 64 });
});

test('sets and clears the branding and the dealer of an account', async () => {
  await runSuccessfully([
    ...[
      'brand',
      '--account',
      'ada',
      '--link-code',
      'pier',
      '--name',
      'Pier Watch',
      '--theme-color',
      '#0A5C2D',
    ],
    ...['--text-color', '#ffffff', '--dealer-name', 'Pier Sales', '--dealer-contact', '+86 10 1234'],
  ]);
  expect(await ada.call('loadSysConf', { t: 'pier' })).toMatchObject({
    sysName: 'Pier Watch',
    themeColor: '#0a5c2d',
    textColor: '#ffffff',
  });
  const eve = await (await world.account('Airfield')).person('eve');
  const dealer = async () => (await eve.call('allPluginProducts', {})).dealer;
  await runSuccessfully(['sales-contact', '--name', 'Head office', '--contact', 'sales@wakeline.example']);
  expect(await dealer()).toEqual({ name: 'Head office', contact: 'sales@wakeline.example' });
  await runSuccessfully(['dealer', 'eve', 'ada']);
  expect(await dealer()).toEqual({ name: 'Pier Sales', contact: '+86 10 1234' });
  const console = await eve.console();
  await console.waitUntilLive();
  await runSuccessfully(['brand', '--account', 'ada', '--dealer-contact', '+86 10 5678']);
  await console.waitUntil('the console receives the new dealer', ({ rightsChanges }) => rightsChanges > 0);
  expect(await dealer()).toEqual({ name: 'Pier Sales', contact: '+86 10 5678' });
  await runSuccessfully(['dealer', 'eve', 'none']);
  await runSuccessfully(['sales-contact', '--clear']);
  expect(await dealer()).toBeNull();

  await runSuccessfully(['brand', '--account', 'ada', '--clear', 'name', '--clear', 'theme-color']);
  expect((await ada.call('loadSysConf', { t: 'pier' })).sysName).not.toBe('Pier Watch');
  expect((await auditOf('brand')).at(-1)).toMatchObject({
    target: 'ada',
    before: { sysName: 'Pier Watch', themeColor: '#0a5c2d' },
    after: { sysName: null, themeColor: null },
  });
  expect(await runCommand(['brand', '--account', 'eve', '--link-code', 'pier'])).toMatchObject({
    status: 1,
    errors: 'the link code pier is already used by Harbour\n',
  });
  expect(await runCommand(['dealer', 'ada', 'ada'])).toMatchObject({ status: 1 });
});

test('refuses files that are not pictures', async () => {
  const svg = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await runCommand(['brand', '--account', 'ada', '--logo', svg])).toMatchObject({
    status: 1,
    errors: 'Only png, jpg and jpeg images are supported\n',
  });
  expect(
    await runCommand(['brand', '--account', 'ada', '--login-picture', join(folder, 'none.png')]),
  ).toMatchObject({
    status: 1,
    errors: expect.stringContaining('none.png cannot be read: ENOENT'),
  });
});

test('sets ground support, which needs an address and a secret', async () => {
  await runSuccessfully(['ground-support', 'ada', 'https://ground.example/in']);
  await expect(ada.call('getSignParam', {})).rejects.toMatchObject({ errorName: 'ground-support-unset' });
  const secret = await runSuccessfully(['sign-secret', 'ada', 'new']);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await ada.call('getSignParam', {})).toMatchObject({
    userName: 'ada',
    url: 'https://ground.example/in',
  });
  await runSuccessfully(['sign-secret', 'ada', 'off']);
  await runSuccessfully(['ground-support', 'ada', 'off']);
  await expect(ada.call('getSignParam', {})).rejects.toMatchObject({ errorName: 'ground-support-unset' });
  expect(JSON.stringify(await auditOf('sign-secret'))).not.toContain(secret);
});

test('publishes, lists, shows and deletes a sanitised update', async () => {
  const zh = file('zh.html', '<h2>新</h2><p onclick="alert(1)">面板<script>alert(1)</script></p>');
  const en = file('en.html', '<p>Panels</p>');
  const console = await ada.console();
  await console.waitUntilLive();
  const printed = await runSuccessfully([
    ...['publish-update', '--title-zh', '新版本', '--html-zh', zh],
    ...['--title-en', 'New version', '--html-en', en],
  ]);
  await console.waitUntil('the open console receives the update', ({ changes }) =>
    changes.includes('updates'),
  );
  const entryId = /^Published entry (\d+)$/.exec(printed)?.[1] ?? '';
  const { latestNotice } = await ada.call('queryNewMsgByMsgId', {});
  expect(latestNotice).toMatchObject({
    noticeId: Number(entryId),
    title: 'New version',
    content: '<p>Panels</p>',
  });
  expect(await runSuccessfully(['updates'])).toContain('新版本');
  expect(await runSuccessfully(['updates', entryId])).toBe(
    '新版本\n\n<h2>新</h2><p>面板</p>\n\nNew version\n\n<p>Panels</p>',
  );
  await runSuccessfully(['delete-update', entryId]);
  expect((await ada.call('queryUpdateLog', {})).total).toBe(0);
  for (const command of ['updates', 'delete-update']) {
    expect(await runCommand([command, entryId])).toMatchObject({
      status: 1,
      errors: `${entryId}: no such entry\n`,
    });
  }
});

test('refuses an update without content or from a missing file', async () => {
  const empty = file('empty.html', '<script>alert(1)</script><style>p{}</style>');
  const publish = (path: string) => runCommand(['publish-update', '--title-zh', 'x', '--html-zh', path]);
  expect(await publish(empty)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('has no allowed content'),
  });
  expect(await publish(join(folder, 'none.html'))).toMatchObject({
    status: 1,
    errors: expect.stringContaining('ENOENT'),
  });
  expect(await publish(file('long.html', 'x'.repeat(131_073)))).toMatchObject({
    status: 1,
    errors: expect.stringContaining('more than 131072 characters'),
  });
});

test('lists and ends the sessions of a login or of an account', async () => {
  const account = await world.account('Lighthouse');
  const finn = await account.person('finn');
  const gaia = await account.person('gaia', { permission: 'viewer' });
  const console = await gaia.console();
  await console.waitUntilLive();
  const listing = await runSuccessfully(['sessions', '--account', 'finn']);
  expect(listing.split('\n').map((line) => line.split(' ')[0])).toEqual(['LOGIN', 'finn', 'gaia']);
  expect(await runSuccessfully(['end-sessions', '--user', 'gaia'])).toBe('Ended 1 session');
  await console.waitUntil('the console is closed', ({ status }) => status?.phase === 'refused');
  await finn.call('queryUserConfig', {});
  await gaia.signIn();
  expect(await runSuccessfully(['end-sessions', '--account', 'finn'])).toBe('Ended 2 sessions');
  for (const person of [finn, gaia]) {
    await expect(person.call('queryUserConfig', {})).rejects.toMatchObject({ errorName: 'session-gone' });
  }
  expect(await auditOf('end-sessions')).toMatchObject([
    { target: 'gaia', after: { sessions: 1 } },
    { target: 'finn', after: { sessions: 2 } },
  ]);
});

test('replaces control characters in names', async () => {
  const account = await world.account('\u001b[2Jcleared\r\nsecond line');
  await account.person('kurt');
  const lines = (await runSuccessfully(['accounts'])).split('\n').filter((line) => line.startsWith('kurt'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/ \ufffd\[2Jcleared {2}second line$/);
});

test('disables two-factor sign-in of a login', async () => {
  const hugo = await harbour.person('hugo', { permission: 'viewer' });
  await world.database.db
    .updateTable('app_user')
    .set({ totp_secret: Buffer.alloc(20, 1), totp_confirmed_at: new Date() })
    .where('user_id', '=', hugo.userId)
    .execute();
  await expect(hugo.signIn()).rejects.toMatchObject({ errorName: 'second-factor-needed' });
  await runSuccessfully(['end-two-factor', 'hugo']);
  await hugo.signIn();
  expect(await runCommand(['end-two-factor', 'hugo'])).toMatchObject({ status: 1 });
});

test('lists batch tasks and cancels a waiting one with its upload', async () => {
  const { db } = world.database;
  const account = await world.account('Dry dock');
  const jane = await account.person('jane');
  const trackerId = await account.tracker('860000000000077', 'Gannet');
  const upload = await storedUpload(jane);
  const subject = { trackerId, trackerName: 'Gannet', fileName: 'way.gpx', stored: upload };
  // Without jobs in the queue: no server runs them.
  const [waiting, running, final, ended] = await db
    .insertInto('task')
    .values(
      (
        [
          ['importTrack', 'waiting'],
          ['importTrack', 'running'],
          ['eraseTrack', 'waiting'],
          ['importTrack', 'done'],
        ] as const
      ).map(([kind, state]) => ({
        ...{ account_id: jane.accountId, user_id: jane.userId, created_at: new Date() },
        ...{ kind, state, subject: JSON.stringify(subject) },
      })),
    )
    .returning('task_id')
    .execute();
  const number = (row?: { task_id: number }) => String(row?.task_id);
  const listing = async (...args: string[]) =>
    (await runSuccessfully(['tasks', '--account', 'jane', ...args])).split('\n').slice(1);
  expect((await listing()).map((line) => line.split(/ {2,}/))).toEqual([
    [number(final), 'jane', expect.any(String), 'waiting', '0%', '0', 'Delete track: Gannet'],
    [number(running), 'jane', expect.any(String), 'running', '0%', '0', 'Import track: Gannet (way.gpx)'],
    [number(waiting), 'jane', expect.any(String), 'waiting', '0%', '0', 'Import track: Gannet (way.gpx)'],
  ]);
  expect(await runSuccessfully(['cancel-task', number(waiting)])).toBe(`Cancelled task ${number(waiting)}`);
  expect(await runSuccessfully(['cancel-task', number(running)])).toBe(`Cancelling task ${number(running)}`);
  expect(await listing('--all')).toHaveLength(4);
  const { list } = await jane.call('queryAllTaskProgress', {});
  const cancelled = list.find(({ taskProgressId }) => taskProgressId === waiting?.task_id);
  expect(cancelled).toMatchObject({ state: 'cancelled', isRead: 1, reason: ERRORS['task-stopped'].en });
  const remaining = await db
    .selectFrom('stored_file')
    .where('file_id', '=', upload)
    .select('file_id')
    .execute();
  expect(remaining).toEqual([]);
  expect(existsSync(join(folder, 'files', upload.slice(0, 2), upload))).toBe(false);
  expect(await auditOf('cancel-task')).toMatchObject([
    { account_id: jane.accountId, target: `importTrack ${number(waiting)}` },
    { account_id: jane.accountId, target: `importTrack ${number(running)}` },
  ]);
  for (const [task, errorName] of [
    [number(final), 'task-final'],
    [number(ended), 'task-ended'],
    ['999999999', 'task-unknown'],
  ] as const)
    expect(await runCommand(['cancel-task', task])).toMatchObject({
      status: 1,
      errors: `${ERRORS[errorName].en}\n`,
    });
});

/** Stores an upload of a task in the folder of the command's configuration. */
async function storedUpload({ accountId, userId }: Person): Promise<string> {
  const { db } = world.database;
  const files = filesInFolder({ db, root: join(folder, 'files'), prefix: '/service', now: Date.now });
  const written = await files.write(Buffer.from('time,lat,lon\n'));
  const details = { accountId, userId, kind: 'upload', mediaType: 'text/csv', name: 'way.gpx' } as const;
  await db.transaction().execute((tx) => files.record(tx, written, { ...details, expiresAt: null }));
  return written.fileId;
}

test('refuses unknown logins and sub-accounts', async () => {
  await harbour.person('ivan', { permission: 'viewer' });
  expect(await runCommand(['grant', 'nobody', 'task'])).toMatchObject({
    status: 1,
    errors: 'nobody: no such login\n',
  });
  expect(await runCommand(['grant', 'ivan', 'task'])).toMatchObject({
    status: 1,
    errors: 'ivan is a sub-account of ada\n',
  });
});

test('reports an invalid command or environment with EX_USAGE', async () => {
  expect(await adminProcess(['grnat'])).toEqual({
    status: 64,
    output: '',
    errors: 'grnat: unknown command; did you mean grant?\n',
  });
  const { status, errors } = await runCommand(['grant', 'ada']);
  expect(status).toBe(64);
  expect(errors).toMatch(/^missing argument\n\nUsage: npm run admin -- grant ACCOUNT ROLE/);
});
