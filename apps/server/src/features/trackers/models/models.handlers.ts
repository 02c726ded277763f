import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { trackModelForm } from '@wakeline/contract/trackers/models';
import { findModel, modelKey } from '@wakeline/domain/devices/find-model';
import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import type { z } from 'zod';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';
import type { Files } from '../../../files/files.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { countModels, isOneOf, readModels } from '../../../trackers/read-models.ts';
import {
  deleteModel,
  insertModel,
  lockModel,
  type ModelColumns,
  updateModel,
} from '../../../trackers/write-models.ts';
import { lockIcons, withStoredIcon } from '../icon.ts';
import { requireTexts } from './model-texts.ts';
import { canAddModels, canEditModels, canRemoveModels } from './models.policy.ts';
import { presentCatalogueModel, presentOwnModel } from './present-model.ts';

type ModelOperation =
  | 'queryAllTrackModel'
  | 'queryAllModels'
  | 'addTrackModel'
  | 'editTrackModel'
  | 'deleteTrackModel';

type ModelForm = z.output<typeof trackModelForm>;
/** Undefined fields stay unchanged. */
type ModelChange = { readonly [Field in keyof ModelForm]?: ModelForm[Field] | undefined };

export interface ModelDependencies {
  readonly db: Db;
  readonly files: Files;
  /** Ports of this server by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
}

/** Device models: the shipped catalogue and those of the account. */
export function modelHandlers({ db, files, devicePorts }: ModelDependencies): Pick<Handlers, ModelOperation> {
  const options = { devicePorts, addressOf: files.addressOf };
  return {
    async queryAllTrackModel(_payload, caller) {
      const own = await readModels(db, caller.accountId);
      const keys = [...own.map(({ key }) => key), ...DEVICE_MODELS.map(({ name }) => modelKey(name))];
      const counts = await countModels(db, caller).where(isOneOf(keys)).execute();
      const devices = new Map(counts.map((row) => [row.key, row.devices]));
      const ownKeys = new Set(own.map(({ name }) => modelKey(name)));
      const abilities = { edit: canEditModels(caller), remove: canRemoveModels(caller) };
      const list = [
        ...own.map((row) => presentOwnModel(row, { devices: devices.get(row.key) ?? 0, abilities }, options)),
        ...DEVICE_MODELS.filter(({ name }) => !ownKeys.has(modelKey(name))).map((model) =>
          presentCatalogueModel(model, devices.get(modelKey(model.name)) ?? 0, options),
        ),
      ];
      const protocols = PROTOCOLS.map(({ name, instructions }) => ({
        protocol: name,
        instructions: [...instructions],
      }));
      return { list, total: list.length, protocols, abilities: { add: canAddModels(caller) } };
    },

    async queryAllModels(_payload, caller) {
      const rows = await countModels(db, caller).limit(LIMITS.modelsInUse).execute();
      const list = rows.map(({ name, devices }) => ({ modelName: findModel(name)?.name ?? name, devices }));
      return { list, total: rows[0]?.total ?? 0 };
    },

    async addTrackModel({ uid: _, modelName, ...form }, caller, call) {
      const modelId = await transactionAs(db, caller, call, async (tx) => {
        const columns = await toColumns(tx, files, caller.accountId, form);
        const id = await insertModel(tx, caller.accountId, { ...columns, name: modelName });
        const model = await lockModel(tx, caller.accountId, id);
        await requireTexts(tx, caller.accountId, model);
        await recordAudit(tx, caller, call, {
          action: 'addTrackModel',
          target: modelName,
          after: auditDetailsOf(model),
        });
        return id;
      });
      return { modelId };
    },

    async editTrackModel({ uid: _, modelId, ...form }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        const before = await lockModel(tx, accountId, modelId);
        if (!canEditModels(caller)) throw new NamedError('not-allowed');
        if (form.texts !== undefined) await lockAccount(tx, accountId);
        const columns = await toColumns(tx, files, accountId, form);
        const renamed = await updateModel(tx, accountId, { modelId, formerName: before.name, columns });
        const after = await lockModel(tx, accountId, modelId);
        await requireTexts(tx, accountId, after);
        const changed = difference(auditDetailsOf(before), auditDetailsOf(after));
        await recordAudit(tx, caller, call, {
          action: 'editTrackModel',
          target: before.name,
          before: changed.before,
          after: renamed === 0 ? changed.after : { ...changed.after, trackers: renamed },
        });
      });
      return {};
    },

    async deleteTrackModel({ modelId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        const model = await lockModel(tx, accountId, modelId);
        if (!canRemoveModels(caller)) throw new NamedError('not-allowed');
        const trackers = await deleteModel(tx, accountId, { modelId, name: model.name });
        await recordAudit(tx, caller, call, {
          action: 'deleteTrackModel',
          target: model.name,
          before: { ...auditDetailsOf(model), trackers },
        });
      });
      return {};
    },
  };
}

type StoredModel = Awaited<ReturnType<typeof lockModel>>;

/** The columns of a form. @throws NamedError `icon-unknown` */
async function toColumns(tx: Tx, files: Files, accountId: number, form: ModelChange): Promise<ModelColumns> {
  const icons = await lockIcons(tx, files, accountId, [form]);
  const stored = withStoredIcon(icons, form);
  if (stored === null) throw new NamedError('icon-unknown');
  const { iconDto } = stored;
  return {
    ...(form.modelName !== undefined && { name: form.modelName }),
    ...(form.vendor !== undefined && { vendor: form.vendor }),
    ...(form.protocol !== undefined && { protocol: form.protocol }),
    ...(iconDto !== undefined && { icon_url: iconDto.iconUrl, icon_type: iconDto.iconType }),
    ...(form.power !== undefined && { power: form.power }),
    // The spelling of the catalogue.
    ...(form.basedOn !== undefined && { based_on: findModel(form.basedOn ?? '')?.name ?? null }),
    ...(form.texts !== undefined && { texts: JSON.stringify(form.texts) }),
  };
}

function auditDetailsOf(row: StoredModel) {
  return {
    modelName: row.name,
    vendor: row.vendor,
    protocol: row.protocol,
    // The address of an uploaded picture means nothing to a reader.
    icon: row.icon_type === 'STANDARD' ? row.icon_url : row.icon_type,
    power: row.power,
    basedOn: row.based_on,
    texts: row.texts.map(({ instruction, text }) => `${instruction}: ${text}`).join('\n'),
  };
}
