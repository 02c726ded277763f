import type { DeviceFilter } from '@wakeline/contract/trackers/devices';

/** The devices of a batch change: ticked ones, or all that match the filter. */
export type DeviceSelection =
  | { readonly kind: 'ticked'; readonly trackerIds: readonly number[] }
  | {
      readonly kind: 'matching';
      readonly deviceFilter: DeviceFilter;
      /** What the user saw; the server refuses if it has changed. */
      readonly count: number;
    };

export function countSelected(selection: DeviceSelection): number {
  return selection.kind === 'ticked' ? selection.trackerIds.length : selection.count;
}

/** The selection in the payload of a batch operation. */
export function toSelectionPayload(selection: DeviceSelection) {
  return selection.kind === 'ticked'
    ? { trackerIds: [...selection.trackerIds] }
    : { deviceFilter: selection.deviceFilter, count: selection.count };
}
