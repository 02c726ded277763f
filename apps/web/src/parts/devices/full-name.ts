import type { Tracker } from '@wakeline/contract/entities/tracker';

/** Name with the optional label in brackets, as on the map. */
export function fullName({ trackerName, label }: Pick<Tracker, 'trackerName' | 'label'>): string {
  return label === '' ? trackerName : `${trackerName} (${label})`;
}
