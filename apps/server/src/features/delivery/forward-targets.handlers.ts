import type { ForwardTarget, ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { NamedError } from '@wakeline/contract/errors';
import { difference } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Seal } from '../../db/seal.ts';
import type { WebhookSecret } from '../../delivery/webhook-secret.ts';
import { toMessage } from '../../forwarding/request-body.ts';
import type { Sender } from '../../forwarding/senders/sender.ts';
import {
  allowTest,
  deleteTarget,
  type ForwardTargetRow,
  formOf,
  insertTarget,
  lockTarget,
  readTargets,
  updateTarget,
  type Waiting,
} from '../../forwarding/targets.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { isAllowedBroker, isAllowedUrl } from './allowed-url.ts';
import { recordChange, requireManager } from './recipients.handlers.ts';
import { checkReferences, findRemoved, readReferences } from './subscription-references.ts';

type ForwardOperation =
  | 'queryForwardTargets'
  | 'addForwardTarget'
  | 'editForwardTarget'
  | 'removeForwardTarget'
  | 'testForwardTarget';

export interface ForwardTargetDependencies {
  readonly db: Db;
  readonly seal: Seal;
  readonly secret: WebhookSecret;
  /** Whether the server may connect to this address. */
  readonly allowsAddress: (address: string) => boolean;
  /** Opens a sender with its own connections, for a test. */
  readonly openSender: () => Sender;
}

/** Systems to which positions and events are forwarded. */
export function forwardTargetHandlers({
  db,
  seal,
  secret,
  allowsAddress,
  openSender,
}: ForwardTargetDependencies): Pick<Handlers, ForwardOperation> {
  return {
    async queryForwardTargets(_payload, caller) {
      requireManager(caller);
      const rows = await readTargets(db, caller.accountId);
      const existing = await readReferences(db, caller.accountId, rows.map(namingOf));
      const list = rows.map((row) => {
        const { groupIds, trackerIds } = findRemoved(namingOf(row), existing);
        return { ...present(row, secret), removed: { groupIds, trackerIds } };
      });
      return { list, total: list.length };
    },

    async addForwardTarget({ target, password = null }, caller, call) {
      requireManager(caller);
      check(target, password);
      const { accountId } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        await checkReferences(tx, accountId, namingOf(target), null);
        const sealed = password === null ? null : seal.seal(password);
        const targetId = await insertTarget(tx, accountId, target, sealed, call.now);
        await recordChange(tx, caller, call, {
          action: 'addForwardTarget',
          target: target.targetName,
          after: detailsOf(target),
        });
        return { targetId };
      });
    },

    async editForwardTarget({ targetId, target, password, renewSecret = false }, caller, call) {
      requireManager(caller);
      check(target, password);
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockTarget(tx, accountId, targetId);
        if (before.kind !== target.kind)
          throw new NamedError('field-invalid', { field: 'target.kind', reason: before.kind });
        // A stored password is never sent to another system than the one for which it was entered.
        if (password === undefined && before.sealed_password !== null && before.url !== target.url)
          throw new NamedError('forward-password-required');
        await checkReferences(tx, accountId, namingOf(target), namingOf(before));
        const sealedPassword =
          password === undefined ? before.sealed_password : password === null ? null : seal.seal(password);
        await updateTarget(tx, before, target, { sealedPassword, renewSecret, now: call.now });
        const changed = difference(detailsOf(formOf(before)), detailsOf(target));
        await recordChange(tx, caller, call, {
          action: 'editForwardTarget',
          target: before.name,
          before: changed.before,
          after: {
            ...changed.after,
            ...(password !== undefined && { password: 'changed' }),
            ...(renewSecret && { secret: 'changed' }),
          },
        });
      });
      return {};
    },

    async removeForwardTarget({ targetId }, caller, call) {
      requireManager(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockTarget(tx, caller.accountId, targetId);
        await deleteTarget(tx, before);
        await recordChange(tx, caller, call, {
          action: 'removeForwardTarget',
          target: before.name,
          before: detailsOf(formOf(before)),
        });
      });
      return {};
    },

    async testForwardTarget({ targetId }, caller, call) {
      requireManager(caller);
      const target = await transactionAs(db, caller, call, async (tx) => {
        const row = await lockTarget(tx, caller.accountId, targetId);
        await allowTest(tx, row, call.now);
        await recordChange(tx, caller, call, { action: 'testForwardTarget', target: row.name });
        return row;
      });
      // After the commit: no transaction waits for another system.
      const sender = openSender();
      try {
        const message = toMessage(`f${targetId}.test.${call.now}`, 'test', { positions: [], events: [] });
        const sent = await sender.send(target, message);
        return sent.state === 'delivered'
          ? { isDelivered: true, reason: null, detail: '' }
          : { isDelivered: false, reason: sent.reason, detail: sent.detail };
      } finally {
        await sender.close(null);
      }
    },
  };

  /** @throws NamedError `forward-address-refused`, `forward-token-invalid` */
  function check({ kind, url }: ForwardTargetForm, password: string | null | undefined): void {
    const isAllowed =
      kind === 'http' ? isAllowedUrl(url, allowsAddress) : isAllowedBroker(url, allowsAddress);
    if (!isAllowed) throw new NamedError('forward-address-refused');
    // A header has visible characters only: RFC 9110, 5.5.
    if (kind === 'http' && !/^[\x21-\x7e]*$/.test(password ?? ''))
      throw new NamedError('forward-token-invalid');
  }
}

function present(row: ForwardTargetRow & Waiting, secret: WebhookSecret): Omit<ForwardTarget, 'removed'> {
  return {
    targetId: row.target_id,
    form: formOf(row),
    hasPassword: row.sealed_password !== null,
    secret: row.kind === 'http' ? secret(row.target_id, row.secret_version) : null,
    waiting: row.waiting,
    waitingSince: row.oldest?.getTime() ?? null,
    sent: row.sent,
    dropped: row.dropped,
    sentTime: row.sent_at?.getTime() ?? null,
    failedTime: row.failed_at?.getTime() ?? null,
    reason: row.reason,
    detail: row.detail,
    nextTime: row.failures > 0 && !row.sending ? row.next_at.getTime() : null,
  };
}

/** A target names no rules. */
function namingOf({ scope }: Pick<ForwardTargetForm, 'scope'>) {
  return { ruleIds: [], scope };
}

/** Audit details, whose values are texts and numbers. The query of a URL may contain a key. */
function detailsOf({ targetName: _, contents, scope, ...form }: ForwardTargetForm): JsonFields {
  const ids = scope.type === 'groups' ? scope.groupIds : scope.type === 'trackers' ? scope.trackerIds : [];
  return {
    ...form,
    url: form.url.replace(/[?#].*$/s, ''),
    contents: contents.join(' '),
    scope: [scope.type, ...ids].join(' '),
  };
}
