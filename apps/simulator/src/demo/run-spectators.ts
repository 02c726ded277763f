import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { COMMENTS, SPECTATORS } from './account-data/gifts.ts';
import { findMatch } from './run-match.ts';
import type { SpectatorVoucher } from './spectator-voucher.ts';

/** Milliseconds between two comments, on average; every eighth spectator gives something. */
const COMMENT_MS = 25_000;
const GIFT_SHARE = 1 / 8;
/** Each third comment is followed by a like of it. */
const LIKE_SHARE = 1 / 3;
/** The first spectators come soon after another, so that the event has content when it is opened: their number, and milliseconds. */
const FIRST = 16;
const FIRST_MS = 2_500;

interface Crowd {
  readonly code: string;
  readonly voucherCode: string;
  readonly giftIds: readonly number[];
  readonly participantIds: readonly number[];
}

/** Spectators of the demo's race, who comment and give, until stopped. Failures are ignored: the next one tries again. */
export async function runSpectators(
  client: Client,
  { voucher, random }: { readonly voucher: SpectatorVoucher; readonly random: () => number },
  signal: AbortSignal,
): Promise<void> {
  let crowd: Crowd | null = null;
  let count = 0;
  while (!signal.aborted) {
    try {
      crowd ??= await gather(client, voucher, signal);
      if (crowd !== null) {
        // Whatever the sequence of random numbers, there are gifts among the first.
        await act(
          client,
          crowd,
          { random, isGift: count < FIRST ? count % 4 === 3 : random() < GIFT_SHARE },
          signal,
        );
        count += 1;
      }
    } catch (error) {
      if (!(error instanceof NamedError) && !signal.aborted) throw error;
      crowd = null;
    }
    const pause = count > 0 && count < FIRST ? FIRST_MS : COMMENT_MS;
    await delay(pause * (0.4 + 1.2 * random()), undefined, { signal }).catch(() => undefined);
  }
}

/** What the spectators need; null: the match does not run. */
async function gather(client: Client, voucher: SpectatorVoucher, signal: AbortSignal): Promise<Crowd | null> {
  const match = await findMatch(client, signal);
  if (match === null) return null;
  const { matchId, code } = match;
  const voucherCode = await voucher.open(client, match, signal);
  const gifts = await client.call('queryMatchGifts', { matchId }, { signal });
  const participants = await client.call('queryParticipants', { matchId, pageSize: 100 }, { signal });
  return {
    ...{ code, voucherCode },
    giftIds: gifts.list.map(({ giftId }) => giftId),
    participantIds: participants.list.map(({ participantId }) => participantId),
  };
}

async function act(
  client: Client,
  crowd: Crowd,
  { random, isGift }: { readonly random: () => number; readonly isGift: boolean },
  signal: AbortSignal,
): Promise<void> {
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
  const { code, voucherCode } = crowd;
  const name = pick(SPECTATORS) ?? '';
  const [giftId, participantId] = [pick(crowd.giftIds), pick(crowd.participantIds)];
  const clientKey = randomUUID();
  if (isGift && giftId !== undefined && participantId !== undefined) {
    const purchase = { code, clientKey, giftId, participantId, count: 1, giver: name, voucherCode };
    await client.call('sendGift', purchase, { signal });
    return;
  }
  const viewerKey = `demo-viewer-${SPECTATORS.indexOf(name as (typeof SPECTATORS)[number])}`;
  const { number } = await client.call(
    'sendComment',
    { code, clientKey, viewerKey, name, text: pick(COMMENTS) ?? '' },
    { signal },
  );
  if (random() < LIKE_SHARE)
    await client.call('likeComment', { code, viewerKey: `${viewerKey}-friend`, number }, { signal });
}
