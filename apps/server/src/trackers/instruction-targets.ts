import { findModel } from '@wakeline/domain/devices/find-model';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import type { InstructionText } from '@wakeline/domain/instructions/texts/instruction-text';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A device as far as it determines which instructions it supports. */
export interface InstructionTarget {
  readonly trackerId: number;
  readonly imei: string;
  /** The model whose instructions it has: that on which an own model is based. */
  readonly model: string;
  /** Of the device, else of its model; null: not known. */
  readonly protocol: ProtocolName | null;
  /** Texts of its model with which it takes instructions. Devices of the same model have the same array. */
  readonly texts: readonly InstructionText[];
  /** Whether it has reported. */
  readonly isActivated: boolean;
  /** For text messages; empty: none. */
  readonly iotCard: string;
}

const NO_TEXTS: readonly InstructionText[] = [];

/** Reads these devices of an account, in ascending order of their ids. */
export async function readInstructionTargets(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<readonly InstructionTarget[]> {
  const rows = await db
    .selectFrom('tracker')
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .leftJoin('tracker_model', (join) =>
      join
        .onRef('tracker_model.account_id', '=', 'tracker.account_id')
        .on(sql<boolean>`lower(tracker_model.name) = lower(tracker.model)`),
    )
    .where('tracker.account_id', '=', accountId)
    .where(sql<boolean>`tracker.tracker_id = any (${[...trackerIds]}::int[])`)
    .select([
      'tracker.tracker_id',
      'tracker.imei',
      'tracker_model.model_id',
      sql<string>`coalesce(tracker_model.based_on, tracker.model)`.as('model'),
      'tracker.protocol',
      'tracker_model.protocol as model_protocol',
      sql<boolean>`tracker_state.activated_at is not null`.as('is_activated'),
      'tracker.iot_card',
    ])
    .orderBy('tracker.tracker_id')
    .execute();
  const texts = await readTexts(db, new Set(rows.flatMap(({ model_id }) => model_id ?? [])));
  return rows.map((row) => {
    const known = findModel(row.model);
    const ofModel = protocolNamed(row.model_protocol) ?? known?.protocol ?? null;
    const protocol = protocolNamed(row.protocol) ?? ofModel;
    const ofOwn = row.model_id === null ? undefined : texts.get(row.model_id);
    return {
      trackerId: row.tracker_id,
      imei: row.imei,
      model: row.model,
      protocol,
      // A device with another protocol than its model does not understand them.
      texts: protocol === ofModel ? (ofOwn ?? known?.texts ?? NO_TEXTS) : NO_TEXTS,
      isActivated: row.is_activated,
      iotCard: row.iot_card,
    };
  });
}

/** Texts by model, which are read once however many devices have it. */
async function readTexts(
  db: Db,
  modelIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly InstructionText[]>> {
  if (modelIds.size === 0) return new Map();
  const rows = await db
    .selectFrom('tracker_model')
    .where(sql<boolean>`model_id = any (${[...modelIds]}::int[])`)
    .select(['model_id', 'texts', 'based_on'])
    .execute();
  return new Map(rows.map(({ model_id, texts, based_on }) => [model_id, withBaseTexts(texts, based_on)]));
}

/** The texts of an own model, and those of the model on which it is based for other instructions. */
function withBaseTexts(own: readonly InstructionText[], basedOn: string | null): readonly InstructionText[] {
  const base = (basedOn === null ? null : findModel(basedOn)?.texts) ?? NO_TEXTS;
  const names = new Set(own.map(({ instruction }) => instruction));
  return [...own, ...base.filter(({ instruction }) => !names.has(instruction))];
}

function protocolNamed(value: string | null): ProtocolName | null {
  return PROTOCOL_NAMES.find((name) => name === value) ?? null;
}
