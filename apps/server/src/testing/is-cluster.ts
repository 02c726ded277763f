/**
 * Whether the servers of tests are clusters (docs/development/cluster.md#tests). Skipped then are tests that jump in time,
 * in which gateways are silent, or that expect a device to be refused when its reports are stored.
 */
export const IS_CLUSTER = process.env.WAKELINE_TEST_CLUSTER === 'yes';

/** Of the NATS server of all tests (`global-setup.ts`). */
export function sharedNatsUrl(): string {
  const url = process.env.TEST_NATS_URL;
  if (url === undefined) throw new Error('WAKELINE_TEST_CLUSTER=yes starts the NATS server of all tests');
  return url;
}
