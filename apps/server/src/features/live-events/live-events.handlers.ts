import type { Clock } from '../../clock.ts';
import type { Files } from '../../files/files.ts';
import { CommentWriter } from '../../live-events/comment-writer.ts';
import { EventCodes } from '../../live-events/event-codes.ts';
import type { RaceBoards } from '../../races/race-boards.ts';
import { type CommentDependencies, commentHandlers } from './comments.handlers.ts';
import { type ShopDependencies, shopHandlers } from './gift-shop.handlers.ts';
import { type GiftDependencies, giftHandlers } from './gifts.handlers.ts';
import { helperHandlers } from './helpers.handlers.ts';
import { moderationHandlers } from './moderation.handlers.ts';
import { voucherHandlers } from './vouchers.handlers.ts';

export interface LiveEventDependencies
  extends Pick<CommentDependencies, 'feed'>,
    GiftDependencies,
    Pick<ShopDependencies, 'payments' | 'log'> {
  readonly files: Files;
  readonly clock: Clock;
  readonly boards: Pick<RaceBoards, 'read'>;
}

/** Comments, gifts, vouchers and helpers of live events. */
export function liveEventHandlers(dependencies: LiveEventDependencies) {
  const { db, files, tasks, clock, boards, feed, payments, log } = dependencies;
  const codes = new EventCodes(db);
  const addressOf = (fileId: string) => files.addressOf(fileId);
  return {
    ...commentHandlers({ db, writer: new CommentWriter({ db, clock }), codes, feed }),
    ...moderationHandlers(db),
    ...giftHandlers({ db, files, tasks }),
    ...shopHandlers({ db, codes, addressOf, payments, log }),
    ...voucherHandlers(db),
    ...helperHandlers(db, boards),
  };
}
