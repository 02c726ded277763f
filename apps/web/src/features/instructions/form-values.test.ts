import { INSTRUCTIONS } from '@wakeline/domain/instructions/catalogue';
import { findValueProblems } from '@wakeline/domain/instructions/check-values';
import { expect, test } from 'vitest';
import { defaultExpiry, initialFields, normalizeField, rangeText, toParameters } from './form-values.ts';

test('starts with the initial values of the catalogue, which are valid', () => {
  expect(initialFields('track', null)).toEqual({ interval: 10, duration: 600 });
  expect(toParameters('track', initialFields('track', null))).toEqual({ interval: 10, duration: 600 });
  expect(findValueProblems('track', toParameters('track', initialFields('track', null)))).toEqual([]);
  expect(initialFields('led', null)).toEqual({ enabled: true });
});

test('starts with the values of a template, and leaves out what it does not have', () => {
  const fields = initialFields('reportInterval', { moving: 45 });
  expect(fields).toEqual({ moving: 45, stationary: undefined });
  expect(toParameters('reportInterval', fields)).toEqual({ moving: 45 });
});

test('leaves out empty optional fields and keeps 0 and false', () => {
  expect(toParameters('textMessage', { text: ' Return to port ', speak: false })).toEqual({
    text: 'Return to port',
    speak: false,
  });
  expect(toParameters('apn', { apn: 'internet', user: '', password: null })).toEqual({ apn: 'internet' });
  expect(toParameters('server', { host: ' track.example.com ', port: 0 })).toEqual({
    host: 'track.example.com',
    port: 0,
  });
});

test('accepts a time of the day with a colon', () => {
  const clock = { kind: 'clock', title: { zh_CN: '时间', en_US: 'Time' } } as const;
  expect(normalizeField(clock, ' 8:30')).toBe('0830');
  expect(normalizeField(clock, '22：05')).toBe('2205');
  expect(normalizeField(clock, '0830')).toBe('0830');
});

test('drops empty telephone numbers', () => {
  const numbers = INSTRUCTIONS.sosNumbers.parameters;
  const [key = ''] = Object.keys(numbers);
  expect(toParameters('sosNumbers', { [key]: [' 13800000000 ', ''] })).toEqual({ [key]: ['13800000000'] });
  expect(toParameters('sosNumbers', { [key]: [] })).toEqual({});
});

test('writes ranges, single values alone', () => {
  const title = { zh_CN: '间隔', en_US: 'Interval' };
  expect(
    rangeText({
      kind: 'integer',
      title,
      ranges: [
        [0, 0],
        [15, 240],
      ],
    }),
  ).toBe('0, 15–240');
  expect(rangeText({ kind: 'decimal', title, min: -90, max: 90 })).toBe('-90–90');
  expect(rangeText({ kind: 'host', title })).toBeNull();
});

test('lets dangerous instructions expire after 10 minutes', () => {
  expect(defaultExpiry('cutOil')).toBe(600);
  expect(defaultExpiry('locate')).toBe(604_800);
});
