import { expect, test } from 'vitest';
import { AddressRefusedError, createOutgoingGuard } from './guard.ts';

const guard = createOutgoingGuard([]);

function lookUp(name: string, allowed: readonly string[]): Promise<unknown> {
  return new Promise((resolve) => {
    createOutgoingGuard(allowed).lookup(name, { all: true }, (error, addresses) =>
      resolve(error ?? addresses),
    );
  });
}

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])('allows %s', (address) => {
  expect(guard.allows(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('refuses %j', (address) => {
  expect(guard.allows(address)).toBe(false);
});

test('allows what the operator lists', () => {
  const own = createOutgoingGuard(['10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
  expect(['10.1.255.1', '127.0.0.1', 'fd12::1'].map(own.allows)).toEqual([true, true, true]);
  expect(['10.2.0.1', '127.0.0.2', 'fe80::1'].map(own.allows)).toEqual([false, false, false]);
});

test('resolves a name only to allowed addresses', async () => {
  expect(await lookUp('localhost', [])).toBeInstanceOf(AddressRefusedError);
  expect(await lookUp('localhost', ['127.0.0.0/8', '::1'])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }),
    ]),
  );
});
