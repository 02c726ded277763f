import { createApp } from './app.ts';
import { DataFolderError, makeDataFolder } from './config/data-folder.ts';
import { configHelp } from './config/variables.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';

const HELP = `Usage: node apps/server/src/main.ts [--help]

Starts the Wakeline server. It is configured by environment variables:

${configHelp()}

A first SIGTERM or SIGINT stops it in order; a second one at once.
`;

/** Exit status for a wrong command line or environment (sysexits.h, EX_USAGE). */
const EXIT_USAGE = 64;
/** An orderly stop that takes longer than this is given up, in milliseconds. */
const STOP_TIMEOUT_MS = 60_000;

function readConfigOrExit(): Config {
  try {
    const config = readConfig();
    makeDataFolder(config.dataDir);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DataFolderError)) throw error;
    console.error(error.message);
    process.exit(EXIT_USAGE);
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  if (args.length > 0) {
    console.error(`${args[0]}: there is no such option (--help tells what there is)`);
    process.exit(EXIT_USAGE);
  }
  const config = readConfigOrExit();
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
        log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // The start script is gone without having told us to stop.
  process.once('disconnect', () => {
    if (stopRequests === 0) stop('the starting process has ended');
  });

  try {
    const { url, devicePorts } = await app.start();
    log.info({ url, devicePorts }, 'serving');
    // Whoever started us with a channel (the start script, a test) is told without having to read the log.
    process.send?.({ type: 'serving', url, devicePorts });
  } catch (error) {
    // After a signal, a start that fails is no news.
    if (stopRequests > 0) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.fatal({ err: error }, `the server cannot start: ${reason}`);
    process.exit(1);
  }
}

await main();
