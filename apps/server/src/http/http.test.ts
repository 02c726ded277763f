import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type HttpWithoutDatabase, startHttpWithoutDatabase } from '../testing/http-without-database.ts';
import type { Handlers } from './handler.ts';
import type { HttpOptions, HttpServer } from './http.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startHttp(
  options?: Partial<HttpOptions>,
  handlers?: Partial<Handlers>,
): Promise<HttpWithoutDatabase> {
  const http = await startHttpWithoutDatabase(options, handlers);
  cleanups.push(() => http.end());
  return http;
}

const call = (http: HttpServer, operation: string, options: object = {}) =>
  http.fastify.inject({ method: 'POST', url: `/service/${operation}`, ...options });

/** The default configuration of the login page. */
const DEFAULT_CONFIG = {
  logoUrl: null,
  loginPic: null,
  sysName: '',
  themeColor: '',
  textColor: '#ffffff',
  isOpenRegister: 0,
  lang: 'zh_CN',
} as const;

describe('a failure', () => {
  test('has its name if the database is unavailable', async () => {
    const http = await startHttp();
    const responseText = await call(http, 'queryAllTrackers', { headers: { authorization: 'Bearer x' } });
    expect(responseText.statusCode).toBe(200);
    expect(responseText.json()).toMatchObject({
      result_code: '503',
      result: { error: 'database-away', details: {} },
    });
    expect(responseText.body).not.toMatch(/127\.0\.0\.1|ECONN|stack/);
    const ready = await http.fastify.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, database: false }]);
    expect((await http.fastify.inject('/healthz')).statusCode).toBe(200);
  });

  test('that is unexpected reveals only an id, which is also in the log', async () => {
    const http = await startHttp(
      {},
      {
        loadSysConf: async () => {
          throw new Error('syntax error at or near "select secret from vault"');
        },
      },
    );
    const responseText = await call(http, 'loadSysConf');
    const { result_code, result } = responseText.json();
    expect([result_code, result.error, Object.keys(result.details)]).toEqual(['500', 'internal', ['id']]);
    expect(responseText.body).not.toMatch(/secret|vault|at /);
    const line = http.logLines.find((text) => text.includes(result.details.id));
    expect(line).toContain('secret from vault');
  });

  test('is logged without the payload', async () => {
    const http = await startHttp();
    await call(http, 'loginByCodeOrPd', { payload: { phone: 'ada', pd: 'a'.repeat(32) } });
    expect(http.logLines.join('')).not.toContain('aaaa');
  });
});

describe('the rate limiter', () => {
  test('refuses too many concurrent calls with 503 and serves calls again afterwards', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let running = 0;
    let resolveFilled = (): void => undefined;
    const filled = new Promise<void>((resolve) => {
      resolveFilled = resolve;
    });
    const http = await startHttp(
      {},
      {
        async logout() {
          return {};
        },
        async loadSysConf() {
          running += 1;
          if (running === 500) resolveFilled();
          await released;
          return DEFAULT_CONFIG;
        },
      },
    );
    // One address can have only half of the calls in transfer at once.
    const calls = Array.from({ length: 500 }, (_, index) =>
      call(http, 'loadSysConf', { remoteAddress: `192.0.2.${index % 4}` }),
    );
    await filled;
    const refused = await call(http, 'loadSysConf');
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'overloaded']);
    release();
    expect((await Promise.all(calls)).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await call(http, 'loadSysConf')).json().result_code).toBe('000');
  });

  test('refuses too many calls per minute from one address, with the seconds to wait', async () => {
    const http = await startHttp({}, { loadSysConf: async () => DEFAULT_CONFIG });
    const outcomes = new Map<string, number>();
    let seconds = 0;
    for (let calls = 0; calls < 6_050; calls += 1) {
      const { result_code, result } = (await call(http, 'loadSysConf')).json();
      outcomes.set(result_code, (outcomes.get(result_code) ?? 0) + 1);
      if (result_code === '429') seconds = result.details.seconds;
    }
    expect(Object.fromEntries(outcomes)).toEqual({ '000': 6_000, '429': 50 });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });
});

describe('a session look-up', () => {
  test('counts as a call: refuses sockets and files above the rate limit', async () => {
    const http = await startHttp({}, { loadSysConf: async () => DEFAULT_CONFIG });
    const fromAddress = (n: number) => ({ remoteAddress: `2001:db8:0:1::${n.toString(16)}` });
    for (let calls = 0; calls < 6_000; calls += 1) await call(http, 'loadSysConf', fromAddress(calls));
    const headers = { cookie: 'wakeline_session=made-up' };
    const file = await http.fastify.inject({ url: '/service/files/x', headers, ...fromAddress(1) });
    expect([file.statusCode, file.json().error]).toEqual([429, 'too-many-requests']);
    const { port } = await http.listen();
    // The same over a real connection.
    for (let calls = 0; calls < 6_000; calls += 1) await call(http, 'loadSysConf');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/service/socket`, { headers });
    const [, responseText] = await once(socket, 'unexpected-response');
    expect(responseText.statusCode).toBe(429);
    socket.on('error', () => undefined).terminate();
    // Another IPv6 network counts as another address.
    const other = await http.fastify.inject({ url: '/service/files/x', remoteAddress: '2001:db8:0:2::1' });
    expect(other.json().error).toBe('file-unknown');
  });
});

describe('a client that disconnects while sending', () => {
  test('causes neither a database failure nor a warning', async () => {
    const http = await startHttp();
    const { port } = await http.listen();
    const socket = connectTcp(port, '127.0.0.1');
    socket.write(
      'POST /service/loadSysConf HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      () => socket.destroy(),
    );
    await expect.poll(() => http.logLines.join('')).toContain('client disconnected');
    // Pino's levels: 30 is info, 40 a warning.
    expect(http.logLines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});

describe('behind TLS', () => {
  test('marks the cookie as Secure and sends HSTS', async () => {
    const http = await startHttp({ tls: true }, { loginByCodeOrPd: loginSettingCookie });
    const responseText = await call(http, 'loginByCodeOrPd', {
      payload: { phone: 'ada', pd: 'a'.repeat(32) },
    });
    expect(responseText.headers['set-cookie']).toContain('; Secure');
    expect(responseText.headers['strict-transport-security']).toContain('max-age=31536000');
  });

  const loginSettingCookie: Handlers['loginByCodeOrPd'] = async (
    _payload,
    _anonymous,
    { setSessionCookie },
  ) => {
    setSessionCookie('token');
    throw new Error('irrelevant for this test');
  };
});

describe('the console build', () => {
  async function console(options: { prefix?: string } = {}): Promise<HttpServer> {
    const root = mkdtempSync(join(tmpdir(), 'wakeline-console-'));
    cleanups.push(async () => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'index.html'), consolePage('/service'));
    writeFileSync(join(root, 'assets', 'app-abc123.js'), `// ${'x'.repeat(5_000)}`);
    writeFileSync(join(root, 'assets', 'packed-abc123.js'), '// as it is');
    writeFileSync(join(root, 'assets', 'packed-abc123.js.br'), brotliCompressSync('packed before'));
    writeFileSync(join(root, 'world.pmtiles'), 'x'.repeat(1_000));
    return startHttp({ webRoot: root, ...options });
  }
  const html = { accept: 'text/html,application/xhtml+xml' };
  const consolePage = (prefix: string) =>
    `<meta name="wakeline-prefix" content="${prefix}" /><title>console</title>`;

  test('is served: its page for every route, hashed files as immutable', async () => {
    const http = await console();
    for (const url of ['/', '/login', '/Map', '/traceReplaySingle?trackerId=1']) {
      const page = await http.fastify.inject({ url, headers: html });
      expect([page.statusCode, page.body]).toEqual([200, consolePage('/service')]);
      expect(page.headers['cache-control']).toBe('no-cache');
    }
    const script = await http.fastify.inject({
      url: '/assets/app-abc123.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-encoding']).toBe('gzip');
  });

  test('is served precompressed if the browser accepts the encoding', async () => {
    const http = await console();
    const url = '/assets/packed-abc123.js';
    const compressed = await http.fastify.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('packed before');
    const plain = await http.fastify.inject({ url, headers: { 'accept-encoding': 'identity' } });
    expect(plain.body).toBe('// as it is');
  });

  test('contains the prefix of the service', async () => {
    const http = await console({ prefix: '/boats' });
    for (const url of ['/', '/index.html', '/login']) {
      expect((await http.fastify.inject({ url, headers: html })).body).toBe(consolePage('/boats'));
    }
  });

  test('serves byte ranges, which map files need', async () => {
    const http = await console();
    const range = await http.fastify.inject({ url: '/world.pmtiles', headers: { range: 'bytes=10-19' } });
    expect([range.statusCode, range.body.length, range.headers['content-range']]).toEqual([
      206,
      10,
      'bytes 10-19/1000',
    ]);
  });

  test('is not served for paths of the service, nor for requests other than pages', async () => {
    const http = await console();
    for (const request of [
      { url: '/service/nothing', headers: html },
      { url: '/service', headers: html },
      { url: '/assets/gone.js', headers: { accept: '*/*' } },
      { url: '/login', headers: html, method: 'POST' as const },
    ]) {
      const responseText = await http.fastify.inject(request);
      expect([responseText.statusCode, responseText.json().error]).toEqual([404, 'operation-unknown']);
    }
  });

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
  ])('serves nothing outside of its folder: %s', async (url) => {
    const responseText = await (await console()).fastify.inject({ url });
    expect(responseText.statusCode).toBeGreaterThanOrEqual(400);
    expect(responseText.body).not.toContain('workspaces');
  });
});
