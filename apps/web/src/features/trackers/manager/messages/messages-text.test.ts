import type { DeviceMessage } from '@wakeline/contract/trackers/messages';
import { expect, test } from 'vitest';
import { writeMessagesText } from './messages-text.ts';

const TIME = Date.UTC(2026, 10, 20, 12);
const MESSAGE: DeviceMessage = {
  number: 1,
  time: TIME,
  direction: 'received',
  protocol: 'jt808',
  transport: 'tcp',
  address: '203.0.113.7',
  kind: 'report',
  instruction: null,
  messageId: '0x0200',
  accepted: null,
  hex: '7e02007e',
  text: null,
  masked: false,
  bytes: 4,
  details: ['one item is malformed'],
  fields: {},
  reports: [{ time: TIME - 1_000, fields: { latitude: 53.5, ignition: true } }],
};

test('writes connection and messages, oldest first', () => {
  const connection = {
    protocol: 'jt808',
    transport: 'tcp',
    address: '203.0.113.7',
    since: TIME,
    until: null,
    lastTime: TIME,
  } as const;
  const reply: DeviceMessage = {
    ...MESSAGE,
    time: TIME + 5,
    direction: 'sent',
    kind: 'reply',
    messageId: null,
    hex: '7e8001',
    details: [],
    reports: [{ time: 1e300, fields: {} }],
  };
  const list = [reply, MESSAGE];
  expect(writeMessagesText('Gull', { recordedSince: TIME, hiddenSince: null, connection, list })).toBe(
    [
      '# Gull',
      '# jt808 tcp 203.0.113.7 2026-11-20T12:00:00.000Z - ',
      '',
      '2026-11-20T12:00:00.000Z < 0x0200 report',
      '7e02007e',
      '! one item is malformed',
      '  report 2026-11-20T11:59:59.000Z',
      '    latitude: 53.5',
      '    ignition: true',
      '',
      '2026-11-20T12:00:00.005Z > reply',
      '7e8001',
      '  report 1e+300',
      '',
    ].join('\n'),
  );
});

test('writes the name of an instruction', () => {
  const restart = { ...MESSAGE, kind: 'instruction', instruction: 'restart', messageId: '0x8105' } as const;
  const sent: DeviceMessage = { ...restart, direction: 'sent', hex: '7e81057e', details: [], reports: [] };
  expect(
    writeMessagesText('Gull', { recordedSince: TIME, hiddenSince: null, connection: null, list: [sent] }),
  ).toBe('# Gull\n\n2026-11-20T12:00:00.000Z > 0x8105 instruction restart\n7e81057e\n');
});

test('writes a request as text', () => {
  const request: DeviceMessage = { ...MESSAGE, text: 'GET / HTTP/1.1\r\n\r\n', details: [], reports: [] };
  expect(
    writeMessagesText('Phone', { recordedSince: TIME, hiddenSince: null, connection: null, list: [request] }),
  ).toBe('# Phone\n\n2026-11-20T12:00:00.000Z < 0x0200 report\nGET / HTTP/1.1\n  \n  \n');
});
