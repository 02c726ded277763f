import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';

/** What the form of a device is open for. */
export type TrackerSubject =
  | { readonly kind: 'add'; readonly groupId: number | null; readonly imei?: string }
  | { readonly kind: 'edit'; readonly tracker: Tracker };

/** What the dialog of a group is open for: a new group, in another one or at the top, or one to rename. */
export type GroupSubject =
  | { readonly kind: 'add'; readonly parentId: number | null }
  | { readonly kind: 'rename'; readonly group: Group };
