import { expect, test } from 'vitest';
import { parseBrokerUrl } from './broker-url.ts';

test.each([
  ['mqtt://broker.example', 'broker.example', 1883, false],
  ['mqtts://broker.example/', 'broker.example', 8883, true],
  ['MQTTS://Broker.Example:443', 'broker.example', 443, true],
  ['mqtt://[::1]:1884', '::1', 1884, false],
  ['mqtt://[2001:db8::1]', '2001:db8::1', 1883, false],
  // WHATWG URL, 3.5: a host of one number is an IPv4 address.
  ['mqtt://2130706433', '127.0.0.1', 1883, false],
  ['mqtt://0x7f.1:80', '127.0.0.1', 80, false],
])('reads %s', (text, host, port, isEncrypted) => {
  expect(parseBrokerUrl(text)).toEqual({ host, port, isEncrypted });
});

test.each([
  '',
  'broker.example',
  'http://broker.example',
  'ws://broker.example',
  'mqtt://',
  'mqtt://user:pw@broker.example',
  'mqtt://broker.example/path',
  'mqtt://broker.example?x=1',
  'mqtt://broker.example:0',
  'mqtt://broker.example:65536',
  'mqtt://bro ker.example',
])('refuses %j', (text) => {
  expect(parseBrokerUrl(text)).toBeNull();
});
