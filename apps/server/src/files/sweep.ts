import type { Db, Tx } from '../db/database.ts';
import { listFiles, removeContent, removeUnfinished } from './folder.ts';

/** What nobody names may be about to be named: an upload whose form is still open. */
const GRACE_MS = 86_400_000;
/** Files that are looked at in one statement. */
const AT_ONCE = 500;

export interface SweepOptions {
  readonly db: Db;
  /** Folder of the contents. */
  readonly root: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Those who show pictures: a picture that none of them shows goes. */
  readonly shown: readonly ShownPictures[];
}

/** Which of these pictures somebody shows. */
export type ShownPictures = (tx: Tx, fileIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Removes files that have expired, pictures that nobody shows a day after they came (an upload whose form was never
 * saved, a logo that gave way to another), and content without a row, which a crash leaves behind.
 *
 * @returns how many went.
 */
export async function sweepFiles({ db, root, now, shown }: SweepOptions): Promise<number> {
  const old = now - GRACE_MS;
  const expired = await removeExpired(db, root, now);
  const unseen = await removeUnseenPictures(db, root, { old, shown });
  await removeUnfinished(root, old);
  return expired + unseen + (await removeOrphans(db, root, old));
}

async function removeExpired(db: Db, root: string, now: number): Promise<number> {
  const rows = await db
    .transaction()
    .execute((tx) =>
      tx.deleteFrom('stored_file').where('expires_at', '<=', new Date(now)).returning('file_id').execute(),
    );
  for (const { file_id } of rows) await removeContent(root, file_id);
  return rows.length;
}

async function removeUnseenPictures(
  db: Db,
  root: string,
  { old, shown }: { readonly old: number } & Pick<SweepOptions, 'shown'>,
): Promise<number> {
  let removed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const above: string = after;
    const page = await db.transaction().execute(async (tx) => {
      // Locked: who wants to name one of them waits, and then finds it gone, or has named it before.
      const rows = await tx
        .selectFrom('stored_file')
        .select('file_id')
        .where('kind', '=', 'picture')
        .where('created_at', '<', new Date(old))
        .where('file_id', '>', above)
        .orderBy('file_id')
        .limit(AT_ONCE)
        .forUpdate()
        .execute();
      const fileIds = rows.map((row) => row.file_id);
      let unseen: readonly string[] = fileIds;
      for (const showing of shown) {
        const seen = await showing(tx, unseen);
        unseen = unseen.filter((fileId) => !seen.has(fileId));
      }
      if (unseen.length > 0) await tx.deleteFrom('stored_file').where('file_id', 'in', unseen).execute();
      return { unseen, last: fileIds.at(-1) };
    });
    for (const fileId of page.unseen) await removeContent(root, fileId);
    removed += page.unseen.length;
    after = page.last;
  }
  return removed;
}

async function removeOrphans(db: Db, root: string, old: number): Promise<number> {
  let removed = 0;
  let some: string[] = [];
  async function judge(): Promise<void> {
    if (some.length === 0) return;
    const rows = await db.selectFrom('stored_file').select('file_id').where('file_id', 'in', some).execute();
    const known = new Set(rows.map((row) => row.file_id));
    const orphans = some.filter((fileId) => !known.has(fileId));
    for (const fileId of orphans) await removeContent(root, fileId);
    removed += orphans.length;
    some = [];
  }
  for await (const { fileId, writtenAt } of listFiles(root)) {
    if (writtenAt >= old) continue;
    some.push(fileId);
    if (some.length === AT_ONCE) await judge();
  }
  await judge();
  return removed;
}
