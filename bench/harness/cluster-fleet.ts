import { jt808 } from '@wakeline/protocols/jt808/jt808';
import pg from 'pg';
import type { BenchCluster } from './cluster.ts';
import { ReliableDevice } from './reliable-device.ts';
import { waitUntil } from './wait-until.ts';
import { WatchingConsole } from './watching-console.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const FIRST_IMEI = 13_800_000_000;
const WINDOW = 40;
/** Reports of a device between two with an SOS: more than an hour by its clock, after which it is a new episode. */
const SOS_EVERY = 4_000;
/** Reports before the first SOS: of one device after the other, so that some are on the way whatever fails. */
const FIRST_SOS = 100;
const SOS_STEP = 97;
const SOS_SPREAD = 1_000;
/** Devices whose tracks are also read through the service. */
const TRACKS = 5;

export interface ClusterFleetOptions {
  readonly devices: number;
  /** Milliseconds between two reports of a device. */
  readonly interval: number;
  /** To which a device connects. */
  readonly portOf: (index: number) => number;
  /** Of the console. */
  readonly url: string;
}

/** Devices of a cluster that send each report until it is acknowledged, a console, and what both must have had at the end. */
export class ClusterFleet {
  readonly console: WatchingConsole;
  readonly #cluster: BenchCluster;
  readonly #devices: ReadonlyMap<number, ReliableDevice>;
  readonly #start: number;

  private constructor(
    cluster: BenchCluster,
    devices: ReadonlyMap<number, ReliableDevice>,
    start: number,
    console: WatchingConsole,
  ) {
    this.#cluster = cluster;
    this.#devices = devices;
    this.#start = start;
    this.console = console;
  }

  /** Resolves when each device has reported. */
  static async start(cluster: BenchCluster, options: ClusterFleetOptions): Promise<ClusterFleet> {
    const { client, token, register } = await cluster.server();
    const imeis = Array.from({ length: options.devices }, (_, index) => String(FIRST_IMEI + index));
    const ids = await register(imeis);
    const watching = new WatchingConsole(options.url, client, token);
    // Recent, so that an SOS is noticed.
    const start = Math.floor(Date.now() / SECOND) * SECOND - 12 * 3_600 * SECOND;
    const devices = new Map(
      imeis.map((imei, index) => {
        const device = new ReliableDevice(jt808, options.portOf(index), imei, start, WINDOW, {
          interval: options.interval,
          alarmsAt: (time) => (hasSos(time, start, index) ? ['SOS'] : []),
        });
        return [ids[index] ?? 0, device];
      }),
    );
    const fleet = new ClusterFleet(cluster, devices, start, watching);
    await waitUntil(() => watching.times.size === options.devices, 'a state of each device');
    return fleet;
  }

  /** Reports that were acknowledged. */
  get acknowledged(): number {
    return this.#sum(({ acknowledged }) => acknowledged.size);
  }

  /**
   * Stops the devices when everything is acknowledged, and compares what they sent with the history, the notices and the console.
   *
   * @returns the figures, and whether nothing is lost, doubled or invented
   */
  async finish(): Promise<{ readonly figures: Record<string, number>; readonly isMet: boolean }> {
    await Promise.all([...this.#devices.values()].map((device) => device.finish()));
    const database = new pg.Client({ connectionString: this.#cluster.database.primaryUrl });
    await database.connect();
    try {
      const history = await this.#checkHistory(database);
      const notices = await this.#checkNotices(database);
      const [received, more] = await this.#checkConsole(database);
      const must = { ...history, ...notices, ...received };
      const isMet = Object.values(must).every((count) => count === 0);
      const figures = {
        acknowledged: this.acknowledged,
        ...must,
        'SOS reported': [...this.#devices.values()].reduce(
          (sum, device, index) => sum + this.#sosOf(device, index).length,
          0,
        ),
        ...more,
        'reconnections of devices': this.#sum(({ reconnects }) => reconnects),
      };
      return { figures, isMet };
    } finally {
      this.console.close();
      await database.end();
    }
  }

  async #checkHistory(database: pg.Client): Promise<Record<string, number>> {
    const { acknowledged } = this;
    // What is missing after that is lost.
    await waitUntil(
      async () => (await this.#countHistory(database)).every((count) => count >= acknowledged),
      'everything that was acknowledged',
    ).catch((error: unknown) => console.error(String(error)));
    const counts: Record<string, number> = {};
    for (const [name, times] of await this.#readHistory(database))
      Object.assign(counts, this.#compare(name, times));
    return { ...counts, ...this.#compare('service, ', await this.#readTracks()) };
  }

  async #countHistory(database: pg.Client): Promise<readonly number[]> {
    const { clickHouse } = this.#cluster;
    if (clickHouse !== null) return clickHouse.countPositions();
    const { rows } = await database.query<{ count: string }>('select count(*) as count from position');
    return rows.map(({ count }) => Number(count));
  }

  /** What readers get of each store: of ClickHouse, from each server. */
  async #readHistory(
    database: pg.Client,
  ): Promise<readonly (readonly [string, ReadonlyMap<number, readonly number[]>])[]> {
    const { clickHouse } = this.#cluster;
    if (clickHouse === null) {
      const { rows } = await database.query<{ tracker_id: number; time: string }>(
        'select tracker_id, time from position order by tracker_id, time',
      );
      const times = Map.groupBy(rows, ({ tracker_id: id }) => id);
      return [['', new Map([...times].map(([id, own]) => [id, own.map(({ time }) => Number(time))]))]];
    }
    const all = [];
    for (let index = 0; index < clickHouse.count; index += 1)
      all.push([`ClickHouse server ${index}, `, await clickHouse.readTimes(index)] as const);
    return all;
  }

  /** Times of the first devices, as the service returns them. */
  async #readTracks(): Promise<ReadonlyMap<number, readonly number[]>> {
    const { client } = await this.#cluster.client();
    const tracks = new Map<number, readonly number[]>();
    for (const trackerId of [...this.#devices.keys()].slice(0, TRACKS)) {
      const day = { startTime: this.#start, endTime: this.#start + DAY };
      const { points } = await client.call('getTrackByTime', { trackerId, ...day });
      tracks.set(
        trackerId,
        points.map(({ time }) => time),
      );
    }
    return tracks;
  }

  /** @param name ends with a comma; the service has the tracks of some devices */
  #compare(name: string, stored: ReadonlyMap<number, readonly number[]>): Record<string, number> {
    let [lost, doubled, invented] = [0, 0, 0];
    const isComplete = !name.startsWith('service');
    for (const [trackerId, device] of this.#devices) {
      const times = stored.get(trackerId);
      if (times === undefined && !isComplete) continue;
      const known = new Set(times);
      doubled += (times?.length ?? 0) - known.size;
      for (const time of device.acknowledged) if (!known.has(time)) lost += 1;
      for (const time of known) if (!device.sent.has(time)) invented += 1;
    }
    return { [`${name}lost`]: lost, [`${name}doubled`]: doubled, [`${name}invented`]: invented };
  }

  async #checkNotices(database: pg.Client): Promise<Record<string, number>> {
    const { rows } = await database.query<{ tracker_id: number; time: string; count: string }>(`
      select tracker_id, payload->>'time' as time, count(*) as count from account_log
      where kind = 'notice' and payload->>'noticeType' = 'SOS' group by 1, 2`);
    const noticed = new Map(rows.map(({ tracker_id: id, time, count }) => [`${id} ${time}`, Number(count)]));
    let [missing, repeated] = [0, 0];
    for (const [index, [trackerId, device]] of [...this.#devices].entries()) {
      for (const time of this.#sosOf(device, index)) {
        const count = noticed.get(`${trackerId} ${time}`) ?? 0;
        if (count === 0) missing += 1;
        if (count > 1) repeated += 1;
      }
    }
    return { 'SOS without a notice': missing, 'SOS noticed twice': repeated };
  }

  /** What must be 0, and further figures. */
  async #checkConsole(
    database: pg.Client,
  ): Promise<readonly [must: Record<string, number>, more: Record<string, number>]> {
    const { rows } = await database.query<{ seq: string }>('select seq from account_log order by seq');
    const head = Number(rows.at(-1)?.seq ?? 0);
    const { entries, times } = this.console;
    await waitUntil(() => (this.console.cursor ?? 0) >= head, 'the end of the log at the console');
    await waitUntil(
      () =>
        [...this.#devices].every(
          ([trackerId, { acknowledged }]) => times.get(trackerId) === newestOf(acknowledged),
        ),
      'the last states at the console',
    );
    const received = new Set(entries);
    const unordered = entries.filter((seq, index) => index > 0 && seq <= (entries[index - 1] ?? 0));
    return [
      {
        'log entries missing at the console': rows.filter(({ seq }) => !received.has(Number(seq))).length,
        'log entries out of order or twice': unordered.length,
      },
      {
        'log entries': rows.length,
        'connections of the console': this.console.connections,
        'longest time without any change at the console, ms': Math.round(this.console.longestPause),
      },
    ];
  }

  #sosOf({ acknowledged }: ReliableDevice, index: number): readonly number[] {
    return [...acknowledged].filter((time) => hasSos(time, this.#start, index));
  }

  #sum(count: (device: ReliableDevice) => number): number {
    return [...this.#devices.values()].reduce((sum, device) => sum + count(device), 0);
  }
}

function hasSos(time: number, start: number, index: number): boolean {
  return ((time - start) / SECOND) % SOS_EVERY === FIRST_SOS + ((index * SOS_STEP) % SOS_SPREAD);
}

function newestOf(times: ReadonlySet<number>): number {
  let newest = 0;
  for (const time of times) newest = Math.max(newest, time);
  return newest;
}
