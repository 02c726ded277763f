import { setImmediate } from 'node:timers/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import { fitCrc } from '@wakeline/formats/tracks/fit-crc';
import type { TrackOwner } from '@wakeline/formats/tracks/track-writer';
import { FIT_PART, fitBegin, fitEnd, fitFixes, fitHeader } from '@wakeline/formats/tracks/write-fit-track';
import type { Files } from '../../../files/files.ts';
import { inParts } from './in-parts.ts';

const MEGABYTE = 1_048_576;

/** A device with its fixes, oldest first, some at once. */
export interface OwnerFixes {
  readonly owner: TrackOwner;
  readonly fixes: AsyncIterable<readonly LocatedReport[]>;
}

/**
 * A FIT file for each device, one behind the other (FIT Protocol, "Chained FIT Files"). How long one is stands at its head, so its
 * messages are put aside first: memory does not grow with them.
 *
 * @throws NamedError `export-too-large` at the first byte beyond `LIMITS.exportBytes`
 */
export async function* fitPieces(files: Files, devices: Iterable<OwnerFixes>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  function counted(piece: Uint8Array): Uint8Array {
    bytes += piece.byteLength;
    if (bytes <= LIMITS.exportBytes) return piece;
    throw new NamedError('export-too-large', { most: Math.floor(LIMITS.exportBytes / MEGABYTE) });
  }
  for (const { fixes } of devices) {
    async function* messages(): AsyncGenerator<Uint8Array> {
      for await (const piece of messagesOf(fixes)) yield counted(piece);
    }
    const aside = await files.write(messages());
    try {
      if (aside.bytes > 0) yield* wholeFile(files, aside);
    } finally {
      await files.discard([aside.fileId]);
    }
  }
}

/** Nothing of a device without fixes. */
async function* messagesOf(fixes: OwnerFixes['fixes']): AsyncGenerator<Uint8Array> {
  let first: number | null = null;
  let last = 0;
  for await (const part of inParts(fixes, FIT_PART)) {
    const [head, tail] = [part[0], part.at(-1)];
    if (head === undefined || tail === undefined) continue;
    if (first === null) yield fitBegin(head.time);
    first ??= head.time;
    last = tail.time;
    yield fitFixes(part);
    await setImmediate();
  }
  if (first !== null) yield fitEnd(first, last);
}

async function* wholeFile(
  files: Files,
  aside: { readonly fileId: string; readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  const content = await files.open(aside);
  if (content === null) throw new Error(`what was put aside is gone: ${aside.fileId}`);
  const header = fitHeader(aside.bytes);
  yield header;
  let crc = fitCrc(header);
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    crc = fitCrc(piece, crc);
    yield piece;
  }
  yield Uint8Array.of(crc & 0xff, crc >> 8);
}
