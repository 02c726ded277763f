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
  while (!signal.aborted) {
    try {
      crowd ??= await gather(client, voucher, signal);
      if (crowd !== null) await act(client, crowd, random, signal);
    } catch (error) {
      if (!(error instanceof NamedError) && !signal.aborted) throw error;
      crowd = null;
    }
    await delay(COMMENT_MS * (0.4 + 1.2 * random()), undefined, { signal }).catch(() => undefined);
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

async function act(client: Client, crowd: Crowd, random: () => number, signal: AbortSignal): Promise<void> {
  const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
  const { code, voucherCode } = crowd;
  const name = pick(SPECTATORS) ?? '';
  const [giftId, participantId] = [pick(crowd.giftIds), pick(crowd.participantIds)];
  const clientKey = randomUUID();
  if (random() < GIFT_SHARE && giftId !== undefined && participantId !== undefined) {
    const purchase = { code, clientKey, giftId, participantId, count: 1, giver: name, voucherCode };
    await client.call('sendGift', purchase, { signal });
    return;
  }
  const viewerKey = `demo-viewer-${SPECTATORS.indexOf(name as (typeof SPECTATORS)[number])}`;
  await client.call(
    'sendComment',
    { code, clientKey, viewerKey, name, text: pick(COMMENTS) ?? '' },
    { signal },
  );
}
