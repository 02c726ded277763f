import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { freePorts } from '../testing/free-ports.ts';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';

const log = pino({ level: 'silent' });
let servers: NatsServers | undefined;
let nats: NatsConnection | undefined;

afterEach(async () => {
  await nats?.close();
  await servers?.stop();
  nats = undefined;
  servers = undefined;
});

describe.skipIf(NATS_SERVER === null)('the connection to NATS', { tags: ['cluster'] }, () => {
  test('continues on another server when one is killed', async () => {
    servers = await NatsServers.start(3);
    nats = await connectNats(servers.urls, 'test', log);
    const connected = nats;
    const received: string[] = [];
    const subscription = connected.subscribe('test.>', {
      callback: (_, message) => {
        received.push(message.string());
      },
    });
    await connected.flush();
    const killed = servers.urls.findIndex((url) => url.endsWith(`:${connected.getServer().split(':')[1]}`));
    await servers.end(killed);
    await eventually('a message through another server', () => {
      connected.publish('test.a', 'hello');
      return received.includes('hello');
    });
    expect(servers.urls[killed]).not.toContain(connected.getServer());
    subscription.unsubscribe();
  });

  test('continues on another server within seconds when one stops responding', async () => {
    servers = await NatsServers.start(3);
    nats = await connectNats(servers.urls, 'test', log);
    const connected = nats;
    const times = new Map<string, number>();
    void (async () => {
      for await (const { type } of connected.status()) times.set(type, performance.now());
    })();
    const suspended = servers.urls.findIndex((url) =>
      url.endsWith(`:${connected.getServer().split(':')[1]}`),
    );
    // It still accepts connections.
    servers.suspend(suspended);
    await eventually('the connection is restored', () => times.has('reconnect'));
    expect(servers.urls[suspended]).not.toContain(connected.getServer());
    expect((times.get('reconnect') ?? 0) - (times.get('disconnect') ?? 0)).toBeLessThan(8_000);
  });

  test('names the servers without the password when none accepts it', async () => {
    const [port] = await freePorts(1);
    await expect(connectNats([`nats://ada:secret@127.0.0.1:${port}`], 'test', log)).rejects.toThrow(
      new RegExp(`^NATS_URL: cannot connect to 127.0.0.1:${port}: (?!.*secret)`),
    );
  });
});
