import type { DeviceModel, DialectName } from './device-model.ts';
import { DEVICE_MODELS } from './models.ts';
import type { ProtocolName } from './protocols.ts';

/** Names of models are equal without case and outer spaces. */
export function modelKey(name: string): string {
  return name.trim().toLowerCase();
}

const BY_KEY: ReadonlyMap<string, DeviceModel> = new Map(
  DEVICE_MODELS.map((model) => [modelKey(model.name), model]),
);

/** The model of the shipped catalogue with this name; null: free text. */
export function findModel(name: string): DeviceModel | null {
  return BY_KEY.get(modelKey(name)) ?? null;
}

/** Case, spaces and punctuation differ between users and terminals: "G10-LS" is "g10 ls". */
function normalize(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

const DIALECTS = DEVICE_MODELS.flatMap(({ name, protocol, dialect, alsoNamed = [] }) =>
  dialect === null ? [] : [{ protocol, dialect, prefixes: [normalize(name), ...alsoNamed] }],
);

/** The dialect of a model name as written by users or terminals, by its beginning: "g10-ls 4G", "bsj KM02". */
export function dialectOf(protocol: ProtocolName, modelName: string): DialectName | null {
  const normalized = normalize(modelName);
  const found = DIALECTS.find(
    (item) => item.protocol === protocol && item.prefixes.some((prefix) => normalized.startsWith(prefix)),
  );
  return found?.dialect ?? null;
}
