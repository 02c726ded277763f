import { findModel, modelKey } from '@wakeline/domain/devices/find-model';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import type { Db } from '../db/database.ts';
import { type ModelRow, readModels } from './read-models.ts';
import type { TrackerForm } from './write.ts';

/** The fields of a new tracker that its model determines. */
type ModelDefaults = Pick<TrackerForm, 'iconDto' | 'protocol'>;

/** New trackers with the icon and the protocol of their models, where the form has neither. */
export async function withModelDefaults(
  db: Db,
  accountId: number,
  forms: readonly TrackerForm[],
): Promise<readonly TrackerForm[]> {
  if (!forms.some(needsDefaults)) return forms;
  const own = new Map((await readModels(db, accountId)).map((row) => [modelKey(row.name), row]));
  return forms.map((form) => {
    if (!needsDefaults(form)) return form;
    const defaults = defaultsOf(form.model ?? '', own);
    return {
      ...form,
      ...(form.iconDto === undefined && defaults.iconDto !== undefined && { iconDto: defaults.iconDto }),
      ...(form.protocol === undefined && defaults.protocol !== undefined && { protocol: defaults.protocol }),
    };
  });
}

function needsDefaults({ model, iconDto, protocol }: TrackerForm): boolean {
  return model !== undefined && model !== '' && (iconDto === undefined || protocol === undefined);
}

function defaultsOf(modelName: string, own: ReadonlyMap<string, ModelRow>): ModelDefaults {
  const row = own.get(modelKey(modelName));
  if (row !== undefined)
    return {
      iconDto: { iconUrl: row.icon_url, iconType: row.icon_type },
      protocol: PROTOCOL_NAMES.find((name) => name === row.protocol) ?? null,
    };
  const model = findModel(modelName);
  if (model === null) return {};
  return { iconDto: { iconUrl: model.icon, iconType: 'STANDARD' }, protocol: model.protocol };
}
