import type {
  EventSnapshot,
  EventTails,
  PositionRow,
  StandingRow,
} from '@wakeline/contract/matches/event-page';

/** A position of a participant: epoch milliseconds, WGS-84 degrees, km/h, degrees. */
export interface RacePosition {
  readonly time: number;
  readonly lng: number;
  readonly lat: number;
  readonly speed: number | null;
  readonly course: number | null;
}

/** What a public page knows of the race at a moment. */
export interface EventState {
  readonly meta: Pick<EventSnapshot, 'revision' | 'state' | 'time' | 'viewers' | 'passings' | 'video'> | null;
  /** Current positions and earlier ones of the tail, the newest at the end. */
  readonly tracks: ReadonlyMap<number, readonly RacePosition[]>;
  readonly standings: ReadonlyMap<number, StandingRow>;
  /** The last request failed. */
  readonly isOffline: boolean;
}

const EMPTY: EventState = { meta: null, tracks: new Map(), standings: new Map(), isOffline: false };

const MICRO = 1e6;

/** The race as of the last snapshot, for React. */
export class EventStore {
  readonly #tailMs: number;
  readonly #listeners = new Set<() => void>();
  #state: EventState = EMPTY;
  #version: number | null = null;

  /** @param tailSeconds for which earlier positions are stored */
  constructor(tailSeconds: number) {
    this.#tailMs = tailSeconds * 1_000;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): EventState => this.#state;

  /** Of the last snapshot; null: none has arrived. */
  get version(): number | null {
    return this.#version;
  }

  apply(snapshot: EventSnapshot): void {
    const { version, since, positions, standings } = snapshot;
    const { revision, state, time, viewers, passings, video } = snapshot;
    this.#version = version;
    const before = since === null ? EMPTY : this.#state;
    // Tails stay also when all rows are sent again.
    const tracks = new Map(this.#state.tracks);
    for (const row of positions) tracks.set(row[0], this.#extend(tracks.get(row[0]) ?? [], toPosition(row)));
    const rows = new Map(before.standings);
    for (const row of standings) rows.set(row.id, row);
    if (since === null) {
      const known = new Set(positions.map(([id]) => id));
      for (const id of tracks.keys()) if (!known.has(id)) tracks.delete(id);
    }
    const meta = { revision, state, time, viewers, passings, video };
    this.#set({ meta, tracks, standings: rows, isOffline: false });
  }

  /** Tails that were recorded before the page was opened. */
  applyTails({ tails }: EventTails): void {
    const tracks = new Map(this.#state.tracks);
    for (const { id, points } of tails) {
      const known = tracks.get(id) ?? [];
      const first = known[0]?.time ?? Number.POSITIVE_INFINITY;
      const earlier = points
        .filter(([time]) => time < first)
        .map(([time, lng, lat]) => ({ time, lng: lng / MICRO, lat: lat / MICRO, speed: null, course: null }));
      if (earlier.length > 0) tracks.set(id, [...earlier, ...known]);
    }
    this.#set({ ...this.#state, tracks });
  }

  setOffline(): void {
    if (!this.#state.isOffline) this.#set({ ...this.#state, isOffline: true });
  }

  #extend(track: readonly RacePosition[], next: RacePosition): readonly RacePosition[] {
    const last = track.at(-1);
    if (last !== undefined && last.time >= next.time) return [next];
    const start = track.findIndex(({ time }) => time >= next.time - this.#tailMs);
    return [...(start === -1 ? [] : track.slice(start)), next];
  }

  #set(state: EventState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function toPosition([, time, lng, lat, speed, course]: PositionRow): RacePosition {
  return { time, lng: lng / MICRO, lat: lat / MICRO, speed, course };
}
