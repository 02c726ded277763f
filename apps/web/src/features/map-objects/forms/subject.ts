import type { DrawnShape } from '../../../map/draw/draw-surface.ts';

/** Fields that every form has. */
export interface CommonFields {
  readonly name: string;
  /** The select gives undefined for "no group". */
  readonly groupId?: number | undefined;
  /** `#rrggbb` */
  readonly color: string;
  readonly shown: boolean;
  readonly note: string;
}

/** What a form is open for. */
export interface Subject<Fields> {
  /** Null: a new one. */
  readonly id: number | null;
  readonly fields: Fields;
  /** What is drawn when it opens; null: nothing yet. */
  readonly start: DrawnShape | null;
  /** Something was typed or drawn before: it came back from a draft. */
  readonly touched: boolean;
}

/** A subject but for what is the same for all kinds: who it is, and whether it came back from a draft. */
export type SubjectContent<Of extends Subject<unknown>> = Omit<Of, 'id' | 'touched'>;
