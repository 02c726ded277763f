import { readFile } from 'node:fs/promises';
import { LIMITS } from '@wakeline/contract/limits';
import { sendEvent } from '../../db/notify.ts';
import { sanitiseUpdate } from '../../features/updates/sanitise.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { parseText } from '../values.ts';

const TITLE = 120;

export const publishUpdateCommand: Command = {
  summary: 'Publish an entry of the update log to all users',
  usage: '--title-zh TEXT --html-zh FILE [--title-en TEXT --html-en FILE]',
  help: `Allowed HTML: headings, paragraphs, lists, tables, strong, em, code, links to http(s), and pictures from https or as
data:image/png or jpeg. Everything else is removed ("updates ID" shows the result). Without an English text, all users see the
Chinese one. Open consoles show the entry at once.

  --title-zh TEXT  Chinese title
  --html-zh FILE   Chinese text
  --title-en TEXT  English title
  --html-en FILE   English text`,

  async prepare(args) {
    const { values } = readArguments(args, {
      'title-zh': { type: 'string' },
      'html-zh': { type: 'string' },
      'title-en': { type: 'string' },
      'html-en': { type: 'string' },
    });
    const chinese = await readText('zh', values['title-zh'], values['html-zh']);
    if (chinese === null) throw new UsageError('--title-zh and --html-zh are required');
    const english = await readText('en', values['title-en'], values['html-en']);

    return async ({ db, now, print }) => {
      const entryId = await db.transaction().execute(async (tx) => {
        const { entry_id } = await tx
          .insertInto('update_entry')
          .values({
            title_zh: chinese.title,
            html_zh: chinese.html,
            title_en: english?.title ?? null,
            html_en: english?.html ?? null,
            created_at: new Date(now),
          })
          .returning('entry_id')
          .executeTakeFirstOrThrow();
        await sendEvent(tx, { type: 'changed', what: 'updates', accountId: null, userId: null });
        return entry_id;
      });
      print(`Published entry ${entryId}`);
    };
  },
};

interface Text {
  readonly title: string;
  readonly html: string;
}

async function readText(
  language: 'zh' | 'en',
  title: string | undefined,
  file: string | undefined,
): Promise<Text | null> {
  if (title === undefined && file === undefined) return null;
  if (title === undefined) throw new UsageError(`--title-${language} is required with --html-${language}`);
  if (file === undefined) throw new UsageError(`--html-${language} is required with --title-${language}`);
  return {
    title: parseText(`title-${language}`, title, TITLE),
    html: await readHtml(`html-${language}`, file),
  };
}

async function readHtml(option: string, file: string): Promise<string> {
  const html = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--${option}: ${file} cannot be read: ${error.code ?? error.message}`);
  });
  if (html.length > LIMITS.updateHtml) {
    throw new CommandError(`--${option}: ${file} has more than ${LIMITS.updateHtml} characters`);
  }
  const clean = sanitiseUpdate(html.replaceAll('\0', '')).trim();
  if (clean === '') throw new CommandError(`--${option}: ${file} has no allowed content`);
  return clean;
}
