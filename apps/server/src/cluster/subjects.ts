/** Requests to processes for what they have in memory. */
type RequestName = 'messages' | 'feed-status' | 'traffic' | 'watch-traffic';

/** The subjects of a cluster in NATS: clusters can share servers, and accounts of another one have the same ids. */
export interface Subjects {
  /** Changes of an account. */
  live(accountId: number): string;
  /** A publisher has lost messages of any accounts. Its content is the id of the publisher. */
  readonly liveGap: string;
  /** Changes of an account's traffic. */
  traffic(accountId: number): string;
  request(name: RequestName): string;
  /** An engine has stored something that is forwarded. */
  readonly forwarded: string;
}

/** @param cluster name of the cluster */
export function createSubjects(cluster: string): Subjects {
  const prefix = `wakeline.${cluster}`;
  return {
    live: (accountId) => `${prefix}.live.${accountId}`,
    liveGap: `${prefix}.live.all`,
    traffic: (accountId) => `${prefix}.traffic.${accountId}`,
    request: (name) => `${prefix}.requests.${name}`,
    forwarded: `${prefix}.forwarded`,
  };
}
