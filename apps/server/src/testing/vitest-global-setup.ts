import { startTestCluster } from './postgres.ts';

/** One PostgreSQL for all test files of a run; each makes databases of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env.TEST_POSTGRES_URL = cluster.url;
  return () => cluster.stop();
}
