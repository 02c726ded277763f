import { startTestCluster } from './postgres.ts';

/** One PostgreSQL for a run of Vitest or Playwright; each test world creates a database of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env.TEST_POSTGRES_URL = cluster.url;
  return () => cluster.stop();
}
