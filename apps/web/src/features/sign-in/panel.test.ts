import { describe, expect, it } from 'vitest';
import { panelOf, withPanel } from './panel.ts';

const search = (text: string) => new URLSearchParams(text);

describe('the panel of an address', () => {
  it('is account and password by default', () => {
    expect(panelOf(search(''), true)).toEqual({ panel: 'account', refused: null });
    expect(panelOf(search('?panel=nonsense'), false)).toEqual({ panel: 'account', refused: null });
  });

  it('is the requested one while registration is open', () => {
    expect(panelOf(search('?panel=code'), true)).toEqual({ panel: 'code', refused: null });
    expect(panelOf(search('?panel=register'), true)).toEqual({ panel: 'register', refused: null });
  });

  it('is refused with an error name while registration is closed', () => {
    expect(panelOf(search('?panel=code'), false)).toEqual({
      panel: 'account',
      refused: 'login-way-unavailable',
    });
    expect(panelOf(search('?panel=register'), false)).toEqual({
      panel: 'account',
      refused: 'registration-closed',
    });
  });

  it('is not refused until the state of registration is known', () => {
    expect(panelOf(search('?panel=register'), null)).toEqual({ panel: 'account', refused: null });
  });
});

describe('the address of a panel', () => {
  it('keeps other parameters', () => {
    expect(withPanel(search('?from=%2FMap&t=hv7'), 'code')).toBe('?from=%2FMap&t=hv7&panel=code');
    expect(withPanel(search('?panel=code&t=hv7'), 'account')).toBe('?t=hv7');
    expect(withPanel(search('?panel=code'), 'account')).toBe('');
  });
});
