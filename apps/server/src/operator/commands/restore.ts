import { resolve } from 'node:path';
import { makeDataFolder } from '../../config/data-folder.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { openClient } from '../../db/open-client.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { prepareQueue } from '../../tasks/queue.ts';
import { readBackupFile } from '../backup/file.ts';
import { readFrames } from '../backup/frames.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { withStorage } from '../open-files.ts';

/** Other files in a bucket can be those of a running server: a restore that fails, or the clean-up, would delete them. */
async function requireEmpty(storage: FileStorage): Promise<void> {
  for await (const _ of storage.list())
    throw new CommandError(
      'the bucket of WAKELINE_FILES_URL has stored files: restore with another prefix, or into another bucket',
    );
}

export const restoreCommand: Command = {
  summary: 'Restore a backup into an empty database',
  usage: 'FILE',
  help:
    'Restores everything or nothing. The database must be empty: an empty folder in WAKELINE_DATA, or a new database in DATABASE_URL.\n' +
    'So must be the bucket of WAKELINE_FILES_URL, at its prefix.\n' +
    'Run this command as the same user as the server, before its first start. A backup of an older version is migrated to this one.',
  schema: 'as-is',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const path = resolve(positionals[0] ?? '');

    return async ({ db, url, config, now, print }) => {
      makeDataFolder(config.dataDir);
      const client = await openClient(url, 'wakeline');
      try {
        const frames = readFrames(readBackupFile(path));
        const target = {
          client,
          migrations: await readMigrations(),
          prepareQueue: () => prepareQueue(db),
          now,
        };
        const done = await withStorage(config, async (storage) => {
          if (config.filesBucket !== null) await requireEmpty(storage);
          return restoreBackup({ ...target, storage }, frames);
        });
        const newer = await migrate(db);
        print(
          `Restored the backup of ${done.createdAt}: ${done.rows} rows of ${done.tables} tables, ${done.files} files`,
        );
        for (const name of newer) print(`Applied migration ${name}`);
      } finally {
        await client.end();
      }
    };
  },
};
