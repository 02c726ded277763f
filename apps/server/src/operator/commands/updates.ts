import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { tableOf } from '../table.ts';
import { formatTime, parseInteger } from '../values.ts';

export const updatesCommand: Command = {
  summary: 'List the update log, or show an entry',
  usage: '[ID]',
  help: 'With the ID of an entry: prints its stored HTML in each language.',

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 0, max: 1 });
    const [given] = positionals;
    const entryId = given === undefined ? null : parseInteger('id', given, 1, 2_147_483_647);

    return async ({ db, print }) => {
      const entries = db.selectFrom('update_entry').selectAll().orderBy('entry_id', 'desc');
      if (entryId === null) {
        const rows = (await entries.limit(200).execute()).map((row) => [
          String(row.entry_id),
          formatTime(row.created_at),
          row.html_en === null ? 'zh' : 'zh en',
          row.title_zh,
        ]);
        for (const line of tableOf(['ID', 'PUBLISHED', 'LANGUAGES', 'TITLE'], rows)) print(line);
        return;
      }
      const row = await entries.where('entry_id', '=', entryId).executeTakeFirst();
      if (row === undefined) throw new CommandError(`${entryId}: no such entry`);
      for (const [title, html] of [
        [row.title_zh, row.html_zh],
        [row.title_en, row.html_en],
      ]) {
        if (title !== null && html !== null) print(`${title}\n\n${html}\n`);
      }
    };
  },
};
