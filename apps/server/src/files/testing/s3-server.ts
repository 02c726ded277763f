import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually } from '../../ingest/testing/eventually.ts';
import { freePorts } from '../../testing/free-ports.ts';
import type { S3Settings } from '../s3-settings.ts';

/** Go installs programs where not every PATH has them. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin')];

/** Path of VersityGW; null: it is not installed, and `npm test -- --cluster` says so. */
export const VERSITYGW =
  FOLDERS.map((folder) => join(folder, 'versitygw')).find((path) => existsSync(path)) ?? null;

export const REGION = 'eu-test-1';
const ACCESS_KEY = 'wakeline-key';
const SECRET = 'k+/secret of=tests';

export interface S3ServerOptions {
  /** Host before which requests can name the bucket. */
  readonly virtualHost?: string;
  /** Bytes of its file system, which only its process has; unlimited by default. */
  readonly diskBytes?: number;
}

/** A real S3 server on a free port. */
export class S3Server {
  readonly port: number;
  readonly #options: S3ServerOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'wakeline-s3-'));
  #child: ChildProcess | null = null;

  private constructor(port: number, options: S3ServerOptions) {
    this.port = port;
    this.#options = options;
    for (const name of ['root', 'metadata']) mkdirSync(join(this.#folder, name));
  }

  static async start(options: S3ServerOptions = {}): Promise<S3Server> {
    const [port = 0] = await freePorts(1);
    const server = new S3Server(port, options);
    await server.run();
    return server;
  }

  /** Settings of a bucket, by its path. */
  settings(bucket: string, prefix = ''): S3Settings {
    return {
      endpoint: `http://127.0.0.1:${this.port}`,
      ...{ bucket, prefix, region: REGION, accessKey: ACCESS_KEY, secret: SECRET, addressing: 'path' },
    };
  }

  /** The variables of a server that uses a bucket. */
  environment(bucket: string, prefix = '') {
    return {
      WAKELINE_FILES_URL: `http://127.0.0.1:${this.port}/${bucket}${prefix === '' ? '' : `/${prefix}`}`,
      WAKELINE_FILES_ACCESS_KEY: ACCESS_KEY,
      WAKELINE_FILES_SECRET: SECRET,
      WAKELINE_FILES_REGION: REGION,
    };
  }

  /** A client for what the storage itself does not do. */
  client(): S3Client {
    return new S3Client({
      endpoint: `http://127.0.0.1:${this.port}`,
      region: REGION,
      credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET },
      forcePathStyle: true,
    });
  }

  async createBucket(bucket: string): Promise<void> {
    const client = this.client();
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }

  /** Starts it again on its port. */
  async run(): Promise<void> {
    await eventually('the S3 server', async () => {
      // Another program can have the port for a moment.
      if (this.#child === null || this.#child.exitCode !== null) this.#spawn();
      const response = await fetch(`http://127.0.0.1:${this.port}/health`).catch(() => null);
      return response?.ok === true;
    });
  }

  #spawn(): void {
    const [root, metadata] = [join(this.#folder, 'root'), join(this.#folder, 'metadata')];
    const { virtualHost, diskBytes } = this.#options;
    const program = [
      ...[VERSITYGW ?? 'versitygw', '--quiet', '--port', `127.0.0.1:${this.port}`, '--health', '/health'],
      ...['--access', ACCESS_KEY, '--secret', SECRET, '--region', REGION],
      ...(virtualHost === undefined ? [] : ['--virtual-domain', virtualHost]),
      ...['posix', '--sidecar', metadata, root],
    ];
    // Only the process and its children see the mounted file system, which ends with them.
    const mount = `mount -t tmpfs -o size=${diskBytes} tmpfs '${root}' && exec "$@"`;
    const [file = '', ...args] =
      diskBytes === undefined ? program : ['unshare', '-rm', 'sh', '-c', mount, 'sh', ...program];
    this.#child = spawn(file, args, { stdio: 'ignore' });
  }

  /** Ends the process. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
