import { beforeEach, expect, test, vi } from 'vitest';
import { claimTab, clearTab, getTabOwner } from './tab-storage.ts';

/** Follows the Web Storage standard; Node's own implementation needs a file. */
class MemoryStorage {
  readonly #entries = new Map<string, string>();
  get length() {
    return this.#entries.size;
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null;
  getItem = (key: string) => this.#entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#entries.set(key, value);
  removeItem = (key: string) => void this.#entries.delete(key);
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  sessionStorage.setItem('map.live', '120,36,9');
  sessionStorage.setItem('map.replay', '121,37,8');
  sessionStorage.setItem('linkCode', 'abc');
});

test('removes map positions on sign-out and keeps the link code', () => {
  claimTab('seven');
  clearTab();
  expect(sessionStorage.getItem('map.live')).toBeNull();
  expect(sessionStorage.getItem('map.replay')).toBeNull();
  expect(sessionStorage.getItem('linkCode')).toBe('abc');
  expect(getTabOwner()).toBeNull();
});

test('keeps the tab for the same user after the session ended, and clears it for another', () => {
  expect(claimTab('seven')).toBe(false);
  expect(claimTab('seven')).toBe(false);
  expect(sessionStorage.getItem('map.live')).toBe('120,36,9');
  expect(claimTab('eight')).toBe(true);
  expect(sessionStorage.getItem('map.live')).toBeNull();
  expect(getTabOwner()).toBe('eight');
});
