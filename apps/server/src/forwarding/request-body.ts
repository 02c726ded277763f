import type { Db } from '../db/database.ts';
import { registeredIds } from '../trackers/registered.ts';

/** A message to a target. */
export interface ForwardMessage {
  /** Idempotency key: a repeated message has the same. */
  readonly key: string;
  /** JSON. */
  readonly body: string;
}

interface Entry {
  readonly trackerId: number;
}

interface Content {
  readonly positions: readonly Entry[];
  readonly events: readonly Entry[];
}

export function toMessage(key: string, type: 'data' | 'test', content: Content): ForwardMessage {
  const { positions, events } = content;
  return { key, body: JSON.stringify({ id: key, type, positions, events }) };
}

/**
 * Joins the bodies of batches, oldest first, to one. Devices that have been removed meanwhile, or belong to another account,
 * are left out.
 */
export async function joinBodies(db: Db, accountId: number, bodies: readonly string[]): Promise<Content> {
  const contents = bodies.map((body) => JSON.parse(body) as Content);
  const positions = contents.flatMap((content) => content.positions);
  const events = contents.flatMap((content) => content.events);
  const trackerIds = [...new Set([...positions, ...events].map(({ trackerId }) => trackerId))];
  const present = await registeredIds(db, accountId, trackerIds);
  const isPresent = ({ trackerId }: Entry) => present.has(trackerId);
  return { positions: positions.filter(isPresent), events: events.filter(isPresent) };
}
