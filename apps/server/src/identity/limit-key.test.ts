import { expect, test } from 'vitest';
import { limitKey } from './limit-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  // RFC 4291, section 2.5.5.2: both notations are the IPv4 address 203.0.113.7 = cb00:7107.
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // RFC 6052: the last 32 bits of a NAT64 address may be written as IPv4, too.
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('counts %j as %j', (address, key) => {
  expect(limitKey(address)).toBe(key);
});

test('counts two addresses of one network as one, and of two networks separately', () => {
  expect(limitKey('2001:db8:7:1:aaaa::1')).toBe(limitKey('2001:db8:7:1:bbbb::2'));
  expect(limitKey('2001:db8:7:1::1')).not.toBe(limitKey('2001:db8:7:2::1'));
});
