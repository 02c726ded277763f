import { NamedError } from '@wakeline/contract/errors';
import { normalizeContactAddress } from '@wakeline/domain/satellite/contact-address';
import type { ContactKind } from '@wakeline/domain/satellite/convention';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { createBindCode } from '../../satellite/bind-codes.ts';
import {
  type ContactRow,
  deleteContact,
  insertContact,
  lockContact,
  readContacts,
  requireRoomForContact,
  updateContact,
} from '../../satellite/edit-contacts.ts';
import { canChangeContacts, requireFullScope } from './satellite.policy.ts';

type ContactOperation =
  | 'querySatelliteContacts'
  | 'createSatelliteContact'
  | 'editSatelliteContact'
  | 'deleteSatelliteContact'
  | 'createSatelliteBindCode';

interface ContactDependencies {
  readonly db: Db;
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
}

/** Who may write to the terminals of an account. Each of them can write to all, so a limited user changes none. */
export function satelliteContactHandlers({
  db,
  gateways,
}: ContactDependencies): Pick<Handlers, ContactOperation> {
  return {
    async querySatelliteContacts(_payload, caller) {
      const rows = await readContacts(db, caller.accountId);
      const change = canChangeContacts(caller);
      return {
        list: rows.map(present),
        total: rows.length,
        abilities: { change, bindWechat: change && gateways.has('wechat') },
      };
    },

    async createSatelliteContact({ contactName: name, number, kind, address: written }, caller, call) {
      requireFullScope(caller);
      const form = { name, number, kind, address: requireAddress(kind, written) };
      const contactId = await transactionAs(db, caller, call, async (tx) => {
        await requireRoomForContact(tx, caller.accountId);
        const id = await insertContact(tx, caller.accountId, form, call.now);
        await recordChange(tx, caller, call, {
          action: 'createSatelliteContact',
          target: name,
          after: { shortNumber: number, contactKind: kind, address: form.address },
        });
        return id;
      });
      return { contactId };
    },

    async editSatelliteContact({ contactId, contactName: name, number, address: written }, caller, call) {
      requireFullScope(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockContact(tx, caller.accountId, contactId);
        const address = changedAddress(before, written);
        await updateContact(tx, contactId, { name, number, address });
        const changed = difference(
          { contactName: before.name, shortNumber: before.number, address: before.address },
          { contactName: name, shortNumber: number, address },
        );
        await recordChange(tx, caller, call, {
          action: 'editSatelliteContact',
          target: before.name,
          ...changed,
        });
      });
      return {};
    },

    async deleteSatelliteContact({ contactId }, caller, call) {
      requireFullScope(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const { name, number, kind, address } = await lockContact(tx, caller.accountId, contactId);
        await deleteContact(tx, contactId);
        await recordChange(tx, caller, call, {
          action: 'deleteSatelliteContact',
          target: name,
          before: { shortNumber: number, contactKind: kind, address },
        });
      });
      return {};
    },

    async createSatelliteBindCode(_payload, caller, call) {
      requireFullScope(caller);
      return transactionAs(db, caller, call, async (tx) => {
        if (!gateways.has('wechat')) throw new NamedError('wechat-not-configured');
        const { accountId, userId } = caller;
        await requireRoomForContact(tx, accountId);
        // The code is a secret until it is used: the audit log has only that there was one.
        await recordAudit(tx, caller, call, { action: 'createSatelliteBindCode', target: caller.login });
        return createBindCode(tx, { accountId, userId, now: call.now });
      });
    },
  };
}

/** @throws NamedError `contact-phone-invalid`, `contact-email-invalid` */
function requireAddress(kind: Exclude<ContactKind, 'wechat'>, written: string): string {
  const address = normalizeContactAddress(kind, written);
  if (address === null) throw new NamedError(`contact-${kind}-invalid`);
  return address;
}

function changedAddress({ kind, address }: ContactRow, written: string | undefined): string {
  if (written === undefined || written === address) return address;
  if (kind === 'wechat') throw new NamedError('contact-address-fixed');
  return requireAddress(kind, written);
}

function present(row: ContactRow) {
  return {
    contactId: row.contact_id,
    contactName: row.name,
    number: row.number,
    kind: row.kind,
    address: row.address,
    createTime: row.created_at.getTime(),
    lastMessageTime: row.written_at?.getTime() ?? null,
  };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId: caller.accountId, userId: null });
}
