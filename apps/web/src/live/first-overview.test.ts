import type { Client } from '@wakeline/client/client';
import { expect, it } from 'vitest';
import { requestFirstOverview, takeFirstOverview } from './first-overview.ts';

const AREA = { bounds: { west: 5, south: 50, east: 15, north: 56 }, zoom: 6 };

/** A service that responds, or fails, with this. */
function clientOf(response: Promise<unknown>): Client {
  return { call: () => response } as unknown as Client;
}

it('gives the overview to its user, once', async () => {
  requestFirstOverview(clientOf(Promise.resolve('overview')), 'u1', AREA);
  const overview = takeFirstOverview('u1');
  expect(overview?.area).toEqual(AREA);
  expect(await overview?.response).toBe('overview');
  expect(takeFirstOverview('u1')).toBeNull();
});

it('does not give it to a user who signs in later', () => {
  requestFirstOverview(clientOf(Promise.resolve('overview')), 'u1', AREA);
  expect(takeFirstOverview('u2')).toBeNull();
  expect(takeFirstOverview('u1')).toBeNull();
});

it('is empty after a failure', async () => {
  requestFirstOverview(clientOf(Promise.reject(new Error('offline'))), 'u1', AREA);
  expect(await takeFirstOverview('u1')?.response).toBeNull();
});
