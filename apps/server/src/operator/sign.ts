import { signOf } from '../identity/third-party-sign.ts';
import { readArguments, type Work } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { runCommand } from './run-command.ts';

const HELP = `Usage: npm run sign -- --account LOGIN [--secret HEX] [--timestamp MS]

Prints what signs LOGIN in without a password: good once, for five minutes (docs/operating/signing-in.md).

  --account LOGIN   who is to be signed in
  --secret HEX      the secret that the account shares with a third party; by default it is read from the database
  --timestamp MS    epoch milliseconds; by default now
`;

interface Wanted {
  readonly userName: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** Null: the one that is stored. */
  readonly secret: Buffer | null;
}

function read(args: readonly string[]): Wanted {
  const { values } = readArguments(args, {
    account: { type: 'string' },
    secret: { type: 'string' },
    timestamp: { type: 'string' },
  });
  const { account: userName, secret, timestamp = String(Date.now()) } = values;
  if (userName === undefined || userName === '') throw new UsageError('--account: whose?');
  if (!/^\d{1,15}$/.test(timestamp))
    throw new UsageError(`--timestamp: ${timestamp} is no number of milliseconds`);
  if (secret !== undefined && !/^([0-9a-f]{2})+$/i.test(secret)) {
    throw new UsageError('--secret: is not an even number of hexadecimal digits');
  }
  return {
    userName,
    timestamp: Number(timestamp),
    secret: secret === undefined ? null : Buffer.from(secret, 'hex'),
  };
}

/** What the third party sends along, and the address of the sign-in page with it. */
function lines({ userName, timestamp }: Wanted, secret: Buffer): string {
  const sign = signOf(secret, userName, timestamp);
  const query = new URLSearchParams({ userName, timestamp: String(timestamp), sign });
  return `userName   ${userName}\ntimestamp  ${timestamp}\nsign       ${sign}\naddress    /login?${query}`;
}

function withStoredSecret(wanted: Wanted): Work {
  return async ({ db, print }) => {
    const { userName } = wanted;
    const row = await db
      .selectFrom('app_user')
      .innerJoin('account', 'account.account_id', 'app_user.account_id')
      .where('login', '=', userName)
      .select('sign_secret')
      .executeTakeFirst();
    if (row === undefined) throw new CommandError(`${userName}: there is no such login`);
    if (row.sign_secret === null) {
      throw new CommandError(`${userName}: the account has no secret for third parties`);
    }
    print(lines(wanted, row.sign_secret));
  };
}

/** A third party tries its secret where there is no server: then no database is opened. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    const wanted = read(args);
    if (wanted.secret === null) return await runCommand(() => withStoredSecret(wanted));
    process.stdout.write(`${lines(wanted, wanted.secret)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.status;
  }
}

process.exitCode = await main(process.argv.slice(2));
