import type { DrawnShape } from '../../../map/draw/draw-surface.ts';

/** Fields common to all forms. */
export interface CommonFields {
  readonly name: string;
  /** The select returns undefined for "no group". */
  readonly groupId?: number | undefined;
  /** `#rrggbb` */
  readonly color: string;
  readonly visible: boolean;
  readonly note: string;
}

/** What a form is open for. */
export interface Subject<Fields> {
  /** Null: a new object. */
  readonly id: number | null;
  readonly fields: Fields;
  /** Initial drawing; null: none yet. */
  readonly start: DrawnShape | null;
  /** True for a restored draft, which contains unsaved input. */
  readonly touched: boolean;
}

/** A subject without the members common to all kinds. */
export type SubjectContent<S extends Subject<unknown>> = Omit<S, 'id' | 'touched'>;
