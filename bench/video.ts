import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@wakeline/server/testing/free-ports';
import { TestPublisher } from '@wakeline/server/video/testing/publisher';
import { TestPlayer } from '@wakeline/server/video/testing/read-flv';
import { readSizes } from './harness/arguments.ts';
import { childrenOf } from './harness/child-processes.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, cpuSecondsOf, startServer } from './harness/server.ts';

const sizes = readSizes('A live video with many viewers: time from encoder to viewer, and processor time.', {
  viewers: { meaning: 'viewers of one stream', default: 100 },
  kilobits: { meaning: 'of the stream, per second', default: 2_500 },
  seconds: { meaning: 'seconds per round', default: 20 },
  rounds: { meaning: 'rounds, after a warm-up', default: 3 },
});

const FRAMES_PER_SECOND = 25;
/** A second of frames between two key frames. */
const GROUP = FRAMES_PER_SECOND;
const VIDEO = 9;
const frameBytes = Math.round((sizes.kilobits * 1_000) / 8 / FRAMES_PER_SECOND);

interface Round {
  readonly p50: number;
  readonly p99: number;
  /** Percent of a processor. */
  readonly server: number;
  readonly process: number;
  readonly received: number;
  readonly rate: number;
}

const data = makeDataFolder();
const [rtmpPort = 0] = await freePorts(1);
const server = await startServer({
  data,
  env: {
    WAKELINE_RTMP_PORT: String(rtmpPort),
    WAKELINE_VIDEO_VIEWERS: String(sizes.viewers),
    WAKELINE_VIDEO_VIEWERS_PER_ADDRESS: String(sizes.viewers),
  },
});
try {
  const { code, publisher } = await publish(server);
  const frames = sendFrames(publisher);
  let latencies: number[] = [];
  const url = `${server.url}/service/live/video/${code}.flv`;
  const players: TestPlayer[] = [];
  for (let at = 0; at < sizes.viewers; at += 1)
    players.push(
      await TestPlayer.open(url, {}, ({ type, data: frame }) => {
        if (type === VIDEO && frame[1] === 1) latencies.push(Date.now() - frame.readDoubleBE(5));
      }),
    );
  const refused = players.filter(({ status }) => status !== 200).length;
  if (refused > 0) throw new Error(`${refused} viewers were refused`);
  await delay(5_000);
  const rounds: Round[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const [video = 0] = videoProcesses(server);
    const before = { server: server.cpuSeconds(), process: cpuSecondsOf(video) };
    latencies = [];
    const sentBefore = frames.sent();
    await delay(sizes.seconds * 1_000);
    const sent = frames.sent() - sentBefore;
    const sorted = Float64Array.from(latencies).sort();
    rounds.push({
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      server: (100 * (server.cpuSeconds() - before.server)) / sizes.seconds,
      process: (100 * (cpuSecondsOf(video) - before.process)) / sizes.seconds,
      received: (100 * sorted.length) / (sizes.viewers * sent),
      rate: sent / sizes.seconds,
    });
    console.log(rounds.at(-1));
  }
  const spread = (of: (round: Round) => number): Spread => spreadOf(rounds.map(of));
  frames.stop();
  for (const player of players) player.close();
  publisher.end();
  writeReport('video', sizes, {
    'encoder to viewer ms, p50': spread(({ p50 }) => p50),
    'encoder to viewer ms, p99': spread(({ p99 }) => p99),
    'server, % of a processor': spread(({ server: share }) => share),
    'video process, % of a processor': spread(({ process: share }) => share),
    'frames received %': spread(({ received }) => received),
    'frames sent a second': spread(({ rate }) => rate),
  });
} finally {
  await server.stop();
  removeDataFolder(data);
}

/** An event whose video is live. */
async function publish({ client }: BenchServer): Promise<{ code: string; publisher: TestPublisher }> {
  const startTime = Date.now();
  const form = { matchName: 'Bench', startTime, endTime: startTime + 3_600_000 };
  const { matchId } = await client.call('createMatch', form);
  await client.call('editMatchStatus', { matchId, state: 'open' });
  const { code } = await client.call('queryMatchDetail', { matchId });
  const { key } = await client.call('renewStreamKey', { matchId });
  const publisher = await TestPublisher.connect(rtmpPort);
  const response = await publisher.publish(key);
  if (response.code !== 'NetStream.Publish.Start') throw new Error(String(response.description));
  publisher.sendOpening();
  publisher.sendFrame(true, frameBytes);
  return { code, publisher };
}

/** Sends frames in real time. */
function sendFrames(publisher: TestPublisher): { sent(): number; stop(): void } {
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    publisher.sendFrame(sent % GROUP === 0, frameBytes);
  }, 1_000 / FRAMES_PER_SECOND);
  return { sent: () => sent, stop: () => clearInterval(timer) };
}

function videoProcesses({ pid }: BenchServer): readonly number[] {
  return childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('video-process.ts'),
  );
}
