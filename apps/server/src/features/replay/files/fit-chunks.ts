import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { computeFitCrc } from '@wakeline/formats/tracks/fit-crc';
import type { TrackOwner } from '@wakeline/formats/tracks/track-writer';
import {
  encodeFitEnd,
  encodeFitFixes,
  encodeFitHeader,
  encodeFitStart,
  FIT_BATCH_SIZE,
} from '@wakeline/formats/tracks/write-fit-track';
import type { Files } from '../../../files/files.ts';
import type { TemporaryFile } from '../../../files/temporary-file.ts';
import { rebatch } from './rebatch.ts';

const MEGABYTE = 1_048_576;

/** A device with batches of its fixes, oldest first. */
export interface OwnerFixes {
  readonly owner: TrackOwner;
  readonly fixes: AsyncIterable<readonly LocatedReport[]>;
}

/**
 * Writes a FIT file for each device, one after the other (FIT Protocol, "Chained FIT Files"). The header contains the
 * length, so the messages go to a temporary file first, which keeps memory constant.
 *
 * @throws NamedError `export-too-large` at the first byte beyond `LIMITS.exportBytes`
 */
export async function* fitChunks(
  files: Pick<Files, 'writeTemporary'>,
  devices: Iterable<OwnerFixes>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  function countBytes(chunk: Uint8Array): Uint8Array {
    bytes += chunk.byteLength;
    if (bytes <= LIMITS.exportBytes) return chunk;
    throw new NamedError('export-too-large', { max: Math.floor(LIMITS.exportBytes / MEGABYTE) });
  }
  for (const { fixes } of devices) {
    async function* messages(): AsyncGenerator<Uint8Array> {
      for await (const chunk of messagesOf(fixes)) yield countBytes(chunk);
    }
    const messageFile = await files.writeTemporary(messages());
    try {
      if (messageFile.bytes > 0) yield* fitFileChunks(messageFile);
    } finally {
      await messageFile.remove();
    }
  }
}

/** Encodes the messages of a device; yields nothing without fixes. */
async function* messagesOf(fixes: OwnerFixes['fixes']): AsyncGenerator<Uint8Array> {
  let first: number | null = null;
  let last = 0;
  for await (const batch of rebatch(fixes, FIT_BATCH_SIZE)) {
    const [head, tail] = [batch[0], batch.at(-1)];
    if (head === undefined || tail === undefined) continue;
    if (first === null) yield encodeFitStart(head.time);
    first ??= head.time;
    last = tail.time;
    yield encodeFitFixes(batch);
    await setImmediate();
  }
  if (first !== null) yield encodeFitEnd(first, last);
}

async function* fitFileChunks({
  path,
  bytes,
}: Pick<TemporaryFile, 'path' | 'bytes'>): AsyncGenerator<Uint8Array> {
  const header = encodeFitHeader(bytes);
  yield header;
  let crc = computeFitCrc(header);
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    crc = computeFitCrc(chunk, crc);
    yield chunk;
  }
  yield Uint8Array.of(crc & 0xff, crc >> 8);
}
