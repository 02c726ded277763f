import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { openHistory } from '../../app/history.ts';
import { systemClock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { type Command, type CommandAction, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { type FoundUser, findAccount } from '../find-account.ts';
import { readSecret } from '../read-password.ts';
import { parseSource } from '../traccar/open-source.ts';
import { reportLines } from '../traccar/report-text.ts';
import { runImport } from '../traccar/run-import.ts';
import { TraccarSourceError } from '../traccar/source.ts';
import { parseRoles, parseText } from '../values.ts';

const DEFAULT_ORIGIN = 'traccar';

export const importTraccarCommand: Command = {
  summary: 'Import users, groups, devices, geofences and positions of a Traccar into an account',
  usage: 'SOURCE --account ACCOUNT [--origin NAME] [--roles ROLE,...] [--report FILE] [--dry-run]',
  help: `SOURCE is a Traccar 4.0 or later:
  postgres://USER@HOST/DATABASE   its PostgreSQL database
  mysql://USER@HOST/DATABASE      its MySQL or MariaDB database
  FILE.sql                        an export of its H2 database (SCRIPT TO 'FILE.sql')
  https://HOST                    its API, with the token of an administrator

Prompts for the password of a database or for the token, or reads it as one line from standard input (an empty line: none). The server
can keep running. A second run adds what is new in Traccar and changes nothing else. See docs/operating/import-traccar.md.

  --origin NAME        name of this Traccar, to find again what was imported from it (default: ${DEFAULT_ORIGIN}); choose one for
                       each, if you import several into one account
  --roles ROLE,...     functions of the imported users; "all" for all functions (default: none)
  --report FILE        writes the outcome of each object as JSON; FILE must not exist
  --dry-run            changes nothing; reports what an import would do`,

  async prepare(args, input) {
    const { values, positionals } = readArguments(
      args,
      {
        account: { type: 'string' },
        origin: { type: 'string' },
        roles: { type: 'string', multiple: true },
        report: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
      { min: 1, max: 1 },
    );
    const { account, report: reportFile } = values;
    if (account === undefined) throw new UsageError('--account is required');
    const origin = parseText('origin', values.origin ?? DEFAULT_ORIGIN, LIMITS.name);
    const roles = parseRoles(values.roles ?? []);
    const address = parseSource(positionals[0] ?? '');
    const { secret: kind } = address;
    const secret = kind === null ? '' : await readSecret(`Traccar ${kind}: `, input);
    const dryRun = values['dry-run'] ?? false;

    return asCommand(async ({ db, url, config, now, print }) => {
      const holder = await findAccount(db, account);
      const language = await readLanguage(db, holder);
      const source = await address.open(secret, { url, now });
      const warn = (_details: object, text: string) => print(text);
      const log = { error: warn, info: () => undefined };
      const history = await openHistory(db, config.history, { clock: systemClock, log });
      try {
        // Before the import, which may take hours.
        if (reportFile !== undefined) await createReport(reportFile);
        const { accountId, userId } = holder;
        const options = {
          db,
          positions: history.positions,
          source,
          accountId,
          holder: { userId, language },
          roles,
          origin,
          dryRun,
          now,
          print,
        };
        const report = await runImport(options);
        for (const line of reportLines(report, { dryRun })) print(line);
        if (reportFile === undefined) return;
        const heading = {
          source: address.text,
          account,
          origin,
          dryRun,
          startedAt: new Date(now).toISOString(),
        };
        await writeFile(resolve(reportFile), report.toJson(heading));
      } finally {
        await source.close();
        await history.close();
      }
    });
  },
};

/** Failures of the source are messages for the operator, not defects. */
function asCommand(action: CommandAction): CommandAction {
  return async (context) => {
    try {
      await action(context);
    } catch (error) {
      if (error instanceof TraccarSourceError) throw new CommandError(error.message);
      throw error;
    }
  };
}

async function createReport(path: string): Promise<void> {
  try {
    // Readable only by its owner: it contains logins.
    await writeFile(resolve(path), '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    throw new CommandError(
      `${path}: ${code === 'EEXIST' ? 'exists already' : `cannot be written (${String(code)})`}`,
    );
  }
}

async function readLanguage(db: Db, { userId }: FoundUser) {
  const { config } = await db
    .selectFrom('app_user')
    .where('user_id', '=', userId)
    .select('config')
    .executeTakeFirstOrThrow();
  return LANGUAGES.find((language) => language === config.lang) ?? LANGUAGES[0];
}
