import { expect, test } from 'vitest';
import { COUNTRY_CODES, countryName, findCountry } from './countries.ts';

test('has the 206 members of the IOC and Macao, each once, with a name in both languages', () => {
  // https://www.olympics.com/ioc/national-olympic-committees: 206 members.
  expect(COUNTRY_CODES).toHaveLength(207);
  expect(COUNTRY_CODES).toEqual(COUNTRY_CODES.toSorted());
  for (const locale of ['zh-CN', 'en'] as const) {
    const names = COUNTRY_CODES.map((code) => countryName(code, locale));
    expect(new Set(names).size).toBe(names.length);
    // A code without a name would be its own name.
    expect(names.filter((name) => /^[A-Z]{2,3}$/.test(name))).toEqual([]);
  }
});

test.each([
  ['CHN', '中国', 'China'],
  ['GER', '德国', 'Germany'],
  ['SUI', '瑞士', 'Switzerland'],
  ['NED', '荷兰', 'Netherlands'],
  ['TPE', '中华台北', 'Chinese Taipei'],
  ['HKG', '中国香港', 'Hong Kong, China'],
] as const)('names %s', (code, chinese, english) => {
  expect([countryName(code, 'zh-CN'), countryName(code, 'en')]).toEqual([chinese, english]);
});

test.each([
  ['ger', 'GER'],
  [' DE ', 'GER'],
  ['germany', 'GER'],
  ['德国', 'GER'],
  ['BRN', 'BRN'],
  // ISO alpha-3 of Germany.
  ['DEU', null],
  ['Atlantis', null],
  ['', null],
])('finds %j: %s', (text, code) => {
  expect(findCountry(text)).toBe(code);
});
