import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from './setup/console-build.ts';
import { configureDemoGateways, type DemoGateways } from './setup/demo-gateways.ts';
import { importDemoMessages } from './setup/demo-messages.ts';
import { type DemoPassword, loadDemoPassword, replaceKnownPassword } from './setup/demo-password.ts';
import { DEMO_UPDATE_ARGUMENTS } from './setup/demo-update.ts';
import { onStopSignals } from './setup/stop-signals.ts';

const HELP = `Usage: npm start [-- options]

Install missing packages, build the console, and start the server with its database and a simulated demo fleet.

  --no-demo           start without the simulated fleet and the demo account. The demo's password is
                      generated once per data folder and stored there in the file demo-password
  --account LOGIN     login of the first account, created if absent (or WAKELINE_ACCOUNT)
  --password TEXT     its password (or WAKELINE_PASSWORD, which other users of the machine cannot see)
  --help              show this help and the environment variables of the server
`;
const DEMO_ACCOUNT = 'demo';

/** The message of the started server over the IPC channel (apps/server/src/main.ts). */
interface Serving {
  readonly type: 'serving';
  readonly url: string;
  readonly devicePorts: Readonly<Record<string, number>>;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        demo: { type: 'boolean', default: true },
        account: { type: 'string' },
        password: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
    });
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return process.exit(64);
  }
}

const values = readArguments();
if (values.help) {
  console.log(HELP);
  await waitForExit(spawn(process.execPath, ['apps/server/src/main.ts', '--help'], { stdio: 'inherit' }));
  process.exit(0);
}
try {
  await buildConsole((text) => console.log(text));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const account = values.account ?? process.env.WAKELINE_ACCOUNT ?? (values.demo ? DEMO_ACCOUNT : undefined);
const givenPassword = values.password ?? process.env.WAKELINE_PASSWORD;
// A fixed password would open the demo to everyone who can reach its port.
const dataDir = process.env.WAKELINE_DATA?.trim() || './data';
const generatedPassword =
  values.demo && givenPassword === undefined ? demoPasswordOrExit(dataDir) : undefined;
const password = givenPassword ?? generatedPassword?.password;
const gateways: DemoGateways = values.demo
  ? await configureDemoGateways(process.env)
  : { variables: {}, peerPorts: {} };
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...gateways.variables,
  ...(account === undefined ? {} : { WAKELINE_ACCOUNT: account }),
  ...(password === undefined ? {} : { WAKELINE_PASSWORD: password }),
  // For the demo, the address must be visible between the log lines.
  WAKELINE_LOG: process.env.WAKELINE_LOG ?? (values.demo ? 'warn' : 'info'),
};

// In a separate process group: this script passes on Ctrl-C once and stops the fleet before the server.
// By default V8 lets the young generation grow to 128 MiB under load without being faster (docs/development/benchmarks.md).
const server = spawn(
  process.execPath,
  ['--max-semi-space-size=8', '--heap-growing-percent=60', 'apps/server/src/main.ts'],
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: environment,
    detached: true,
  },
);
let fleet: ChildProcess | undefined;
let stopping = false;
let failed = false;

onStopSignals(
  () => void stop(),
  () => {
    fleet?.kill('SIGKILL');
    // A second signal stops the server immediately.
    server.kill('SIGTERM');
  },
);
server.on('message', (message) => {
  const serving = message as Serving;
  if (serving.type !== 'serving') return;
  announce(serving).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    failed = true;
    void stop();
  });
});
const serverCode = await waitForExit(server);
process.exitCode = failed ? 1 : serverCode;
if (!stopping) {
  stopping = true;
  fleet?.kill();
}

function demoPasswordOrExit(folder: string): DemoPassword {
  try {
    return loadDemoPassword(folder);
  } catch (error) {
    console.error(`WAKELINE_DATA: ${JSON.stringify(folder)} cannot be used: ${(error as Error).message}`);
    return process.exit(64);
  }
}

async function stop(): Promise<void> {
  stopping = true;
  if (fleet !== undefined && fleet.exitCode === null && fleet.signalCode === null) {
    fleet.kill();
    await waitForExit(fleet);
  }
  server.kill('SIGTERM');
}

async function announce({ url, devicePorts }: Serving): Promise<void> {
  const prefix = environment.WAKELINE_PREFIX ?? '/service';
  if (generatedPassword?.replacesKnown && account !== undefined)
    await replaceKnownPassword({ url, prefix, account }, generatedPassword);
  const devices = Object.entries(devicePorts).map(([protocol, port]) => `${protocol} ${port}`);
  console.log(`\nWakeline is running at ${url}/`);
  if (account === undefined)
    console.log(
      'To create the first account, start with WAKELINE_ACCOUNT and WAKELINE_PASSWORD, or --account and --password',
    );
  else if (generatedPassword !== undefined)
    console.log(
      `Sign in as ${account} with the password ${generatedPassword.password} (stored in ${generatedPassword.path})`,
    );
  else console.log(`Sign in as ${account}`);
  console.log(
    devices.length === 0
      ? 'Another server accepts the reports of devices'
      : `Device ports: ${devices.join(', ')}`,
  );
  console.log('Press Ctrl-C to stop\n');
  if (values.demo && devices.length > 0) {
    fleet = startFleet(url, devicePorts);
    // The terminals exist once the fleet is live.
    if (account !== undefined) fleet.once('message', () => void importDemoMessages(account, environment));
  }
  if (generatedPassword?.isNew) await publishDemoUpdate();
}

/** Entries of the update log can be published only by the operator, not by the demo fleet. */
async function publishDemoUpdate(): Promise<void> {
  const program = ['apps/server/src/operator/admin.ts', ...DEMO_UPDATE_ARGUMENTS];
  const publishing = spawn(process.execPath, program, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  if ((await waitForExit(publishing)) !== 0)
    console.error('Could not publish the demo entry of the update log');
}

function startFleet(url: string, devicePorts: Serving['devicePorts']): ChildProcess {
  const host = environment.WAKELINE_DEVICE_HOST ?? '127.0.0.1';
  const options = [
    ['server', url],
    ['prefix', environment.WAKELINE_PREFIX ?? '/service'],
    ['voucher-file', join(dataDir, 'demo-voucher')],
    ['device-host', host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host],
    ...Object.entries(devicePorts),
    ...Object.entries(gateways.peerPorts),
  ];
  const args = ['--only-given', ...options.map(([name, value]) => `--${name}=${value}`)];
  const child = spawn(process.execPath, ['apps/simulator/src/cli/demo.ts', ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: environment,
    detached: true,
  });
  child.on('exit', (code, signal) => {
    if (!stopping)
      console.error(`The simulated fleet has exited (${code ?? signal}); the server keeps running`);
  });
  return child;
}

function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
