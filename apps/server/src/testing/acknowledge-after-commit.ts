import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { Db } from '../db/database.ts';
import { subjectOf } from '../ingest/stream/streams.ts';

/**
 * A client whose publications resolve when the engine has stored the message, so that tests of the engine need not know
 * whether a device is acknowledged by the stream or by the database.
 */
export function acknowledgeAfterCommit(
  client: JetStreamClient,
  db: Db,
  cluster: string,
  stopping: AbortSignal,
): JetStreamClient {
  const publish: JetStreamClient['publish'] = async (subject, payload, options) => {
    const acknowledged = await client.publish(subject, payload, options);
    const partition = Number(subject.slice(subjectOf({ cluster }, 0).length - 1));
    while (!stopping.aborted && !(await isStored(db, partition, acknowledged.seq))) await delay(2);
    // The engine adopts the states after the commit.
    await delay(2);
    return acknowledged;
  };
  return new Proxy(client, {
    get: (target, name) => (name === 'publish' ? publish : Reflect.get(target, name, target)),
  });
}

async function isStored(db: Db, partition: number, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('partition_offset')
    .select('seq')
    .where('partition', '=', partition)
    .executeTakeFirst()
    .catch(() => undefined);
  return row !== undefined && row.seq >= seq;
}
