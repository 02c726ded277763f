import type { TrackModel } from '@wakeline/contract/trackers/models';
import { POWER_KINDS } from '@wakeline/domain/devices/capabilities';
import type { DeviceModel } from '@wakeline/domain/devices/device-model';
import { findModel } from '@wakeline/domain/devices/find-model';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { toPictureUrl } from '../../../files/stored-picture.ts';
import type { ModelRow } from '../../../trackers/read-models.ts';

/** Context for converting models to responses. */
export interface PresentModelOptions {
  /** Ports of this server by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** What the list adds to a model. */
type Added = Pick<TrackModel, 'devices' | 'abilities'>;

export function presentOwnModel(
  row: ModelRow,
  added: Added,
  { devicePorts, addressOf }: PresentModelOptions,
): TrackModel {
  const base = row.based_on === null ? null : findModel(row.based_on);
  const protocol = PROTOCOL_NAMES.find((name) => name === row.protocol) ?? null;
  return {
    modelId: row.model_id,
    modelName: row.name,
    vendor: row.vendor,
    protocol,
    port: protocol === null ? null : (devicePorts[protocol] ?? null),
    iconDto: { iconUrl: toPictureUrl(row.icon_url, addressOf), iconType: row.icon_type },
    power: POWER_KINDS.find((kind) => kind === row.power) ?? null,
    instructions: [
      ...new Set([...(base?.instructions ?? []), ...row.texts.map(({ instruction }) => instruction)]),
    ],
    texts: added.abilities.edit ? row.texts.map((text) => ({ ...text })) : [],
    sensors: [...(base?.sensors ?? [])],
    basedOn: base?.name ?? null,
    ...added,
  };
}

export function presentCatalogueModel(
  model: DeviceModel,
  devices: number,
  { devicePorts }: Pick<PresentModelOptions, 'devicePorts'>,
): TrackModel {
  return {
    modelId: null,
    modelName: model.name,
    vendor: model.vendor,
    protocol: model.protocol,
    port: devicePorts[model.protocol] ?? null,
    iconDto: { iconUrl: model.icon, iconType: 'STANDARD' },
    power: model.power,
    instructions: [...model.instructions],
    texts: [],
    sensors: [...model.sensors],
    basedOn: null,
    devices,
    abilities: { edit: false, remove: false },
  };
}
