import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type FaultResult, type FaultRunOptions, runFault } from './harness/fault-run.ts';
import { fillDisk, killPostgres, killServer, mountSmallDisk, pausePostgres } from './harness/faults.ts';
import { writeReport } from './harness/measurements.ts';

const sizes = readSizes(
  'Repeated faults under load: every acknowledged position must be stored exactly once.',
  {
    devices: { meaning: 'devices that report', default: 100 },
    rounds: { meaning: 'rounds of each fault', default: 3 },
    seconds: { meaning: 'seconds of load before and after each fault', default: 5 },
    pause: { meaning: 'seconds for which PostgreSQL is suspended', default: 60 },
    full: { meaning: 'seconds for which the disk is full', default: 20 },
    disk: { meaning: 'size of that disk, MiB', default: 512 },
  },
);
const SECOND = 1_000;

type Fault = (data: string) => FaultRunOptions['fault'];

const faults: Readonly<Record<string, Fault>> = {
  'server killed': killServer,
  'PostgreSQL killed': killPostgres,
  'PostgreSQL stopped': (data) => pausePostgres(data, sizes.pause * SECOND),
};

const measurements: Record<string, number> = {};
let failed = false;

for (const [name, fault] of Object.entries(faults)) {
  // Suspending takes long and has the same result each time.
  const rounds = name === 'PostgreSQL stopped' ? 1 : sizes.rounds;
  for (let round = 0; round < rounds; round++) {
    const data = makeDataFolder();
    try {
      addResult(name, await run(data, fault(data)));
    } finally {
      removeDataFolder(data);
    }
  }
}
await diskFull();
writeReport('faults', sizes, measurements);
if (failed) process.exitCode = 1;

function run(data: string, fault: FaultRunOptions['fault']): Promise<FaultResult> {
  const ms = sizes.seconds * SECOND;
  return runFault({ data, devices: sizes.devices, before: ms, after: ms, fault });
}

async function diskFull(): Promise<void> {
  const mount = makeDataFolder();
  const disk = mountSmallDisk(mount, sizes.disk);
  if ('refused' in disk) {
    console.log(`disk full: skipped, because ${disk.refused}`);
    return;
  }
  try {
    for (let round = 0; round < sizes.rounds; round++) {
      const data = join(mount, `data-${round}`);
      mkdirSync(data, { mode: 0o711 });
      addResult('disk full', await run(data, fillDisk(data, sizes.full * SECOND)));
      removeDataFolder(data);
    }
  } finally {
    disk.unmount();
    removeDataFolder(mount);
  }
}

function addResult(name: string, result: FaultResult): void {
  const { acknowledged, stored, lost, doubled, invented, recovery, reconnects } = result;
  console.log(
    `${name}: ${acknowledged} acknowledged, ${stored} stored, ${lost} lost, ${doubled} doubled, ${invented} invented; ` +
      `again after ${Math.round(recovery)} ms, ${reconnects} reconnects`,
  );
  measurements[`${name}, acknowledged`] = (measurements[`${name}, acknowledged`] ?? 0) + acknowledged;
  for (const [label, count] of Object.entries({ lost, doubled, invented })) {
    measurements[`${name}, ${label}`] = (measurements[`${name}, ${label}`] ?? 0) + count;
    if (count > 0) failed = true;
  }
  measurements[`${name}, longest recovery ms`] = Math.round(
    Math.max(measurements[`${name}, longest recovery ms`] ?? 0, recovery),
  );
}
