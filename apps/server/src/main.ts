import { parseArgs } from 'node:util';
import { createApp } from './app.ts';
import { DataFolderError, makeDataFolder } from './config/data-folder.ts';
import { configHelp } from './config/variables.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';

const HELP = `Usage: node apps/server/src/main.ts [--help] [--role ROLES]

Start the Wakeline server. --role has the same meaning as WAKELINE_ROLE. Environment variables (defaults in parentheses):

${configHelp()}

The first SIGTERM or SIGINT stops the server gracefully, a second one immediately.
`;

/** Exit status for an invalid command line or environment (sysexits.h, EX_USAGE). */
const EXIT_USAGE = 64;
/** A graceful stop that takes longer is aborted, milliseconds. */
const STOP_TIMEOUT_MS = 60_000;

/** @param role overrides `WAKELINE_ROLE` */
function readConfigOrExit(role: string | undefined): Config {
  try {
    const config = readConfig(role === undefined ? process.env : { ...process.env, WAKELINE_ROLE: role });
    makeDataFolder(config.dataDir);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DataFolderError)) throw error;
    console.error(error.message);
    process.exit(EXIT_USAGE);
  }
}

/** `--role api` or `--role=api`; undefined: not given. */
function readRoleOrExit(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { role: { type: 'string' } } }).values.role;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)} (see --help)`);
    process.exit(EXIT_USAGE);
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const config = readConfigOrExit(readRoleOrExit(args));
  const log = createLog(config.logLevel);
  const app = createApp(config, log);

  let stopRequests = 0;
  function stop(reason: string): void {
    stopRequests += 1;
    if (stopRequests > 1) process.exit(1);
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    app.stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'graceful stop failed');
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // The start script ended without stopping the server.
  process.once('disconnect', () => {
    if (stopRequests === 0) stop('the parent process has ended');
  });

  try {
    const { url, devicePorts } = await app.start();
    log.info({ url, devicePorts }, 'serving');
    // A parent process with a channel (the start script, a test) gets the addresses without parsing the log.
    process.send?.({ type: 'serving', url, devicePorts });
  } catch (error) {
    // After a signal, a failed start is expected.
    if (stopRequests > 0) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.fatal({ err: error }, `the server cannot start: ${reason}`);
    process.exit(1);
  }
}

await main();
