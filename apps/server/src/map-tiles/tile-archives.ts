import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tx } from '../db/database.ts';
import type { WrittenFile } from '../files/file-storage.ts';
import type { Files } from '../files/files.ts';
import type { TileDatum } from './tile-datum.ts';

/** Paths at which a process writes its archives. */
export type ArchivePaths = Readonly<Record<TileDatum, string>>;

/** Archives on disk, not yet recorded in the database. */
export interface TileArchives<Details> {
  readonly tileFileId: string | null;
  readonly tileGcj02FileId: string | null;
  /** What the process found out about the map. */
  readonly details: Details;
  record(tx: Tx, owner: { readonly accountId: number; readonly name: string }): Promise<void>;
}

/** PMTiles has no registered media type. */
const MEDIA_TYPE = 'application/octet-stream';

/** One process at a time on each server: it holds a complete map, up to 2 GB. */
let queue: Promise<unknown> = Promise.resolve();

/** Stores the archives that `cut` writes at the given paths. */
export async function writeArchives<Details>(
  files: Files,
  cut: (paths: ArchivePaths) => Promise<{ readonly datums: readonly TileDatum[]; readonly details: Details }>,
): Promise<TileArchives<Details>> {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-tiles-'));
  const paths = { wgs84: join(folder, 'wgs84.pmtiles'), gcj02: join(folder, 'gcj02.pmtiles') };
  const written = new Map<TileDatum, WrittenFile>();
  try {
    const result = queue.then(() => cut(paths));
    queue = result.catch(() => undefined);
    const { datums, details } = await result;
    for (const datum of datums) written.set(datum, await files.write(createReadStream(paths[datum])));
    return {
      tileFileId: written.get('wgs84')?.fileId ?? null,
      tileGcj02FileId: written.get('gcj02')?.fileId ?? null,
      details,
      async record(tx, { accountId, name }) {
        for (const file of written.values())
          await files.record(tx, file, {
            accountId,
            kind: 'tiles',
            userId: null,
            mediaType: MEDIA_TYPE,
            name,
            expiresAt: null,
          });
      },
    };
  } catch (error) {
    await files.discard([...written.values()].map(({ fileId }) => fileId));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
