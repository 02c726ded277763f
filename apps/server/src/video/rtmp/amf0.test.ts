import { expect, test } from 'vitest';
import { AmfError, decodeAmf, encodeAmf } from './amf0.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

test('decodes a connect command as librtmp sends it', () => {
  const bytes = hex(`02 0007 636f6e6e656374 00 3ff0000000000000 03
    0003 617070 02 0004 6c697665
    000e 6361706162696c6974696573 5858 00 402e000000000000
    0000 09`);
  expect(decodeAmf(bytes)).toEqual(['connect', 1, { app: 'live', capabilitiesXX: 15 }]);
});

test('decodes arrays, dates, long texts and missing values', () => {
  const bytes = hex(`08 00000001 0005 7769647468 00 4084000000000000 0000 09
    0a 00000002 01 01 01 00  0b 4084000000000000 0000  0c 00000002 6869  06 05`);
  expect(decodeAmf(bytes)).toEqual([{ width: 640 }, [true, false], 640, 'hi', null, null]);
});

test('encodes what it decodes', () => {
  const values = [
    'onStatus',
    0,
    null,
    { level: 'status', list: [1, 'a', true], nested: { deep: -1.5 } },
  ] as const;
  expect(decodeAmf(encodeAmf(...values))).toEqual(values);
});

test('a field named __proto__ stays a field', () => {
  const [value] = decodeAmf(encodeAmf(JSON.parse('{"__proto__": {"app": "x"}}')));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect((value as { app?: unknown }).app).toBeUndefined();
});

test.each([
  ['a text that ends too early', '02 00ff 61'],
  ['an array of four billion values', '0a ffffffff'],
  ['an object without end', '03 0001 61 05'],
  ['a reference', '07 0000'],
  ['deep nesting', `${'0a 00000001 '.repeat(20)} 05`],
])('refuses %s', (_, text) => {
  expect(() => decodeAmf(hex(text))).toThrow(AmfError);
});
