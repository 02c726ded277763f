import { card } from './card.ts';
import { cells } from './cells.ts';
import { confirmation } from './confirmation.ts';
import { heartbeat } from './heartbeat.ts';
import { link } from './link.ts';
import { position } from './position.ts';
import { request } from './request.ts';
import type { SentenceDecoder } from './sentence.ts';
import { shortPosition } from './short-position.ts';
import { storedPositions } from './stored-positions.ts';
import { wifi } from './wifi.ts';

const DECODERS: ReadonlyMap<string, SentenceDecoder> = new Map(
  [
    position,
    shortPosition,
    request,
    storedPositions,
    confirmation,
    heartbeat,
    cells,
    link,
    wifi,
    card,
  ].flatMap((decoder) => decoder.kinds.map((kind): [string, SentenceDecoder] => [kind, decoder])),
);

/** The decoder of a kind; undefined if it is not supported. Devices have many kinds of positions, all with V. */
export function findDecoder(kind: string): SentenceDecoder | undefined {
  return DECODERS.get(kind) ?? (/^V\d+$/.test(kind) ? position : undefined);
}
