import type { Client } from '@wakeline/client/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestFirstOverview, takeFirstOverview } from './first-overview.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => '8,53,6' });
  vi.stubGlobal('innerWidth', 1_440);
  vi.stubGlobal('innerHeight', 900);
});

afterEach(() => vi.unstubAllGlobals());

/** A service that responds, or fails, with this. */
function clientOf(response: Promise<unknown>): Client {
  return { call: () => response } as unknown as Client;
}

it('gives the overview of the stored view to its user, once', async () => {
  requestFirstOverview(clientOf(Promise.resolve('overview')), 'u1');
  const overview = takeFirstOverview('u1');
  expect(overview?.area).toMatchObject({ zoom: 6 });
  expect(await overview?.response).toBe('overview');
  expect(takeFirstOverview('u1')).toBeNull();
});

it('does not give it to a user who signs in later', () => {
  requestFirstOverview(clientOf(Promise.resolve('overview')), 'u1');
  expect(takeFirstOverview('u2')).toBeNull();
  expect(takeFirstOverview('u1')).toBeNull();
});

it('is empty after a failure', async () => {
  requestFirstOverview(clientOf(Promise.reject(new Error('offline'))), 'u1');
  expect(await takeFirstOverview('u1')?.response).toBeNull();
});
