import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import {
  deletePushSubscription,
  type PushSubscription,
  readPushSubscriptions,
} from '../push-subscriptions.ts';
import { type Channel, DELIVERED, type Outcome, type OutgoingMessage, outcome } from './channel.ts';
import { networkFailure } from './network-failure.ts';
import { post } from './post.ts';
import { encryptPush, type Vapid } from './push-encryption.ts';

/** Timeout of a request, milliseconds. */
const TIMEOUT_MS = 10_000;
/** Seconds for which the push service keeps a message for a browser that is not running. */
const TTL_SECONDS = 86_400;
/** Characters that surely fit into a message: at most three bytes each. */
const MAX_TITLE = 200;
const MAX_BODY = 1_000;

export interface PushOptions {
  readonly db: Db;
  readonly guard: OutgoingGuard;
  readonly vapid: Vapid;
  readonly clock: Clock;
}

/**
 * Sends messages to the browsers of a user by web push (RFC 8030). It is delivered when one of them has it; the others are
 * not tried again. A browser whose subscription has ended is removed.
 */
export function createPushChannel({ db, guard, vapid, clock }: PushOptions): Channel {
  async function sendTo(browser: PushSubscription, message: OutgoingMessage): Promise<Outcome> {
    const body = encryptPush(contentOf(message), browser);
    const headers = {
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': body.length,
      authorization: vapid.authorization(browser.endpoint, clock.now()),
      ttl: TTL_SECONDS,
      urgency: 'high',
      // A repeated message replaces the one that waits (RFC 8030, section 5.4).
      topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
    };
    try {
      const { status, text } = await post(guard, {
        url: browser.endpoint,
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
      });
      if (status >= 200 && status < 300) return DELIVERED;
      if (status === 404 || status === 410) {
        await deletePushSubscription(db, { userId: null, endpoint: browser.endpoint });
        return outcome('refused', 'gone', String(status));
      }
      const isTemporary = status === 429 || status >= 500;
      return outcome(
        isTemporary ? 'retry' : 'refused',
        isTemporary ? 'busy' : 'rejected',
        `${status} ${text}`,
      );
    } catch (error) {
      return networkFailure(error);
    }
  }

  return {
    async send({ user_id: userId }, message) {
      const browsers = userId === null ? [] : await readPushSubscriptions(db, userId);
      const outcomes = await Promise.all(browsers.map((browser) => sendTo(browser, message)));
      return (
        outcomes.find(({ state }) => state === 'delivered') ??
        outcomes.find(({ state }) => state === 'retry') ??
        outcomes[0] ??
        outcome('refused', 'no-browser')
      );
    },
  };
}

/** What the service worker of the console displays. */
function contentOf({ key, messageId, subject, short, sysName }: OutgoingMessage): Buffer {
  return Buffer.from(
    JSON.stringify({
      title: subject.slice(0, MAX_TITLE).toWellFormed(),
      body: subject === short ? sysName : short.slice(0, MAX_BODY).toWellFormed(),
      tag: key,
      messageId,
    }),
  );
}
