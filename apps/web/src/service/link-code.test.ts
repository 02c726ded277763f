import { describe, expect, it } from 'vitest';
import { addLinkCode, findLinkCode } from './link-code.ts';

describe('the link code', () => {
  it('adds the code to an address that lacks it', () => {
    expect(addLinkCode('', 'abc')).toBe('?t=abc');
    expect(addLinkCode('?device=7', 'abc')).toBe('?device=7&t=abc');
  });

  it('replaces another code', () => {
    expect(addLinkCode('?t=old&device=7', 'abc')).toBe('?t=abc&device=7');
  });

  it('returns null if the code is present or there is none', () => {
    expect(addLinkCode('?t=abc', 'abc')).toBeNull();
    expect(addLinkCode('?device=7', null)).toBeNull();
  });

  it('is stored, except that of a screen link, which opens one page', () => {
    expect(findLinkCode('?t=harbour&device=7')).toBe('harbour');
    expect(findLinkCode('?t=scr-0123456789abcdefghijkl')).toBeNull();
    expect([findLinkCode('?t='), findLinkCode('')]).toEqual([null, null]);
  });
});
