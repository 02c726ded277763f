import { describe, expect, it } from 'vitest';
import { panelOf, withPanel } from './panel.ts';

const search = (text: string) => new URLSearchParams(text);

describe('the panel of an address', () => {
  it('is account and password unless another is asked for', () => {
    expect(panelOf(search(''), true)).toEqual({ panel: 'account', refused: null });
    expect(panelOf(search('?panel=nonsense'), false)).toEqual({ panel: 'account', refused: null });
  });

  it('is the one that is asked for while registration is open', () => {
    expect(panelOf(search('?panel=code'), true)).toEqual({ panel: 'code', refused: null });
    expect(panelOf(search('?panel=register'), true)).toEqual({ panel: 'register', refused: null });
  });

  it('is refused by name where registration is closed', () => {
    expect(panelOf(search('?panel=code'), false)).toEqual({
      panel: 'account',
      refused: 'login-way-unavailable',
    });
    expect(panelOf(search('?panel=register'), false)).toEqual({
      panel: 'account',
      refused: 'registration-closed',
    });
  });

  it('waits with a refusal until it is known', () => {
    expect(panelOf(search('?panel=register'), null)).toEqual({ panel: 'account', refused: null });
  });
});

describe('the address of a panel', () => {
  it('keeps what else is in it', () => {
    expect(withPanel(search('?from=%2FMap&t=hv7'), 'code')).toBe('?from=%2FMap&t=hv7&panel=code');
    expect(withPanel(search('?panel=code&t=hv7'), 'account')).toBe('?t=hv7');
    expect(withPanel(search('?panel=code'), 'account')).toBe('');
  });
});
