import { describe, expect, it } from 'vitest';
import { withLinkCode } from './link-code.ts';

describe('the link code', () => {
  it('is added to an address that lacks it', () => {
    expect(withLinkCode('', 'abc')).toBe('?t=abc');
    expect(withLinkCode('?device=7', 'abc')).toBe('?device=7&t=abc');
  });

  it('replaces another one', () => {
    expect(withLinkCode('?t=old&device=7', 'abc')).toBe('?t=abc&device=7');
  });

  it('asks for nothing when it is there or there is none', () => {
    expect(withLinkCode('?t=abc', 'abc')).toBeNull();
    expect(withLinkCode('?device=7', null)).toBeNull();
  });
});
