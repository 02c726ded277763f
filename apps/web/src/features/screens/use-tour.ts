import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { useEffect, useMemo, useState } from 'react';
import type { ScreenGroup } from './screen-source.ts';

/** Milliseconds for which a tour shows a group. */
const STEP_MS = 30_000;

/** The group that a tour shows now: all devices first, then one top group after the other. Null: all devices. */
export function useTour(isOn: boolean, groups: readonly ScreenGroup[]): ScreenGroup | null {
  const [step, setStep] = useState(0);
  const stops = useMemo(() => {
    const ids = new Set(groups.map(({ groupId }) => groupId));
    // A user confined to groups sees subgroups without the group above.
    const top = groups.filter(({ parentId }) => parentId === null || !ids.has(parentId));
    return [null, ...top];
  }, [groups]);
  useEffect(() => {
    if (!isOn) return;
    setStep(0);
    const timer = setInterval(() => setStep((current) => current + 1), STEP_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return isOn ? (stops[step % stops.length] ?? null) : null;
}

/** Boxes without a group show that of the tour. */
export function withTourGroup(boxes: readonly ScreenBox[], group: ScreenGroup | null): readonly ScreenBox[] {
  if (group === null) return boxes;
  return boxes.map((box) => (box.groupId === null ? { ...box, groupId: group.groupId } : box));
}
