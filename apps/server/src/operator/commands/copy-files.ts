import { type CopyCounts, copyContents } from '../../files/copy-contents.ts';
import { createFolderStorage } from '../../files/folder-storage.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { fileFolders, withStorage } from '../open-files.ts';

const DIRECTIONS = ['to-bucket', 'to-folder'] as const;

/** Files that an error lists. */
const MAX_LISTED = 20;

export const copyFilesCommand: Command = {
  summary: 'Copy the stored files between the data folder and the bucket',
  usage: 'to-bucket|to-folder [--checksums]',
  help: `The bucket is the one of WAKELINE_FILES_URL, the folder is files/ in WAKELINE_DATA. Nothing is deleted. Files that are already
there are not copied again, so that an interrupted copy can be repeated. Each copied file is compared with the length and checksum of
when it was stored.

  --checksums   compare the checksums of files that are already there, too; otherwise only their length

The server can keep running. Repeat the command after it has stopped, then start it with the other storage.`,

  prepare(args) {
    const { positionals, values } = readArguments(
      args,
      { checksums: { type: 'boolean' } },
      { min: 1, max: 1 },
    );
    const direction = DIRECTIONS.find((one) => one === positionals[0]);
    if (direction === undefined)
      throw new UsageError(`${positionals[0]}: is not one of ${DIRECTIONS.join(', ')}`);

    return async ({ db, config, print }) => {
      if (config.filesBucket === null)
        throw new CommandError('WAKELINE_FILES_URL is required: it names the bucket');
      const counts = await withStorage(config, (bucket) => {
        const folder = createFolderStorage(fileFolders(config).root);
        const [source, target] = direction === 'to-bucket' ? [folder, bucket] : [bucket, folder];
        return copyContents(db, {
          ...{ source, target, checksums: values.checksums ?? false },
          onProgress: (current) => print(describe(current)),
        });
      });
      const problems = [
        ...problemOf('missing in the source', counts.missing),
        ...problemOf('damaged in the source and not copied', counts.damaged),
      ];
      if (problems.length > 0) throw new CommandError(problems.join('\n'));
      print('The copy is complete');
    };
  },
};

function describe({ copied, present, missing, damaged }: CopyCounts): string {
  const failed = missing.length + damaged.length;
  return `${copied} files copied, ${present} already there${failed === 0 ? '' : `, ${failed} missing or damaged`}`;
}

function problemOf(what: string, fileIds: readonly string[]): readonly string[] {
  if (fileIds.length === 0) return [];
  const more = fileIds.length > MAX_LISTED ? ' ...' : '';
  return [`${fileIds.length} files are ${what}: ${fileIds.slice(0, MAX_LISTED).join(', ')}${more}`];
}
