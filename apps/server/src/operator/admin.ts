import { runAdmin } from './command-line.ts';
import { runCommand } from './run-command.ts';

const print = (text: string) => void process.stdout.write(text);
await runCommand(() => runAdmin(process.argv.slice(2), process.env, { input: process.stdin, print }));
