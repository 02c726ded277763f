import { readOutbox } from '../messages/outbox.ts';
import { readArguments, type Work } from './command.ts';
import { runCommand } from './run-command.ts';
import { wholeNumberOf } from './values.ts';

const HELP = `Usage: npm run outbox [-- --lines N]

Prints the text messages of the last day that wait for somebody to pass them on, newest first: time (UTC), phone, text. Where
a gateway sends them (WAKELINE_SMS_URL), there are none.

  --lines N   at most so many (20)
`;

/** Prints what waits in the outbox, a line a message. */
function prepare(args: readonly string[]): Work {
  const { values } = readArguments(args, { lines: { type: 'string' } });
  const lines = wholeNumberOf('lines', values.lines ?? '20', 1, 1_000);
  return async ({ db, print }) => {
    const messages = await readOutbox(db, lines);
    for (const { createdAt, recipient, text } of messages) {
      print(`${createdAt.toISOString()}  ${recipient}  ${text}`);
    }
    if (messages.length === 0) print('The outbox is empty');
  };
}

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(HELP);
else process.exitCode = await runCommand(() => prepare(args));
