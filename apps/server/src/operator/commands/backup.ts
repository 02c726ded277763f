import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openClient } from '../../db/open-client.ts';
import { writeBackupFile } from '../backup/file.ts';
import { sealFrames } from '../backup/frames.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { type Command, readArguments } from '../command.ts';
import { withStorage } from '../open-files.ts';

export const backupCommand: Command = {
  summary: 'Back up the database and the stored files to one file',
  usage: 'FILE',
  help:
    'The server can keep running: the backup is a consistent snapshot of the time when it started. FILE must not exist. It is\n' +
    'compressed, has a checksum, and is readable only by its owner, because it contains password hashes and secrets. It is not encrypted.',
  schema: 'as-is',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const path = resolve(positionals[0] ?? '');

    return async ({ url, config, now, print }) => {
      const client = await openClient(url, 'wakeline');
      try {
        const counts = { tables: 0, rows: 0, files: 0, missing: 0 };
        await withStorage(config, (storage) =>
          writeBackupFile(path, sealFrames(takeBackup(client, storage, now, counts))),
        );
        print(
          `${path}: ${counts.rows} rows of ${counts.tables} tables, ${counts.files} files, ${statSync(path).size} bytes`,
        );
        if (counts.missing > 0)
          print(`${counts.missing} files are missing: deleted during the backup, or missing before`);
      } finally {
        await client.end();
      }
    };
  },
};
