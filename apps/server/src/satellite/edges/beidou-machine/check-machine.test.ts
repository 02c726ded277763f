import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { BeidouMachine } from '@wakeline/protocols/satellite/beidou/machine';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { checkMachine } from './check-machine.ts';

let server: Server;
afterEach(() => server.close());

/** A machine that describes its card. */
async function start(card: string | null): Promise<number> {
  const codec = new BeidouMachine('2.1', '0524069');
  server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      for (const input of codec.receive(bytes)) {
        if (input.type !== 'request' || input.request.type !== 'card') continue;
        const described = {
          type: 'card',
          card,
          serial: null,
          broadcast: null,
          kind: 0,
          frequency: 60,
        } as const;
        const event = { ...described, level: 3, encrypted: false, subordinates: 20, global: null };
        socket.write(codec.encode(event, Date.now()));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const check = (port: number) =>
  checkMachine(
    { host: '127.0.0.1', port, dialect: '2.1', clockOffset: 0, frequencyPoint: 2, receipts: true },
    systemClock,
  );

test('describes the card of the machine', async () => {
  const port = await start('0524069');
  expect(await check(port)).toEqual({
    isWorking: true,
    detail: `127.0.0.1:${port}, protocol 2.1, ready, card 0524069, level 3, a message each 60 s, 20 subordinate cards`,
  });
});

test('fails without a card', async () => {
  const { isWorking, detail } = await check(await start(null));
  expect(isWorking).toBe(false);
  expect(detail).toContain('no-card');
});

test('fails without a converter', async () => {
  const port = await start(null);
  await new Promise((resolve) => server.close(resolve));
  expect(await check(port)).toEqual({
    isWorking: false,
    detail: `127.0.0.1:${port}, protocol 2.1, offline: ECONNREFUSED`,
  });
});
