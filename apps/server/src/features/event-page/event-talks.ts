import type { EventTalk } from '@wakeline/contract/live-events/event-talk';
import type { LiveEventFeed, PublicFeed } from '../../live-events/live-event-feed.ts';
import { Encoded } from './encoded.ts';

/** Matches whose talk is in memory. */
const MAX_MATCHES = 200;

interface MadeTalk {
  readonly version: number;
  readonly encoded: Encoded;
}

/** Comments and gifts of public pages, encoded once for all viewers until something changes. */
export class EventTalks {
  readonly #feed: LiveEventFeed;
  readonly #addressOf: (fileId: string) => string;
  readonly #made = new Map<number, MadeTalk>();

  constructor(feed: LiveEventFeed, addressOf: (fileId: string) => string) {
    this.#feed = feed;
    this.#addressOf = addressOf;
  }

  async read(matchId: number): Promise<Encoded> {
    const feed = await this.#feed.readPublicFeed(matchId);
    const known = this.#made.get(matchId);
    if (known?.version === feed.version) return known.encoded;
    const encoded = new Encoded(this.#present(feed));
    this.#made.delete(matchId);
    this.#made.set(matchId, { version: feed.version, encoded });
    const [oldest] = this.#made.keys();
    if (this.#made.size > MAX_MATCHES && oldest !== undefined) this.#made.delete(oldest);
    return encoded;
  }

  #present({ comments, lastNumber, removed, likes, announcement, votes, gifts }: PublicFeed): EventTalk {
    return {
      ...{ comments: [...comments], lastNumber, removed: [...removed], likes, announcement },
      votes: [...votes].toSorted(([, a], [, b]) => b - a),
      gifts: gifts.map(({ pictureFileId, ...gift }) => ({
        ...gift,
        pictureUrl: this.#addressOf(pictureFileId),
      })),
    };
  }
}
