import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { readOutbox } from '../messages/outbox.ts';
import { UsageError } from './command-error.ts';
import { openForCommand } from './open-database.ts';
import { plainText } from './plain-text.ts';
import { runCommand } from './run-command.ts';

const HELP = `Usage: npm run outbox [-- --lines N]

Print the text messages in the outbox, newest first. Messages are stored there if no SMS gateway is configured (WAKELINE_SMS_URL).

  --lines N   maximum number of messages (default: 20)
`;

/** Prints the messages of the outbox, one line each: time (UTC), recipient, text. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { lines: { type: 'string', default: '20' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return void process.stdout.write(HELP);
  const lines = Number(values.lines);
  if (!Number.isInteger(lines) || lines < 1)
    throw new UsageError(`--lines: ${values.lines} is not a positive integer`);
  const open = await openForCommand(readConfig());
  try {
    const messages = await readOutbox(open.db, lines);
    for (const { createdAt, recipient, text } of messages) {
      process.stdout.write(`${createdAt.toISOString()}  ${plainText(`${recipient}  ${text}`)}\n`);
    }
    if (messages.length === 0) process.stderr.write('The outbox is empty\n');
  } finally {
    await open.close();
  }
}

await runCommand(() => main(process.argv.slice(2)));
