import { describe, expect, it } from 'vitest';
import { isTerminalImei } from './imei.ts';
import { countInreachText, splitInreachText } from './inreach-text.ts';
import { countSbdText, PLAIN_TEXT, parseTextTemplate, splitSbdText, utf8Length } from './sbd-text.ts';
import { splitText } from './split-text.ts';

describe('splitting a text', () => {
  it('cuts between characters only', () => {
    expect(splitText('abcdef', 4, (text) => text.length)).toEqual(['abcd', 'ef']);
    expect(splitText('', 4, (text) => text.length)).toEqual([]);
    // e with an accent of its own stays together.
    expect(splitText('abe\u0301', 3, (text) => text.length)).toEqual(['ab', 'e\u0301']);
  });

  it('splits a joined character that exceeds the limit into code points', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const chunks = splitText(family, 8, utf8Length);
    expect(chunks.join('')).toBe(family);
    expect(chunks.every((chunk) => utf8Length(chunk) <= 8)).toBe(true);
  });

  it('refuses a limit that no character fits in', () => {
    expect(() => splitText('已', 2, utf8Length)).toThrow(RangeError);
  });
});

describe('text of Iridium messages', () => {
  it.each([
    ['', 0],
    ['hello', 5],
    ['é', 2],
    ['已到港', 9],
    ['\u{1f6a2}', 4],
    ['\ud800', 3],
  ])('counts the bytes of "%s"', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it('counts messages of 270 bytes', () => {
    // 90 characters of 3 bytes.
    expect(countSbdText('港'.repeat(90), 270, PLAIN_TEXT)).toEqual({ bytes: 270, left: 0, messages: 1 });
    expect(countSbdText('港'.repeat(91), 270, PLAIN_TEXT)).toEqual({ bytes: 273, left: 267, messages: 2 });
    expect(countSbdText('', 270, PLAIN_TEXT)).toEqual({ bytes: 0, left: 270, messages: 1 });
    expect(splitSbdText(`a${'港'.repeat(90)}`, 270, PLAIN_TEXT).map((part) => part.length)).toEqual([90, 1]);
  });

  it('leaves room for the bytes of a template', () => {
    const template = parseTextTemplate('FE 01 {text} 00');
    expect(template).toEqual({ before: [0xfe, 0x01], after: [0] });
    if (template === null) return;
    expect(countSbdText('a'.repeat(268), 270, template)).toEqual({ bytes: 268, left: 266, messages: 2 });
  });

  it.each(['', 'text', 'FE {text', 'FE{text}', 'G0 {text}', 'F {text}', `${'00 '.repeat(33)}{text}`])(
    'refuses the template "%s"',
    (template) => {
      expect(parseTextTemplate(template)).toBeNull();
    },
  );
});

describe('text of inReach messages', () => {
  it('counts 160 GSM characters, extended ones twice', () => {
    expect(countInreachText('a'.repeat(160))).toEqual({ characters: 160, limit: 160, left: 0, messages: 1 });
    expect(countInreachText('a'.repeat(161))).toEqual({
      characters: 161,
      limit: 160,
      left: 159,
      messages: 2,
    });
    expect(countInreachText(`${'a'.repeat(158)}€`)).toMatchObject({ characters: 160, left: 0, messages: 1 });
    expect(countInreachText(`${'a'.repeat(159)}€`)).toMatchObject({ messages: 2, left: 158 });
    expect(countInreachText('')).toMatchObject({ characters: 0, messages: 1 });
  });

  it('halves the limit with other characters', () => {
    expect(countInreachText('港'.repeat(80))).toEqual({ characters: 80, limit: 80, left: 0, messages: 1 });
    expect(splitInreachText('港'.repeat(81)).map((part) => part.length)).toEqual([80, 1]);
    // An emoji is two UTF-16 units and is not cut.
    expect(splitInreachText(`${'a'.repeat(79)}\u{1f6a2}`)).toEqual(['a'.repeat(79), '\u{1f6a2}']);
  });
});

describe('the IMEI of a terminal', () => {
  it.each([
    // The example of 3GPP TS 23.003, with its check digit.
    ['490154203237518', true],
    // As Iridium devices send it.
    ['300234063904190', true],
    ['490154203237519', false],
    ['49015420323751', false],
    ['4901542032375180', false],
    ['49015420323751x', false],
  ])('%s: %s', (text, isValid) => {
    expect(isTerminalImei(text)).toBe(isValid);
  });
});
