import { admin } from './command-line.ts';
import { runCommand } from './run-command.ts';

const print = (text: string) => void process.stdout.write(text);
await runCommand(() => admin(process.argv.slice(2), process.env, { input: process.stdin, print }));
