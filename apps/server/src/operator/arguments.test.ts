import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

async function usageErrorOf(name: string, args: readonly string[]): Promise<unknown> {
  const command = await COMMANDS[name]?.();
  try {
    await command?.prepare(args, Readable.from([]));
  } catch (error) {
    return error;
  }
  return null;
}

test.each([
  ['accounts', ['x'], 'x: unexpected argument'],
  ['accounts', ['--all'], "Unknown option '--all'"],
  ['create-account', [], 'missing argument'],
  ['create-account', ['a', '--language', 'fr_FR'], '--language: must be zh_CN or en_US'],
  ['create-account', ['a'.repeat(65)], '--login: at most 64 characters'],
  ['create-account', ['a', '--password', 'x'], "Unknown option '--password'"],
  ['registration', ['ajar'], 'ajar: must be open or closed'],
  ['grant', ['a', 'tusk'], 'tusk: unknown function; did you mean task?'],
  ['grant', ['a', 'task', '--days', '0'], '--days: "0" is not an integer from 1 to 3650'],
  ['grant', ['a', 'task', '--days', '1.5'], '--days: "1.5" is not an integer from 1 to 3650'],
  ['grant', ['a', 'task', '--until', '2027-02-30'], '--until: "2027-02-30" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', '2101-01-01'], '--until: "2101-01-01" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', 'soon'], '--until: "soon" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', '2027-01-31', '--days', '1'], '--until and --days exclude each other'],
  ['revoke', ['a'], 'missing argument'],
  ['activation-codes', ['--count', '2'], '--roles is required'],
  [
    'activation-codes',
    ['--roles', 'task', '--count', '1001'],
    '--count: "1001" is not an integer from 1 to 1000',
  ],
  ['brand', ['--name', 'x'], '--account is required'],
  ['brand', ['--account', 'a'], 'nothing to change: no option given'],
  ['brand', ['--account', 'a', '--name', 'x'.repeat(33)], '--name: at most 32 characters'],
  ['brand', ['--account', 'a', '--name', ' '], '--name: must not be empty'],
  ['brand', ['--account', 'a', '--theme-color', 'red'], '--theme-color: must be a colour like #rrggbb'],
  [
    'brand',
    ['--account', 'a', '--link-code', 'a b'],
    '--link-code: "a b" can contain only letters, digits, - and _',
  ],
  ['brand', ['--account', 'a', '--clear', 'colour'], '--clear: colour is not one of link-code, name, '],
  ['dealer', ['a'], 'missing argument'],
  ['sales-contact', ['--name', 'a'], 'either --name and --contact, or --clear, is required'],
  ['sales-contact', ['--clear', '--name', 'a'], '--clear excludes all other options'],
  ['ground-support', ['a', 'javascript:alert(1)'], 'javascript:alert(1): the address must start with http'],
  [
    'ground-support',
    ['a', 'https://u:p@b.example'],
    'https://u:p@b.example: the address must start with http',
  ],
  ['sign-secret', ['a', 'old'], 'old: must be new or off'],
  ['publish-update', [], '--title-zh and --html-zh are required'],
  ['publish-update', ['--title-zh', 'x'], '--html-zh is required with --title-zh'],
  ['publish-update', ['--html-zh', 'x'], '--title-zh is required with --html-zh'],
  ['tasks', ['7'], '7: unexpected argument'],
  ['cancel-task', [], 'missing argument'],
  ['cancel-task', ['all'], '--task: "all" is not an integer'],
  ['updates', ['one'], '--id: "one" is not an integer'],
  ['delete-update', [], 'missing argument'],
  ['end-sessions', [], 'either --user or --account is required'],
  ['end-sessions', ['--user', 'a', '--account', 'a'], 'either --user or --account is required'],
  ['end-two-factor', ['a', 'b'], 'b: unexpected argument'],
] as const)('refuses %s %j: %s', async (name, args, message) => {
  expect(await usageErrorOf(name, args)).toMatchObject({
    name: 'CommandError',
    status: 64,
    message: expect.stringContaining(message),
  });
});

test('lists exactly the commands of the help in administration.md', async () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../docs/operating/administration.md'),
    'utf8',
  );
  const [, table = ''] = page.split('| command | what it does |\n| --- | --- |\n');
  const rows = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => {
      const { usage, summary } = await load();
      return `| \`${`${name} ${usage}`.trimEnd().replaceAll('|', '\\|')}\` | ${summary} |`;
    }),
  );
  expect(table.split('\n\n')[0]?.split('\n')).toEqual(rows);
});
