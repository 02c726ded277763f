import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useMemo } from 'react';
import { DeviceIcon } from '../../map/icons/device-icon.tsx';
import { fullName } from './full-name.ts';
import styles from './tracker-select.module.css';
import { useSortedTrackers } from './use-sorted-trackers.ts';

/** A device in a select. */
interface TrackerOption {
  readonly value: string;
  readonly label: string;
  readonly imei: string;
  readonly search: string;
  readonly icon: Tracker['iconDto'];
}

/** All devices as options, by name. */
export function useTrackerOptions(): TrackerOption[] {
  const trackers = useSortedTrackers();
  return useMemo(
    () =>
      trackers.map((tracker) => ({
        value: toOptionKey(tracker.trackerId),
        label: fullName(tracker),
        imei: tracker.imei,
        search: `${fullName(tracker)} ${tracker.imei}`.toLowerCase(),
        icon: tracker.iconDto,
      })),
    [trackers],
  );
}

/** Search by name, label or IMEI. */
export const TRACKER_SEARCH = {
  filterOption: (text: string, option?: TrackerOption) =>
    option?.search.includes(text.trim().toLowerCase()) ?? false,
  // Matches in names come before IMEIs with the same digits.
  filterSort: (a: TrackerOption, b: TrackerOption, { searchValue }: { readonly searchValue: string }) =>
    rankMatch(a.label, searchValue) - rankMatch(b.label, searchValue),
};

export function TrackerOptionRow({ option }: { readonly option: TrackerOption }) {
  return (
    <span className={styles.option}>
      <DeviceIcon name={option.icon.iconUrl} custom={option.icon.iconType === 'CUSTOM'} size={18} />
      <span className={styles.name}>{option.label}</span>
      <span className={styles.imei}>{option.imei}</span>
    </span>
  );
}

/**
 * Prefixed, because the select jumps to an option whose value starts with the typed text. A typed number is part of a
 * name, not an id.
 */
export function toOptionKey(trackerId: number): string {
  return `#${trackerId}`;
}

export function toTrackerId(optionKey: string): number {
  return Number(optionKey.slice(1));
}

/** Sort rank: 0 if the name contains the search text. */
function rankMatch(name: string, searchText: string): number {
  return name.toLowerCase().includes(searchText.trim().toLowerCase()) ? 0 : 1;
}
