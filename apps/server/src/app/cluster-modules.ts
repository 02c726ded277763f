/** What only a process of a cluster loads. */
export { connectNats } from '../cluster/nats-connection.ts';
export { createClusterIngest } from '../ingest/cluster-ingest.ts';
export { createCluster } from './cluster.ts';
