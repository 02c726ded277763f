import { NamedError } from '@wakeline/contract/errors';
import type {
  EventSnapshot,
  EventSplits,
  EventTails,
  PositionRow,
  StandingRow,
} from '@wakeline/contract/matches/event-page';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import type { MatchRow } from '../../races/matches.ts';
import { isHidden, openEvent, readEventState } from '../../races/open-event.ts';
import {
  presentDecisions,
  presentLastPassings,
  presentRace,
  presentSplits,
} from '../../races/present-race.ts';
import type { RaceBoard } from '../../races/race-board.ts';
import type { RaceBoards } from '../../races/race-boards.ts';
import { Encoded } from './encoded.ts';
import { VersionedRows } from './versioned-rows.ts';
import { Viewers } from './viewers.ts';

/** Milliseconds between two snapshots. */
const INTERVAL_MS = 1_000;
/** Milliseconds for which splits and trails are kept. */
const SLOW_INTERVAL_MS = 3_000;
/** Older versions that get only what changed since then. */
const MAX_AGE_VERSIONS = 10;
/** A page that nobody has requested for this time is dropped, milliseconds. */
const IDLE_MS = 60_000;
const CHECK_INTERVAL_MS = 10_000;

export interface EventSnapshotsOptions {
  readonly db: Db;
  readonly boards: RaceBoards;
  readonly events: EventSource;
  readonly clock: Clock;
  /** The video of a match; null: no stream yet. @param now epoch milliseconds */
  readonly readVideo: (
    match: { readonly matchId: number; readonly code: string },
    now: number,
  ) => Promise<EventSnapshot['video']>;
}

/** A read of the match of a code that is in flight. */
interface Opening {
  /** Changes that were received before it began. */
  readonly changes: number;
  readonly page: Promise<Page>;
}

/** The snapshots of the public pages that somebody watches: each is made once a second, for all viewers. */
export class EventSnapshots {
  readonly #options: EventSnapshotsOptions;
  readonly #pages = new Map<string, Page>();
  /** By code. */
  readonly #openings = new Map<string, Opening>();
  /** Changes of any match that were received: a read that began before one may be older than it. */
  #changes = 0;
  readonly #cleanups: readonly (() => void)[];

  constructor(options: EventSnapshotsOptions) {
    this.#options = options;
    const { events, clock } = options;
    this.#cleanups = [
      events.on('match', ({ matchId }) => {
        this.#changes += 1;
        for (const page of this.#pages.values()) if (page.matchId === matchId) page.isVerified = false;
      }),
      events.onGap(() => {
        this.#changes += 1;
        for (const page of this.#pages.values()) page.isVerified = false;
      }),
      clock.every(CHECK_INTERVAL_MS, () => {
        for (const [code, page] of this.#pages)
          if (page.usedAt < clock.now() - IDLE_MS) this.#pages.delete(code);
      }),
    ];
  }

  close(): void {
    for (const cleanup of this.#cleanups) cleanup();
    this.#pages.clear();
  }

  /** The viewers of each match that somebody watches on this server. @param now epoch milliseconds */
  readViewers(now: number): readonly { readonly matchId: number; readonly viewers: number }[] {
    return [...this.#pages.values()].map(({ matchId, viewers }) => ({
      matchId,
      viewers: viewers.count(now),
    }));
  }

  /** The page of a code that was opened, unless its match has changed since. */
  known(code: string): Page | null {
    const page = this.#pages.get(code);
    if (page?.isVerified !== true) return null;
    page.usedAt = this.#options.clock.now();
    return page;
  }

  /**
   * The page of a code that is new, or whose match has changed. Requests at the same time share one read, unless a change
   * was received after it began.
   *
   * @throws NamedError `event-unknown`
   */
  open(code: string): Promise<Page> {
    const inFlight = this.#openings.get(code);
    if (inFlight?.changes === this.#changes) return inFlight.page;
    const opening = { changes: this.#changes, page: this.#read(code, this.#changes) };
    this.#openings.set(code, opening);
    const remove = () => {
      if (this.#openings.get(code) === opening) this.#openings.delete(code);
    };
    opening.page.then(remove, remove);
    return opening.page;
  }

  async #read(code: string, changes: number): Promise<Page> {
    const match = await openEvent(this.#options.db, code).catch((error: unknown) => {
      if (error instanceof NamedError && changes === this.#changes) this.#pages.delete(code);
      throw error;
    });
    const known = this.#pages.get(code);
    const page = known?.matchId === match.match_id ? known : new Page(this.#options, match);
    if (changes === this.#changes) page.isVerified = true;
    page.usedAt = this.#options.clock.now();
    this.#pages.set(code, page);
    return page;
  }
}

/** What changes slowly. */
type SlowPart = 'splits' | 'tails';

interface MadePart {
  readonly madeAt: number;
  /** All who request it while it is made receive the same one. */
  readonly encoded: Promise<Encoded>;
}

/** The public page of a match. */
export class Page {
  readonly matchId: number;
  readonly viewers = new Viewers();
  usedAt = 0;
  /** False: the code may be that of another match, or of none. */
  isVerified = false;
  readonly #options: EventSnapshotsOptions;
  readonly #accountId: number;
  /** As it was opened: viewers of a former code never receive the new one. */
  readonly #code: string;
  readonly #positions = new VersionedRows<PositionRow>();
  readonly #standings = new VersionedRows<StandingRow>();
  readonly #variants = new Map<number | null, Encoded>();
  /** What is the same in all variants. */
  #common: Omit<EventSnapshot, 'since' | 'positions' | 'standings'> | null = null;
  #commonText = '';
  /** Older versions have rows that are gone: they get all rows. */
  #completeSince = 0;
  #madeAt = Number.NEGATIVE_INFINITY;
  #making: Promise<void> | null = null;
  readonly #slowParts = new Map<SlowPart, MadePart>();

  constructor(options: EventSnapshotsOptions, match: Pick<MatchRow, 'match_id' | 'account_id' | 'code'>) {
    this.#options = options;
    this.matchId = match.match_id;
    this.#accountId = match.account_id;
    this.#code = match.code;
  }

  /** @param since the version that the viewer has; null: none */
  async snapshot(since: number | null): Promise<Encoded> {
    if (this.#madeAt <= this.#options.clock.now() - INTERVAL_MS) {
      this.#making ??= this.#make().finally(() => {
        this.#making = null;
      });
      // Viewers of a busy second receive the snapshot before instead of waiting.
      if (this.#common === null) await this.#making;
      else this.#making.catch(() => undefined);
    }
    const common = this.#common;
    if (common === null) throw new NamedError('event-unknown');
    const { version } = common;
    const oldest = Math.max(version - MAX_AGE_VERSIONS, this.#completeSince);
    const isKnown = since !== null && since <= version && since >= oldest;
    const from = isKnown ? since : null;
    const known = this.#variants.get(from);
    if (known !== undefined) return known;
    const made = new Encoded({
      ...common,
      since: from,
      positions: this.#positions.since(from),
      standings: this.#standings.since(from),
    } satisfies EventSnapshot);
    this.#variants.set(from, made);
    return made;
  }

  splits(): Promise<Encoded> {
    return this.#slowPart('splits', (board): EventSplits => {
      return {
        time: board.horizon,
        splits: presentSplits(board),
        decisions: presentDecisions(board),
      };
    });
  }

  tails(): Promise<Encoded> {
    return this.#slowPart('tails', (board): EventTails => {
      const tails = [...board.entries].map(({ participant, tail }) => ({
        id: participant.row.participant_id,
        points: tail
          .points()
          .map(({ time, lng, lat }): [number, number, number] => [time, toMicro(lng), toMicro(lat)]),
      }));
      return { time: board.horizon, tails };
    });
  }

  #slowPart(name: SlowPart, present: (board: RaceBoard) => unknown): Promise<Encoded> {
    const now = this.#options.clock.now();
    const known = this.#slowParts.get(name);
    if (known !== undefined && known.madeAt > now - SLOW_INTERVAL_MS) return known.encoded;
    const made = { madeAt: now, encoded: this.#makeSlowPart(present) };
    this.#slowParts.set(name, made);
    made.encoded.catch(() => {
      if (this.#slowParts.get(name) === made) this.#slowParts.delete(name);
    });
    return made.encoded;
  }

  async #makeSlowPart(present: (board: RaceBoard) => unknown): Promise<Encoded> {
    const { board, hidden } = await this.#read();
    return new Encoded(
      hidden ? { time: board.horizon, splits: [], decisions: [], tails: [] } : present(board),
    );
  }

  /** The board of the match for the public. @throws NamedError `event-unknown` for a match that was deleted */
  async #read(): Promise<{ readonly board: RaceBoard; readonly hidden: boolean }> {
    const { boards, clock, db } = this.#options;
    const match = { matchId: this.matchId, accountId: this.#accountId };
    const event = await readEventState(db, this.matchId);
    const board = await boards.read(match, event.settings.delay * 1_000);
    return { board, hidden: isHidden(event, event.settings, clock.now()) };
  }

  async #make(): Promise<void> {
    const { clock, readVideo } = this.#options;
    const now = clock.now();
    const video = await readVideo({ matchId: this.matchId, code: this.#code }, now);
    const { board, hidden } = await this.#read();
    const { race } = board;
    if (race === null) throw new NamedError('event-unknown');
    // By the clock, so that versions grow also from one server, or from a page that was dropped, to the next.
    const version = Math.max((this.#common?.version ?? 0) + 1, Math.floor(now / 1_000));
    const { positions, standings } = hidden ? NOTHING : presentRace(board);
    let hasChanged = false;
    for (const row of positions) hasChanged = this.#positions.set(row[0], row, version) || hasChanged;
    for (const row of standings) hasChanged = this.#standings.set(row.id, row, version) || hasChanged;
    const isPositionGone = this.#positions.keepOnly(new Set(positions.map(([id]) => id)));
    const isStandingGone = this.#standings.keepOnly(new Set(standings.map(({ id }) => id)));
    // A race that is hidden again, or a longer delay: viewers drop what they have.
    if (isPositionGone || isStandingGone) {
      hasChanged = true;
      this.#completeSince = version;
    }
    const common = {
      revision: race.match.revision,
      state: race.match.state,
      viewers: this.viewers.count(now),
      passings: hidden ? [] : presentLastPassings(board),
      video,
    };
    const text = JSON.stringify(common);
    this.#madeAt = now;
    // The time alone is no change: viewers receive 304.
    if (!hasChanged && text === this.#commonText) return;
    this.#commonText = text;
    this.#common = { ...common, version, time: board.horizon };
    this.#variants.clear();
  }
}

const NOTHING = { positions: [], standings: [] } as const;

/** 1e-6 degrees. */
function toMicro(degrees: number): number {
  return Math.round(degrees * 1e6);
}
