import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { type AddressConvention, DEFAULT_CONVENTION } from '@wakeline/domain/satellite/convention';
import { type ConventionProblem, validateConvention } from '@wakeline/domain/satellite/validate-convention';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { readQuota, saveConvention, saveQuota } from '../../satellite/edit-settings.ts';
import { admitQuota, countWaitingForQuota, readUsage } from '../../satellite/quota.ts';
import { readConvention } from '../../satellite/settings.ts';
import { canChangeSettings, requireFullScope } from './satellite.policy.ts';

type SettingsOperation = 'querySatelliteSettings' | 'editSatelliteConvention' | 'editSatelliteQuota';

const ERROR_NAMES: Readonly<Record<ConventionProblem['error'], ErrorName>> = {
  'invalid-prefix': 'convention-prefix-invalid',
  'invalid-word': 'convention-word-invalid',
  'too-many-words': 'convention-words-limit',
  'no-word': 'convention-words-missing',
  'ambiguous-word': 'convention-word-ambiguous',
};

/** Convention of addresses and monthly quota of an account. */
export function satelliteSettingsHandlers(db: Db): Pick<Handlers, SettingsOperation> {
  return {
    async querySatelliteSettings(_payload, caller, { now }) {
      const { accountId } = caller;
      return {
        convention: writable(await readConvention(db, accountId)),
        defaultConvention: writable(DEFAULT_CONVENTION),
        monthlyQuota: await readQuota(db, accountId),
        usage: {
          ...(await readUsage(db, accountId, now)),
          waitingMessages: await countWaitingForQuota(db, accountId),
        },
        abilities: { change: canChangeSettings(caller) },
      };
    },

    async editSatelliteConvention({ convention }, caller, call) {
      requireFullScope(caller);
      requireValid(convention);
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const before = await readConvention(tx, accountId);
        await saveConvention(tx, accountId, convention);
        await recordAudit(tx, caller, call, {
          action: 'editSatelliteConvention',
          target: caller.accountName,
          ...difference({ ...before }, convention),
        });
        await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
      });
      return {};
    },

    async editSatelliteQuota({ monthlyQuota }, caller, call) {
      requireFullScope(caller);
      const { accountId } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const before = await readQuota(tx, accountId);
        await saveQuota(tx, accountId, monthlyQuota);
        const admittedMessages = await admitQuota(tx, accountId, call.now);
        await recordAudit(tx, caller, call, {
          action: 'editSatelliteQuota',
          target: caller.accountName,
          before: { monthlyQuota: before },
          after: { monthlyQuota },
        });
        await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
        return { admittedMessages };
      });
    },
  };
}

/** @throws NamedError with `field` and `word` in its details */
function requireValid(convention: AddressConvention): void {
  const [problem] = validateConvention(convention);
  if (problem === undefined) return;
  const { field, error, word } = problem;
  throw new NamedError(ERROR_NAMES[error], { field, ...(word === null ? {} : { word: word.slice(0, 64) }) });
}

function writable({ cardPrefix, wechatWords, weiboWords, weatherWords }: AddressConvention) {
  return {
    cardPrefix,
    wechatWords: [...wechatWords],
    weiboWords: [...weiboWords],
    weatherWords: [...weatherWords],
  };
}
