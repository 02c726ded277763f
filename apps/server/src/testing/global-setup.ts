import { IS_CLUSTER } from './is-cluster.ts';
import { NatsServers } from './nats-servers.ts';
import { startTestCluster } from './postgres.ts';

/**
 * One PostgreSQL for a run of Vitest or Playwright; each test world creates a database of its own in it. With
 * WAKELINE_TEST_CLUSTER=yes also one NATS server, in which each world has streams of its own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env.TEST_POSTGRES_URL = cluster.url;
  const nats = IS_CLUSTER ? await NatsServers.start() : null;
  if (nats !== null) process.env.TEST_NATS_URL = nats.url;
  return async () => {
    await nats?.stop();
    await cluster.stop();
  };
}
