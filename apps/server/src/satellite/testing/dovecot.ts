import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { eventually } from '../../ingest/testing/eventually.ts';
import { freePorts } from '../../testing/free-ports.ts';

/** Debian installs it where only the PATH of root has it. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
/** Path of Dovecot; null: it is not installed, and `npm test` says so. */
export const DOVECOT =
  FOLDERS.map((folder) => join(folder, 'dovecot')).find((path) => existsSync(path)) ?? null;

const USER = 'gulls';
const PASSWORD = 'p\u00e4ss w\u00f6rd';
/** Debian's user `mail`: Dovecot opens no mailboxes as root. */
const MAIL_UID = 8;

/** A real IMAP server on a free port with one mailbox. */
export class Dovecot {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #log = '';

  private constructor(port: number) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'wakeline-dovecot-'));
    const isRoot = process.getuid?.() === 0;
    const { uid, gid, username } = userInfo();
    const owner = isRoot ? { uid: MAIL_UID, gid: MAIL_UID } : { uid, gid };
    const mail = join(this.#folder, 'mail');
    mkdirSync(mail);
    chmodSync(this.#folder, 0o755);
    if (isRoot) chownSync(mail, MAIL_UID, MAIL_UID);
    const users = join(this.#folder, 'users');
    writeFileSync(users, `${USER}:{PLAIN}${PASSWORD}\n`);
    const settings = [
      `base_dir = ${join(this.#folder, 'run')}`,
      `state_dir = ${join(this.#folder, 'run')}`,
      'protocols = imap',
      'listen = 127.0.0.1',
      'ssl = no',
      'disable_plaintext_auth = no',
      'log_path = /dev/stderr',
      `mail_location = maildir:${mail}`,
      'first_valid_uid = 1',
      'first_valid_gid = 1',
      'mailbox_list_index = no',
      'auth_failure_delay = 0',
      ...(isRoot ? [] : [`default_internal_user = ${username}`, `default_login_user = ${username}`]),
      `passdb {\n  driver = passwd-file\n  args = ${users}\n}`,
      `userdb {\n  driver = static\n  args = uid=${owner.uid} gid=${owner.gid} home=${mail}\n}`,
      `service imap-login {\n  ${isRoot ? '' : 'chroot =\n'}inet_listener imap {\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
      ...(isRoot ? [] : ['service anvil {\n  chroot =\n}']),
    ];
    writeFileSync(join(this.#folder, 'dovecot.conf'), `${settings.join('\n')}\n`);
  }

  static async start(): Promise<Dovecot> {
    const [port = 0] = await freePorts(1);
    const server = new Dovecot(port);
    await server.run();
    return server;
  }

  get url(): string {
    return `imap://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/INBOX`;
  }

  /** Starts it again on its port. */
  async run(): Promise<void> {
    await eventually('the IMAP server', async () => {
      // Another program can have the port for a moment.
      if (this.#child === null || this.#child.exitCode !== null) this.#spawn();
      return this.#use(async () => true).catch(() => null);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.#log}`);
    });
  }

  #spawn(): void {
    const child = spawn(DOVECOT ?? 'dovecot', ['-F', '-c', join(this.#folder, 'dovecot.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    this.#child = child;
  }

  async #use<Value>(work: (client: ImapFlow) => Promise<Value>): Promise<Value> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: this.port,
      secure: false,
      doSTARTTLS: false,
      auth: { user: USER, pass: PASSWORD },
      logger: false,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      client.close();
    }
  }

  /** Delivers an e-mail: its lines, with LF or CR LF. */
  async deliver(source: string, receivedAt = new Date()): Promise<void> {
    await this.#use((client) => client.append('INBOX', source.replaceAll(/\r?\n/g, '\r\n'), [], receivedAt));
  }

  /** Subjects of e-mails with this flag, oldest first. */
  flagged(flag: string): Promise<readonly string[]> {
    return this.#use(async (client) => {
      await client.mailboxOpen('INBOX', { readOnly: true });
      const mails = await client.fetchAll('1:*', { envelope: true, flags: true });
      return mails.filter(({ flags }) => flags?.has(flag)).map(({ envelope }) => envelope?.subject ?? '');
    });
  }

  /** Ends the process. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    // Its children close their end of the pipe seconds later.
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
