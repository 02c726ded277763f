import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';

/** What the device form is open for. */
export type TrackerSubject =
  | { readonly kind: 'add'; readonly groupId: number | null; readonly imei?: string }
  | { readonly kind: 'edit'; readonly tracker: Tracker };

/** What the group dialog is open for: adding a group (in a group or at the top), or renaming one. */
export type GroupSubject =
  | { readonly kind: 'add'; readonly parentId: number | null }
  | { readonly kind: 'rename'; readonly group: Group };
