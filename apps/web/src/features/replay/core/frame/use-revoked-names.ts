import { useRef } from 'react';

/** Devices as far as their names are known, by tracker. */
export type NamedDevices = ReadonlyMap<number, { readonly name: string }>;

/**
 * Names of those that could be seen since this replay was asked for, and cannot any more.
 *
 * @param ids whose replay it is.
 * @param devices those that may be seen now.
 * @param revoked those that the reading was refused meanwhile.
 */
export function useRevokedNames(
  ids: readonly number[],
  devices: NamedDevices,
  revoked: readonly number[],
): readonly string[] {
  const lastNames = useRef<ReadonlyMap<number, string>>(new Map());
  const names = ids.flatMap((id) => {
    const name = devices.get(id)?.name ?? lastNames.current.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  lastNames.current = new Map(names);
  return names.flatMap(([id, name]) => (devices.has(id) && !revoked.includes(id) ? [] : name));
}
