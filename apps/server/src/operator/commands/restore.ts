import { join, resolve } from 'node:path';
import pg from 'pg';
import { makeDataFolder } from '../../config/data-folder.ts';
import { toConnectionOptions } from '../../db/connection-options.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { prepareQueue } from '../../tasks/queue.ts';
import { readBackupFile } from '../backup/file.ts';
import { readFrames } from '../backup/frames.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type Command, readArguments } from '../command.ts';

export const restoreCommand: Command = {
  summary: 'Restore a backup into an empty database',
  usage: 'FILE',
  help:
    'Restores everything or nothing. The database must be empty: an empty folder in WAKELINE_DATA, or a new database in DATABASE_URL.\n' +
    'Run this command as the same user as the server, before its first start. A backup of an older version is migrated to this one.',
  schema: 'as-is',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const path = resolve(positionals[0] ?? '');

    return async ({ db, url, config, now, print }) => {
      makeDataFolder(config.dataDir);
      const client = new pg.Client({ ...toConnectionOptions(url), application_name: 'wakeline' });
      await client.connect();
      try {
        const frames = readFrames(readBackupFile(path));
        const target = {
          client,
          fileRoot: join(config.dataDir, 'files'),
          migrations: await readMigrations(),
          prepareQueue: () => prepareQueue(db),
          now,
        };
        const done = await restoreBackup(target, frames);
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
