import { describe, expect, it } from 'vitest';
import {
  type AddressConvention,
  DEFAULT_CONVENTION,
  type MessageContact,
  parseCardText,
  parseTerminalText,
} from './convention.ts';
import { MESSAGE_ENDS, MESSAGE_TYPES } from './message-types.ts';
import { validateConvention } from './validate-convention.ts';

const CONTACTS: readonly MessageContact[] = [
  { number: 5, kind: 'phone', address: '13900139000' },
  { number: 10, kind: 'email', address: 'office@example.com' },
];
const parse = (text: string) => {
  const { type, address, text: rest } = parseTerminalText(text, DEFAULT_CONVENTION, CONTACTS);
  return [type, address, rest];
};

describe('the text of a terminal', () => {
  it.each([
    ['#0524069 in port', 'terminal-to-terminal', '0524069', 'in port'],
    ['#300234063904190: in port', 'terminal-to-terminal', '300234063904190', 'in port'],
    ['13800138000 已到港', 'terminal-to-phone', '13800138000', '已到港'],
    ['+447700900123 in port', 'terminal-to-phone', '+447700900123', 'in port'],
    ['Name@Host.example hello', 'terminal-to-email', 'name@host.example', 'hello'],
    ['5 hello', 'terminal-to-phone', '13900139000', 'hello'],
    ['05: hello', 'terminal-to-phone', '13900139000', 'hello'],
    ['10 hello', 'terminal-to-email', 'office@example.com', 'hello'],
    ['wx hello all', 'terminal-to-wechat', null, 'hello all'],
    ['WX: hello', 'terminal-to-wechat', null, 'hello'],
    ['wb hello', 'terminal-to-weibo', null, 'hello'],
    ['tq', 'terminal-to-weather', null, ''],
    ['Weather tomorrow', 'terminal-to-weather', null, 'tomorrow'],
    ['已到港', 'terminal-to-system', null, '已到港'],
    [' in port ', 'terminal-to-system', null, 'in port'],
    // Full-width, as the Chinese coding of BeiDou writes it.
    ['１３８００１３８０００　已到港', 'terminal-to-phone', '13800138000', '已到港'],
    ['＃２０９５７１８：收到', 'terminal-to-terminal', '2095718', '收到'],
    ['ｗｘ　收到', 'terminal-to-wechat', null, '收到'],
  ])('%s', (written, type, address, text) => {
    expect(parse(written)).toEqual([type, address, text]);
  });

  it.each([
    ['a contact that does not exist', '6 boats in sight'],
    ['a time of day', '10:30 in port'],
    ['an amount', '12345 kg of fish'],
    ['an address without a text', '13800138000'],
    ['a word without a text', 'wx'],
    ['a card with letters', '#12AB hello'],
    ['a card of 9 digits', '#123456789 hello'],
    ['a phone number of 16 digits', '1234567890123456 hello'],
    ['a host without a domain', 'name@host hello'],
    ['a word that only starts like one', 'wxy hello'],
    ['no text', ''],
    ['a word longer than any address', `${'x'.repeat(300)} hello`],
    ['a text without spaces that is longer than any address', '好'.repeat(300)],
  ])('goes to the system with %s', (_what, written) => {
    expect(parse(written)).toEqual(['terminal-to-system', null, written]);
  });

  it('follows the convention of the account', () => {
    const own: AddressConvention = { ...DEFAULT_CONVENTION, cardPrefix: '//', weatherWords: ['天气'] };
    expect(parseTerminalText('//2095718 hello', own, []).type).toBe('terminal-to-terminal');
    expect(parseTerminalText('天气', own, []).type).toBe('terminal-to-weather');
    expect(parseTerminalText('tq', own, []).type).toBe('terminal-to-system');
  });
});

describe('the text to a terminal', () => {
  it.each([
    ['2095718 return to port', '2095718', 'return to port'],
    ['#524069：返港', '524069', '返港'],
    ['300234063904190 return', '300234063904190', 'return'],
  ])('%s', (written, card, text) => {
    expect(parseCardText(written, DEFAULT_CONVENTION)).toEqual({ card, text });
  });

  it.each([['12 boats', '2095718', '2095718 ', '#', '', '13800138000 hello', 'return to port']])(
    'has no card in %s',
    (...texts) => {
      expect(texts.map((text) => parseCardText(text, DEFAULT_CONVENTION))).toEqual(texts.map(() => null));
    },
  );
});

describe('the validation of a convention', () => {
  it.each<[string, Partial<AddressConvention>]>([
    ['the default', {}],
    ['own words', { weatherWords: ['天气'], cardPrefix: '*' }],
    ['words of two letters', { wechatWords: ['aa', 'ab', 'ac', 'ad', 'ae'] }],
  ])('accepts %s', (_what, change) => {
    expect(validateConvention({ ...DEFAULT_CONVENTION, ...change })).toEqual([]);
  });

  it.each<[string, string, string | null, Partial<AddressConvention>]>([
    ['invalid-prefix', 'cardPrefix', null, { cardPrefix: '' }],
    ['invalid-prefix', 'cardPrefix', null, { cardPrefix: '+' }],
    ['invalid-prefix', 'cardPrefix', null, { cardPrefix: 'c' }],
    ['invalid-prefix', 'cardPrefix', null, { cardPrefix: '###' }],
    ['no-word', 'weiboWords', null, { weiboWords: [] }],
    ['too-many-words', 'weatherWords', null, { weatherWords: ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'] }],
    ['invalid-word', 'wechatWords', 'w', { wechatWords: ['w'] }],
    ['invalid-word', 'wechatWords', 'w1', { wechatWords: ['vx', 'w1'] }],
    ['invalid-word', 'wechatWords', 'WX', { wechatWords: ['WX'] }],
    ['invalid-word', 'wechatWords', 'w x', { wechatWords: ['w x'] }],
    ['invalid-word', 'wechatWords', 'ｗｘ', { wechatWords: ['ｗｘ'] }],
    ['invalid-word', 'wechatWords', 'abcdefghijklm', { wechatWords: ['abcdefghijklm'] }],
    ['ambiguous-word', 'wechatWords', 'wxa', { wechatWords: ['wxa', 'wx'] }],
    ['ambiguous-word', 'weiboWords', 'wb', { weiboWords: ['wb', 'wb'] }],
  ])('%s at %s', (error, field, word, change) => {
    expect(validateConvention({ ...DEFAULT_CONVENTION, ...change })).toEqual([{ field, error, word }]);
  });

  it('names both fields of a word that stands for two receivers', () => {
    expect(validateConvention({ ...DEFAULT_CONVENTION, wechatWords: ['we'] })).toEqual([
      { field: 'wechatWords', error: 'ambiguous-word', word: 'we' },
      { field: 'weatherWords', error: 'ambiguous-word', word: 'weather' },
    ]);
  });

  it('names a problem of each field', () => {
    const problems = validateConvention({
      cardPrefix: 'x',
      wechatWords: [],
      weiboWords: ['1'],
      weatherWords: ['tq'],
    });
    expect(problems.map(({ field, error }) => [field, error])).toEqual([
      ['cardPrefix', 'invalid-prefix'],
      ['wechatWords', 'no-word'],
      ['weiboWords', 'invalid-word'],
    ]);
  });
});

it('names sender and receiver of all twelve types', () => {
  expect(MESSAGE_TYPES.length).toBe(12);
  expect(MESSAGE_TYPES.map((type) => `${MESSAGE_ENDS[type].from}-to-${MESSAGE_ENDS[type].to}`)).toEqual(
    MESSAGE_TYPES,
  );
});
