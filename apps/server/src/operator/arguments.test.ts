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
  ['accounts', ['x'], 'x: one argument too many'],
  ['accounts', ['--all'], "Unknown option '--all'"],
  ['create-account', [], 'an argument is missing'],
  ['create-account', ['a', '--language', 'fr_FR'], '--language: zh_CN or en_US'],
  ['create-account', ['a'.repeat(65)], '--login: 64 characters at most'],
  ['create-account', ['a', '--password', 'x'], "Unknown option '--password'"],
  ['registration', ['ajar'], 'ajar: open or closed'],
  ['grant', ['a', 'tusk'], 'tusk: there is no such function; is task meant?'],
  ['grant', ['a', 'task', '--days', '0'], '--days: "0" is not a number from 1 to 3650'],
  ['grant', ['a', 'task', '--days', '1.5'], '--days: "1.5" is not a number from 1 to 3650'],
  ['grant', ['a', 'task', '--until', '2027-02-30'], '--until: "2027-02-30" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', '2101-01-01'], '--until: "2101-01-01" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', 'soon'], '--until: "soon" is not a date like 2027-01-31'],
  ['grant', ['a', 'task', '--until', '2027-01-31', '--days', '1'], '--until or --days, not both'],
  ['revoke', ['a'], 'an argument is missing'],
  ['activation-codes', ['--count', '2'], '--roles: which functions?'],
  [
    'activation-codes',
    ['--roles', 'task', '--count', '1001'],
    '--count: "1001" is not a number from 1 to 1000',
  ],
  ['brand', ['--name', 'x'], '--account: which one?'],
  ['brand', ['--account', 'a'], 'nothing is given that could be changed'],
  ['brand', ['--account', 'a', '--name', 'x'.repeat(33)], '--name: 32 characters at most'],
  ['brand', ['--account', 'a', '--name', ' '], '--name: it is empty'],
  ['brand', ['--account', 'a', '--theme-color', 'red'], '--theme-color: must be a colour like #rrggbb'],
  [
    'brand',
    ['--account', 'a', '--link-code', 'a b'],
    '--link-code: "a b" is not of letters, digits, - and _ alone',
  ],
  ['brand', ['--account', 'a', '--clear', 'colour'], '--clear: colour is none of link-code, name, '],
  ['dealer', ['a'], 'an argument is missing'],
  ['sales-contact', ['--name', 'a'], '--name and --contact, or --clear'],
  ['sales-contact', ['--clear', '--name', 'a'], '--clear stands alone'],
  ['ground-support', ['a', 'javascript:alert(1)'], 'javascript:alert(1): the address must start with http'],
  [
    'ground-support',
    ['a', 'https://u:p@b.example'],
    'https://u:p@b.example: the address must start with http',
  ],
  ['sign-secret', ['a', 'old'], 'old: new or off'],
  ['publish-update', [], '--title-zh and --html-zh are needed'],
  ['publish-update', ['--title-zh', 'x'], '--html-zh is needed with --title-zh'],
  ['publish-update', ['--html-zh', 'x'], '--title-zh is needed with --html-zh'],
  ['tasks', ['7'], '7: one argument too many'],
  ['cancel-task', [], 'an argument is missing'],
  ['cancel-task', ['all'], '--task: "all" is not a number'],
  ['updates', ['one'], '--id: "one" is not a number'],
  ['delete-update', [], 'an argument is missing'],
  ['end-sessions', [], '--user or --account, one of them'],
  ['end-sessions', ['--user', 'a', '--account', 'a'], '--user or --account, one of them'],
  ['end-two-factor', ['a', 'b'], 'b: one argument too many'],
] as const)('%s %j: %s', async (name, args, message) => {
  expect(await usageErrorOf(name, args)).toMatchObject({
    name: 'CommandError',
    status: 64,
    message: expect.stringContaining(message),
  });
});

test('administration.md has every command, as help tells it, and no other', async () => {
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
