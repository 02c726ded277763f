import { useRef } from 'react';

/** Devices as far as their names are known, by tracker. */
export type NamedDevices = ReadonlyMap<number, { readonly name: string }>;

/**
 * Names of those that could be seen since this replay was asked for, and cannot any more.
 *
 * @param ids whose replay it is.
 * @param devices those that may be seen now.
 * @param withdrawn those that the reading was refused meanwhile.
 */
export function useWithdrawn(
  ids: readonly number[],
  devices: NamedDevices,
  withdrawn: readonly number[],
): readonly string[] {
  const seen = useRef<ReadonlyMap<number, string>>(new Map());
  const names = ids.flatMap((id) => {
    const name = devices.get(id)?.name ?? seen.current.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  seen.current = new Map(names);
  return names.flatMap(([id, name]) => (devices.has(id) && !withdrawn.includes(id) ? [] : name));
}
