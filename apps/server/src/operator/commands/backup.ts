import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { toConnectionOptions } from '../../db/connection-options.ts';
import { writeBackupFile } from '../backup/file.ts';
import { sealFrames } from '../backup/frames.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { type Command, readArguments } from '../command.ts';

export const backupCommand: Command = {
  summary: 'writes the database and the stored files into one file',
  usage: 'FILE',
  help:
    'Servers may run meanwhile: the backup is of the instant when it began. The file is packed, has a checksum, and can be read by its\n' +
    'owner only: it holds password hashes and secrets. It is not encrypted. FILE must not exist.',
  schema: 'as-is',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const path = resolve(positionals[0] ?? '');

    return async ({ url, config, now, print }) => {
      const client = new pg.Client({ ...toConnectionOptions(url), application_name: 'wakeline' });
      await client.connect();
      try {
        const taken = { tables: 0, rows: 0, files: 0, missing: 0 };
        await writeBackupFile(
          path,
          sealFrames(takeBackup(client, join(config.dataDir, 'files'), now, taken)),
        );
        print(
          `${path}: ${taken.rows} rows of ${taken.tables} tables, ${taken.files} files, ${statSync(path).size} bytes`,
        );
        if (taken.missing > 0) print(`${taken.missing} files were deleted meanwhile, or missing before`);
      } finally {
        await client.end();
      }
    };
  },
};
