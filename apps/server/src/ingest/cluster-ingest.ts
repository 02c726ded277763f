import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { Engine, EngineDependencies } from './engine.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { type ClusterEngine, createClusterEngine, type EngineMembers } from './stream/cluster-engine.ts';
import { createGateway, type Gateway } from './stream/gateway.ts';
import type { StreamSettings } from './stream/streams.ts';

export interface ClusterIngestOptions extends Omit<EngineDependencies, 'writers'> {
  /** What this process does: neither is possible. */
  readonly isGateway: boolean;
  readonly isEngine: boolean;
  /** Of all trackers. */
  readonly partitionCount: number;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: StreamSettings;
  /** Bytes of a message that the NATS servers accept. */
  readonly maxPayload: number;
  readonly members: EngineMembers;
  readonly onTakenOver: () => void;
  readonly memberId: string;
  /** Number of live gateways, this one included. */
  readonly countGateways: () => number;
  /** Calls `start` in the only gateway that runs the feeds; returns the function that ends the attempts. */
  readonly electFeeds: (start: () => Promise<void>) => Promise<() => Promise<void>>;
}

/** Ingest of a process of a cluster: a gateway, an engine, both, or neither. */
export function createClusterIngest(options: ClusterIngestOptions): Engine {
  const { log } = options;
  const shared = {
    ...options,
    metrics: createMetrics(options.registry),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
  const gateway: Gateway | null = options.isGateway ? createGateway(shared) : null;
  const engine: ClusterEngine | null = options.isEngine ? createClusterEngine(shared) : null;
  let isStarted = false;
  let isStopped = false;
  let endElection: (() => Promise<void>) | null = null;

  async function startFeeds(): Promise<void> {
    await gateway?.startFeeds().catch((error: unknown) => {
      log.error({ err: error }, 'the feeds cannot start');
    });
  }

  return {
    async start() {
      await engine?.start();
      await gateway?.start();
      if (gateway !== null) endElection = await options.electFeeds(startFeeds);
      isStarted = true;
    },
    async stop() {
      isStopped = true;
      await endElection?.();
      // What the gateway publishes is stored by any engine.
      await gateway?.stop();
      await engine?.stop();
    },
    get feeds() {
      return gateway?.feeds ?? null;
    },
    messagesOf: (trackerId) => gateway?.messagesOf(trackerId) ?? null,
    status() {
      const listeners = isStopped ? [] : (gateway?.listeners ?? []);
      const isIdle = gateway === null && engine === null;
      const running = isIdle ? 'standby' : 'engine';
      return {
        role: isStopped ? 'stopped' : isStarted ? running : 'starting',
        storing: (gateway?.available ?? true) && (engine?.available ?? true),
        listeners: listeners.map(({ protocol, transport, port }) => ({ protocol, transport, port })),
        queuedReports: (gateway?.queuedReports ?? 0) + (engine?.queuedReports ?? 0),
      };
    },
  };
}
