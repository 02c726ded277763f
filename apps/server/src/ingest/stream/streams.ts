import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';

/** Nanoseconds for which messages are kept at most, and for which repeated ones are recognized. */
const MAX_AGE = 7 * 86_400 * 1e9;
const DUPLICATE_WINDOW = 120 * 1e9;
/** "stream not found" (error codes of NATS, JSStreamNotFoundErr). */
const NOT_FOUND = 10_059;

export interface StreamSettings {
  /** Of the cluster. */
  readonly cluster: string;
  /** Servers that store each message. */
  readonly replicas: number;
  readonly maxBytes: number;
}

export function streamOf({ cluster }: Pick<StreamSettings, 'cluster'>, partition: number): string {
  return `wakeline-${cluster}-reports-${partition}`;
}

export function subjectOf({ cluster }: Pick<StreamSettings, 'cluster'>, partition: number): string {
  return `wakeline.${cluster}.reports.${partition}`;
}

/**
 * Creates the stream of a partition, or applies changed settings to it.
 *
 * @returns when it was created: the numbers of its messages begin with 1 then
 * @throws JetStreamApiError, for example when there are fewer servers than replicas
 */
export async function ensureStream(
  manager: JetStreamManager,
  partition: number,
  settings: StreamSettings,
): Promise<Date> {
  const { replicas, maxBytes } = settings;
  const name = streamOf(settings, partition);
  const config = {
    subjects: [subjectOf(settings, partition)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // A full stream refuses messages, so that gateways acknowledge nothing that would be lost.
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_bytes: maxBytes,
    max_age: MAX_AGE,
    duplicate_window: DUPLICATE_WINDOW,
  };
  const known = await findStream(manager, name);
  if (known === null) return new Date((await manager.streams.add({ name, ...config })).created);
  if (known.config.num_replicas !== replicas || known.config.max_bytes !== maxBytes)
    await manager.streams.update(name, config);
  return new Date(known.created);
}

async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return null;
    throw error;
  }
}
