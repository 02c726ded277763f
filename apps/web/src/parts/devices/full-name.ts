import type { Tracker } from '@wakeline/contract/entities/tracker';

/** Name with the optional number in brackets behind it, as on the map's labels. */
export function fullName({ trackerName, label }: Pick<Tracker, 'trackerName' | 'label'>): string {
  return label === '' ? trackerName : `${trackerName} (${label})`;
}
