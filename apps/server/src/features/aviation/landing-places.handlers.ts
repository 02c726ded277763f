import type { LandingPlace, LandingPlaceForm } from '@wakeline/contract/aviation/landing-places';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import {
  insertLandingPlace,
  type LandingPlaceColumns,
  type LandingPlaceRow,
  lockLandingPlaces,
  readLandingPlaces,
  removeLandingPlaces,
  updateLandingPlace,
} from '../../aviation/landing-places.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { canChangeLandingPlaces, requireFullScope } from './aviation.policy.ts';

type LandingPlaceOperation =
  | 'queryLandingPlaces'
  | 'createLandingPlace'
  | 'editLandingPlace'
  | 'deleteLandingPlaces';

/** Own landing places, which go before the airports that are shipped. */
export function landingPlaceHandlers(db: Db): Pick<Handlers, LandingPlaceOperation> {
  return {
    async queryLandingPlaces(_payload, caller) {
      const rows = await readLandingPlaces(db, caller.accountId);
      const abilities = { change: canChangeLandingPlaces(caller) };
      return { list: rows.map(presentLandingPlace), total: rows.length, abilities };
    },

    async createLandingPlace({ uid: _, ...form }, caller, call) {
      requireFullScope(caller);
      const landingPlaceId = await transactionAs(db, caller, call, async (tx) => {
        const id = await insertLandingPlace(tx, caller.accountId, columnsOf(form));
        const { landingPlaceName: target, ...after } = form;
        await recordChange(tx, caller, call, { action: 'createLandingPlace', target, after });
        return id;
      });
      return { landingPlaceId };
    },

    async editLandingPlace({ uid: _, landingPlaceId, ...form }, caller, call) {
      requireFullScope(caller);
      await transactionAs(db, caller, call, async (tx) => {
        for (const row of await lockLandingPlaces(tx, caller.accountId, [landingPlaceId])) {
          await updateLandingPlace(tx, landingPlaceId, columnsOf(form));
          const changed = difference({ ...presentLandingPlace(row) }, form);
          await recordChange(tx, caller, call, { action: 'editLandingPlace', target: row.name, ...changed });
        }
      });
      return {};
    },

    async deleteLandingPlaces({ landingPlaceIds }, caller, call) {
      requireFullScope(caller);
      await transactionAs(db, caller, call, async (tx) => {
        const rows = await lockLandingPlaces(tx, caller.accountId, landingPlaceIds);
        await removeLandingPlaces(tx, landingPlaceIds);
        const names = rows.map(({ name }) => name);
        const before = { count: rows.length, names };
        const target = names[0] ?? '';
        await recordChange(tx, caller, call, { action: 'deleteLandingPlaces', target, before });
      });
      return {};
    },
  };
}

function presentLandingPlace(row: LandingPlaceRow): LandingPlace {
  const { landing_place_id: landingPlaceId, account_id: _, name: landingPlaceName, ...details } = row;
  return { landingPlaceId, landingPlaceName, ...details };
}

function columnsOf({ landingPlaceName: name, ...details }: LandingPlaceForm): LandingPlaceColumns {
  return { name, ...details };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  const { accountId } = caller;
  await sendEvent(tx, { type: 'changed', what: 'landingPlaces', accountId, userId: null });
}
