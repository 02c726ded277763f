import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import { encryptPush, type PushKeys } from '../../delivery/channels/push-encryption.ts';
import { deletePushSubscription, insertPushSubscription } from '../../delivery/push-subscriptions.ts';
import type { Handlers } from '../../http/handler.ts';
import { isAllowedUrl } from './allowed-url.ts';

type PushOperation = 'queryPushKey' | 'addPushSubscription' | 'removePushSubscription';

export interface PushDependencies {
  readonly db: Db;
  /** Null: the server sends no push messages. */
  readonly pushKey: string | null;
  /** Whether the server may connect to this address. */
  readonly allowsAddress: (address: string) => boolean;
}

/** Browsers that receive the messages of their user. */
export function pushHandlers({
  db,
  pushKey,
  allowsAddress,
}: PushDependencies): Pick<Handlers, PushOperation> {
  return {
    async queryPushKey() {
      return { publicKey: pushKey };
    },

    async addPushSubscription({ endpoint, p256dh, auth }, { userId }, { userAgent, now }) {
      if (pushKey === null) throw new NamedError('channel-unavailable');
      const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
      if (!isAllowedUrl(endpoint, allowsAddress) || !areUsable(keys))
        throw new NamedError('push-subscription-invalid');
      await db
        .transaction()
        .execute((tx) => insertPushSubscription(tx, userId, { endpoint, ...keys }, { userAgent, now }));
      return {};
    },

    async removePushSubscription({ endpoint }, { userId }) {
      await deletePushSubscription(db, { userId, endpoint });
      return {};
    },
  };
}

/** Lengths of RFC 8291, and a point of the curve. */
function areUsable(keys: PushKeys): boolean {
  if (keys.p256dh.length !== 65 || keys.auth.length !== 16) return false;
  try {
    encryptPush(Buffer.alloc(0), keys);
    return true;
  } catch {
    return false;
  }
}
