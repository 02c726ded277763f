import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** A line as on a ship or in the field. */
export interface Line {
  readonly megabitsPerSecond: number;
  /** Added to each round trip, milliseconds. */
  readonly latencyMs: number;
}

/** What a page received from the network, without what its caches had. */
export interface Traffic {
  requests: number;
  bytes: number;
}

/** Opens a page on a slow line and counts its traffic. */
export async function openOnLine(
  context: BrowserContext,
  { megabitsPerSecond, latencyMs }: Line,
): Promise<{ readonly page: Page; readonly traffic: Traffic }> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const throughput = (megabitsPerSecond * 1e6) / 8;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  return { page, traffic: countTraffic(network) };
}

function countTraffic(network: CDPSession): Traffic {
  const traffic: Traffic = { requests: 0, bytes: 0 };
  const cached = new Set<string>();
  network.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const { fromDiskCache = false, fromServiceWorker = false, fromPrefetchCache = false } = response;
    if (fromDiskCache || fromServiceWorker || fromPrefetchCache) cached.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}
