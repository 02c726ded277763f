import { describe, expect, test } from 'vitest';
import { MAX_PUSH_ITEMS, readPush } from './push.ts';

const TIME = Date.parse('2026-11-23T08:30:15Z');
const message = { sourceAddr: '0179773', destAddr: 2_095_718, msgContent: 'A4CAD5B5BD', time: TIME };
const position = {
  userAddr: '0179773',
  latitude: 22.250_806,
  longitude: '113.499722',
  high: 35,
  dtHigh: null,
  time: String(TIME),
};
const receipt = {
  dataId: '65C1FAF4B2E2CAD465C1FAF4',
  sourceAddr: '2095718',
  destAddr: '0179773',
  flag: 2,
  time: TIME,
};

describe('readPush', () => {
  test('reads messages, positions and receipts', () => {
    const body = { communicationList: [message], positionList: [position], receiptList: [receipt] };
    expect(readPush(JSON.stringify(body))).toEqual({
      messages: [
        {
          sender: '0179773',
          receiver: '2095718',
          content: Uint8Array.of(0xa4, 0xca, 0xd5, 0xb5, 0xbd),
          time: TIME,
        },
      ],
      positions: [
        {
          card: '0179773',
          latitude: 22.250_806,
          longitude: 113.499_722,
          altitude: 35,
          anomaly: null,
          time: TIME,
        },
      ],
      receipts: [
        {
          dataId: '65c1faf4b2e2cad465c1faf4',
          sender: '2095718',
          receiver: '0179773',
          state: 'received',
          time: TIME,
        },
      ],
    });
  });

  test('reads one list and the first receipt of a message', () => {
    expect(
      readPush(JSON.stringify({ receiptList: [{ ...receipt, flag: '1' }], positionList: null })),
    ).toMatchObject({
      messages: [],
      positions: [],
      receipts: [{ state: 'sent' }],
    });
  });

  test.each([
    ['json', '{'],
    ['json', '[]'],
    ['json', 'null'],
    ['lists', '{}'],
    ['lists', '{"communicationList":{}}'],
    ['lists', '{"communicationList":[1]}'],
  ])('refuses by the name %s: %s', (error, body) => {
    expect(readPush(body)).toBe(error);
  });

  test.each([
    ['card', { ...message, sourceAddr: '' }],
    ['card', { ...message, destAddr: '123456789' }],
    ['content', { ...message, msgContent: '' }],
    ['content', { ...message, msgContent: 'A4C' }],
    ['content', { ...message, msgContent: 'zz' }],
    ['content', { ...message, msgContent: 7 }],
    ['content', { ...message, msgContent: '00'.repeat(1_751) }],
    // Seconds instead of milliseconds.
    ['time', { ...message, time: TIME / 1_000 }],
    ['time', { ...message, time: '2026-11-23 08:30' }],
    ['time', { ...message, time: null }],
  ])('refuses by the name %s a message: %#', (error, item) => {
    expect(readPush(JSON.stringify({ communicationList: [item] }))).toBe(error);
  });

  test.each([
    ['card', { ...position, userAddr: null }],
    ['position', { ...position, latitude: 90.1 }],
    ['position', { ...position, longitude: '' }],
    ['position', { ...position, latitude: [] }],
    ['time', { ...position, time: -1 }],
  ])('refuses by the name %s a position: %#', (error, item) => {
    expect(readPush(JSON.stringify({ positionList: [item] }))).toBe(error);
  });

  test.each([
    ['receipt', { ...receipt, dataId: '65C1' }],
    ['receipt', { ...receipt, flag: 3 }],
    ['card', { ...receipt, sourceAddr: 'x' }],
    ['time', { ...receipt, time: {} }],
  ])('refuses by the name %s a receipt: %#', (error, item) => {
    expect(readPush(JSON.stringify({ receiptList: [item] }))).toBe(error);
  });

  test('refuses more items than the limit', () => {
    const items = (count: number) =>
      JSON.stringify({ communicationList: Array.from({ length: count }, () => message) });
    expect(readPush(items(MAX_PUSH_ITEMS))).toMatchObject({ positions: [] });
    expect(readPush(items(MAX_PUSH_ITEMS + 1))).toBe('too-many');
  });
});
