import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { computeSignature } from '../identity/third-party-sign.ts';
import { CommandError, UsageError } from './command-error.ts';
import { openForCommand } from './open-database.ts';
import { runCommand } from './run-command.ts';

const HELP = `Usage: npm run sign -- --account LOGIN [--secret HEX] [--timestamp MS]

Print a signature that signs in LOGIN without a password, valid once and for five minutes (docs/operating/signing-in.md).

  --account LOGIN   the login
  --secret HEX      secret that the account shares with a third party (default: from the database)
  --timestamp MS    epoch milliseconds (default: now)
`;

/** Prints userName, timestamp and sign, and the address of the sign-in page with them. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      account: { type: 'string' },
      secret: { type: 'string' },
      timestamp: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const { account: userName } = values;
  if (userName === undefined || userName === '') throw new UsageError('--account is required');
  const timestamp = Number(values.timestamp ?? Date.now());
  if (!Number.isSafeInteger(timestamp))
    throw new UsageError(`--timestamp: ${values.timestamp} is not an integer`);
  const secret = values.secret === undefined ? await storedSecret(userName) : secretOf(values.secret);
  const sign = computeSignature(secret, userName, timestamp);
  const query = new URLSearchParams({ userName, timestamp: String(timestamp), sign });
  process.stdout.write(
    `userName   ${userName}\ntimestamp  ${timestamp}\nsign       ${sign}\naddress    /login?${query}\n`,
  );
}

function secretOf(text: string): Buffer {
  if (/^([0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex');
  throw new UsageError('--secret: must be an even number of hexadecimal digits');
}

/** @throws CommandError if the login does not exist or its account has no secret. */
async function storedSecret(login: string): Promise<Buffer> {
  const open = await openForCommand(readConfig());
  try {
    const row = await open.db
      .selectFrom('app_user')
      .innerJoin('account', 'account.account_id', 'app_user.account_id')
      .where('login', '=', login)
      .select('sign_secret')
      .executeTakeFirst();
    if (row === undefined) throw new CommandError(`${login}: no such login`);
    if (row.sign_secret === null)
      throw new CommandError(`the account of ${login} has no secret (see the command sign-secret)`);
    return row.sign_secret;
  } finally {
    await open.close();
  }
}

await runCommand(() => main(process.argv.slice(2)));
