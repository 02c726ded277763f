import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Protocol } from '@wakeline/protocols/protocol';
import { IngestLoad, type IngestRound, type IngestSizes } from './ingest-rounds.ts';
import { type Spread, spreadOf } from './measurements.ts';
import type { BenchServer } from './server.ts';

const FIRST_ID = 13_900_000_000;
/** Ids of one protocol; none has those of another. */
const ID_RANGE = 1_000_000;
/** Per device. */
const WARM_UP_POSITIONS = 150;
/** The tape of a device is this much longer than its last round: encoding more takes most of a short run. */
const SPARE = 1.4;

interface Turn {
  readonly round: IngestRound;
  /** Rate compared with the mean of the JT/T 808 rounds before and after it. */
  readonly share: number;
}

/** Opens its connections only for its own rounds, so that the others leave nothing to do for the server. */
class Contestant {
  readonly turns: Turn[] = [];
  readonly protocol: Protocol;
  readonly #load: IngestLoad;
  readonly #sizes: IngestSizes;
  #frames: number;

  private constructor(protocol: Protocol, load: IngestLoad, sizes: IngestSizes) {
    this.protocol = protocol;
    this.#load = load;
    this.#sizes = sizes;
    this.#frames = Math.ceil(WARM_UP_POSITIONS / sizes.perFrame);
  }

  static async open(server: BenchServer, protocol: Protocol, sizes: IngestSizes): Promise<Contestant> {
    const firstId = FIRST_ID + PROTOCOL_NAMES.indexOf(protocol.name) * ID_RANGE;
    const load = await IngestLoad.open(server, sizes, firstId, protocol);
    const contestant = new Contestant(protocol, load, sizes);
    await contestant.#measure();
    load.close();
    return contestant;
  }

  async round(): Promise<IngestRound> {
    await this.#load.connect();
    const round = await this.#measure();
    this.#load.close();
    return round;
  }

  async #measure(): Promise<IngestRound> {
    const round = await this.#load.round(this.#frames);
    const { seconds, connections, frames, perFrame } = this.#sizes;
    const needed = (SPARE * round.rate * seconds) / connections / perFrame;
    this.#frames = Math.min(frames, Math.ceil(needed));
    return round;
  }
}

/**
 * Measures protocols in turn, with a round of JT/T 808 before and after each: what else the machine
 * does changes from minute to minute.
 */
export async function measureInTurn(
  server: BenchServer,
  protocols: readonly Protocol[],
  sizes: IngestSizes & { readonly rounds: number },
): Promise<Record<string, Spread>> {
  const yardstick = await Contestant.open(server, jt808, sizes);
  const others: Contestant[] = [];
  for (const protocol of protocols) {
    if (protocol.name !== jt808.name) others.push(await Contestant.open(server, protocol, sizes));
  }
  let before = await yardstick.round();
  const yardstickRounds = [before];
  for (let count = 0; count < sizes.rounds; count++) {
    for (const contestant of others) {
      const round = await contestant.round();
      const after = await yardstick.round();
      const share = round.rate / ((before.rate + after.rate) / 2);
      contestant.turns.push({ round, share });
      yardstickRounds.push(after);
      before = after;
      console.log(describe(contestant.protocol.name, round, share));
    }
  }
  return Object.assign(
    figuresOf(jt808.name, yardstickRounds),
    ...others.map(({ protocol, turns }) => ({
      ...figuresOf(
        protocol.name,
        turns.map(({ round }) => round),
      ),
      [`${protocol.name}, % of JT/T 808`]: spreadOf(turns.map(({ share }) => share * 100)),
    })),
  );
}

function describe(name: string, { rate, serverCpu, databaseCpu, loadShare }: IngestRound, share: number) {
  return [
    `${name}: ${Math.round(rate)} positions/s`,
    `${Math.round(share * 100)} % of JT/T 808`,
    `CPU us a position: server ${serverCpu.toFixed(1)}, database ${databaseCpu.toFixed(1)}`,
    `load ${Math.round(loadShare * 100)} % of CPU`,
  ].join(', ');
}

function figuresOf(name: string, rounds: readonly IngestRound[]): Record<string, Spread> {
  return {
    [`${name}, positions a second`]: spreadOf(rounds.map(({ rate }) => rate)),
    [`${name}, server CPU us a position`]: spreadOf(rounds.map(({ serverCpu }) => serverCpu)),
    [`${name}, database CPU us a position`]: spreadOf(rounds.map(({ databaseCpu }) => databaseCpu)),
    [`${name}, load % of CPU`]: spreadOf(rounds.map(({ loadShare }) => loadShare * 100)),
  };
}
