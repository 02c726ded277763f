import type { TrackerBinding } from '@wakeline/contract/trackers/bindings';

/** Columns that the histories of bound devices have in common. */
interface BindingRow {
  readonly tracker_id: number | null;
  readonly tracker_name: string;
  readonly imei: string;
  readonly bound_at: Date;
  readonly bound_by: string;
  readonly unbound_at: Date | null;
  readonly unbound_by: string | null;
}

export function presentBinding(row: BindingRow): TrackerBinding {
  return {
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    imei: row.imei,
    boundTime: row.bound_at.getTime(),
    boundBy: row.bound_by,
    unboundTime: row.unbound_at?.getTime() ?? null,
    unboundBy: row.unbound_by,
  };
}
