import { useRef } from 'react';

/** Known devices with their names, by tracker. */
export type NamedDevices = ReadonlyMap<number, { readonly name: string }>;

/**
 * Names of the devices that were visible since this replay was requested, and are not any more.
 *
 * @param ids the requested devices
 * @param devices the devices that may be seen now
 * @param revoked the devices that the server refused while loading
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
