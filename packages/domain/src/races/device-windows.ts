/** What the device window of a participant follows from: epoch milliseconds. */
export interface DeviceUse {
  readonly participantId: number;
  /** Null: no device. */
  readonly trackerId: number | null;
  /** When the participant starts. */
  readonly startTime: number;
  /** Set by an official; null: derived. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Epoch milliseconds; `to` is excluded. */
export interface DeviceWindow {
  readonly from: number;
  readonly to: number;
}

/** Why devices cannot be used like this, with the participant whose window is wrong. */
export interface DeviceConflict {
  /** `taken`: the window overlaps that of another participant; `order`: it ends before it begins. */
  readonly kind: 'taken' | 'order';
  readonly participantId: number;
  /** The other participant. */
  readonly otherId: number | null;
}

export interface DeviceWindows {
  /** By participant, without those who have no device. */
  readonly windows: ReadonlyMap<number, DeviceWindow>;
  /** The first one; null: none. */
  readonly conflict: DeviceConflict | null;
}

/**
 * In which time positions of a device are those of a participant: from the start less `leadMs`, until the window of the next
 * participant of the device begins, or the match ends.
 *
 * @param endTime of the match, epoch milliseconds
 */
export function deviceWindows(
  uses: readonly DeviceUse[],
  { endTime, leadMs }: { readonly endTime: number; readonly leadMs: number },
): DeviceWindows {
  const windows = new Map<number, DeviceWindow>();
  let conflict: DeviceConflict | null = null;
  for (const ofDevice of usesByDevice(uses).values()) {
    const begins = ofDevice
      .map((use) => ({ use, from: use.from ?? use.startTime - leadMs }))
      .toSorted((a, b) => a.from - b.from);
    for (const [index, { use, from }] of begins.entries()) {
      const next = begins[index + 1];
      const to = use.to ?? Math.min(next?.from ?? endTime, Math.max(endTime, from + 1));
      windows.set(use.participantId, { from, to });
      if (next !== undefined && to > next.from)
        conflict ??= { kind: 'taken', participantId: next.use.participantId, otherId: use.participantId };
      else if (to <= from)
        conflict ??=
          next !== undefined && next.from === from
            ? { kind: 'taken', participantId: next.use.participantId, otherId: use.participantId }
            : { kind: 'order', participantId: use.participantId, otherId: null };
    }
  }
  return { windows, conflict };
}

function usesByDevice(uses: readonly DeviceUse[]): ReadonlyMap<number, readonly DeviceUse[]> {
  const byDevice = new Map<number, DeviceUse[]>();
  for (const use of uses) {
    if (use.trackerId === null) continue;
    const known = byDevice.get(use.trackerId);
    if (known === undefined) byDevice.set(use.trackerId, [use]);
    else known.push(use);
  }
  return byDevice;
}
